"""Laws of reading and writing JSON, tried on generated documents."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import api
from engine.errors import BadCard
from engine.packs.canonical import canonical_bytes
from engine.packs.fast_json import NeedsScanner, strict_value
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, MAX_INTEGER
from engine.packs.reader import read_json
from engine.packs.scanner import Scanner
from engine.rulesets import names
from tests.examples import some_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
ATOMS = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5), max_leaves=25
)
PIECES = st.lists(
    st.sampled_from(
        [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            '"a"',
            '"b"',
            "1",
            "-0",
            "1.5",
            "null",
            "true",
            " ",
            "\n",
            "//x\n",
            "/*y*/",
            '"',
            "\\",
            "\\u0000",
            '"\\ud800"',
            "'",
            "NaN",
            "：",
            "\0",
            "\t",
            "\ufeff",
            "ab",
            "0x1",
            "/*",
            "9" * 17,
        ]
    ),
    max_size=30,
).map("".join)


def scanned(text: str, *, jsonc: bool = False) -> Any:
    """Return what the scanner alone makes of a text."""
    scanner = Scanner(text, CARD_LIMITS, jsonc=jsonc, file="card.json")
    scanner.run()
    return scanner.value


def places(text: str, value: Any) -> dict[str, tuple[int, int]]:
    """Find the values of a strict text the slow way: one `raw_decode` for each of them."""
    matches: dict[str, tuple[int, int]] = {}
    todo = [("", _blank(text, 0), value)]
    while todo:
        pointer, at, node = todo.pop()
        matches[pointer] = (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        position = at + 1
        children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for name, child in children:
            position = _blank(text, position)
            if isinstance(node, dict):
                position = _blank(text, json.JSONDecoder().raw_decode(text, position)[1]) + 1
                position = _blank(text, position)
            todo.append((f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}", position, child))
            position = _blank(text, json.JSONDecoder().raw_decode(text, position)[1]) + 1
    return matches


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \n":
        at += 1
    return at


class TestReading:
    @given(VALUES)
    def test_returns_what_was_written_canonically(self, value: Any) -> None:
        assert read_json(canonical_bytes(value)).value == value

    @given(VALUES)
    def test_and_writing_again_changes_no_byte(self, value: Any) -> None:
        written = canonical_bytes(value)

        assert canonical_bytes(read_json(written).value) == written

    @given(VALUES, st.sampled_from([None, 1, 4]), st.booleans())
    def test_gives_the_same_value_fast_and_slow(self, value: Any, indent: int | None, ascii_only: bool) -> None:
        text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

        assert scanned(text) == read_json(text).value == value

    @pytest.mark.parametrize(
        "text",
        [
            "[" * 64 + "]" * 64,
            "[" + '"",' * 49_998 + '""]',
            f'{{"a":[{MAX_INTEGER},{-MAX_INTEGER},0,-1,"字"]}}',
            '["' + "字" * 10_000 + '","b"]',
            '{"a":"say \\"hi\\"","b":"\\n"}',
            '"' + "a" * 9_996 + '\\""',
            '["' + '\\"' * 5_000 + '","\\\\","' + "b" * 9_999 + '"]',
            '"[\\\\u4e00-\\\\u9fff]"',
        ],
        ids=[
            "deep",
            "many",
            "integers",
            "long",
            "escapes",
            "as long as one string",
            "escaped quotes",
            "a regular expression",
        ],
    )
    def test_is_fast_up_to_the_limits(self, text: str) -> None:
        assert strict_value(text, CARD_LIMITS) == json.loads(text)

    @pytest.mark.parametrize(
        "text",
        ['"\\u4e00"', '"\\\\\\u4e00"', '["\\\\","\\"' + "a" * 10_000 + '"]', '["\\\\\\"' + "a" * 10_000 + '"]'],
        ids=["code point", "backslash and code point", "backslash before a long string", "both in a long string"],
    )
    def test_leaves_code_points_and_long_strings_to_the_scanner(self, text: str) -> None:
        with pytest.raises(NeedsScanner):
            strict_value(text, CARD_LIMITS)

    @pytest.mark.parametrize("game", names())
    def test_of_the_schema_that_a_release_ships_is_fast(self, game: str) -> None:
        schema = dict(api.schema(game))

        assert strict_value(canonical_bytes(schema).decode(), MANIFEST_LIMITS) == schema

    @settings(max_examples=some_of(400))
    @given(PIECES)
    def test_never_accepts_fast_what_the_scanner_refuses(self, text: str) -> None:
        try:
            value = strict_value(text, CARD_LIMITS)
        except NeedsScanner:
            return

        assert scanned(text) == value

    @settings(max_examples=some_of(400))
    @given(PIECES, st.booleans())
    def test_refuses_with_a_place_or_accepts(self, text: str, jsonc: bool) -> None:
        try:
            read_json(text, jsonc=jsonc)
        except BadCard as refused:
            lines = text.replace("\r\n", "\n").split("\n")

            assert all(1 <= p.line <= len(lines) for p in refused.problems)
            assert all(1 <= p.column <= len(lines[p.line - 1]) + 1 for p in refused.problems)

    @settings(max_examples=some_of(200))
    @given(st.binary(max_size=60), st.booleans())
    def test_never_fails_on_bytes_but_with_bad_card(self, data: bytes, jsonc: bool) -> None:
        try:
            read_json(data, jsonc=jsonc)
        except BadCard as refused:
            assert refused.problems

    @given(VALUES, st.integers(0, 2**32))
    def test_is_not_disturbed_by_comments_and_trailing_commas(self, value: Any, seed: int) -> None:
        chance = random.Random(seed)
        text = json.dumps(value, indent=1)
        lines = [line + chance.choice(["", " // no ] , }", " /* { */"]) for line in text.split("\n")]

        assert read_json("\n".join(lines), jsonc=True).value == value


class TestLocate:
    @given(VALUES, st.sampled_from([None, 2]))
    def test_agrees_with_a_naive_search(self, value: Any, indent: int | None) -> None:
        text = "\n " + json.dumps(value, indent=indent)
        document = read_json(text)
        naive = places(text, value)

        assert {pointer: document.locate(pointer) for pointer in naive} == naive
