"""What changed between two states of a card, by node: a node keeps its identity where it moves, is wrapped or gets another type.

Nodes are recognised by what they hold and by the keys that name them, whatever game they are of. Equal nodes are found in time
linear in the documents; only what is left over is weighed, pair by pair, within a bound.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from cards.models.fields import LANGUAGES
from cards.values import frozen_dataclass

Kind = Literal["changed", "added", "removed", "moved", "wrapped", "unwrapped", "reordered"]

CHANGES_LIMIT = 300  # changes that a page lists
MAX_NODES = 20_000  # values of a document that are matched; a larger one is compared by its first keys alone
MAX_PAIRS = 40_000  # pairs of nodes that are weighed because neither is equal to another
ALIKE = 0.5  # share of members that two nodes in different places have in common to be one node
MAX_EXCERPT = 160  # characters of a value
TEXTS = ("name", "description", "notes")  # in this order, before those inside the card
NAMES = ("id", "type", "event", "at", "kind", "key", "name")
"""Keys that say which block of a list is which, the surest first."""
_ELSEWHERE = "…"  # the place, in a wrapper, of what it wraps


@frozen_dataclass
class NodeChange:
    """One node that differs: where it is now (where it was, when it is gone), and its value before and after.

    Shapes: old_pointer is given where the node was elsewhere, of a reordered one too; around is the node that now wraps it,
            or that wrapped it before.
    """

    kind: Kind
    pointer: str
    old: str
    new: str
    old_pointer: str = ""
    around: str = ""


@frozen_dataclass
class TextChange:
    """One text of a language that differs."""

    language: str
    field: str
    old: str
    new: str


@dataclass(eq=False, slots=True)
class _Node:
    """One value of a document; `mark` is the same number for equal values of both documents.

    Shapes: start counts the values before it in the document, end those before what follows it; places are the starts of each mark.
    """

    pointer: str
    value: Any
    parent: _Node | None
    mark: int = 0
    kids: dict[str | int, _Node] = field(default_factory=dict)
    partner: _Node | None = None
    start: int = 0
    end: int = 0
    places: Mapping[int, list[int]] = field(default_factory=dict)

    @property
    def is_block(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def name(self) -> tuple[str, int] | None:
        key = next((key for key in NAMES if key in self.kids), None)
        return (key, self.kids[key].mark) if key is not None else None

    def walk(self) -> Iterator[_Node]:
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.kids.values())

    def holds(self, mark: int) -> bool:
        """Return whether a value with a mark is in this one, or is this one."""
        starts = self.places.get(mark, [])
        at = bisect_left(starts, self.start)
        return at < len(starts) and starts[at] < self.end


def node_changes(left: Any, right: Any) -> tuple[list[NodeChange], bool]:
    """Return what differs between two documents in the order of the document, and whether some is left out."""
    pair = _match(left, right)
    if pair is None:
        changes = list(islice(_by_first_keys(left, right), CHANGES_LIMIT))
        return changes, True
    changes = list(islice(_changes(*pair), CHANGES_LIMIT + 1))
    return changes[:CHANGES_LIMIT], len(changes) > CHANGES_LIMIT


def new_places(left: Any, right: Any, pointers: Iterable[str]) -> dict[str, str | None]:
    """Return where nodes of one document are in another, by their JSON Pointers; None for one that is gone."""
    pair = _match(left, right)
    if pair is None:
        return {each: each if node_at(left, each) == node_at(right, each) else None for each in pointers}
    known = {node.pointer: node.partner for node in pair[0].walk()}
    return {each: found.pointer if (found := known.get(each)) else None for each in pointers}


def text_changes(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[TextChange]:
    """Return the texts of other languages that differ."""
    return [
        TextChange(language, field, str(before.get(field) or ""), str(after.get(field) or ""))
        for language in LANGUAGES
        for before, after in [(left.get(language) or {}, right.get(language) or {})]
        for field in (*TEXTS, *sorted({*before, *after} - {*TEXTS}))
        if (before.get(field) or "") != (after.get(field) or "")
    ]


def _match(left: Any, right: Any) -> tuple[_Node, _Node] | None:
    """Return both documents as trees whose nodes know their partners; None when one is too large."""
    marks: dict[Any, int] = {}
    budget = [MAX_NODES]
    before = _tree(left, "", None, marks, budget)
    budget[0] = MAX_NODES
    after = _tree(right, "", None, marks, budget) if before else None
    if before is None or after is None:
        return None
    _place(before)
    _place(after)
    _Matching(before, after).run()
    return before, after


def _place(root: _Node) -> None:
    """Count the values of a tree, so that what a value holds is found by the numbers alone."""
    places: dict[int, list[int]] = defaultdict(list)
    nodes = list(root.walk())
    for start, node in enumerate(nodes):
        node.start, node.end, node.places = start, start + 1, places
        places[node.mark].append(start)
    for node in reversed(nodes):
        if node.parent is not None:
            node.parent.end = max(node.parent.end, node.end)


def _tree(value: Any, pointer: str, parent: _Node | None, marks: dict[Any, int], budget: list[int]) -> _Node | None:
    budget[0] -= 1
    if budget[0] < 0:
        return None
    node = _Node(pointer, value, parent)
    members: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for key, each in members:
        kid = _tree(each, f"{pointer}/{_escape(key)}", node, marks, budget)
        if kid is None:
            return None
        node.kids[key] = kid
    node.mark = marks.setdefault(_content(node), len(marks))
    return node


def _escape(key: str | int) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")


def _content(node: _Node) -> Any:
    """Return what tells a value from every other: true is not 1."""
    if isinstance(node.value, dict):
        return ("object", frozenset((key, kid.mark) for key, kid in node.kids.items()))
    if isinstance(node.value, list):
        return ("array", tuple(kid.mark for kid in node.kids.values()))
    return (type(node.value).__name__, node.value)


class _Matching:
    """Finds for each node of the left tree its partner in the right one."""

    def __init__(self, left: _Node, right: _Node) -> None:
        self.left, self.right = left, right
        self.budget = MAX_PAIRS

    def run(self) -> None:
        """Pair the roots and what is in the same place; then equal, then similar nodes elsewhere; then what took a place."""
        self.align(self.left, self.right)
        self.elsewhere_equal()
        self.elsewhere_alike()
        self.successors()

    def align(self, left: _Node, right: _Node) -> None:
        """Pair two nodes and what they hold, as far as it is in the same place or bears the same name."""
        todo = deque([(left, right)])
        while todo:
            old, new = todo.popleft()
            old.partner, new.partner = new, old
            if old.is_block and new.is_block:
                shared = [(kid, new.kids[key]) for key, kid in old.kids.items() if key in new.kids]
                todo.extend(pair for pair in shared if _free(*pair) and not _encloses(*pair))
            elif isinstance(old.value, list) and isinstance(new.value, list):
                todo.extend(_of_lists(old, new))

    def elsewhere_equal(self) -> None:
        """Pair the blocks that are nowhere yet with equal ones, the outer before what they hold."""
        free: dict[int, deque[_Node]] = defaultdict(deque)
        for node in self.right.walk():
            if node.partner is None and node.is_block and len(node.kids) > 0:
                free[node.mark].append(node)
        for node in _outer_first(self.left):
            if node.partner is None and node.is_block:
                while (candidates := free[node.mark]) and candidates[0].partner is not None:
                    candidates.popleft()
                if candidates:
                    self.align(node, candidates.popleft())

    def elsewhere_alike(self) -> None:
        """Pair the blocks of one name that have enough in common, within the budget."""
        free: dict[Any, list[_Node]] = defaultdict(list)
        for node in self.right.walk():
            if node.partner is None and node.name is not None:
                free[node.name].append(node)
        for node in _outer_first(self.left):
            if node.partner is None and node.name is not None:
                if self.budget <= 0:
                    return
                self.budget -= len(free[node.name])
                others = [each for each in free[node.name] if each.partner is None]
                best = max(others, key=lambda each: _likeness(node, each), default=None)
                if best is not None and _likeness(node, best) >= ALIKE:
                    self.align(node, best)

    def successors(self) -> None:
        """Pair what left a list with what came to its place there: another type of node, or another plain value."""
        for old in list(_outer_first(self.left)):
            new = old.partner
            if new is None or not (isinstance(old.value, list) and isinstance(new.value, list)):
                continue
            for gone, come in _gaps(old, new):
                for left, right in zip(gone, come, strict=False):
                    if left.is_block != right.is_block or (left.is_block and not _shares(left, right)):
                        continue
                    self.align(left, right)


def _free(left: _Node, right: _Node) -> bool:
    return left.partner is None and right.partner is None


def _encloses(left: _Node, right: _Node) -> bool:
    """Return whether one of two unequal blocks is held whole by the other, which then wraps it."""
    if left.mark == right.mark or not (left.is_block and right.is_block) or not (left.kids and right.kids):
        return False
    return right.holds(left.mark) or left.holds(right.mark)


def _of_lists(old: _Node, new: _Node) -> list[tuple[_Node, _Node]]:
    """Return which items of two lists are one: equal ones, then those of one name, each in their order."""
    pairs: list[tuple[_Node, _Node]] = []
    lefts = [kid for kid in old.kids.values() if kid.partner is None]
    rights = [kid for kid in new.kids.values() if kid.partner is None]
    for key_of in (_mark, _name):
        waiting: dict[Any, deque[_Node]] = defaultdict(deque)
        for right in rights:
            waiting[key_of(right)].append(right)
        for left in lefts:
            by = key_of(left)
            found = waiting.get(by) if by is not None else None
            if found and not _encloses(left, found[0]):
                pairs.append((left, found.popleft()))
        taken = {id(node) for pair in pairs for node in pair}
        lefts = [node for node in lefts if id(node) not in taken]
        rights = [node for node in rights if id(node) not in taken]
    return pairs


def _mark(node: _Node) -> Any:
    return node.mark


def _name(node: _Node) -> Any:
    return node.name if node.is_block else None


def _outer_first(root: _Node) -> Iterator[_Node]:
    todo = deque([root])
    while todo:
        node = todo.popleft()
        yield node
        todo.extend(node.kids.values())


def _likeness(left: _Node, right: _Node) -> float:
    """Return the share of members of two blocks that are equal, or are partners already."""
    both = [key for key in left.kids if key in right.kids]
    same = sum(left.kids[key].mark == right.kids[key].mark for key in both)
    return 2 * same / (len(left.kids) + len(right.kids))


def _shares(left: _Node, right: _Node) -> bool:
    """Return whether a block may be another one with a new type: an argument is the same, or all of them have the same keys."""
    if left.kids.keys() == right.kids.keys():
        return True
    return any(kid.mark == right.kids[key].mark for key, kid in left.kids.items() if key in right.kids)


def _gaps(old: _Node, new: _Node) -> Iterator[tuple[list[_Node], list[_Node]]]:
    """Yield what has no partner between two items that stayed, of the left list and of the right one."""
    rights = list(new.kids.values())
    place = {id(right): at for at, right in enumerate(rights)}
    removed: list[_Node] = []
    start = 0
    for left in (*old.kids.values(), None):
        if left is not None and (left.partner is None or left.partner.parent is not new):
            if left.partner is None:
                removed.append(left)
            continue
        end = len(rights) if left is None or left.partner is None else place[id(left.partner)]
        yield removed, [node for node in rights[start:end] if node.partner is None]
        removed, start = [], max(start, end + 1)


def _changes(left: _Node, right: _Node) -> Iterator[NodeChange]:
    """Yield what differs in a node of the right tree that has a partner, and below it."""
    if left.mark == right.mark and all(node.partner is not None for node in right.walk()) and _is_in_place(right):
        return
    if (not left.kids and not right.kids) or type(left.value) is not type(right.value):
        if left.mark != right.mark:
            yield NodeChange(
                "changed", right.pointer, value_text(left.value), value_text(right.value), _previous_place(left, right)
            )
        return
    shuffled = _moved_kids(left, right)
    for kid in right.kids.values():
        yield from _of_kid(kid, right, shuffled)
    for gone in left.kids.values():
        if gone.partner is None:
            yield NodeChange("removed", gone.pointer, _own(gone), "")


def _of_kid(kid: _Node, parent: _Node, moved_ids: set[int]) -> Iterator[NodeChange]:
    partner = kid.partner
    if partner is None:
        yield NodeChange("added", kid.pointer, "", _own(kid))
        for inner in _outermost(kid):
            yield from _of_kid(inner, kid, set())
        return
    if partner.parent is not parent.partner:
        yield _arrival(kid, partner)
    elif id(kid) in moved_ids:
        yield NodeChange("reordered", kid.pointer, "", value_text(kid.value), partner.pointer)
    yield from _changes(partner, kid)


def _arrival(kid: _Node, partner: _Node) -> NodeChange:
    """Return how a node came to where it is: wrapped by a new one, out of one that is gone, or moved."""
    above, before = _survivor(kid), _survivor(partner)
    if above.parent and before.parent and above.parent.partner is before.parent:
        if above is not kid and before is partner:
            return NodeChange("wrapped", kid.pointer, "", value_text(kid.value), partner.pointer, above.pointer)
        if above is kid and before is not partner:
            return NodeChange("unwrapped", kid.pointer, "", value_text(kid.value), partner.pointer, before.pointer)
    return NodeChange("moved", kid.pointer, "", value_text(kid.value), partner.pointer)


def _survivor(node: _Node) -> _Node:
    """Return the outermost node around this one that has no partner, or the node itself."""
    survivor = node
    while survivor.parent is not None and survivor.parent.partner is None:
        survivor = survivor.parent
    return survivor


def _outermost(node: _Node) -> Iterator[_Node]:
    """Yield the outermost nodes below a new one that were elsewhere before."""
    for kid in node.kids.values():
        if kid.partner is not None:
            yield kid
        else:
            yield from _outermost(kid)


def _moved_kids(left: _Node, right: _Node) -> set[int]:
    """Return the items of a list, by identity, that are out of their old order; as few as possible."""
    if not isinstance(right.value, list):
        return set()
    place = {id(kid): index for index, kid in enumerate(left.kids.values())}
    common = [kid for kid in right.kids.values() if kid.partner is not None and id(kid.partner) in place]
    ends: list[int] = []
    runs: list[Any] = []
    for kid in common:
        index = place[id(kid.partner)]
        length = bisect_left(ends, index)
        ends[length : length + 1] = [index]
        runs[length : length + 1] = [(kid, runs[length - 1] if length else None)]
    rising, last = set(), runs[-1] if runs else None
    while last is not None:
        kid, last = last
        rising.add(id(kid))
    return {id(kid) for kid in common} - rising


def _is_in_place(node: _Node) -> bool:
    """Return whether everything below a node came with it."""
    return all(
        kid.partner is not None and kid.partner.parent is each.partner
        for each in node.walk()
        for kid in each.kids.values()
    )


def _previous_place(left: _Node, right: _Node) -> str:
    return left.pointer if left.pointer != right.pointer else ""


def _own(node: _Node) -> str:
    """Return a new or gone node as JSON, without what it only surrounds."""
    return value_text(_prune(node))


def _prune(node: _Node) -> Any:
    if isinstance(node.value, dict):
        return {key: _ELSEWHERE if kid.partner else _prune(kid) for key, kid in node.kids.items()}
    if isinstance(node.value, list):
        return [_ELSEWHERE if kid.partner else _prune(kid) for kid in node.kids.values()]
    return node.value


def _by_first_keys(left: Any, right: Any) -> Iterator[NodeChange]:
    """Yield what differs by the first keys alone, each value cut."""
    before = left if isinstance(left, dict) else {"": left}
    after = right if isinstance(right, dict) else {"": right}
    for key in (*after, *(key for key in before if key not in after)):
        prefix = f"/{_escape(key)}" if key else ""
        if key not in before:
            yield NodeChange("added", prefix, "", excerpt(value_text(after[key])))
        elif key not in after:
            yield NodeChange("removed", prefix, excerpt(value_text(before[key])), "")
        elif before[key] is not after[key] and value_text(before[key]) != value_text(after[key]):
            yield NodeChange("changed", prefix, excerpt(value_text(before[key])), excerpt(value_text(after[key])))


def node_at(document: Any, pointer: str) -> tuple[Any] | None:
    """Return the value at a JSON Pointer, alone in a tuple because it may be null; None where the pointer leads nowhere."""
    if pointer and not pointer.startswith("/"):
        return None
    value = document
    for segment in pointer.split("/")[1:]:
        name = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isascii() and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return (value,)


def value_text(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def excerpt(text: str) -> str:
    """Return a value as a page shows it: cut when it is long."""
    return text if len(text) <= MAX_EXCERPT else f"{text[:MAX_EXCERPT]}…"
