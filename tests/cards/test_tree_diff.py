"""What changed between two documents, by node."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from cards.tree_diff import CHANGES_LIMIT, new_places, node_changes, text_changes

DAMAGE = {"type": "damage", "amount": 3}
HEAL = {"type": "heal", "amount": 1}
LOOP = {"type": "loop", "do": [DAMAGE]}


def changes(left: Any, right: Any) -> list[tuple[str, str, str, str]]:
    found, _ = node_changes(left, right)
    return [(each.kind, each.pointer, each.old or each.old_pointer, each.new) for each in found]


class TestNodeChanges:
    @pytest.mark.parametrize(
        ("left", "right", "wanted"),
        [
            ({"a": 1}, {"a": 1}, []),
            ({"a": 1}, {"a": 2}, [("changed", "/a", "1", "2")]),
            ({"a": 1}, {"a": True}, [("changed", "/a", "1", "true")]),
            ({"a": 1}, {"b": 1}, [("added", "/b", "", "1"), ("removed", "/a", "1", "")]),
            ({"a/b~c": 1}, {"a/b~c": 2}, [("changed", "/a~1b~0c", "1", "2")]),
            ([DAMAGE, HEAL], [HEAL], [("removed", "/0", '{"amount": 3, "type": "damage"}', "")]),
            (
                [DAMAGE, HEAL],
                [{"type": "draw"}, {**DAMAGE, "amount": 4}, HEAL],
                [("added", "/0", "", '{"type": "draw"}'), ("changed", "/1/amount", "3", "4")],
            ),
            ([DAMAGE, HEAL], [HEAL, DAMAGE], [("reordered", "/0", "/1", '{"amount": 1, "type": "heal"}')]),
            ({"do": [HEAL]}, {"do": []}, [("removed", "/do/0", '{"amount": 1, "type": "heal"}', "")]),
            (
                {"do": [HEAL], "on": []},
                {"do": [], "on": [HEAL]},
                [("moved", "/on/0", "/do/0", '{"amount": 1, "type": "heal"}')],
            ),
            (None, {"a": 1}, [("changed", "", "null", '{"a": 1}')]),
        ],
    )
    def test_names_each_node_once(self, left: Any, right: Any, wanted: list[tuple[str, str, str, str]]) -> None:
        assert changes(left, right) == wanted

    def test_stops_at_its_limit(self) -> None:
        found, is_cut = node_changes({}, {str(n): n for n in range(CHANGES_LIMIT + 5)})

        assert (len(found), is_cut) == (CHANGES_LIMIT, True)


class TestTextChanges:
    def test_names_language_and_field(self) -> None:
        [found] = text_changes({"zh": {"name": "石头"}}, {"zh": {"name": "岩石"}, "en": {}})

        assert (found.language, found.field, found.old, found.new) == ("zh", "name", "石头", "岩石")


class TestIdentity:
    @pytest.mark.parametrize(
        ("left", "right", "expected"),
        [
            ([DAMAGE], [{"type": "if", "do": [DAMAGE]}], [("added", "/0"), ("wrapped", "/0/do/0")]),
            ([{"type": "if", "do": [DAMAGE]}], [DAMAGE], [("unwrapped", "/0"), ("removed", "/0")]),
            ([LOOP], [{"type": "loop", "times": 2, "do": [LOOP]}], [("added", "/0"), ("wrapped", "/0/do/0")]),
            ({"do": DAMAGE}, {"do": {"type": "if", "do": DAMAGE}}, [("added", "/do"), ("wrapped", "/do/do")]),
            ([DAMAGE, HEAL, LOOP], [HEAL, LOOP, DAMAGE], [("reordered", "/2")]),
            ([HEAL, DAMAGE], [{**HEAL, "type": "gold"}, DAMAGE], [("changed", "/0/type")]),
            (
                {"a": [LOOP], "b": []},
                {"a": [], "b": [{**LOOP, "do": []}]},
                [("moved", "/b/0"), ("removed", "/a/0/do/0")],
            ),
            ([1, 2, 3], [1, 4, 3], [("changed", "/1")]),
        ],
    )
    def test_is_kept(self, left: Any, right: Any, expected: list[tuple[str, str]]) -> None:
        found, _ = node_changes(left, right)

        assert [(each.kind, each.pointer) for each in found] == expected

    def test_names_what_wraps_and_shows_it_without_what_it_wraps(self) -> None:
        [around, inner], _ = node_changes([DAMAGE], [{"type": "if", "do": [DAMAGE]}])

        assert (around.new, inner.around, inner.old_pointer) == ('{"do": ["…"], "type": "if"}', "/0", "/0")

    def test_of_a_document_beyond_the_bound_is_by_first_keys(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cards.tree_diff.MAX_NODES", 5)
        found, is_cut = node_changes({"a": [1, 2, 3, 4], "b": 1}, {"a": [1, 2, 3, 5], "b": 1})

        assert ([(each.kind, each.pointer) for each in found], is_cut) == ([("changed", "/a")], True)

    def test_of_many_nodes_of_one_type_is_found_within_a_bound(self) -> None:
        remaining = {"do": [{"type": "damage", "amount": n} for n in range(6_000)]}
        right = {"do": [{"type": "if", "do": [{"type": "damage", "amount": n + 10_000}]} for n in range(6_000)]}

        assert node_changes(remaining, right)[1]


def effect(rng: random.Random, depth: int) -> dict[str, Any]:
    node: dict[str, Any] = {"type": rng.choice(["damage", "heal", "draw", "gold"]), "amount": rng.randrange(10**9)}
    if depth and rng.random() < 0.5:
        node = {"type": rng.choice(["if", "loop"]), "when": rng.randrange(10**9)}
        node["do"] = [effect(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    return node


def lists_in(value: Any, pointer: str = "") -> list[tuple[str, list[Any]]]:
    if isinstance(value, dict):
        return [each for key, held in value.items() for each in lists_in(held, f"{pointer}/{key}")]
    if isinstance(value, list):
        return [(pointer, value), *(each for n, held in enumerate(value) for each in lists_in(held, f"{pointer}/{n}"))]
    return []


def edited(rng: random.Random, document: Any) -> tuple[str, str, str]:
    """Change a document by one known edit in place; return its kind, and where the node is and was."""
    pointer, where = rng.choice([(at, held) for at, held in lists_in(document) if held])
    at = rng.randrange(len(where))
    text = f"{pointer}/{at}"
    kind = rng.choice(["changed", "added", "removed", "wrapped", "unwrapped", "reordered", "moved"])
    if kind == "unwrapped" and ("do" not in where[at] or len(where[at]["do"]) != 1):
        kind = "changed"
    if kind == "reordered" and len(where) < 3:
        kind = "added"
    if kind == "changed":
        key = "amount" if "amount" in where[at] else "when"
        where[at][key] += 1
        return kind, f"{text}/{key}", f"{text}/{key}"
    if kind == "added":
        where.insert(at, effect(rng, 0))
        return kind, text, ""
    if kind == "removed":
        del where[at]
        return kind, text, text
    if kind == "wrapped":
        where[at] = {"type": "loop", "times": 2, "do": [where[at]]}
        return kind, f"{text}/do/0", text
    if kind == "unwrapped":
        where[at] = where[at]["do"][0]
        return kind, text, f"{text}/do/0"
    if kind == "reordered":
        where.append(where.pop(0))
        return kind, f"{pointer}/{len(where) - 1}", f"{pointer}/0"
    document["other"].append(where.pop(at))
    return kind, "/other/0", text


@pytest.mark.parametrize("seed", range(300))
def test_reports_a_known_edit(seed: int) -> None:
    """One edit of a tree is one change of its kind at its place; around a wrapped node, one that is added or removed."""
    rng = random.Random(seed)
    remaining = {"other": [], "do": [effect(rng, 4) for _ in range(rng.randint(1, 5))]}
    right = json.loads(json.dumps(remaining))
    kind, pointer, old_pointer = edited(rng, right)
    matches, _ = node_changes(remaining, right)
    beside = {"wrapped": "added", "unwrapped": "removed"}.get(kind)

    assert sorted(each.kind for each in matches) == sorted(filter(None, (kind, beside)))
    [change] = [each for each in matches if each.kind == kind]
    assert change.pointer == pointer
    if kind in {"wrapped", "unwrapped", "reordered", "moved"}:
        assert change.old_pointer == old_pointer
        assert new_places(remaining, right, [old_pointer]) == {old_pointer: pointer}
    if kind == "removed":
        assert new_places(remaining, right, [old_pointer]) == {old_pointer: None}


class TestNewPlaces:
    @pytest.mark.parametrize(
        ("left", "right", "wanted"),
        [
            ([HEAL, DAMAGE], [LOOP, HEAL, DAMAGE], "/2/amount"),
            ([HEAL, DAMAGE], [DAMAGE, HEAL], "/0/amount"),
            ([HEAL, DAMAGE], [HEAL, {"type": "if", "do": [DAMAGE]}], "/1/do/0/amount"),
            ([HEAL, DAMAGE], [HEAL, {**DAMAGE, "type": "gold"}], "/1/amount"),
            ([HEAL, DAMAGE], [HEAL], None),
        ],
    )
    def test_follow_a_node(self, left: Any, right: Any, wanted: str | None) -> None:
        assert new_places(left, right, ["/1/amount"]) == {"/1/amount": wanted}
