"""What a release does to the game, in the browser: its cost first, a row of the plan that only warns, the page, and its place beside the release."""

from __future__ import annotations

import csv
import io
import re

import pytest

from cards.errors import QuotaExceeded, StateConflict
from cards.models import Account, Card, Pack, Preview
from cards.queries.previews.listing import preview_list
from cards.services.pack import PackForm, pack_edit
from cards.services.previews.release import comparison_start
from cards.services.prune import previews_due
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.confirmed import changed_card
from tests.cards.conftest import ANYWAY, LayerOf, card_maker
from tests.cards.jobs.small import play_all, shrink
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf

NEW, COMPARE = "/packs/core/releases/new/", "/packs/core/releases/compare/"


def _changed(layers: Values) -> Card:
    """Release a card, and name a second version of it."""
    admin, pack = layers["admin"], layers["pack"]
    card = card_maker(pack, admin)("base.stone")
    version_create(actor=admin, card=card, based_on=card.draft.etag)
    release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    pack_edit(actor=admin, pack=pack, form=PackForm(name=pack.name, visibility="public"))
    changed_card(admin, card)
    card.refresh_from_db()
    return card


def _comparison(layers: Values) -> Preview:
    """Play a comparison of two blocks to its end, by a worker."""
    preview = shrink(comparison_start(actor=layers["people"]["designer"], pack=layers["pack"], seed=7), (1, 2))
    play_all()
    preview.refresh_from_db()
    return preview


LAYERS = {"changed": _changed, "comparison": _comparison}


@pytest.fixture
def changed(layer_of: LayerOf, pack: Pack, admin: Account) -> Card:
    card: Card = layer_of("changed")
    return card


@pytest.fixture
def comparison(layer_of: LayerOf, people: dict[str, Account], changed: Card) -> Preview:
    preview: Preview = layer_of("comparison")
    return preview


class TestTheForm:
    def test_states_the_cost_before_it_starts_and_leads_to_the_page(self, client_of: ClientOf, changed: Card) -> None:
        designer = client_of("designer")
        page = designer.get(COMPARE).content.decode()
        plan = designer.get(NEW).content.decode()
        answer = designer.post(COMPARE, {"preset": "standard"})
        preview = Preview.objects.get(kind="release")

        assert re.search(r"±6 pp: [0-9]+ pairs of decks, [0-9,]+ matches, about [0-9,]+ s of processor", page)
        assert f'<a href="{COMPARE}">not compared yet</a> · only warns' in plan
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/packs/core/previews/{preview.number}/")
        assert (preview.card, preview.plan["preset"], preview.plan["release"]) == (None, "standard", "1.0.0")
        assert preview not in preview_list(pack=preview.pack)

    def test_refuses_a_second_one_another_precision_and_a_plan_that_changes_nothing(
        self, client_of: ClientOf, people: dict[str, Account], changed: Card
    ) -> None:
        assert client_of("designer").post(COMPARE, {"preset": "deep"}).status_code == 400
        comparison_start(actor=people["designer"], pack=changed.pack)
        with pytest.raises(QuotaExceeded):
            comparison_start(actor=people["designer"], pack=changed.pack)
        release_publish(actor=people["admin"], pack=changed.pack, order=ReleaseOrder("1.0.1", override=ANYWAY))
        with pytest.raises(StateConflict, match="No card differs"):
            comparison_start(actor=people["admin"], pack=changed.pack)
        assert "No card differs from the last release." in client_of("viewer").get(COMPARE).content.decode()


class TestThePage:
    def test_shows_decks_matrix_measures_and_cards_in_both_languages(
        self, client_of: ClientOf, comparison: Preview
    ) -> None:
        viewer, url = client_of("viewer"), f"/packs/core/previews/{comparison.number}/"
        page = viewer.get(url).content.decode()
        progress = viewer.get(f"{url}progress/").json()
        table = list(csv.DictReader(io.StringIO(viewer.get(f"{url}tables.csv").content.decode("utf-8-sig"))))
        viewer.post("/preferences/", {"language": "zh"})
        chinese = viewer.get(url).content.decode()
        count = len(comparison.spec["playing"])

        assert (comparison.state, progress["final"]) == ("finished", True)
        assert page.count('<table class="matrix">') == 1
        assert "intervals are simultaneous, at 95 %, for these decks and these bots." in page
        assert "Matches in which a card that differs was seen, percent" in page
        assert '<td class="mono small">base.stone</td><td>Changed</td>' in page
        assert "个区间同时成立（95%）" in chinese
        assert [row["table"] for row in table].count("rows") == count
        assert [row["table"] for row in table].count("cells") == count * (count - 1) // 2
        assert all(row["low"] and row["high"] for row in table)

    def test_is_a_row_of_the_plan_and_stays_with_the_release(
        self, client_of: ClientOf, people: dict[str, Account], comparison: Preview
    ) -> None:
        link = f'<a href="/packs/core/previews/{comparison.number}/">'
        plan = client_of("publisher").get(NEW).content.decode()
        release_publish(actor=people["admin"], pack=comparison.pack, order=ReleaseOrder("1.0.1", override=ANYWAY))
        comparison.refresh_from_db()

        assert link in plan
        assert link in client_of("viewer").get("/packs/core/releases/1.0.1/").content.decode()
        assert link not in client_of("anonymous").get("/packs/core/releases/1.0.1/").content.decode()
        assert link not in client_of("viewer").get("/packs/core/releases/1.0.0/").content.decode()
        assert (comparison.is_kept, comparison.plan["released"]) == (True, "1.0.1")
        assert comparison not in previews_due()

    def test_says_of_each_changed_card_what_its_change_alone_carries(
        self, client_of: ClientOf, people: dict[str, Account], comparison: Preview
    ) -> None:
        designer, url = client_of("designer"), f"/packs/core/previews/{comparison.number}/"
        lone = designer.get(url).content.decode()
        result = dict(comparison.result or {})
        result["cards"] = [*result["cards"], {"id": "base.other", "kind": "added", "seen": 1.0}]
        Preview.objects.filter(pk=comparison.pk).update(result=result)
        page = designer.get(url).content.decode()
        form = designer.get(f"{COMPARE}?card=base.stone").content.decode()
        refusals = [designer.post(COMPARE, {"card": card}).status_code for card in ("base.none", "base.other")]
        answer = designer.post(COMPARE, {"card": "base.stone"})
        carrier = Preview.objects.get(plan__carrier="base.stone")
        before, after = ([card["id"] for card in carrier.spec[side]] for side in ("before", "after"))

        assert "What it contributes" not in lone
        assert page.count(f'href="{COMPARE}?card=base.stone"') == 1 and "?card=base.other" not in page
        assert "The plan against itself with base.stone as in 1.0.0" in form
        assert (refusals, answer.status_code) == ([400, 400], 302)
        assert before == after == ["base.stone"]
        assert f'<a href="/packs/core/previews/{carrier.number}/">' in designer.get(url).content.decode()
        assert "What base.stone carries" in designer.get(f"/packs/core/previews/{carrier.number}/").content.decode()
        assert f'<a href="{url}">' in client_of("publisher").get(NEW).content.decode()
