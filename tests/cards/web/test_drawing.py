"""What the pages draw: art, charts, numbers, times, faces."""

from __future__ import annotations

import http.client
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from cards.drawing.faces import draw
from cards.drawing.placeholder import MANNERS, strokes
from cards.gateway import faces
from cards.gateway.faces import GEMS, ICONS
from cards.templatetags.cards_ui import card_face, card_menu
from cards.web.charts import BOTTOM, LEFT, RIGHT, TOP, SeenAt, Update, head_chart, seen_chart, updates_chart
from cards.web.game_styles import style_sheet, style_version
from cards.web.glyphs import glyph, scale_for
from cards.web.text import ago, bilingual, delivery_failure, signed, size
from engine.face import MANNERS as NAMED

NOW = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
FACE: dict[str, Any] = {
    "id": "base.stone",
    "kind": "treasure",
    "name": {"en": "Stone", "zh": "石头"},
    "text": {"en": "Deal <b>1</b> damage.", "zh": ""},
    "cost": [
        {"label": {"en": "Supply", "zh": "补给"}, "value": 0, "icon": "", "pointer": ""},
        {"label": {"en": "Battery", "zh": "电池"}, "value": 1, "icon": "zap", "pointer": ""},
    ],
    "tone": "wizards-fire",
    "gem": "legendary",
    "rarity": {"en": "Legendary", "zh": "传说"},
    "keywords": [{"en": "Armor", "zh": "装甲"}, {"en": "Shielded 2", "zh": "护盾 2"}],
    "type_line": {"en": "Spell · Fire", "zh": "法术 · 火焰"},
    "stats": [
        {"label": {"en": "HP", "zh": "生命"}, "value": 8, "icon": "heart", "pointer": "/health"},
        {
            "label": {"en": "Rarity", "zh": "稀有度"},
            "value": {"en": "Legendary", "zh": "传说"},
            "icon": "",
            "pointer": "",
        },
    ],
}


class TestArt:
    @pytest.mark.parametrize("frame", [*MANNERS, "plaid"])
    def test_is_the_same_on_every_visit(self, frame: str) -> None:
        assert strokes("base.stone", frame) == strokes("base.stone", frame)

    def test_differs_from_card_to_card(self) -> None:
        assert strokes("base.stone", "flames") != strokes("base.stick", "flames")


class TestFace:
    def test_names_the_card_in_the_wanted_language_first(self) -> None:
        assert [name.text for name in draw(FACE, "zh").names] == ["石头", "Stone"]

    def test_falls_back_to_the_other_language_and_says_so(self) -> None:
        rules = draw(FACE, "zh").rules

        assert (rules.text, rules.lang) == ("Deal <b>1</b> damage.", "en")

    def test_says_a_name_once_where_both_languages_have_the_same(self) -> None:
        assert [name.text for name in draw({**FACE, "name": {"en": "X", "zh": "X"}}, "en").names] == ["X"]

    def test_shows_words_and_numbers_at_its_foot(self) -> None:
        assert [stat.text for stat in draw(FACE, "zh").stats] == ["生命 8", "传说"]

    def test_costs_nothing_and_says_so(self) -> None:
        cost = draw(FACE, "en").cost

        assert cost is not None
        assert (cost.label, cost.value) == ("Supply", "0")

    def test_has_what_else_is_due_apart(self) -> None:
        assert [(due.label, due.value, due.icon) for due in draw(FACE, "zh").secondary_costs] == [("电池", "1", "zap")]

    def test_lists_keywords_as_the_language_lists_words(self) -> None:
        assert [draw(FACE, language).keywords.text for language in ("en", "zh")] == [
            "Armor, Shielded 2",
            "装甲、护盾 2",
        ]

    def test_is_in_the_wanted_language_where_it_has_no_text(self) -> None:
        rules = draw({**FACE, "text": {"en": "", "zh": ""}}, "en").rules

        assert (rules.text, rules.lang) == ("", "en")

    def test_sets_a_long_text_smaller(self) -> None:
        long = {"en": "Deal damage. " * 10, "zh": "造成伤害。" * 20}

        assert [draw({**FACE, "text": long}, each).is_long for each in ("en", "zh")] == [True, True]
        assert not draw(FACE, "en").is_long

    @pytest.mark.parametrize(
        ("lines", "is_generated", "is_long"), [(4, False, False), (4, True, True), (6, False, True)]
    )
    def test_sets_many_lines_smaller(self, lines: int, is_generated: bool, is_long: bool) -> None:
        """Beside keywords and the mark of a generated text fewer lines fit, however few characters they have."""
        text = {language: "\n".join(["1"] * lines) for language in ("en", "zh")}
        face = {**FACE, "text": text, **({"generated": text} if is_generated else {})}

        assert [draw(face, each).is_long for each in ("en", "zh")] == [is_long, is_long]

    def test_is_plain_where_its_tone_gem_or_sign_is_unknown(self) -> None:
        odd = draw({**FACE, "tone": "plaid", "gem": "huge", "stats": [{**FACE["stats"][0], "icon": "owl"}]}, "en")

        assert (odd.frame, odd.gem, odd.stats[0].icon, odd.stats[0].text) == ("none", "", "", "HP 8")

    @pytest.mark.parametrize(
        ("sheet", "expected"),
        [
            ("card.css", [f".gem--{gem} {{" for gem in GEMS if gem != "common"]),
            ("icons.css", [f".i-{icon} {{" for icon in ICONS]),
        ],
    )
    def test_has_a_rule_in_the_sheets_for_all_that_it_may_show(self, sheet: str, expected: list[str]) -> None:
        css = Path("static/css", sheet).read_text(encoding="utf-8")

        assert [rule for rule in expected if rule not in css] == []

    def test_has_a_rule_for_every_icon_of_a_block(self) -> None:
        """The editor draws an icon that is not there as a square."""
        css = Path("static/css/icons.css").read_text(encoding="utf-8")
        schemas = [path.read_text(encoding="utf-8") for path in Path("engine/rulesets").glob("*/schema/*.json")]
        icons = {icon for schema in schemas for icon in re.findall(r'"icon": "([a-z0-9-]+)"', schema)}

        assert {"swords", "arrow-right"} <= icons
        assert sorted(icon for icon in icons if f".i-{icon} {{" not in css) == []

    def test_has_a_rule_for_every_tone_of_a_game(self) -> None:
        css = style_sheet()

        assert [tone for tone in faces.tones() if f".card--{tone} {{ --fr: #" not in css] == []
        assert {"wizards-fire", "halo-steel"} <= set(faces.tones())

    def test_draws_every_manner_that_the_engine_names(self) -> None:
        assert tuple(MANNERS) == NAMED

    def test_shows_secondary_costs_on_the_page(self) -> None:
        shown = render_to_string("cards/partials/_card_face.html", {"face": draw(FACE, "en")})

        assert '<span class="card__due"><span class="sr" lang="en">Battery </span>' in shown


class TestWhatIsDrawnOnce:
    def test_follows_the_face(self) -> None:
        changed = {**FACE, "type_line": {"en": "Wand · Fire", "zh": "魔杖 · 火焰"}}

        assert "Spell · Fire" in card_face(FACE, "en")
        assert "Wand · Fire" in card_face(changed, "en")
        assert "法术 · 火焰" in card_face(FACE, "zh")

    def test_follows_the_language_of_the_page(self) -> None:
        generated = {**FACE, "generated": {"en": "Deal 1 damage."}}
        with translation.override("en"):
            assert ">generated<" in card_face(generated, "en")
        with translation.override("zh-hans"):
            assert ">自动生成<" in card_face(generated, "en")
            assert "移到回收站" in card_menu("core", "base.stone", "draft", None, False, False, False)

    @pytest.mark.parametrize(
        ("state", "marks", "labels"),
        [
            ("draft", (None, False, False), {"Request review", "Deprecate", "Move to trash"}),
            ("approved", (None, False, False), {"Review", "Deprecate", "Move to trash"}),
            ("released", (None, False, True), {"Request review", "Deprecate", "Retire"}),
            ("released", ({"en": "Old."}, False, True), {"Request review", "Deprecation note", "Retire"}),
            ("retired", (None, True, True), {"Deprecate", "Reinstate"}),
        ],
    )
    def test_offers_what_the_state_of_the_card_allows(
        self, state: str, marks: tuple[Any, ...], labels: set[str]
    ) -> None:
        words = set(re.findall(r"</i>([^<]+)<", card_menu("core", "base.stone", state, *marks, False)))

        assert words - {"History", "Copy to a new card", "Rename"} == labels


class TestTheStyleSheetOfGames:
    def test_is_kept_by_browsers_under_its_version_only(self, client: Client) -> None:
        response = client.get(f"/games.css?v={style_version()}")
        other_response = client.get("/games.css?v=old")

        assert (response.status_code, response["Content-Type"]) == (200, "text/css; charset=utf-8")
        assert "immutable" in response["Cache-Control"]
        assert other_response["Cache-Control"] == "no-cache"
        assert response.content == other_response.content == style_sheet().encode()


class TestUpdatesChart:
    def test_needs_two_updates(self) -> None:
        assert updates_chart([Update(7, 0.0, -1.0, 1.0)]) is None

    def test_stays_within_its_frame_however_wide_the_first_interval(self) -> None:
        chart = updates_chart([Update(7, -7.1, -110.9, 96.6), Update(14, 2.0, 1.0, 3.0)])

        assert chart is not None
        assert all(TOP <= step.top <= step.bottom <= BOTTOM for step in chart.steps)

    def test_always_shows_zero_on_the_grid(self) -> None:
        chart = updates_chart([Update(10, 5.0, 4.0, 6.0), Update(20, 5.0, 4.5, 5.5)])
        wide = updates_chart([Update(10, 5.0, -36.0, 46.0, is_pilot=True), Update(150, 4.0, 1.0, 7.0)])

        assert chart is not None and wide is not None
        assert [row.label for row in chart.rows if row.is_zero] == ["0"]
        assert chart.rows[-1].label == "+6"
        assert [row.label for row in wide.rows if row.is_zero] == ["0"]

    def test_survives_an_interval_of_no_width(self) -> None:
        chart = updates_chart([Update(10, 0.0, 0.0, 0.0), Update(20, 0.0, 0.0, 0.0)])

        assert chart is not None
        assert chart.steps[-1].bottom <= BOTTOM

    def test_hatches_what_may_not_be_judged(self) -> None:
        pilot = [Update(20, 5.0, -36.0, 46.0, is_pilot=True), Update(60, 6.0, -18.0, 31.0, is_pilot=True)]
        chart = updates_chart([*pilot, Update(150, 6.3, -2.2, 14.8)], margin=2.0, planned_end=600)

        assert chart is not None and chart.ending is not None
        assert [step.update.n for step in chart.verdicts] == [150]
        assert chart.pilot == round(chart.ending.x - LEFT, 1) > 0
        assert chart.planned == RIGHT


class TestHeadChart:
    def test_holds_the_interval_zero_and_the_margin(self) -> None:
        chart = head_chart(4.6, 2.6, 6.5, 2.0)

        assert "0" in [tick.label for tick in chart.ticks]
        assert chart.margin is not None and chart.margin[0] < chart.left < chart.dot < chart.left + chart.length


class TestSeenChart:
    def test_draws_nothing_of_nothing(self) -> None:
        assert seen_chart([], 2.0) is None

    def test_keeps_a_wide_interval_within_its_frame(self) -> None:
        chart = seen_chart(
            [
                SeenAt("1", "up", (5.0, 1.0, 9.0), (0.4, 0.3, 0.5)),
                SeenAt("2+", "unk", (0.0, -90.0, 90.0), (0.1, 0.0, 0.2)),
            ],
            2.0,
        )

        assert chart is not None
        assert all(14 <= column.top <= column.top + column.height <= 200.1 for column in chart.columns)


class TestGlyph:
    def test_puts_zero_margin_and_bar_on_one_scale(self) -> None:
        scale = scale_for([(-6.0, 16.0)], 124, margin=2.0)
        drawn_glyph = glyph(scale, 4.7, -6.0, 16.0, tone="unk", margin=2.0)

        assert drawn_glyph.left < drawn_glyph.zero < drawn_glyph.dot < drawn_glyph.right
        assert (
            drawn_glyph.margin is not None
            and drawn_glyph.margin[0] < drawn_glyph.zero < drawn_glyph.margin[0] + drawn_glyph.margin[1]
        )

    def test_says_where_it_was_cut(self) -> None:
        drawn_glyph = glyph(scale_for([(-90.0, 3.0)], 100, extent=40.0), 0.0, -90.0, 3.0, tone="unk")

        assert (drawn_glyph.cut_left, drawn_glyph.cut_right) == (True, False)
        assert drawn_glyph.left >= 0


class TestNumbers:
    @pytest.mark.parametrize(
        ("value", "wanted"), [(1.84, "+1.8"), (-0.61, "−0.6"), (0.0, "0.0"), (-0.04, "0.0"), (12, "+12.0")]
    )
    def test_carry_their_sign(self, value: float, wanted: str) -> None:
        assert signed(value) == wanted

    @pytest.mark.parametrize(
        ("count", "wanted"), [(999, "999 B"), (4100, "4.1 KB"), (2_500_000, "2.5 MB"), (7_100_000_000, "7.1 GB")]
    )
    def test_of_bytes_have_a_unit(self, count: int, wanted: str) -> None:
        assert size(count) == wanted


class TestDeliveryFailure:
    @pytest.mark.parametrize("kind", [*OSError.__subclasses__(), *http.client.HTTPException.__subclasses__()])
    def test_names_no_class_of_an_exception(self, kind: type[Exception]) -> None:
        for language in ("en", "zh-hans"):
            with translation.override(language):
                assert kind.__name__ not in delivery_failure(f"{kind.__name__}: [Errno -2] Name or service not known")

    def test_says_what_the_operator_of_the_receiver_can_check(self) -> None:
        with translation.override("zh-hans"):
            words = [delivery_failure(error) for error in ("gaierror: x", "SSLError: x", "this host has", "OSError: x")]

        assert words == ["找不到主机", "证书对此主机无效", "不是公网地址", "连接失败"]


class TestAgo:
    @pytest.mark.parametrize(
        ("age", "english", "chinese"),
        [
            (timedelta(seconds=30), "just now", "刚刚"),
            (timedelta(minutes=4), "4 min ago", "4 分钟前"),
            (timedelta(hours=23), "23 h ago", "23 小时前"),
            (timedelta(days=1), "yesterday", "昨天"),
            (timedelta(days=12), "12 days ago", "12 天前"),
            (timedelta(minutes=-2), "just now", "刚刚"),
        ],
    )
    def test_is_said_in_the_fewest_words(self, age: timedelta, english: str, chinese: str) -> None:
        with translation.override("en"):
            assert ago(NOW - age, NOW) == english
        with translation.override("zh-hans"):
            assert ago(NOW - age, NOW) == chinese


class TestTextRun:
    def test_says_its_language_where_it_is_not_the_pages_own(self) -> None:
        with translation.override("en"):
            assert bilingual({"en": "", "zh": "<石头>"}) == '<span lang="zh-Hans">&lt;石头&gt;</span>'
            assert bilingual({"en": "a & b", "zh": "甲"}) == "a &amp; b"
