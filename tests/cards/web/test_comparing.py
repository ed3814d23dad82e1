"""Two texts side by side: what is marked, and how much work it may cost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import SequenceMatcher
from random import Random
from types import FrameType
from typing import Any

import pytest
from django.template import engines
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.models import Account, Card
from cards.queries.history import draft_get
from cards.services.draft import draft_save
from cards.web.comparing import LINE_LIMIT, PAIR_LIMIT, Comparison, common_lines, compared
from tests.cards.web.conftest import ClientOf
from tests.examples import some_of

WORK = 2_000_000  # lines of Python; about 150 ms
TEXTS = st.lists(st.sampled_from("abcd"), max_size=12).map("\n".join)


def work_of(act: Callable[[], Any]) -> int:
    """Return how many lines of Python an act runs; end it when it runs too many."""
    total = 0

    def count(_frame: FrameType, event: str, _value: object) -> Any:
        nonlocal total
        if event == "line":
            total += 1
            if total > WORK:
                raise AssertionError(f"more than {WORK} lines of Python")
        return count

    former = sys.gettrace()
    sys.settrace(count)
    try:
        act()
    finally:
        sys.settrace(former)
    return total


def cycle(period: int, size: int = LINE_LIMIT) -> list[str]:
    """Return lines that come again and again."""
    return [f"line {at % period}" for at in range(size)]


def rows(result: Comparison) -> list[tuple[str, str, str]]:
    return [(row.kind, row.left, row.right) for row in result.rows]


class TestComparison:
    def test_puts_what_changed_side_by_side(self) -> None:
        result = compared("a\nb\nc", "a\nB\nc\nd")

        assert rows(result) == [("equal", "a", "a"), ("change", "b", "B"), ("equal", "c", "c"), ("insert", "", "d")]
        assert (result.changed, result.is_same, result.is_marked, result.is_cut) == (2, False, True, False)

    def test_numbers_the_lines_of_both(self) -> None:
        assert [(row.left_no, row.right_no) for row in compared("a\nb", "b").rows] == [(1, None), (2, 1)]

    def test_marks_a_small_change_of_a_long_text(self) -> None:
        lines = ["  },"] * LINE_LIMIT
        result = compared("\n".join(lines), "\n".join([*lines[:50], "new", *lines[51:]]))

        assert (result.is_marked, result.changed, result.rows[50].kind) == (True, 1, "change")

    def test_tells_equal_texts_from_texts_that_differ_beyond_what_is_shown(self) -> None:
        long = "\n".join(str(at) for at in range(LINE_LIMIT + 1))

        assert (compared(long, long).is_same, compared(long, long).is_cut) == (True, True)
        assert (compared(long, f"{long}.").is_same, compared(long, f"{long}.").changed) == (False, 0)

    @settings(max_examples=some_of(100), deadline=None, derandomize=True, database=None)
    @given(TEXTS, TEXTS)
    def test_keeps_every_line_and_marks_as_little_as_difflib(self, left: str, right: str) -> None:
        result = compared(left, right)
        matcher = SequenceMatcher(None, left.split("\n"), right.split("\n"), autojunk=False)

        assert [row.left for row in result.rows if row.left_no] == left.split("\n")
        assert [row.right for row in result.rows if row.right_no] == right.split("\n")
        assert all(
            (row.left == row.right) == (row.kind == "equal") for row in result.rows if row.left_no == row.right_no
        )
        assert sum(row.kind == "equal" for row in result.rows) >= sum(
            each.size for each in matcher.get_matching_blocks()
        )


class TestWork:
    @pytest.mark.parametrize("period", [1, 2, 7, 63, 150, 161, 400])
    def test_is_bounded_for_lines_that_repeat(self, period: int) -> None:
        left, right = cycle(period), ["first", *cycle(period)[::-1], "last"]

        work_of(lambda: compared("\n".join(left), "\n".join(right)))

    @pytest.mark.parametrize("seed", range(3))
    def test_is_bounded_for_lines_out_of_order(self, seed: int) -> None:
        right = cycle(200)
        Random(seed).shuffle(right)

        work_of(lambda: compared("\n".join(cycle(200)), "\n".join(right)))

    def test_is_bounded_for_texts_of_nothing_but_line_ends(self) -> None:
        work_of(lambda: compared("\n" * 1_000_000, "a" + "\n" * 1_000_000))

    def test_ends_without_marks_where_too_many_lines_repeat(self) -> None:
        size = int(PAIR_LIMIT**0.5) + 1
        few, many_size = ["x"] * (size - 1), ["x"] * size

        assert common_lines(["a", *few, "b"], ["c", *few, "d"]) is not None
        assert common_lines(["a", *many_size, "b"], ["c", *many_size, "d"]) is None
        assert {row.kind for row in compared("\n".join(["a", *many_size]), "\n".join([*many_size, "b"])).rows} == {
            "plain"
        }


class TestPage:
    def test_shows_a_translation_alone_that_differs(self, client_of: ClientOf, card: Card, admin: Account) -> None:
        for name in ("石头", "岩石"):
            text, etag = card.draft.text, draft_get(card=card).etag
            draft_save(actor=admin, card=card, text=text, texts={"zh": {"name": name}}, based_on=etag)
        page = client_of("admin").get(f"/packs/core/cards/{card.written_id}/compare/?from=r2&to=draft").content.decode()

        assert "Both say the same" not in page
        assert "only texts of another language differ" in page
        assert '<del class="w">石头</del> <ins class="w">岩石</ins>' in page

    @pytest.fixture
    def compare_page(self, client_of: ClientOf, card: Card, admin: Account) -> Callable[[list[str]], str]:
        """Save a text, and return the page that compares it with one of many equal lines."""

        def show(lines: list[str]) -> str:
            for each in (["first", *cycle(1, LINE_LIMIT - 1)], lines):
                draft_save(actor=admin, card=card, text="\n".join(each), texts=None, based_on=draft_get(card=card).etag)
            page = client_of("admin").get(f"/packs/core/cards/{card.written_id}/compare/?from=r2&to=draft")
            return page.content.decode()

        return show

    def test_says_that_nothing_is_marked(self, compare_page: Callable[[list[str]], str]) -> None:
        page = compare_page([*cycle(1, LINE_LIMIT - 1), "last"])

        assert "The texts are too long and too different to mark what changed.</span>" in page
        assert page.count('<tr class="diff--plain">') == LINE_LIMIT

    def test_says_that_lines_are_left_out(self, compare_page: Callable[[list[str]], str]) -> None:
        page = compare_page(["other", *cycle(1, LINE_LIMIT)])

        assert "1 line differs Only the first 4000 lines are shown.</span>" in page

    def test_escapes_every_line(self) -> None:
        page = compared("<b>&", '<i>"')
        tag = engines["django"].from_string("{% load cards_ui %}{% compared_rows shown.rows %}")
        with translation.override("en"):
            drawn = tag.render({"shown": page})

        assert drawn == (
            '<tr class="diff--change"><td class="num muted">1</td>'
            '<td class="mono diff__old"><span class="sr">was: </span>&lt;b&gt;&amp;</td><td class="num muted">1</td>'
            '<td class="mono diff__new"><span class="sr">is now: </span>&lt;i&gt;&quot;</td></tr>'
        )
