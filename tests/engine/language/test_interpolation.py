"""References and templates are read once, and the exported patterns accept exactly what the reader accepts."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.language.spec.interpolation import (
    LABEL_TEMPLATE,
    REFERENCE,
    TEMPLATE,
    BadTemplate,
    Path,
    Template,
    parse,
    paths,
    spell,
)
from tests.examples import some_of

ALPHABET = st.text(alphabet="ab1_-.{}$ 卡", max_size=14)


class TestParse:
    def test_reads_a_dollar_reference(self) -> None:
        assert parse("$onPlay.playerUUID") == Path(("onPlay.playerUUID",))

    def test_reads_braces_as_the_same_reference(self) -> None:
        assert parse("{onPlay.playerUUID}") == parse("$onPlay.playerUUID")

    def test_reads_inner_braces_as_a_piece_of_the_outer_path(self) -> None:
        assert parse("{dc{loop1.index}.UUID}") == Path(("dc", Path(("loop1.index",)), ".UUID"))

    def test_lets_a_dollar_reference_hold_braces(self) -> None:
        assert parse("$dc{loop1.index}.UUID") == parse("{dc{loop1.index}.UUID}")

    def test_reads_text_around_a_reference_as_a_template(self) -> None:
        assert parse("dc{loop1.index}") == Template(("dc", Path(("loop1.index",))))

    @pytest.mark.parametrize("text", ["", "monster", "$", "$1", "$1 each", "a $b"])
    def test_leaves_plain_text_alone(self, text: str) -> None:
        assert parse(text) == text

    def test_reads_doubled_braces_as_one_plain_brace(self) -> None:
        assert parse("{{a}} {b.c}") == Template(("{a} ", Path(("b.c",))))
        assert parse("{{a}}") == "{a}"

    @pytest.mark.parametrize(
        ("text", "offset"),
        [
            ("{a.b", 0),
            ("x}", 1),
            ("{}", 1),
            ("{a b}", 2),
            ("$a b", 2),
            ("{a..b}", 1),
            ("$a.", 1),
            ("{1.a}", 1),
            ("{a{b{c{d{e}}}}}", 9),
            ("{a.b.c.d.e.f.g.h.i}", 1),
        ],
    )
    def test_says_where_a_reference_goes_wrong(self, text: str, offset: int) -> None:
        with pytest.raises(BadTemplate) as error:
            parse(text)

        assert error.value.offset == offset
        assert all(error.value.message)

    def test_accepts_four_levels(self) -> None:
        assert isinstance(parse("{a{b{c{d}}}}"), Path)


class TestPaths:
    def test_yields_inner_references_first(self) -> None:
        assert [spell(path) for path in paths(parse("x{dc{loop1.index}.UUID}"))] == [
            "loop1.index",
            "dc{loop1.index}.UUID",
        ]


class TestPatterns:
    @settings(max_examples=some_of(1500), deadline=None)
    @given(ALPHABET)
    @example("{{a}.b}")
    @example("${a.b}")
    @example("{a.b}}}")
    @example("{a{b{c{d{e}}}}}")
    @example("{a.b.c.d.e.f.g.h.i}")
    def test_accept_exactly_what_the_reader_accepts(self, text: str) -> None:
        try:
            parsed = parse(text)
        except BadTemplate as bad:
            parsed = None
            too_long = bad.long
        else:
            too_long = False

        assert bool(re.fullmatch(TEMPLATE, text)) == (parsed is not None or too_long)
        assert bool(re.fullmatch(REFERENCE, text)) == (
            isinstance(parsed, Path) or (too_long and bool(re.fullmatch(REFERENCE, text)))
        )

    def test_know_the_label_of_the_document(self) -> None:
        assert re.fullmatch(LABEL_TEMPLATE, "dc{loop1.index}")
        assert not re.fullmatch(LABEL_TEMPLATE, "{loop1.index}")

    def test_stay_short_enough_to_ship(self) -> None:
        assert len(TEMPLATE) < 6000
