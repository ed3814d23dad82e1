"""The health of a pack: what is stale, ranked by what was measured; previews of the rest, a few at a time, behind everyone's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.errors import InvalidFields, NotFound, QuotaExceeded, StateConflict
from cards.models import Account, Card, HealthRun, Membership, Pack, PackCounter, Preview
from cards.queries.health import health_counts, health_due, health_rows
from cards.services.draft import draft_save
from cards.services.health import MAX_OPEN, STARTS, health_advance, health_cancel, health_start
from cards.services.previews.claim import chunk_claim
from cards.services.previews.start import preview_start
from tests.cards.conftest import LayerOf, card_maker, card_text
from tests.cards.layers import Values
from tests.cards.web.world import preview_of, result_of

pytestmark = pytest.mark.django_db


def measured(card: Card, number: int, mean: float, flags: int = 0, **extra: object) -> Preview:
    """Make a finished preview of a card with this change."""
    estimate = {"mean_pp": mean, "interval_pp": [mean - 1, mean + 1], "n": 200, "verdict": "unknown"}
    result = {**result_of("version"), "estimate": estimate}
    return preview_of(card, number, "finished", result, flags_raised=flags, **extra)


def names(pack: Pack, shown: str = "all") -> list[str]:
    return [row.written_id for row in health_rows(pack=pack, list_name=shown, limit=50, offset=0)]


def _several(layers: Values) -> dict[str, Card]:
    pack, admin = layers["pack"], layers["admin"]
    make_card = card_maker(pack, admin)
    PackCounter.objects.create(pack=pack, kind="preview", last=50)
    cards = {name: make_card(f"base.{name}") for name in ("calm", "strong", "flagged", "changed", "engine", "never")}
    measured(cards["calm"], 1, 0.2)
    measured(cards["strong"], 2, -6.0)
    measured(cards["flagged"], 3, 3.0, flags=1)
    measured(cards["changed"], 4, 5.0)
    measured(cards["engine"], 5, 4.0)
    Preview.objects.filter(number=5).update(engine_hash="0" * 64)
    changed = cards["changed"]
    text = card_text("base.changed", manaCost=6)
    draft_save(actor=admin, card=changed, text=text, texts=None, based_on=changed.draft.etag)
    return cards


LAYERS = {"several": _several}


@pytest.fixture
def several(layer_of: LayerOf, pack: Pack) -> dict[str, Card]:
    """Cards of every kind: calm, strong, flagged, changed since, of another engine, never measured."""
    cards: dict[str, Card] = layer_of("several")
    return cards


class TestTheList:
    def test_has_flags_first_then_the_largest_change_and_the_unmeasured_last(
        self, pack: Pack, several: dict[str, Card]
    ) -> None:
        assert names(pack) == [f"base.{name}" for name in ("flagged", "strong", "changed", "engine", "calm", "never")]

    def test_has_what_was_previewed_without_a_win_rate_before_what_never_was(
        self, pack: Pack, several: dict[str, Card], make_card: Callable[..., Card]
    ) -> None:
        whole = measured(make_card("base.whole"), 20, 0.0)
        Preview.objects.filter(pk=whole.pk).update(estimate=None)

        assert names(pack)[-2:] == ["base.whole", "base.never"]

    def test_says_why_a_preview_is_stale(self, pack: Pack, several: dict[str, Card]) -> None:
        marks = {row.written_id: row.mark for row in health_rows(pack=pack, list_name="all", limit=50, offset=0)}

        assert (marks["base.changed"], marks["base.engine"], marks["base.never"]) == ("card", "engine", "never")
        assert marks["base.calm"] == "fresh"

    def test_is_narrowed_and_counted(self, pack: Pack, several: dict[str, Card]) -> None:
        counts = health_counts(pack=pack)

        assert (counts.all, counts.flagged, counts.stale, counts.never, counts.due) == (6, 1, 2, 1, 3)
        assert names(pack, "flagged") == ["base.flagged"]
        assert names(pack, "stale") == ["base.changed", "base.engine"]
        assert names(pack, "never") == ["base.never"]

    def test_goes_by_the_newest_preview_that_measures(self, pack: Pack, several: dict[str, Card]) -> None:
        measured(several["calm"], 9, 8.0)
        smoke = measured(several["calm"], 10, 0.0)
        Preview.objects.filter(pk=smoke.pk).update(plan={"preset": "smoke"})
        measured(several["calm"], 11, 0.0, kind="compare")

        row = next(
            row for row in health_rows(pack=pack, list_name="all", limit=50, offset=0) if row.written_id == "base.calm"
        )

        assert row.number == 9
        assert row.estimate is not None and row.estimate["interval_pp"] == [7.0, 9.0]

    def test_shows_raised_flags_alone(self, pack: Pack, several: dict[str, Card]) -> None:
        (row,) = health_rows(pack=pack, list_name="flagged", limit=50, offset=0)

        assert row.flags
        assert all(flag["raised"] for flag in row.flags)

    def test_is_empty_for_an_empty_pack(self, pack: Pack) -> None:
        assert (names(pack), health_counts(pack=pack).all, health_due(pack=pack)) == ([], 0, [])


class TestARun:
    def test_takes_what_has_no_fresh_preview_and_starts_few_at_a_time(
        self, admin: Account, pack: Pack, several: dict[str, Card]
    ) -> None:
        run = health_start(actor=admin, pack=pack)
        assert run.pending == [several[name].pk for name in ("never", "changed", "engine")]

        assert health_advance() == STARTS
        run.refresh_from_db()
        assert (len(run.pending), run.previews.count()) == (1, STARTS)

    def test_never_has_more_open_than_it_may(self, admin: Account, pack: Pack, make_card: Callable[..., Card]) -> None:
        for number in range(MAX_OPEN + 2):
            make_card(f"base.n{number}")
        health_start(actor=admin, pack=pack)

        for _ in range(MAX_OPEN):
            health_advance()

        assert Preview.objects.filter(kind="health").count() == MAX_OPEN

    def test_goes_behind_what_somebody_waits_for_and_takes_none_of_its_places(
        self, admin: Account, pack: Pack, make_card: Callable[..., Card]
    ) -> None:
        card = make_card("base.one")
        health_start(actor=admin, pack=pack)
        health_advance()
        waited_for = preview_start(actor=admin, card=card)

        lease = chunk_claim()

        assert lease is not None
        assert lease.preview_id == waited_for.pk

    def test_passes_over_cards_with_errors_and_ends(
        self, admin: Account, pack: Pack, make_card: Callable[..., Card]
    ) -> None:
        make_card("base.broken", manaCost=-5)
        run = health_start(actor=admin, pack=pack)

        health_advance()

        run.refresh_from_db()
        assert (run.state, run.skipped, run.previews.count()) == ("finished", 1, 0)

    def test_ends_when_the_last_preview_has(self, admin: Account, pack: Pack, make_card: Callable[..., Card]) -> None:
        make_card("base.one")
        run = health_start(actor=admin, pack=pack, preset="smoke")
        health_advance()
        run.refresh_from_db()
        assert run.state == "running"
        run.previews.update(state="failed")

        health_advance()

        run.refresh_from_db()
        assert run.state == "finished"

    def test_is_cancelled_with_its_previews(self, admin: Account, pack: Pack, make_card: Callable[..., Card]) -> None:
        make_card("base.one")
        run = health_start(actor=admin, pack=pack)
        health_advance()

        health_cancel(actor=admin, run=run)
        health_cancel(actor=admin, run=run)

        run.refresh_from_db()
        assert (run.state, run.pending, run.previews.get().state) == ("cancelled", [], "cancelled")
        assert chunk_claim() is None

    def test_ends_when_its_account_may_no_longer_preview(
        self, people: dict[str, Account], pack: Pack, make_card: Callable[..., Card]
    ) -> None:
        make_card("base.one")
        run = health_start(actor=people["designer"], pack=pack)
        Membership.objects.filter(account=people["designer"]).update(role="viewer")

        assert health_advance() == 0

        run.refresh_from_db()
        assert run.state == "cancelled"

    def test_is_one_at_a_time(self, admin: Account, pack: Pack, make_card: Callable[..., Card]) -> None:
        make_card("base.one")
        health_start(actor=admin, pack=pack)

        with pytest.raises(QuotaExceeded):
            health_start(actor=admin, pack=pack)

    def test_is_refused_with_a_reason(
        self, people: dict[str, Account], pack: Pack, make_card: Callable[..., Card]
    ) -> None:
        with pytest.raises(StateConflict):
            health_start(actor=people["admin"], pack=pack)
        make_card("base.one")
        with pytest.raises(InvalidFields):
            health_start(actor=people["admin"], pack=pack, preset="deep")
        with pytest.raises(NotFound):
            health_start(actor=people["stranger"], pack=pack)

        assert not HealthRun.objects.exists()
