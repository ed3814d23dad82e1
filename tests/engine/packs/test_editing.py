"""A JSON text is changed in place: only what an edit names differs, comments and layout stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import REMOVED, BadCard, Edit, edit_json, read_json

CARD = """\ufeff// a card
{
  "id": "base.stone", // its id
  /* what it costs */ "manaCost": 2,
  "cost": { "supply": 1 },
  "tags": ["A", "B"],
  "do": [{ "type": "damage", "amount": 3 }, { "type": "draw" }],
  "empty": {}, // nothing yet
}
"""


class TestEdits:
    @pytest.mark.parametrize(
        ("pointer", "value", "old", "new"),
        [
            ("/manaCost", 5, '"manaCost": 2', '"manaCost": 5'),
            ("/id", "base.石头", '"base.stone"', '"base.石头"'),
            ("/do/0/amount", 4, '"amount": 3', '"amount": 4'),
            ("/tags", ["C"], '["A", "B"]', '["C"]'),
            ("/cost/battery", 2, '{ "supply": 1 }', '{ "supply": 1, "battery": 2 }'),
            ("/do/1/amount", 1, '{ "type": "draw" }', '{ "type": "draw", "amount": 1 }'),
            ("/empty/on", True, "{},", '{"on": true},'),
            ("/stats/attack", 1, "{}, // nothing yet", '{}, // nothing yet\n  "stats": {"attack": 1},'),
            ("/manaCost", REMOVED, '\n  /* what it costs */ "manaCost": 2,', "\n  /* what it costs */ "),
            ("/cost", REMOVED, '  "cost": { "supply": 1 },\n', ""),
            ("/do/0", REMOVED, '[{ "type": "damage", "amount": 3 }, {', "[{"),
            ("/do/1", REMOVED, '}, { "type": "draw" }', "}"),
            ("/empty", REMOVED, '  "empty": {}, // nothing yet\n', "   // nothing yet\n"),
        ],
    )
    def test_change_what_they_name_and_nothing_else(self, pointer: str, value: Any, old: str, new: str) -> None:
        assert CARD.count(old) == 1

        edited = edit_json(CARD, [Edit(pointer, value)])

        assert edited.replace(" ", "") == CARD.replace(old, new).replace(" ", "")
        assert read_json(edited, jsonc=True).value is not None

    def test_that_say_what_is_there_keep_its_form(self) -> None:
        text = '{"name": "\\u706b", "n": 1}'

        assert edit_json(text, [Edit("/name", "火"), Edit("/n", 1), Edit("/gone", REMOVED)]) == text
        assert edit_json(text, [Edit("/n", True)]) == '{"name": "\\u706b", "n": true}'

    def test_add_to_a_text_without_a_comma_at_the_end(self) -> None:
        assert edit_json('{\n\t"a": 1 // one\n}', [Edit("/b", 2)]) == '{\n\t"a": 1, // one\n\t"b": 2\n}'
        assert edit_json('{\r\n  "a": 1\r\n}', [Edit("/b", 2)]) == '{\r\n  "a": 1,\r\n  "b": 2\r\n}'

    def test_refuse_what_they_cannot_do(self) -> None:
        with pytest.raises(BadCard):
            edit_json("{", [Edit("/a", 1)])
        with pytest.raises(ValueError, match="nothing can be added"):
            edit_json('{"a": 1}', [Edit("/a/b", 1)])
        with pytest.raises(ValueError, match="cannot be removed"):
            edit_json("{}", [Edit("", REMOVED)])


NAMES = st.sampled_from(["a", "b", "c/d", "e~f", "名"])
VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text('a火\\"', max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


class TestAnyEdit:
    @given(
        document=st.dictionaries(NAMES, VALUES, max_size=4),
        name=NAMES,
        value=VALUES,
        indent=st.sampled_from([None, 1, 2, "\t"]),
    )
    def test_gives_the_document_with_the_value(
        self, document: dict[str, Any], name: str, value: Any, indent: Any
    ) -> None:
        text = json.dumps(document, indent=indent, ensure_ascii=False)
        pointer = "/" + name.replace("~", "~0").replace("/", "~1")
        table = {key: held for key, held in document.items() if key != name}

        assert json.loads(edit_json(text, [Edit(pointer, value)])) == {**document, name: value}
        assert json.loads(edit_json(text, [Edit(pointer, REMOVED)])) == table
