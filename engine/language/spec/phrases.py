"""What a declaration may add to its one sentence, so that rules text reads well: all of it may be left out.

A sentence (`phrase`) is plain text with places. A place names a field and may say how it is to be put:

    {target}              the thing itself: "you", "that monster" / “你”“该怪物”
    {target's bounty}     what belongs to it, in English: "your bounty", "the bounty of a monster of your choice"
    {amount:mana}         an amount of something: "2 mana", "mana equal to its health"; in Chinese `{amount:点法力}`
    {amount:-mana}        the same of a number below zero, said without its sign
    {amount:card|cards}   a number of things: "a card", "2 cards"; in Chinese `{amount:张牌}`, the classifier first
    {min-max:mana}        an amount between two bounds: "2 mana", "up to 3 mana", "1 to 3 mana"
    {target:bare}         what is to be chosen, without who chooses it
    {filter:which}        which of several are meant
    {targets:effects}     triggers by their ids, those of the card itself as its own
    {value:event}         an event by its name
    {pick}                in a chooser's sentence, the things that its other fields make: "a card of your choice"
    {cardType:a}          a word with its article
    {mode:span}           a word that begins a sentence without being what it is about
    {conditions:and}      all of them, joined; `or` and `not` likewise, `plus` for numbers
    {values:first}        of a computed and a plain number the computed one; `last` is the plain one
    {value:base}          of a number for each of some things how much it is for one; `per` says for each of which
    {value1:()}           a number, between brackets when it is made of several
    {target:many}         what a chooser finds, as several: "allied units" / “友方单位”
    {tokenId:called}      a card by its name; `called a` with its article
    {skill:part}          a part of a card by its name: a skill of this one, or of the card that this one is of
    {cost:signs}          a record of amounts, each as one sign before what it is of: "③Cryo ②Any"
    {sourceEntityId}      inside a trigger: what that field of its event is; a node whose wording `presumes` the
                          field means the card itself where the event has no such thing

English sentences are written in the third person ("{target} gains {amount:mana}"); the verb after the first place is bent
as its subject asks ("gain 2 mana", "two players each gain 2 mana") and negated where a condition is.

A chooser that may ask needs no sentence (one of its cases, or `{pick}`, may still say more): "up to two monsters of your choice whose health is at most 3" is made of its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from engine.json_values import Json
from engine.language.spec.shapes import LocalizedText

_TWO = 2
_SIGNS = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class Is(Enum):
    """What a case may ask of a field, beside one certain value."""

    NEGATIVE = "a number below zero"
    COMPUTED = "no plain number"
    PRESENT = "written and not empty"
    ABSENT = "not written, or empty"
    BOUNDED = "two numbers, one of them plain"
    PAIR = "a list of two"
    EACH = "a number for each of some things"


def fits(when: Json, node: Json) -> bool:
    """Return whether each field is as it is asked."""
    return all(_is(node.get(name), wanted) for name, wanted in when.items())


def _is(value: Any, test: Any) -> bool:
    if test is Is.NEGATIVE:
        return value.__class__ is int and value < 0
    if test is Is.COMPUTED:
        return value is not None and value.__class__ is not int and not _begins_with_number(value)
    if test is Is.PRESENT:
        return value not in (None, [], {})
    if test is Is.ABSENT:
        return value in (None, [], {})
    if test is Is.BOUNDED:
        return isinstance(value, list) and sorted(one.__class__ is int for one in value) == [False, True]
    if test is Is.EACH:
        return isinstance(value, dict) and value.get("type") in ("each", "eachOf")
    if test is Is.PAIR:
        return isinstance(value, list) and len(value) == _TWO
    return value.__class__ is test.__class__ and bool(value == test)


def _begins_with_number(value: Any) -> bool:
    """Return whether a value prints as a plain number with words around its clause: "2 gold for each monster"."""
    match value:
        case {"type": "each" | "eachOf", "amount": int()} | {"type": "instead", "value": int()}:
            return True
        case {"type": "add", "values": [int(), {"type": "each" | "eachOf"} | {"event": str(), "within": str()}]}:
            return True
        case {"type": "add", "values": [int(), {"type": "mul"} as product]}:
            return scaled_by(product) is not None
    return False


def scaled_by(product: Json) -> tuple[int, Any] | None:
    """Return the plain factor above zero of a product, and what is taken that many times; None for any other product."""
    match product:
        case {"value1": int() as factor, "value2": dict() | str() as counted} | {
            "value2": int() as factor,
            "value1": dict() | str() as counted,
        } if factor > 0 and "divisor" not in product:
            return factor, counted
    return None


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence where each field of a node is as `when` says: of several that fit, the first.

    Shapes: `negated` is the sentence for a condition that does not hold.
            A result of an effect, or a field of an event, has cases too, of what it is called where it is referred to: a noun
            ("the damage dealt"), for what holds or does not a sentence ("this defeats {target}"). There `counts` is a comparison
            with a number, which goes to `{n}`: "{target} lost {n} gold"; `negative` marks a number that is the loss of something,
            below zero; `that` marks what "that many", or "it", may mean right after the effect, `yours` a thing of the card's own player, which a
            case of another node asks for by `yours`; `first` is what the thing is called where the next effect is done to it,
            which then says the choice, too: "a random enemy unit"; `bound` is what a record that always applies adds to the sentence of the one before.
    """

    when: Json
    phrase: LocalizedText
    negated: LocalizedText | None = None
    counts: LocalizedText | None = None
    negative: bool = False
    that: bool = False
    yours: bool = False
    first: LocalizedText | None = None
    bound: LocalizedText | None = None


@dataclass(frozen=True, slots=True)
class Noun:
    """What things of a type are called; the classifier counts them in Chinese, `own` is the one that a card, or an event, speaks of from its start."""

    one: str
    many: str
    zh: str
    classifier: str = "个"
    own: LocalizedText | None = None


@dataclass(frozen=True, slots=True)
class ConditionPhrase:
    """What a condition says about the event that a trigger answers, so that the event's own sentence can say it.

    Shapes: `fields` are fields of the event, of which the first is meant that its sentences name;
            `itself` says that it is the card; `things` who or what it is, by its type, else under ""; `player` what it is called where it is a player, else `before` and `behind` are the
            words around its noun ("allied", "with {keyword}"), `alone` the noun where nothing else is known of a thing that has no
            other name ("ally"), and `nouns` other nouns by the condition's own fields;
            `word` is what a case of the event may ask of the field; `put` what is said where the sentence names it;
            `around` comes after the sentence (before it in Chinese), `during` before the whole moment; `opposite` is what a condition says
            that does not hold.
    """

    fields: tuple[str, ...] = ()
    itself: bool = False
    things: Mapping[str, LocalizedText] = field(default_factory=dict)
    player: LocalizedText | None = None
    before: LocalizedText | None = None
    suffix: LocalizedText | None = None
    alone: Noun | None = None
    nouns: tuple[tuple[Json, Noun], ...] = ()
    word: str = ""
    put: LocalizedText | None = None
    around: LocalizedText | None = None
    during: LocalizedText | None = None
    opposite: ConditionPhrase | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """How an event is counted: "the third card you play", "the number of cards you have played".

    Shapes: `verb` is in the third person, `participle` that of the verb, in Chinese `zh` for both; `noun` is what it is done with,
            None where only the doer is counted; `is_play` marks the playing of a card, of which a second one is a combo;
            `sorts` is what it is done with where some of them are counted alone, by their word, `bare` the verb without that.
    """

    verb: str
    participle: str
    zh: str
    noun: Noun | None = None
    is_play: bool = False
    sorts: Mapping[str, Noun] = field(default_factory=dict)
    bare: tuple[str, str, str] = ("", "", "")

    def of_sort(self, word: str) -> tuple[Deed, Noun] | None:
        """Return the deed with what it is done with where only those of a word are counted; None where it has no such words."""
        noun = self.sorts.get(word)
        return None if noun is None else (Deed(*self.bare, noun), noun)


@dataclass(frozen=True, slots=True)
class Wording:
    """What the sentence of a node, record or event needs beyond `phrase`.

    Shapes: `negated` is a condition's sentence for when it does not hold; `holds` is what a condition without fields always is;
            `called` is what a chooser's things are called where its fields are so, else as their type says;
            `narrows` names the field of a condition whose thing it distinguishes, and what such a thing is called ("spell" for a
            card that is a spell);
            `about` is what a condition says about the event of a trigger, `phrases` the same where its fields are so, `presumes` the field of that event which is the card
            itself wherever the node is, unless a condition names its owner; `matches` marks a condition that counts what
            it finds, so that a case of an effect may ask for `matches`; `takes` is a word for what an effect can be done to, where its
            choosers give other things too, so that their cases and nouns may ask for it;
            `results` are what the results of an effect, or the fields of an event, are called, by name;
            `keys` are patterns of which a written text that mentions it holds one; empty where authors name it freely.
            Of an event, `each` and `next` are the moment itself, where it comes and goes without a player's doing ("at the start
            of each round"); a case asks what the trigger's condition asks of the event's fields, or that it asks something, and
            says the moment itself where there is `each`; `single` are the fields of a card to which this happens only once;
            `nouns` are other names for things of its fields; `deed` is how it is counted.
    """

    cases: tuple[Case, ...] = ()
    negated: LocalizedText | None = None
    holds: bool | None = None
    called: tuple[tuple[Json, Noun], ...] = ()
    narrows: tuple[str, LocalizedText] | None = None
    about: ConditionPhrase | None = None
    phrases: tuple[tuple[Json, ConditionPhrase], ...] = ()
    presumes: str = ""
    matches: bool = False
    takes: str = ""
    results: Mapping[str, tuple[Case, ...]] = field(default_factory=dict)
    keys: LocalizedText | None = None
    each: LocalizedText | None = None
    next: LocalizedText | None = None
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    single: tuple[str, ...] = ()
    deed: Deed | None = None

    def result(self, name: str, node: Json) -> Case | None:
        """Return what a result is called where the fields are as those of a node."""
        return next((case for case in self.results.get(name, ()) if fits(case.when, node)), None)

    def about_event(self, node: Json) -> ConditionPhrase | None:
        """Return what a condition says about the event of a trigger, as its fields are."""
        return next((phrase for when, phrase in self.phrases if fits(when, node)), self.about)


NOUNS: Mapping[str, Noun] = {
    "player": Noun("player", "players", "玩家", "名"),
    "card": Noun("card", "cards", "牌", "张"),
    "trigger": Noun("lasting effect", "lasting effects", "持续效果"),
    "any": Noun("thing", "things", "对象"),
}
"""What types are called that every ruleset has; a ruleset's own are in its vocabulary."""


def sign(amount: int) -> str:
    """Return a small number as one sign, a larger one in digits."""
    return _SIGNS[amount] if 0 <= amount < len(_SIGNS) else str(amount)
