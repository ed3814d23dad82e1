"""What a card does together with others, in the browser: the pairs and their cost first, the page while it runs and after."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

import pytest
from django.utils import translation

from cards.errors import QuotaExceeded
from cards.models import Account, Card, Preview
from cards.queries.previews.listing import experiment_list, preview_list
from cards.services.previews.pairs import pairs_start
from cards.web.pairs_page import pairs_view
from tests.cards.conftest import LayerOf
from tests.cards.jobs.small import play_all, shrink
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

FORM = "/packs/core/cards/base.stone/pairs/"
READINGS = (
    ("combo", (9.0, 4.0, 14.0)),
    ("clash", (-9.0, -14.0, -4.0)),
    ("apart", (0.2, -1.0, 1.4)),
    ("unknown", (1.0, -3.0, 5.0)),
)


def _finished(layers: Values) -> Preview:
    """Play the pairs of a card over two blocks to their end, by bots that answer at random."""
    preview = shrink(pairs_start(actor=layers["people"]["designer"], card=layers["card"], seed=7), (1, 2))
    play_all()
    preview.refresh_from_db()
    return preview


LAYERS = {"finished": _finished}


@pytest.fixture
def finished(layer_of: LayerOf, people: dict[str, Account], card: Card) -> Preview:
    preview: Preview = layer_of("finished")
    return preview


def number(ends: Sequence[float]) -> Mapping[str, float]:
    return dict(zip(("mean", "low", "high"), ends, strict=True))


class TestForm:
    def test_names_the_pairs_and_states_the_cost_of_each_precision_before_it_starts(
        self, client_of: ClientOf, card: Card, people: dict[str, Account]
    ) -> None:
        designer = client_of("designer")
        page = designer.get(FORM).content.decode()
        itself = designer.get(FORM, {"partners": "base.stone"}).content.decode()
        refusal = designer.post(FORM, {"preset": "deep"})
        answer = designer.post(FORM, {"preset": "standard"})
        preview = Preview.objects.get(kind="pairs")

        assert re.search(r"±8 pp: about [0-9]+ (s|min) of processor, [0-9,]+ matches", page)
        assert re.search(r"±4 pp: about [0-9 hmin]+ of processor, [0-9,]+ matches", page)
        assert all(f'<code class="muted">{pair["partner"]}</code>' in page for pair in preview.spec["pairs"])
        assert "is no other card that is played with this one" in itself and "Measure the pairs" not in itself
        assert (refusal.status_code, answer.status_code) == (400, 302)
        assert answer.headers["Location"] == f"/packs/core/previews/{preview.number}/"
        with pytest.raises(QuotaExceeded):
            pairs_start(actor=people["designer"], card=card)
        assert preview not in preview_list(pack=preview.pack)
        assert preview.number in {row.number for row in experiment_list(pack=preview.pack, kind="pairs")}

    def test_plays_with_the_cards_that_are_named(self, client_of: ClientOf, card: Card) -> None:
        designer = client_of("designer")
        suspects = re.findall(r'<code class="muted">([^<]+)</code>', designer.get(FORM).content.decode())
        price = designer.get(FORM, {"partners": suspects[-1]}).content.decode()
        designer.post(FORM, {"preset": "quick", "partners": suspects[-1]})

        assert "The cards that you named" in price
        assert [pair["partner"] for pair in Preview.objects.get(kind="pairs").spec["pairs"]] == [suspects[-1]]


class TestPage:
    def test_shows_each_interaction_and_what_it_is_made_of_in_both_languages(
        self, client_of: ClientOf, finished: Preview
    ) -> None:
        url, viewer = f"/packs/core/previews/{finished.number}/", client_of("viewer")
        page = viewer.get(url).content.decode()
        rows = list(csv.DictReader(io.StringIO(viewer.get(f"{url}tables.csv").content.decode("utf-8-sig"))))
        viewer.post("/preferences/", {"language": "zh"})
        chinese = viewer.get(url).content.decode()
        pairs = len(finished.spec["pairs"])

        assert finished.state == "finished"
        assert page.count('<svg class="iv"') == pairs
        assert f"All {1 + 3 * pairs} intervals of this page are simultaneous, 95%" in page
        assert page.count("Both together") == pairs
        assert [row["number"] for row in rows] == ["alone", *(["partnerAlone", "both", "interaction"] * pairs)]
        assert all(row["low"] and row["high"] for row in rows)
        assert f"全部 {1 + 3 * pairs} 个区间同时成立" in chinese and "两张一起" in chinese

    def test_says_each_reading_and_none_before_the_end(self, finished: Preview) -> None:
        stored = finished.result or {}
        for reading, ends in READINGS:
            row = {**stored["rows"][0], "reading": reading, "interaction": number(ends)}
            finished.result = {**stored, "rows": [row], "margin": 2.0}
            with translation.override("en"):
                line = pairs_view(finished).lines[0]

            word = {"combo": "Combo: more together", "clash": "Clash: less together", "apart": "Too small to matter"}
            assert line.reading.word == word.get(reading, "Not known yet")
            assert line.glyph is not None and line.mean[0] in "+−0"
        means = {"mean": 1.0, "low": None, "high": None}
        row = {**stored["rows"][0], "reading": None, "interaction": means, "both": means, "partnerAlone": means}
        broken = {**row, "problem": "budget", "interaction": None, "both": None, "partnerAlone": None}
        finished.result = {**stored, "rows": [row, broken], "alone": means, "stopReason": None}
        with translation.override("en"):
            view = pairs_view(finished)

        assert [line.reading.word for line in view.lines] == ["", ""] and view.holding.startswith("Means so far.")
        assert (view.lines[0].mean, view.lines[0].interval, view.lines[0].glyph) == ("+1.0", "", None)
        assert view.lines[1].note and not view.lines[1].parts
