"""The documents of a game: the records of its kinds of card, its vocabulary, and how a card is compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.language.compiling.abilities import compile_abilities
from engine.language.compiling.behaviors import timing_blocks
from engine.language.compiling.compile import Unit
from engine.language.nodes.core import ADD_TRIGGERS, CONDITIONS, DO, IF, LOOP
from engine.language.reading.normalise import Normalised, normalise
from engine.language.spec import (
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    KindSpec,
    Lifetime,
    ListOf,
    LocalizedText,
    Node,
    Noun,
    ObjectShape,
    Option,
    RecordSpec,
    TimingName,
    TimingSpec,
    Vocabulary,
    optional,
    search_words,
)
from engine.toolkit.card_fields import CARD_ID, DESCRIPTION, NAME
from engine.toolkit.nodes.waiting import TIMES_FIELD, lifetimes, mode_field, when
from engine.toolkit.rulebook import PLAYER_FIELD, Kind
from engine.toolkit.rules import Ability, CardDef

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

Json = dict[str, Any]
COST_MAX = 99
SEARCH = {
    "play": search_words("on play, cast, enters, used", "打出、使用、施放、登场"),
    "death": search_words("dies, on death, destroyed, last words", "死亡、被消灭、遗言"),
    "": search_words("timing, effect, when", "时机、效果、发动"),
}
"""What a timing is found by where its game gives no words, by when it runs."""
ON = {"on": "event"}
"""How a card calls the event of a trigger."""


class Documents:
    """What documents of a game may say."""

    def __init__(self, game: RulesetBuilder) -> None:
        self.game, self.kinds = game, game.book.kinds

    @cached_property
    def plain(self) -> Vocabulary:
        """The vocabulary of the game."""
        game, spans = self.game, self._spans()
        trigger = trigger_record(spans, game.trigger_fields) if spans else None
        nodes = [
            IF,
            LOOP,
            *([ADD_TRIGGERS, when(trigger)] if trigger is not None else []),
            *(rule_node.spec for rule_node in game.nodes.values()),
        ]
        nodes += game.shared
        records = [record for kind in self.kinds.values() for record in self._records(kind)]
        records += game.records
        records += [trigger] if trigger is not None else []
        return Vocabulary(
            ruleset=game.book.name,
            version="1.0",
            kinds=tuple(self._kind(kind) for kind in self.kinds.values()),
            records=tuple(records),
            nodes=(*nodes, *CONDITIONS),
            events=tuple(spec for _, spec in game.events.values()),
            timings=tuple(self._timings()),
            lifetimes=spans,
            subtypes=self.subtypes(),
            lint=self._lint if game.checks else None,
            nouns=self.nouns(),
            type_titles={name: self._type_title(name) for name in self.types()},
        )

    def _spans(self) -> tuple[Lifetime, ...]:
        """Return how long triggers last that effects set up: as the game says, else as all games have it where its cards wait for events."""
        if self.game.lifetimes or not any(kind.triggers for kind in self.kinds.values()):
            return tuple(self.game.lifetimes)
        return lifetimes("本回合" if self.game.book.structure == "turns" else "", "本轮")

    def types(self) -> tuple[str, ...]:
        """The types of things beyond those of all games."""
        return (*(["character"] if self.game.book.life or self._mortal() else []), *self.kinds)

    def _mortal(self) -> list[str]:
        return [kind.name for kind in self.kinds.values() if kind.life]

    def subtypes(self) -> dict[str, str]:
        """Return of which type each type is a special case: what can be hit is a character, all else a card."""
        mortal = self._mortal()
        own = {name: "character" if name in mortal else "card" for name in self.kinds}
        return own | ({"player": "character"} if self.game.book.life else {})

    def nouns(self) -> dict[str, Noun]:
        """Return what things are called."""
        kinds = {kind.name: Noun(*kind.noun, kind.classifier) for kind in self.kinds.values()}
        return {"character": Noun("character", "characters", "角色", "名"), **kinds, **self.game.nouns}

    def _type_title(self, name: str) -> LocalizedText:
        noun = self.nouns()[name]
        return LocalizedText(f"{'an' if noun.one[0] in 'aeiou' else 'a'} {noun.one}", noun.zh)

    def _kind(self, kind: Kind) -> KindSpec:
        marker, word = (kind.marker, None) if kind.marker else ("type", kind.name)
        is_last = (
            kind.name == list(self.kinds)[-1] and not kind.marker and any(each.marker for each in self.kinds.values())
        )
        itself = LocalizedText(f"this {kind.noun[0]}", f"此{kind.noun[2]}")
        if is_last:
            return KindSpec(kind.name, kind.title, kind.name, itself=itself)
        return KindSpec(kind.name, kind.title, kind.name, marker, word=word, itself=itself)

    def _has_type(self) -> bool:
        return not any(kind.marker for kind in self.kinds.values())

    def _records(self, kind: Kind) -> Iterator[RecordSpec]:
        """Yield the record of a kind of card and those of its behaviours and triggers."""
        fields = [CARD_ID, NAME]
        if self._has_type():
            fields.append(Field("type", Enum((Option(kind.name, kind.title),)), LocalizedText("Kind", "种类")))
        if kind.pool:
            fields.append(Field("cost", IntegerLiteral(0, COST_MAX), LocalizedText("Cost", "费用")))
        fields += [Field(stat.name, IntegerLiteral(stat.low, stat.high), stat.title) for stat in kind.stats]
        if kind.keywords:
            words = tuple(Option(word, title) for word, title in kind.keywords.items())
            fields.append(optional("keywords", ListOf(Enum(words), 0, len(words)), "Keywords", "关键词"))
        fields += [*kind.fields, DESCRIPTION]
        gives = {"self": {"UUID": kind.name, "playerUUID": "player"}}
        if kind.timings:
            behaviors = optional("behaviors", ListOf(ObjectShape(f"{kind.name}Behavior")), "Behaviours", "行为")
            fields.append(behaviors)
            at = Field("at", TimingName(), LocalizedText("When", "时机"))
            yield RecordSpec(f"{kind.name}Behavior", LocalizedText("Behaviour", "行为"), (at, DO), gives=gives)
        if kind.triggers:
            fields.append(optional("triggers", ListOf(ObjectShape(f"{kind.name}Trigger")), "Triggers", "触发器"))
            condition = optional("condition", Node("condition"), "Condition", "条件")
            event = Field("event", EventName(), LocalizedText("Event", "事件"))
            yield RecordSpec(
                f"{kind.name}Trigger",
                LocalizedText("Trigger", "触发器"),
                (event, *self.game.trigger_fields, condition, DO),
                gives=gives,
            )
        yield RecordSpec(kind.name, kind.title, tuple(fields), gives=gives)

    def _timings(self) -> Iterator[TimingSpec]:
        names: dict[str, list[str]] = {}
        for kind in self.kinds.values():
            for timing in kind.timings:
                names.setdefault(timing.name, []).append(kind.name)
        for name, kinds in names.items():
            timing = next(row for kind in self.kinds.values() for row in kind.timings if row.name == name)
            yield TimingSpec(
                name,
                timing.title,
                tuple(kinds),
                PLAYER_FIELD,
                plain={} if timing.plain else None,
                search=timing.search or SEARCH[timing.when],
            )

    def _lint(self, document: Any) -> Iterator[Any]:
        for check in self.game.checks:
            yield from check(document) if isinstance(document, dict) else ()

    # ------------------------------------------------------------------------------------------- compiling

    def rewrite(self, document: Any) -> Normalised:
        """Return a document in today's syntax."""
        return normalise(self.plain, document)

    def define(self, document: Json, name: str, unit: Unit) -> CardDef:
        """Compile a card: its numbers and keywords, what it does at its timings, and what it listens to in play."""
        kind = self.kinds[name]
        keywords = document.get("keywords", ())
        numbers = {var.name: var.start for var in kind.variables}
        numbers |= {stat.name: document[stat.name] for stat in kind.stats}
        numbers |= {f"{kind.life}Full": document[kind.life]} if kind.life else {}
        numbers |= {"cost": document["cost"]} if kind.pool else {}
        numbers |= {word: int(word in keywords) for word in kind.keywords}
        facts = dict(kind.facts(document)) if kind.facts is not None else {}
        return CardDef(
            document["id"],
            name,
            numbers,
            {},
            timing_blocks(document, unit),
            abilities=tuple(self._abilities(document, kind, unit)),
            facts=facts,
        )

    def _abilities(self, document: Json, kind: Kind, unit: Unit) -> Iterator[Ability]:
        for place, trigger in enumerate(document.get("triggers", ()) if kind.triggers else ()):
            ability = {"id": f"trigger/{place}", "zones": (kind.plays_to,), **trigger}
            yield from compile_abilities(unit, ability, f"/triggers/{place}", ON)


def trigger_record(spans: Sequence[Lifetime], fields: Sequence[Field] = ()) -> RecordSpec:
    """Return the record of triggers that an effect adds."""
    own = {key.name for key in fields}
    return RecordSpec(
        "trigger",
        LocalizedText("Trigger", "触发器"),
        (
            Field("id", Identifier(), LocalizedText("Id", "标识"), required=False),
            Field("event", EventName(), LocalizedText("Event", "事件")),
            mode_field(spans),
            *(() if TIMES_FIELD.name in own else (TIMES_FIELD,)),
            *fields,
            Field("condition", Node("condition"), LocalizedText("Condition", "条件"), required=False),
            DO,
        ),
    )
