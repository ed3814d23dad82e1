"""Sweeps as rows: values on common seeds, the nearest to even confirmed on fresh ones, accepted into the draft it was measured on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.errors import InvalidFields, NotFound, QuotaExceeded, Stale, StateConflict
from cards.models import Account, Card, Preview, Sweep
from cards.services.draft import draft_save
from cards.services.previews.claim import chunk_claim
from cards.services.previews.recovery import previews_sweep
from cards.services.previews.start import MAX_OPEN, preview_cancel, preview_start
from cards.services.previews.work import chunk_finish, chunk_play
from cards.services.sweep import sweep_accept, sweep_advance, sweep_cancel, sweep_start
from tests.cards.conftest import LayerOf
from tests.cards.jobs.small import shrink
from tests.cards.layers import Values

pytestmark = pytest.mark.django_db

POINTER = "/manaCost"


def play_all() -> None:
    """Play every chunk that can be claimed, here."""
    while (lease := chunk_claim()) is not None:
        chunk_finish(lease, chunk_play(lease))


def end(preview: Preview, mean: float, half: float, verdict: str = "unknown") -> None:
    """Give a preview a last word."""
    change = {"mean": mean, "low": mean - half, "high": mean + half, "unit": "pp", "n": 160}
    preview.result = {"status": "finished", "change": change, "verdict": verdict, "n": {"blocks": 160}}
    preview.state = "finished"
    preview.save(update_fields=["result", "state"])


def _sweep(layers: Values) -> Sweep:
    return sweep_start(actor=layers["admin"], card=layers["card"], pointer=POINTER, values=[3, 1, 2], seed=7)


LAYERS = {"sweep": _sweep}


@pytest.fixture
def sweep(layer_of: LayerOf, admin: Account, card: Card) -> Sweep:
    sweep: Sweep = layer_of("sweep")
    return sweep


def measured(sweep: Sweep, *means: float) -> Sweep:
    """Make the values of a sweep end with these changes, and go on with it."""
    for preview, mean in zip(sweep.previews.order_by("sweep_value"), means, strict=True):
        end(preview, mean, 4.0)
    sweep_advance(sweep_id=sweep.pk)
    sweep.refresh_from_db()
    return sweep


class TestStart:
    def test_plays_each_value_on_the_same_seeds_behind_what_somebody_waits_for(
        self, admin: Account, card: Card, sweep: Sweep
    ) -> None:
        rows = list(sweep.previews.order_by("sweep_value"))

        assert [row.spec["candidate"]["manaCost"] for row in rows] == [1, 2, 3] == sweep.values
        assert {row.seed for row in rows} == {7}
        assert {tuple(row.spec["critical"]) for row in rows} != {
            tuple(preview_start(actor=admin, card=card).spec["critical"])
        }
        lease = chunk_claim()
        assert lease is not None
        assert Preview.objects.get(pk=lease.preview_id).kind == "card"

    def test_takes_no_place_from_previews_and_no_mark_from_the_card(
        self, admin: Account, card: Card, sweep: Sweep
    ) -> None:
        assert not Preview.objects.measured().exists()

        for _ in range(MAX_OPEN):
            preview_start(actor=admin, card=card)

        with pytest.raises(QuotaExceeded):
            preview_start(actor=admin, card=card)

    def test_is_one_at_a_time(self, admin: Account, card: Card, sweep: Sweep) -> None:
        with pytest.raises(QuotaExceeded):
            sweep_start(actor=admin, card=card, pointer=POINTER, values=[1, 2])

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"pointer": "/name"}, "/pointer"),
            ({"pointer": "/nowhere/1"}, "/pointer"),
            ({"values": [1]}, "/values"),
            ({"values": [2, 2]}, "/values"),
            ({"values": [1, 1 << 60]}, "/values"),
            ({"values": list(range(10))}, "/values"),
            ({"preset": "smoke"}, "/preset"),
        ],
    )
    def test_says_which_part_is_wrong(self, admin: Account, card: Card, more: dict[str, Any], field: str) -> None:
        with pytest.raises(InvalidFields) as error:
            sweep_start(actor=admin, card=card, **{"pointer": POINTER, "values": [1, 2], **more})

        assert error.value.errors[0]["pointer"] == field
        assert not Sweep.objects.exists()

    def test_names_the_value_that_the_rules_do_not_take(self, admin: Account, card: Card) -> None:
        with pytest.raises(StateConflict) as error:
            sweep_start(actor=admin, card=card, pointer=POINTER, values=[1, -3])

        assert error.value.detail["en"].startswith("With -3 the card has an error: ")
        assert error.value.problems

    def test_is_for_members(self, people: dict[str, Account], card: Card) -> None:
        with pytest.raises(NotFound):
            sweep_start(actor=people["stranger"], card=card, pointer=POINTER, values=[1, 2])


class TestAdvance:
    def test_is_played_to_its_end_by_workers(self, admin: Account, card: Card, sweep: Sweep) -> None:
        for preview in sweep.previews.all():
            shrink(preview)

        while not sweep.previews.filter(is_confirmation=True).exists():
            lease = chunk_claim()
            assert lease is not None
            chunk_finish(lease, chunk_play(lease))
        shrink(sweep.previews.get(is_confirmation=True))
        play_all()

        sweep.refresh_from_db()
        assert (sweep.state, [point["status"] for point in sweep.result["points"]]) == ("finished", ["finished"] * 3)
        assert sweep.result["confirmed"]["value"] == sweep.result["nearest"]

    def test_confirms_the_nearest_value_on_fresh_seeds_with_an_interval_of_its_own(self, sweep: Sweep) -> None:
        measured(sweep, 6.0, 0.4, -5.0)

        new_value = sweep.previews.get(is_confirmation=True)
        assert (sweep.state, new_value.sweep_value, new_value.spec["candidate"]["manaCost"]) == ("confirming", 2, 2)
        others = sweep.previews.filter(is_confirmation=False)
        assert new_value.seed not in {other.seed for other in others}
        assert new_value.spec["critical"][-1] < others[0].spec["critical"][-1]

    def test_confirms_once_however_often_it_is_asked(self, sweep: Sweep) -> None:
        measured(sweep, 6.0, 0.4, -5.0)
        previews_sweep()
        sweep_advance(sweep_id=sweep.pk)

        assert sweep.previews.filter(is_confirmation=True).count() == 1

    @pytest.mark.parametrize(("verdict", "is_offered"), [("unknown", False), ("even", True), ("stronger", False)])
    def test_offers_a_value_that_fresh_seeds_confirm(self, sweep: Sweep, verdict: str, is_offered: bool) -> None:
        measured(sweep, 6.0, 0.4, -5.0)
        end(sweep.previews.get(is_confirmation=True), 1.0, 3.0, verdict)

        previews_sweep()

        sweep.refresh_from_db()
        assert (sweep.state, sweep.result["confirmed"]["isOffered"]) == ("finished", is_offered)

    def test_goes_on_without_a_value_that_was_given_up(self, admin: Account, sweep: Sweep) -> None:
        low, middle, high = sweep.previews.order_by("sweep_value")
        preview_cancel(actor=admin, preview=middle)
        end(low, 3.0, 2.0)
        end(high, -4.0, 2.0)

        sweep_advance(sweep_id=sweep.pk)

        assert sweep.previews.get(is_confirmation=True).sweep_value == 1

    def test_ends_when_it_is_cancelled(self, admin: Account, sweep: Sweep) -> None:
        sweep_cancel(actor=admin, sweep=sweep)
        sweep_cancel(actor=admin, sweep=sweep)

        sweep.refresh_from_db()
        assert (sweep.state, len(sweep.result["points"])) == ("cancelled", 3)
        assert chunk_claim() is None
        assert sweep_start(actor=admin, card=sweep.card, pointer=POINTER, values=[1, 2]).number == 2


class TestAccept:
    @pytest.fixture
    def proposal(self, sweep: Sweep) -> Sweep:
        measured(sweep, 6.0, 0.4, -5.0)
        end(sweep.previews.get(is_confirmation=True), 0.3, 1.0, "even")
        sweep_advance(sweep_id=sweep.pk)
        sweep.refresh_from_db()
        return sweep

    def test_writes_the_number_and_nothing_else(self, admin: Account, proposal: Sweep) -> None:
        before = json.loads(proposal.card.draft.text)

        saved_sweep = sweep_accept(actor=admin, sweep=proposal)

        proposal.refresh_from_db()
        assert json.loads(saved_sweep.draft.text) == {**before, "manaCost": 2}
        assert (proposal.accepted_value, proposal.accepted_revision) == (2, saved_sweep.draft.revision)

    @pytest.mark.parametrize(("old", "new"), [('"name"', '"name" '), ("{", "{ {"), ('"manaCost"', '"cost"')])
    def test_is_refused_when_the_draft_moved_on(self, admin: Account, proposal: Sweep, old: str, new: str) -> None:
        draft = proposal.card.draft
        text = draft.text.replace(old, new, 1)
        draft_save(actor=admin, card=proposal.card, text=text, texts=None, based_on=draft.etag)

        with pytest.raises(Stale):
            sweep_accept(actor=admin, sweep=proposal)

        proposal.refresh_from_db()
        assert proposal.accepted_value is None

    def test_is_refused_without_an_offer(self, admin: Account, sweep: Sweep) -> None:
        with pytest.raises(StateConflict):
            sweep_accept(actor=admin, sweep=sweep)
