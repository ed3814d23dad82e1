"""What changed between two documents, by node."""

from __future__ import annotations

from typing import Any

import pytest

from cards.tree_diff import CHANGES_LIMIT, node_changes, text_changes

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
            ([DAMAGE, HEAL], [HEAL, DAMAGE], [("moved", "/0", "/1", '{"amount": 1, "type": "heal"}')]),
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
