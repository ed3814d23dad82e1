"""What the one JSON reader accepts, refuses, and says about it."""

from __future__ import annotations

import string
from typing import Any

import pytest

from engine.errors import BadCard, Problem
from engine.language.diagnostics.syntax import LENIENT, SENTENCES
from engine.packs.fast_json import has_too_many_values
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, MAX_INTEGER, PACK_LIMITS, Limits, set_limits
from engine.packs.reader import read_json

VALID: list[tuple[str | bytes, Any]] = [
    ("null", None),
    ("true", True),
    ("0", 0),
    ("-1", -1),
    (" \t\r\n 7 \r\n", 7),
    (str(MAX_INTEGER), MAX_INTEGER),
    (str(-MAX_INTEGER), -MAX_INTEGER),
    ('""', ""),
    ('"镀金的部件"', "镀金的部件"),
    ('"\\u9540\\u91d1"', "镀金"),
    ('"\\ud83d\\ude00"', "😀"),
    ('"😀"', "😀"),
    ('"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'),
    ('"\\u0001"', "\x01"),
    ('"\\ud7ff\\ue000"', "\ud7ff\ue000"),
    ('"\\ud800\\udc00\\udbff\\udfff"', "\U00010000\U0010ffff"),
    (b"[" + b" " * (1024 * 1024 - 2) + b"]", []),
    ('"\x7f\u2028\uffff"', "\x7f\u2028\uffff"),
    ('"// no comment, [ no bracket"', "// no comment, [ no bracket"),
    ("[]", []),
    ("{}", {}),
    ("[[],{}]", [[], {}]),
    ('{"":{"":[]}}', {"": {"": []}}),
    ('{"b":1,"a":2}', {"b": 1, "a": 2}),
    ('{"a":{"a":{"a":null}}}', {"a": {"a": {"a": None}}}),
    ('{"$1":"{onPlay.playerUUID}"}', {"$1": "{onPlay.playerUUID}"}),
    ("[" * 64 + "]" * 64, None),
    ('"' + "字" * 10_000 + '"', "字" * 10_000),
    ('"' + '\\"' * 10_000 + '"', '"' * 10_000),
    ('"' + "\\ud83d\\ude00" * 10_000 + '"', "😀" * 10_000),
    (b'{"a":[1,2]}', {"a": [1, 2]}),
]

DEEP = "[" * 65 + "]" * 65

# text, slug, line, column, path of the first problem
INVALID: list[tuple[str | bytes, str, int, int, str]] = [
    ("", "malformed-json", 1, 1, ""),
    ("  \n ", "malformed-json", 2, 2, ""),
    ("{", "malformed-json", 1, 2, ""),
    ('{"a"', "malformed-json", 1, 5, "/a"),
    ('{"a":', "malformed-json", 1, 6, "/a"),
    ('{"a":1', "malformed-json", 1, 7, ""),
    ('{"a":1,\n\n', "malformed-json", 1, 8, ""),
    ("[1,2", "malformed-json", 1, 5, ""),
    ("[1]]", "malformed-json", 1, 4, ""),
    ("{}}", "malformed-json", 1, 3, ""),
    ("]", "malformed-json", 1, 1, ""),
    ("[1}", "malformed-json", 1, 3, ""),
    ('{"a":[1,2}', "malformed-json", 1, 10, "/a"),
    ('{"a":[{"b":1]}', "malformed-json", 1, 13, "/a/0"),
    ('{"a":[1],"b":[}', "malformed-json", 1, 15, "/b"),
    ('{"a":[1, "b":2}', "malformed-json", 1, 13, "/a"),
    ('{"a" 1}', "malformed-json", 1, 6, "/a"),
    ('{"a":1 "b":2}', "malformed-json", 1, 8, ""),
    ('{"a":}', "malformed-json", 1, 6, "/a"),
    ('{"a":,}', "malformed-json", 1, 6, "/a"),
    ("{,}", "malformed-json", 1, 2, ""),
    ("[,1]", "malformed-json", 1, 2, "/0"),
    ("[1,,2]", "malformed-json", 1, 4, "/1"),
    ("[1 2]", "malformed-json", 1, 4, ""),
    ("[1,]", "malformed-json", 1, 3, ""),
    ('{"a":1,}', "malformed-json", 1, 7, ""),
    ("1 2", "malformed-json", 1, 3, ""),
    ("{} {}", "malformed-json", 1, 4, ""),
    ("{a:1}", "malformed-json", 1, 2, ""),
    ("{1:1}", "malformed-json", 1, 2, ""),
    ("{'a':1}", "malformed-json", 1, 2, ""),
    ("{“a”:1}", "malformed-json", 1, 2, ""),
    ('{"a"：1}', "malformed-json", 1, 5, "/a"),
    ('{"a":1，"b":2}', "malformed-json", 1, 7, ""),
    ("[True]", "malformed-json", 1, 2, "/0"),
    ("[undefined]", "malformed-json", 1, 2, "/0"),
    ("[fire]", "malformed-json", 1, 2, "/0"),
    ("[1] // done", "malformed-json", 1, 5, ""),
    ("[/* one */1]", "malformed-json", 1, 2, ""),
    ("[1] /* never closed", "malformed-json", 1, 5, ""),
    ('["abc', "malformed-json", 1, 2, "/0"),
    ('["abc\n"]', "malformed-json", 1, 2, "/0"),
    ('["abc\\', "malformed-json", 1, 2, "/0"),
    ("\ufeff{}", "malformed-json", 1, 1, ""),
    (b"\xef\xbb\xbf{}", "malformed-json", 1, 1, ""),
    (b'["ok",\n"\xff"]', "malformed-json", 2, 2, ""),
    (b'"\xed\xa0\x80"', "malformed-json", 1, 2, ""),
    ("{}".encode("utf-16"), "malformed-json", 1, 1, ""),
    ("[\u00a01]", "malformed-json", 1, 2, "/0"),
    ("\x00", "malformed-json", 1, 1, ""),
    ('["\\ud800"]', "bad-string", 1, 3, "/0"),
    ('["\\udbff"]', "bad-string", 1, 3, "/0"),
    ('["\\udc00"]', "bad-string", 1, 3, "/0"),
    ('["\\udfff"]', "bad-string", 1, 3, "/0"),
    ('["ab\0"]', "bad-string", 1, 5, "/0"),
    ("[1.0]", "bad-number", 1, 2, "/0"),
    ("[1e3]", "bad-number", 1, 2, "/0"),
    ("[1e400]", "bad-number", 1, 2, "/0"),
    ("[.5]", "bad-number", 1, 2, "/0"),
    ("[-0]", "bad-number", 1, 2, "/0"),
    ("[+1]", "bad-number", 1, 2, "/0"),
    ("[007]", "bad-number", 1, 2, "/0"),
    ("[0x10]", "bad-number", 1, 2, "/0"),
    ("[-]", "bad-number", 1, 2, "/0"),
    ("[NaN]", "bad-number", 1, 2, "/0"),
    ("[Infinity]", "bad-number", 1, 2, "/0"),
    ("[-Infinity]", "bad-number", 1, 2, "/0"),
    ("[1,9007199254740992]", "bad-number", 1, 4, "/1"),
    ("[-9007199254740992]", "bad-number", 1, 2, "/0"),
    ("1" * 5000, "bad-number", 1, 1, ""),
    ('{"a":1,\n "a":1}', "duplicate-key", 2, 2, "/a"),
    ('{"x":[{"a":1,"b":2,"a":3}]}', "duplicate-key", 1, 20, "/x/0/a"),
    ('{"a":1,"\\u0061":2}', "duplicate-key", 1, 8, "/a"),
    ('{"a/b~c":1,"a/b~c":2}', "duplicate-key", 1, 12, "/a~1b~0c"),
    ('["\x00"]', "bad-string", 1, 3, "/0"),
    ('["a\\u0000"]', "bad-string", 1, 4, "/0"),
    ('["a\tb"]', "bad-string", 1, 4, "/0"),
    ('["\\x41"]', "bad-string", 1, 3, "/0"),
    ('["\\u12g4"]', "bad-string", 1, 3, "/0"),
    ('["\\ud83d"]', "bad-string", 1, 3, "/0"),
    ('["\\ude00\\ud83d"]', "bad-string", 1, 3, "/0"),
    ('{"\\ud83d":1}', "bad-string", 1, 3, ""),
    ('["ok", "\ud83d"]', "bad-string", 1, 9, ""),
    (DEEP, "too-deep", 1, 65, "/0" * 64),
    ("[" * 300_000, "too-deep", 1, 65, "/0" * 64),
    ('{"a":' * 65 + "1" + "}" * 65, "too-deep", 1, 321, "/a" * 64),
    ("[" + "0," * 50_000 + "0]", "too-large", 1, 100_000, "/49999"),
    ('["' + "字" * 10_001 + '"]', "too-large", 1, 2, "/0"),
    ('{"' + "k" * 10_001 + '":1}', "too-large", 1, 2, ""),
    ('["' + '\\"' * 10_001 + '"]', "too-large", 1, 2, "/0"),
    ('["' + "\\ud83d\\ude00" * 10_001 + '"]', "too-large", 1, 2, "/0"),
    (b'"' + b"a" * 1024 * 1024 + b'"', "too-large", 0, 0, ""),
]


def problems_of(data: str | bytes, **options: Any) -> tuple[Problem, ...]:
    """Return what the reader says about a text that it must refuse."""
    with pytest.raises(BadCard) as refused:
        read_json(data, **options)
    return refused.value.problems


def _name(value: object) -> str:
    return ascii(value)[:40] if isinstance(value, (str, bytes)) else ""


class TestStrictReading:
    @pytest.mark.parametrize(("data", "value"), VALID, ids=_name)
    def test_accepts(self, data: str | bytes, value: Any) -> None:
        document = read_json(data)

        assert document.lenient == ()
        if value is not None:
            assert document.value == value

    @pytest.mark.parametrize(("data", "slug", "line", "column", "path"), INVALID, ids=_name)
    def test_refuses(self, data: str | bytes, slug: str, line: int, column: int, path: str) -> None:
        first = problems_of(data)[0]

        assert (first.slug, first.line, first.column, first.path) == (slug, line, column, path)
        assert first.code == ("E-LIMIT" if slug.startswith("too-") else "E-JSON")
        assert first.message["en"].strip()
        assert first.message["zh"].strip()

    def test_keeps_the_order_of_names(self) -> None:
        assert list(read_json('{"b":1,"a":2,"c":3}').value) == ["b", "a", "c"]

    def test_tells_integers_from_truth_values(self) -> None:
        assert [type(item) for item in read_json("[1,true]").value] == [int, bool]

    def test_reports_all_that_it_can_read_past(self) -> None:
        problems = problems_of('{"a": 1.5,\n "a": NaN,\n "b": "\\q", "c": [-0]}')

        assert [(p.slug, p.line, p.path) for p in problems] == [
            ("bad-number", 1, "/a"),
            ("duplicate-key", 2, "/a"),
            ("bad-number", 2, "/a"),
            ("bad-string", 3, "/b"),
            ("bad-number", 3, "/c/0"),
        ]

    def test_stops_after_twenty_problems(self) -> None:
        assert len(problems_of("[" + "1.5," * 1000 + "0]")) == 20

    def test_names_both_places_of_a_name(self) -> None:
        problem = problems_of('{\n  "cost": 1,\n  "cost": 2}')[0]

        assert (problem.line, problem.column) == (3, 3)
        assert "line 2, column 3" in problem.message["en"]
        assert "第 2 行第 3 列" in problem.message["zh"]

    def test_counts_the_bytes_of_a_text_not_its_characters(self) -> None:
        small = Limits(size=10, depth=4, nodes=4, string=10)

        assert read_json('"字字"', limits=small).value == "字字"
        assert problems_of('"字字字"', limits=small)[0].slug == "too-large"

    def test_counts_lines_like_an_editor(self) -> None:
        problem = problems_of('{\r\n"a":1,\r"b":2,\n"c":x}')[0]

        assert (problem.line, problem.column) == (4, 5)

    def test_counts_a_column_for_each_code_point(self) -> None:
        assert problems_of('["😀字", x]')[0].column == 8

    def test_names_the_file(self) -> None:
        assert problems_of("x", file="cards/a.json")[0].file == "cards/a.json"

    def test_allows_a_node_for_each_one_in_the_limit(self) -> None:
        text = "[" + "0," * (CARD_LIMITS.nodes - 2) + "0]"

        assert len(read_json(text).value) == CARD_LIMITS.nodes - 1

    @pytest.mark.parametrize("item", ["0", "[]", "{}", '",[{"'])
    def test_allows_a_large_file_as_many_and_no_more(self, item: str) -> None:
        largest_nodes = MANIFEST_LIMITS.nodes
        texts = [f"[{f'{item},' * (count - 2)}{item}]" for count in (largest_nodes, largest_nodes + 1)]

        assert len(read_json(texts[0], limits=MANIFEST_LIMITS).value) == largest_nodes - 1
        with pytest.raises(BadCard) as refused:
            read_json(texts[1], limits=MANIFEST_LIMITS)
        assert [(found.slug, found.line, found.column) for found in refused.value.problems] == [("too-large", 1, 1)]

    @pytest.mark.parametrize(
        ("text", "is_sure"),
        [
            ("[0,0,0,0]", True),
            ("[[[]]]", True),
            ('[{"a":{}}]', True),
            ("[0,0]", False),
            ("[,,]", False),
            ('["[[[,,,{{{"]', False),
            ("[/* [[[,,,{{{ */]", False),
        ],
    )
    def test_knows_too_many_before_they_take_memory(self, text: str, is_sure: bool) -> None:
        assert has_too_many_values(text, 2) is is_sure


class TestLimits:
    def test_are_those_promised(self) -> None:
        assert Limits(2**20, 64, 50_000, 10_000) == CARD_LIMITS
        assert Limits(2**23, 64, 250_000, 10_000) == MANIFEST_LIMITS
        assert Limits(2**26, 64, 1_200_000, 10_000) == PACK_LIMITS

    def test_of_a_list_of_cards_grow_with_its_text(self) -> None:
        assert [set_limits(size).nodes for size in (10, 2**23, 2**24, 2**26)] == [150_000, 150_000, 300_000, 1_200_000]


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ('{"a":[{"b":1]}', ["A } is missing", "{ of line 1, column 7"]),
            ('{"a":[{"b":1],"c":[2]}', ["A } is missing", "{ of line 1, column 7"]),
            ('{"a":[{"b":[1]}]]}', ["] is one bracket too many", "{ of line 1, column 1"]),
            ("[[1]\n", ["[ of line 1, column 1", "] is missing"]),
            ('[{"a":[', ["[ of line 1, column 7", "{ of line 1, column 2", "]}] is missing"]),
            ('[{"a":1]}}', ["} is missing", "or it is one too many"]),
            ('{"a":[1,"b":2}', ["is not allowed in a list", "[ of line 1, column 6"]),
            ("{a:1}", ['"a" was expected']),
            ("[True]", ["true was expected"]),
            ("{'a':1}", ["' is not the double quote"]),
            ('{"a"：1}', ["： is a full-width sign; write :"]),
            ("[1.0]", ["1.0 is not an integer"]),
            ("[007]", ["7 was expected"]),
            ("[9007199254740993]", ["9007199254740993 is outside"]),
            ('{"a":1 "b":2}', [', or } was expected here, "b" was found']),
            ("[1,", ["[ of line 1, column 1"]),
            ("[\u200b1]", ["The character U+200B is not"]),
            ("[ #]", ["The character # (U+0023)"]),
            ("[\u3000]", ["The character U+3000 is not"]),
            ("[1]]", ["every bracket before it is closed already"]),
            ("1 2", ["2 follows the end"]),
            ("{1:2}", ["A name in double quotes was expected here, 1 was found"]),
            ("[9z]", ["9z is not a number of JSON"]),
            ("[.]", [". is not a number of JSON"]),
            ('["\0"]', ["the character U+0000, which no text may hold"]),
            ('["\\u0000"]', ["the character U+0000, which no text may hold"]),
            ('["\x01"]', ["the control character U+0001"]),
        ],
        ids=_name,
    )
    def test_say_what_was_found_and_wanted(self, text: str, words: list[str]) -> None:
        said = problems_of(text)[-1].message["en"]

        assert [word for word in words if word not in said] == []

    def test_name_no_more_open_brackets_than_help(self) -> None:
        said = [problems_of(text)[0].message["en"] for text in ("[[[[", "[[[1,{}}]]]", "[[[[{},1:2]]]]")]

        assert [sentence.count("the [ of line") for sentence in said] == [3, 1, 1]

    def test_count_bytes_from_one(self) -> None:
        assert problems_of(b'["\xff"]')[0].message["en"].startswith("Byte 3 does not")

    @pytest.mark.parametrize("name", sorted(SENTENCES))
    def test_use_the_same_words_in_both_languages(self, name: str) -> None:
        _, english, chinese = SENTENCES[name]

        assert _words(english) == _words(chinese)

    @pytest.mark.parametrize("kind", sorted(LENIENT))
    def test_about_leniency_use_the_same_words_in_both_languages(self, kind: str) -> None:
        english, chinese = LENIENT[kind]

        assert _words(english) == _words(chinese)

    @pytest.mark.parametrize(("escapes", "expected"), [(6, ["bad-string"] * 6 + ["too-large"]), (7, ["too-large"])])
    def test_say_of_a_string_far_too_long_that_alone(self, escapes: int, expected: list[str]) -> None:
        found = problems_of('"' + "\\q" * escapes + '"', limits=Limits(size=100, depth=4, nodes=4, string=1))

        assert [problem.slug for problem in found] == expected

    def test_repeat_little_of_a_long_text(self) -> None:
        assert problems_of("[" + "z" * 100_000 + "]")[0].found == "z" * 39 + "…"
        assert problems_of("[" + "z" * 40 + "]")[0].found == "z" * 40


def _words(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}


class TestLenientReading:
    def test_passes_over_comments_and_trailing_commas_and_lists_them(self) -> None:
        text = '// a card\n{"a": [1, 2,], /* two\nlines */ "b": {"c": 1,}, }\n// end'

        document = read_json(text, jsonc=True)

        assert document.value == {"a": [1, 2], "b": {"c": 1}}
        assert [(used.kind, used.line, used.column) for used in document.lenient] == [
            ("comment", 1, 1),
            ("trailing-comma", 2, 12),
            ("comment", 2, 16),
            ("trailing-comma", 3, 22),
            ("trailing-comma", 3, 24),
            ("comment", 4, 1),
        ]

    @pytest.mark.parametrize("comment", ["/**/", "/***/", "/* a * b **/", "/*/ */", "/*\n*\n*/", "// */"])
    def test_ends_a_comment_where_it_is_closed(self, comment: str) -> None:
        document = read_json(f'[1 {comment}\n, "*/"]', jsonc=True)

        assert (document.value, len(document.lenient)) == ([1, "*/"], 1)

    def test_lists_nothing_for_a_strict_text(self) -> None:
        assert read_json('{"a": "// text"}', jsonc=True).lenient == ()

    def test_drops_a_byte_order_mark(self) -> None:
        document = read_json(b"\xef\xbb\xbf[1]", jsonc=True)

        (mark,) = document.lenient
        assert (document.value, mark.kind, mark.line, mark.column) == ([1], "byte-order-mark", 1, 1)

    def test_warns_once_for_each_kind(self) -> None:
        warnings = read_json("[1, // one\n2, // two\n3,]", jsonc=True).warnings()

        assert [(p.code, p.severity, p.line, p.column) for p in warnings] == [
            ("W-ALIAS", "warning", 1, 5),
            ("W-ALIAS", "warning", 3, 2),
        ]
        assert "(2)" in warnings[0].message["en"]

    @pytest.mark.parametrize("text", ["{,}", "[,]", "[1,,]", "{'a':1}", "{a:1}", "[NaN]", "[1.5]", "[1] /*", "# no"])
    def test_refuses_what_is_not_jsonc(self, text: str) -> None:
        assert problems_of(text, jsonc=True)[0].code == "E-JSON"

    def test_keeps_the_limits(self) -> None:
        assert problems_of("/* c */" + DEEP, jsonc=True)[0].slug == "too-deep"

    def test_takes_integers_up_to_both_ends_of_the_range(self) -> None:
        ends = [MAX_INTEGER, -MAX_INTEGER]

        assert read_json(f"[{ends[0]}, {ends[1]},]", jsonc=True).value == ends


class TestLocate:
    TEXT = '{\n  "id": "x",\n  "a/b": [1, {"~": true}],\n  "": {}\n}'

    @pytest.mark.parametrize(
        ("pointer", "value", "key"),
        [
            ("", (1, 1), (1, 1)),
            ("/id", (2, 9), (2, 3)),
            ("/a~1b", (3, 10), (3, 3)),
            ("/a~1b/0", (3, 11), (3, 11)),
            ("/a~1b/1/~0", (3, 20), (3, 15)),
            ("/", (4, 7), (4, 3)),
            ("/absent", (1, 1), (1, 1)),
            ("/a~1b/7/x", (3, 10), (3, 10)),
            ("/a~1b/-", (3, 10), (3, 10)),
            ("/a~1b/01", (3, 10), (3, 10)),
            ("/id/deeper", (2, 9), (2, 9)),
        ],
    )
    def test_finds_values_and_names(self, pointer: str, value: tuple[int, int], key: tuple[int, int]) -> None:
        document = read_json(self.TEXT)

        assert document.locate(pointer) == value
        assert document.locate(pointer, key=True) == key

    def test_finds_the_root_behind_blanks(self) -> None:
        assert read_json("\n\n  7").locate("") == (3, 3)
