"""What of a card its rules text leaves unsaid: a node that can be removed, a number, word or bound that can be another one, and the text stays.

`python -m tests.engine.laws.unsaid [COUNT] [--ruleset NAME]` looks at every place of every shipped card and of that number of generated ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import api
from engine.kernel.chance import Stream
from engine.language.planning.document_reader import conjunction, matters, may_ask, node_spec
from engine.language.planning.plan import is_always
from engine.language.reading.surface import desugar
from engine.language.spec import Vocabulary
from engine.language.spec.fields import Field
from engine.language.spec.shapes import (
    Block,
    BooleanLiteral,
    Enum,
    Identifier,
    IntegerLiteral,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Shape,
    Targets,
    TextLiteral,
    Value,
    holds_conditions,
)
from engine.language.text.describe import core_describe
from engine.rulesets import find, names
from tests.engine.homes import search_games
from tests.engine.language.strategies import Keyed, Maker
from tests.engine.laws.unsaid_excuses import excuse

Json = dict[str, Any]
LANGUAGES = ("en", "zh")
Path = tuple[Any, ...]
REMOVED: Any = object()
SEED = 3
DEPTHS = 3
"""Of generated cards: the numbers of levels of nodes, from 2 on."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a card: the value at a path becomes another one, or is removed where that is `REMOVED`.

    Shapes: `owner` is the node or record that has the `field`, a list's items being its field with `[]`; `node` is the owner as written.
    """

    owner: str
    field: str
    node: Json
    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Silence:
    """A change that the text does not show, in which languages."""

    card: str
    change: Change
    languages: tuple[str, ...]

    def __str__(self) -> str:
        place = "/".join(map(str, self.change.path))
        what = "removed" if self.change.value is REMOVED else f"{self.change.value!r} instead"
        return f"{self.card}: {self.change.owner}.{self.change.field} at {place}: {what} ({', '.join(self.languages)})"


def changes(vocabulary: Vocabulary, card: Json) -> Iterator[Change]:
    """Yield the changes of what a card in core form does, each of which its text must show."""
    kind = vocabulary.kind_of(card)
    if kind is not None:
        for key in vocabulary.record(kind.record).fields:
            if key.name in card and _does_something(vocabulary, key.shape):
                yield from _in(vocabulary, (kind.record, key.name, card), key.shape, card[key.name], (key.name,))


def _does_something(vocabulary: Vocabulary, shape: Shape) -> bool:
    """Return whether a key of a card holds what rules text is made of; costs and other numbers of its face are printed apart."""
    item = shape.item if isinstance(shape, ListOf) else shape
    if isinstance(item, ObjectShape):
        return any(_does_something(vocabulary, key.shape) for key in vocabulary.record(item.name).fields)
    return isinstance(item, Block | Node | Number)


def _in_fields(vocabulary: Vocabulary, owner: str, fields: Sequence[Field], node: Json, path: Path) -> Iterator[Change]:
    for key in fields:
        is_idle = key.narrows_by_record and any(isinstance(other.shape, Targets) for other in fields)
        if key.name in node and not is_idle:  # beside targets it is a part of theirs, or an error
            if not key.required and not _means_nothing(vocabulary, key, node):
                yield Change(owner, key.name, node, (*path, key.name), REMOVED)
            yield from _in(vocabulary, (owner, key.name, node), key.shape, node[key.name], (*path, key.name))


def _means_nothing(vocabulary: Vocabulary, key: Field, node: Json) -> bool:
    """Return whether a field says what its absence says: its default, no, an empty list, what always holds; or is a label."""
    content = node[key.name]
    if isinstance(key.shape, Identifier) or content == key.default or content in (False, [], {}):
        return True
    if key.name == "max" and content == max(1, node.get("min", 1) if isinstance(node.get("min", 1), int) else 1):
        return True
    return holds_conditions(key.shape) and is_always(vocabulary, conjunction(content))


def _in(vocabulary: Vocabulary, place: tuple[str, str, Json], shape: Shape, value: Any, path: Path) -> Iterator[Change]:
    owner, name, node = place
    items = owner, f"{name}[]", node
    match shape:
        case ListOf() | Block() | MapOf() if isinstance(value, list | dict):
            item = Node("effect") if isinstance(shape, Block) else shape.item
            for key, child in enumerate(value) if isinstance(value, list) else value.items():
                if not (holds_conditions(item) and is_always(vocabulary, child)):
                    yield Change(*items, (*path, key), REMOVED)
                yield from _in(vocabulary, items, item, child, (*path, key))
        case ObjectShape(record) if isinstance(value, dict):
            yield from _in_fields(vocabulary, record, vocabulary.record(record).fields, value, path)
        case Node() | Targets() | Number() | Value() if isinstance(value, dict):
            yield from _in_node(vocabulary, shape, value, path)
        case _:
            yield from (Change(*place, path, other) for other in _alternatives(shape, value))


def _in_node(vocabulary: Vocabulary, shape: Shape, node: Json, path: Path) -> Iterator[Change]:
    families = (shape.family,) if isinstance(shape, Node) else ("chooser", "value")
    spec = next(filter(None, (node_spec(vocabulary, family, node) for family in families)), None)
    for change in _in_fields(vocabulary, spec.name, spec.fields, node, path) if spec is not None else ():
        if spec is None or not may_ask(spec) or matters(spec, node, str(change.path[len(path)])):
            yield change


def _alternatives(shape: Shape, value: Any) -> Iterator[Any]:
    """Yield other content for the place of a word or number."""
    match shape:
        case IntegerLiteral() | Number() if value.__class__ is int:
            yield value + 1 if value < shape.max else value - 1
        case Value() if value.__class__ is int:
            yield value + 1
        case BooleanLiteral() | Value() if value.__class__ is bool:
            yield not value
        case Enum() if value in shape.names:
            yield from (word for word in shape.names if word != value)
        case TextLiteral():
            yield f"{value}x"


def changed(value: Any, path: Path, content: Any) -> Any:
    """Return a card with another content at a path; what it does not concern is shared."""
    if not path:
        return content
    key, *rest = path
    out = value.copy()
    if not rest and content is REMOVED:
        del out[key]
    else:
        out[key] = changed(value[key], tuple(rest), content)
    return out


def unsaid(vocabulary: Vocabulary, card: Json, budget: Counter[tuple[str, str]] | None = None) -> Iterator[Silence]:
    """Yield the changes of a card in core form that its text does not show and nothing excuses.

    What is inside of something unsaid is left out; `budget` is how often each place may still be looked at.
    """
    texts: dict[str, str] = {}
    silent: list[Path] = []
    for change in changes(vocabulary, card):
        place, reason = (
            (change.owner, change.field),
            excuse(vocabulary.ruleset, change.owner, change.field, change.node),
        )
        if any(change.path[: len(path)] == path for path in silent) or (reason and change.value is not REMOVED):
            continue
        if budget is not None and not reason:
            if not budget[place]:
                continue
            budget[place] -= 1
        texts = texts or {language: core_describe(vocabulary, card, language) for language in LANGUAGES}
        other = changed(card, change.path, change.value)
        same = tuple(
            language for language in LANGUAGES if core_describe(vocabulary, other, language) == texts[language]
        )
        if same and change.value is REMOVED:
            silent.append(change.path)
        if same and not reason:
            yield Silence(str(card.get("id")), change, same)


def small_card(vocabulary: Vocabulary, number: int) -> Json:
    """Return a generated card in core form that does little."""
    played = replace(vocabulary, kinds=tuple(kind for kind in vocabulary.kinds if not kind.declares))
    maker = Maker(played, Keyed(Stream(SEED, f"unsaid/{number}")), full=number % 2 == 0)
    return dict(desugar(vocabulary, maker.document(2 + number % DEPTHS)).document)


def cards(ruleset: str, numbers: Iterable[int]) -> Iterator[Json]:
    """Yield the shipped cards of a ruleset in core form, and the generated ones of some numbers."""
    vocabulary = find(ruleset).vocabulary
    yield from (desugar(vocabulary, document).document for document, _ in api.card_set(ruleset))
    yield from (small_card(vocabulary, number) for number in numbers)


def main(arguments: Sequence[str]) -> int:
    """Print what is unsaid, each place once; the exit code is 1 where there is any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--ruleset", choices=names())
    args = parser.parse_args(arguments)
    places: set[tuple[str, str, str]] = set()
    for name in [args.ruleset] if args.ruleset else names():
        for card in cards(name, range(args.count)):
            for silence in unsaid(find(name).vocabulary, card):
                place = (name, silence.change.owner, silence.change.field)
                if place not in places:
                    places.add(place)
                    print(f"{name}: {silence}", flush=True)
    return 1 if places else 0


if __name__ == "__main__":
    search_games()
    sys.exit(main(sys.argv[1:]))
