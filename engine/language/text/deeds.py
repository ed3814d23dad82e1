"""Puts what is counted into words: "the third card you play this turn", "cards you have played this turn"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from engine.json_values import Json
from engine.language.nodes.counting import EARLIER, OR_LATER
from engine.language.planning.templates import Place, parts
from engine.language.spec import Deed, Enum, EventSpec, Field, LocalizedText, NodeSpec, Noun
from engine.language.spec.counting import OF_PLAYERS, counted_field, sort_of

if TYPE_CHECKING:
    from engine.language.text.realizer import Realizer

COMBO = LocalizedText("combo", "连击")
_COMBO = 2
_DOERS = {
    "you": LocalizedText("you", "你"),
    "opponent": LocalizedText("your opponent", "对手"),
    "others": LocalizedText("another player", "其他玩家"),
    "anyone": LocalizedText("a player", "任意玩家"),
}
_SIDES = {
    "ally": LocalizedText("allied", "友方"),
    "enemy": LocalizedText("enemy", "敌方"),
    "anyone": LocalizedText("", ""),
}
_HAS_ANY = {(">", 0): True, (">=", 1): True, ("=", 0): False, ("<", 1): False, ("<=", 0): False}
"""Bounds that say whether there are any."""
_ONCE, _VERB_ZH = "at least once", 2
"""For any number of times in English; the signs of a Chinese verb without an object."""
_EACH_PERIOD = re.compile("^this (?=turn|round)|^本(?!局|场)")
_EACH_WORDS = {"this ": "each ", "本": "每"}
"""How a period is called that comes again and again."""
_TIME = Noun("time", "times", "次数", "次")


class _Count:
    """What a node counts, in the words of one language."""

    def __init__(self, realizer: Realizer, spec: NodeSpec, event: EventSpec, node: Json) -> None:
        self.realizer, self.event, self.role = realizer, event, str(node.get("who"))
        place = counted_field(event, self.role)
        self.of_player = self.role in OF_PLAYERS and place is not None and event.fields[place.name] == "player"
        shape = next((key.shape for key in spec.fields if key.name == "within"), None)
        titles = {word.name: word.title for word in shape.options} if isinstance(shape, Enum) else {}
        self.period = realizer.translate(titles.get(str(node.get("within")), LocalizedText("", "")))
        self.field = place.name if place is not None else ""
        self.deed = event.wording.deed or self._from_sentence()
        _, word = sort_of(spec.fields, node) or ("", "")
        if (sorted_deed := self.deed.of_sort(word)) is not None:
            self.deed = sorted_deed[0] if self.of_player else self._with(*sorted_deed)

    def _with(self, deed: Deed, noun: Noun) -> Deed:
        """Return a deed with what it is done with inside its verb: a thing does it, and is what is counted."""
        what = self.realizer.grammar.indefinite(noun)
        return Deed(f"{deed.verb} {what}", f"{deed.participle} {what}", f"{deed.zh}{noun.zh}")

    def _from_sentence(self) -> Deed:
        """Return the verb of the event's own sentence, where it has no words for being counted."""
        english, chinese = (self._verb(text) for text in self.event.phrase or self.event.title)
        return Deed(english, "", chinese.removesuffix("时").removesuffix("后"))

    def _verb(self, sentence: str) -> str:
        """Return a sentence behind its subject, with things that are not known in its places."""
        first, *rest = parts(sentence) or ("",)
        indefinite = self.realizer.grammar.indefinite
        text = "".join(part if isinstance(part, str) else indefinite(self._noun(part.name)) for part in rest)
        return text.strip() if isinstance(first, Place) else sentence

    def _noun(self, name: str) -> Noun:
        return self.event.wording.nouns.get(name) or self.realizer.noun(self.event.fields.get(name, "any"))

    def doer(self) -> tuple[str, bool]:
        """Return who does it, and whether that is you."""
        realizer = self.realizer
        if self.of_player or not self.field:
            return realizer.translate(_DOERS.get(self.role, _DOERS["anyone"])), self.role == "you"
        if self.role == "this":
            return realizer.itself(as_card=self._noun(self.field) is realizer.noun("card")).text, False
        noun, side = self._noun(self.field), realizer.translate(_SIDES.get(self.role, _SIDES["anyone"]))
        if realizer.chinese:
            return f"{side}{noun.zh}", False
        return realizer.grammar.article(f"{side} {noun.one}".strip()), False

    def is_of_object(self) -> bool:
        """Return whether it is this card with which a player does it: "you play this card"."""
        return self.role == "this" and self.deed.noun is not None

    def nth(self, number: Any) -> str:
        """Return which one of those that are counted."""
        realizer, deed = self.realizer, self.deed
        ordinal = realizer.grammar.ordinal(number) if number.__class__ is int else str(number)
        if self.is_of_object():
            card = realizer.itself(as_card=True).text
            if realizer.chinese:
                return f"{self.period}第{ordinal}次{deed.zh}{card}"
            return f"the {ordinal} time {card} is {deed.participle} {self.period}"
        doer, is_you = self.doer()
        if realizer.chinese:
            if deed.noun is None or not self.of_player:
                return f"{doer}{self.period}第{ordinal}次{deed.zh}"
            return f"{doer}{self.period}{deed.zh}的第{ordinal}{deed.noun.classifier}{deed.noun.zh}"
        verb = realizer.grammar.conjugate(deed.verb, third=not is_you)
        what = deed.noun.one if deed.noun is not None and self.of_player else _TIME.one
        return f"the {ordinal} {what} {doer} {verb} {self.period}"

    def nth_time(self, number: int) -> str:
        """Return the moment of one of those that are counted, in each turn or round, or in the match."""
        realizer, deed, (doer, is_you) = self.realizer, self.deed, self.doer()
        period, ordinal = (
            _EACH_PERIOD.sub(lambda match: _EACH_WORDS[match[0]], self.period, count=1),
            realizer.grammar.ordinal(number),
        )
        if realizer.chinese:
            return f"{period}{doer}第{ordinal}次{deed.zh}{deed.noun.zh if deed.noun is not None else ''}"
        verb = realizer.grammar.conjugate(deed.verb, third=not is_you)
        what = f" {realizer.grammar.indefinite(deed.noun)}" if deed.noun is not None else ""
        return f"the {ordinal} time {doer} {verb}{what} {period}"

    def times(self, *, earlier: bool) -> str:
        """Return those that are counted, as a number of things."""
        realizer, deed = self.realizer, self.deed
        period = f"{self.period}{'此前' if realizer.chinese else ''}" if earlier else self.period
        already = "already " if earlier else ""
        if self.is_of_object():
            card = realizer.itself(as_card=True).text
            if realizer.chinese:
                return f"{period}{deed.zh}{card}的次数"
            return f"times {card} has {already}been {deed.participle} {self.period}"
        doer, is_you = self.doer()
        counts_things = not self.of_player and self.role != "this" and bool(self.field)
        if realizer.chinese:
            if counts_things and deed.participle:
                return f"{period}{deed.zh}的{doer}数"
            noun = f"{deed.noun.zh}数" if deed.noun is not None and self.of_player else _TIME.zh
            return f"{doer}{period}{deed.zh}的{noun}"
        if counts_things and deed.participle:
            side, things = realizer.translate(_SIDES.get(self.role, _SIDES["anyone"])), self._noun(self.field).many
            return f"{side} {things} that have {already}{deed.participle} {self.period}".strip()
        what = deed.noun.many if deed.noun is not None and self.of_player else _TIME.many
        verb = (
            f"{'have' if is_you else 'has'} {already}{deed.participle}"
            if deed.participle
            else f"{already}{realizer.grammar.conjugate(deed.verb, third=not is_you)}"
        )
        return f"{what} {doer} {verb} {self.period}"

    def bounded(self, sign: str, number: int, *, earlier: bool) -> str:
        """Return that the number of those that are counted is within a bound: "you have discarded 2 or more cards this round"."""
        realizer, deed, grammar = self.realizer, self.deed, self.realizer.grammar
        already, is_any = "already " if earlier else "", _HAS_ANY.get((sign, number))
        thing, (doer, is_you) = self._noun(self.field), self.doer()
        times = "" if is_any is not None else f" {grammar.bounded_count(sign, number, 'time|times')}"
        negation = "not " if is_any is False else ""
        if self.is_of_object():
            card = realizer.itself(as_card=True).text
            return f"{card} has {negation}{already}been {deed.participle}{times} {self.period}"
        if not self.of_player and self.role != "this":
            side = realizer.translate(_SIDES.get(self.role, _SIDES["anyone"]))
            one, many = (f"{side} {word}".strip() for word in (thing.one, thing.many))
            subject = grammar.bounded_count(sign, number, f"{one}|{many}")
            return (
                f"{subject} {'has' if number == 1 and sign == '=' else 'have'} {already}{deed.participle} {self.period}"
            )
        verb = "have" if is_you else "has"
        if deed.noun is None or not self.of_player:
            return f"{doer} {verb} {negation}{already}{deed.participle}{times} {self.period}"
        things = grammar.bounded_count(sign, number, f"{deed.noun.one}|{deed.noun.many}")
        return f"{doer} {verb} {already}{deed.participle} {things} {self.period}"

    def bounded_now(self, sign: str, number: int, *, earlier: bool) -> str | None:
        """Return the same of an event without a participle: "you gain gold at least once this round"; None where that reads as no bound."""
        is_any, (doer, is_you) = _HAS_ANY.get((sign, number)), self.doer()
        if is_any is False or earlier or self.is_of_object():
            return None
        times = self.realizer.grammar.bounded_count(sign, number, "time|times")
        verb = self.realizer.grammar.conjugate(self.deed.verb, third=not is_you)
        return f"{doer} {verb} {_ONCE if is_any else times} {self.period}"

    def bounded_zh(self, sign: str, number: int, *, earlier: bool) -> str:
        """Return in Chinese that the number of those that are counted is within a bound: "你本轮弃掉至少2张牌", "你本轮弃掉过牌"."""
        deed, period = self.deed, f"{self.period}{'此前' if earlier else ''}"
        is_any, (doer, _) = _HAS_ANY.get((sign, number)), self.doer()
        if self.is_of_object():
            card = self.realizer.itself(as_card=True).text
            start, noun, classifier = period, card, "次"
        elif not self.of_player and self.role != "this" and self.field:
            if is_any is not None:
                return f"{period}{'有' if is_any else '没有'}{doer}{deed.zh}{'过' if is_any else ''}"
            count = self.realizer.grammar.bounded_count(sign, number, self._noun(self.field).classifier)
            return f"{period}有{count}{doer}{deed.zh}".replace("有至少", "至少有").replace("有恰好", "恰好有")
        else:
            noun = deed.noun.zh if deed.noun is not None and self.of_player else ""
            start, classifier = f"{doer}{period}", deed.noun.classifier if deed.noun is not None and noun else "次"
        if is_any is not None and not noun and len(deed.zh) > _VERB_ZH:
            return f"{start}{'曾' if is_any else '没有'}{deed.zh}"
        if is_any is not None:
            return f"{start}{'' if is_any else '没有'}{deed.zh}过{noun}"
        return f"{start}{deed.zh}{self.realizer.grammar.bounded_count(sign, number, classifier)}{noun}"

    def each_time_zh(self, number: int, *, earlier: bool) -> str:
        """Return in Chinese what happens each time that a number of those that are counted is reached: "你本轮每打出1张牌"."""
        deed, period = self.deed, f"{self.period}{'此前' if earlier else ''}"
        if self.is_of_object():
            return f"{period}每{deed.zh}过{number}次{self.realizer.itself(as_card=True).text}"
        doer, _ = self.doer()
        if not self.of_player and self.role != "this" and self.field and deed.participle:
            return f"{period}每{deed.zh}{number}{self._noun(self.field).classifier}{doer}"
        noun = deed.noun if deed.noun is not None and self.of_player else None
        return f"{doer}{period}每{deed.zh}{number}{f'{noun.classifier}{noun.zh}' if noun is not None else '次'}"


def _count(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> _Count | None:
    name = node.get(field.name)
    event = realizer.vocabulary.event(name) if isinstance(name, str) else None
    return _Count(realizer, spec, event, node) if event is not None else None


def nth(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put which one of what is counted into words."""
    count = _count(realizer, spec, field, node)
    return count.nth(node.get("n")) if count is not None else realizer.value(node.get(field.name), "text").text


def nth_time(realizer: Realizer, spec: NodeSpec | None, node: Json) -> str:
    """Return the moment of which a condition asks that it is the third, say, of what you do; empty for any other condition."""
    field = None if spec is None or OR_LATER not in spec.fields else spec.field("event")
    if spec is None or field is None or node.get(OR_LATER.name) is True or node.get("n").__class__ is not int:
        return ""
    count = _count(realizer, spec, field, node)
    return count.nth_time(node["n"]) if count is not None and count.of_player and count.role == "you" else ""


def tally(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put a number of what is counted into words."""
    count = _count(realizer, spec, field, node)
    return (
        count.times(earlier=node.get("earlier") is True)
        if count is not None
        else realizer.value(node.get(field.name), "text").text
    )


def tally_within(realizer: Realizer, node: Any, sign: str, number: int) -> str | None:
    """Return that what a node counts is within a bound; None where it counts nothing that is known, or its event has no participle."""
    spec = realizer.vocabulary.spec("value", node)
    field = next((key for key in spec.fields if key.name == "event"), None) if spec is not None else None
    count = _count(realizer, spec, field, node) if spec is not None and field is not None else None
    if count is None or not count.field:
        return None
    within = count.bounded_zh if realizer.chinese else count.bounded if count.deed.participle else count.bounded_now
    return within(sign, number, earlier=node.get("earlier") is True)


def is_tally(realizer: Realizer, value: Any) -> bool:
    """Return whether a value is the number of times that something happened."""
    spec = realizer.vocabulary.spec("value", value)
    return spec is not None and EARLIER in spec.fields


def each_time_zh(realizer: Realizer, node: Json, number: int) -> str | None:
    """Return in Chinese what happens each time that a number of what a node counts is reached; None where it counts nothing that is known."""
    spec = realizer.vocabulary.spec("value", node)
    field = next((key for key in spec.fields if key.name == "event"), None) if spec is not None else None
    count = _count(realizer, spec, field, node) if spec is not None and field is not None else None
    return count.each_time_zh(number, earlier=node.get("earlier") is True) if count is not None else None


def is_combo(realizer: Realizer, spec: NodeSpec | None, node: Any) -> bool:
    """Return whether a condition asks that another card was played before this one, which the trade calls a combo."""
    if spec is None or OR_LATER not in spec.fields or node.get("n") != _COMBO or node.get("orLater") is not True:
        return False
    event = realizer.vocabulary.event(str(node.get("event")))
    is_play = event is not None and event.wording.deed is not None and event.wording.deed.is_play
    return is_play and node.get("who") == "you" and node.get("within") != "match"
