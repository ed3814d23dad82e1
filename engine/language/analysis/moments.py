"""What is known when an event is answered, and what a condition can be then: true for good, false for good, or either.

An event declares in which situations it comes and what its fields hold in each (`EventSpec.situations`); a condition or chooser declares
what it must find there (`NodeAnalysis.asks`). Conditions that must all hold narrow what is known for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.json_values import Json
from engine.language.analysis.folding import COMPARISONS, constant_answer
from engine.language.spec import ITSELF, NO_VALUES, Asks, EventSpec, LocalizedText, NodeSpec, Values, Vocabulary
from engine.language.spec.interpolation import Path, parsed_text, spell, split_path
from engine.language.spec.kinds import members

THAT_FIELD = LocalizedText("this field", "该字段")


class Verdict(NamedTuple):
    """What a condition can be: its answer where there is only one, what it asked for in vain, and whether that is there at all."""

    answer: bool | None = None
    what: LocalizedText | None = None
    is_there: bool = False


OPEN = Verdict()


@dataclass(frozen=True, slots=True)
class Occasion:
    """One situation in which an event comes, as a card sees it.

    Shapes: `values` holds what fields hold, and facts that are no field; `kind` is the kind of the card that asks.
    """

    vocabulary: Vocabulary
    event: EventSpec
    values: Mapping[str, Values]
    kind: str = ""

    def holds(self, name: str) -> Values | None:
        """Return the values that a field may hold; None where it may hold any, empty where the event has no such field."""
        if name in self.values:
            return self.values[name]
        if name not in self.event.fields:
            return NO_VALUES
        if name in self.event.words:
            return frozenset(option.name for option in self.event.words[name])
        kind = self.event.fields[name]
        return None if kind in ("int", "bool", "text", "any") else frozenset((kind,))

    def field_of(self, asks: Asks) -> str | None:
        """Return the field in which a thing is asked for: the first that is there and not empty."""
        return next((name for name in asks.fields if self.holds(name) != NO_VALUES), None)

    def meet(self, actual: Values, expected: Values) -> Values:
        """Return which of what a field may hold is also wanted; a thing of a general type may be one of a special one."""
        out: set[Any] = set()
        for value in actual:
            for option in (self.kind or value if one == ITSELF else one for one in expected):
                if not (isinstance(value, str) and isinstance(option, str)):
                    out |= {value} if value == option and type(value) is type(option) else set()
                elif self.vocabulary.is_a(value, option):
                    out.add(value)
                elif self._may_be(value, option):
                    out.add(option)
        return frozenset(out)

    def _may_be(self, general: str, special: str) -> bool:
        subtypes = self.vocabulary.subtypes
        is_listed = special in subtypes or special in subtypes.values()
        return self.vocabulary.is_a(special, general) if is_listed else general in subtypes.values()


def moments(vocabulary: Vocabulary, event: EventSpec, kind: str = "") -> tuple[Occasion, ...]:
    """Return the situations in which a trigger on an event answers; of a group, those of its members."""
    return tuple(
        Occasion(vocabulary, each, known, kind) for each in members(vocabulary, event) for known in each.situations
    )


def judge(around: Iterable[Occasion], conditions: Iterable[Any]) -> Verdict:
    """Return what conditions that must all hold can be together."""
    asked = tuple(conditions)
    verdicts = [_all(moment, asked)[0] for moment in around]
    answers = {verdict.answer for verdict in verdicts}
    if len(answers) != 1:
        return OPEN
    return next((verdict for verdict in verdicts if verdict.is_there), verdicts[0])


def finds_nothing(around: Iterable[Occasion], spec: NodeSpec) -> Verdict:
    """Return why a chooser never finds anything, `OPEN` where it may."""
    found = [_refusal(moment, spec) for moment in around]
    return found[0] if found and OPEN not in found else OPEN


def _refusal(moment: Occasion, spec: NodeSpec) -> Verdict:
    """Return the first thing that a node asks for in vain, `OPEN` where there is none."""
    verdicts = (_asked(moment, asks, {})[0] for asks in spec.analysis.asks)
    return next((verdict for verdict in verdicts if verdict.answer is False), OPEN)


def is_empty(around: Iterable[Occasion], written: str) -> bool:
    """Return whether a reference to a field of the event never finds anything there."""
    name = _field(written)
    return name is not None and all(
        name[0] == moment.event.name and name[1] in moment.event.fields and moment.holds(name[1]) == NO_VALUES
        for moment in around
    )


def _all(moment: Occasion, conditions: Iterable[Any]) -> tuple[Verdict, Occasion]:
    """Judge conditions that must all hold, each with what those before it have narrowed."""
    verdicts: list[Verdict] = []
    for condition in conditions:
        verdict, moment = _judge_one(moment, condition)
        if verdict.answer is False:
            return verdict, moment
        verdicts.append(verdict)
    return (OPEN if any(verdict.answer is None for verdict in verdicts) else Verdict(True)), moment


def _judge_one(moment: Occasion, node: Any) -> tuple[Verdict, Occasion]:
    """Judge a condition; return what is known besides when it holds."""
    if not isinstance(node, Mapping) or not isinstance(node.get("type"), str):
        return OPEN, moment
    constant = constant_answer(node)
    if constant is not None:
        return OPEN, moment  # what is known without a match is reported elsewhere
    name, inner = node["type"], node.get("conditions")
    if name == "Not":
        verdict = _judge_one(moment, node.get("condition"))[0]
        return (OPEN if verdict.answer is None else verdict._replace(answer=not verdict.answer)), moment
    if name in ("And", "Or") and isinstance(inner, list):
        return _all(moment, inner) if name == "And" else (_any(moment, inner), moment)
    if name in COMPARISONS:
        return _compared(moment, name, node.get("value1"), node.get("value2")), moment
    spec = moment.vocabulary.family("condition").get(name)
    return (OPEN, moment) if spec is None else _named(moment, spec, node)


def _any(moment: Occasion, conditions: Iterable[Any]) -> Verdict:
    verdicts = [_judge_one(moment, condition)[0] for condition in conditions]
    if verdicts and all(verdict.answer is False for verdict in verdicts):
        return verdicts[0]
    return Verdict(True) if any(verdict.answer for verdict in verdicts) else OPEN


def _named(moment: Occasion, spec: NodeSpec, node: Json) -> tuple[Verdict, Occasion]:
    """Judge a condition by what it asks for, and by the choosers that it needs."""
    answers: list[Verdict] = []
    for asks in spec.analysis.asks:
        verdict, moment = _asked(moment, asks, node)
        if verdict.answer is False:
            return verdict, moment
        answers.append(verdict)
    for name in spec.analysis.fails_without:
        missing = _without(moment, node.get(name))
        if missing.answer is False:
            return missing, moment
    is_sure = bool(answers) and all(verdict.answer for verdict in answers)
    return (answers[0] if is_sure else OPEN), moment


def _without(moment: Occasion, target: Any) -> Verdict:
    """Report a target that never finds anything."""
    if isinstance(target, str):
        return Verdict(False, THAT_FIELD) if is_empty((moment,), target) else OPEN
    spec = moment.vocabulary.spec("chooser", target)
    return OPEN if spec is None else finds_nothing((moment,), spec)


def _asked(moment: Occasion, asks: Asks, node: Json) -> tuple[Verdict, Occasion]:
    is_asked, expected = asks.expected_values(node)
    if not is_asked:
        return OPEN, moment
    name = moment.field_of(asks)
    if name is None:
        return Verdict(asks.absent, asks.what), moment
    actual = moment.holds(name)
    if expected is None:
        return OPEN, moment
    if actual is None:
        return OPEN, _narrowed(moment, asks, name, expected)
    common = moment.meet(actual, expected)
    if not common:
        return Verdict(False, asks.what, is_there=bool(asks.by) or asks.suffices), moment
    if asks.suffices and common == actual:
        return Verdict(True, asks.what, is_there=True), moment
    return OPEN, _narrowed(moment, asks, name, common)


def _narrowed(moment: Occasion, asks: Asks, name: str, values: Values) -> Occasion:
    """Return the moment with what is known of a field when a condition on it holds."""
    is_value = asks.suffices and ITSELF not in values
    return replace(moment, values={**moment.values, name: values}) if is_value else moment


def _compared(moment: Occasion, name: str, left: Any, right: Any) -> Verdict:
    """Judge the comparison of a field of the event with a literal."""
    for read, literal, is_flipped in ((left, right, False), (right, left, True)):
        field = _field(read) if isinstance(read, str) else None
        if field is None or field[0] != moment.event.name or field[1] not in moment.event.fields:
            continue
        values = moment.holds(field[1])
        if values == NO_VALUES and moment.event.fields[field[1]] == "int":
            values = frozenset((0,))  # a number that is not known yet is 0
        if values == NO_VALUES:
            return Verdict(False, THAT_FIELD)
        if values is None or field[1] not in moment.values or not isinstance(literal, int):
            continue
        same = [value for value in values if isinstance(value, int)]
        if not any(
            COMPARISONS[name](literal, value) if is_flipped else COMPARISONS[name](value, literal) for value in same
        ):
            return Verdict(False, THAT_FIELD, is_there=True)
    return OPEN


def _field(written: str) -> tuple[str, str] | None:
    """Return the name before the dot of a reference and the field behind it."""
    path = parsed_text(written)
    if not isinstance(path, Path):
        return None
    head, tail = split_path(path)
    last = tail[0] if tail and isinstance(tail[0], str) else None
    return None if last is None else (spell(Path(head)), last)
