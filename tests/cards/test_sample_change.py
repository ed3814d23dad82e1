"""What sample packs are shown with: a change of a card, its preview and review, and a second release."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from cards.gateway import rulesets
from cards.management import sample_story
from cards.management.commands import demo
from cards.models import AuditEvent, CardVersion, Pack, ReleasePlan
from cards.queries.cards import card_page
from cards.queries.freshness import is_fresh
from cards.queries.health import health_counts
from cards.queries.scenario import pack_scenarios
from cards.services.release_schedule import releases_publish_due
from tests import samples
from tests.cards.test_commands import output
from tests.sampling import sampled

GAMES = [info.name for info in rulesets.rulesets() if rulesets.sample_change(info.name)]
[WHOLE] = sampled(GAMES, of=len(GAMES))
"""The game whose sample pack is made today."""


def stopped(**_: object) -> None:
    """End as a process that is stopped."""
    raise KeyboardInterrupt


class TestSampleChange:
    """Of one game a day, made whole; of each, that what was played beforehand is of today's cards and engine."""

    @pytest.mark.parametrize("ruleset", GAMES)
    def test_has_a_preview_of_this_engine_in_the_files(self, ruleset: str) -> None:
        assert samples.is_fresh(ruleset), "cards or engine changed since: run `make samples`"

    def test_is_a_reviewed_change_that_is_released_past_open_gates(
        self, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        info = next(info for info in rulesets.rulesets() if info.name == WHOLE)
        monkeypatch.setattr(rulesets, "rulesets", lambda: (info,))
        output("demo", credentials_file=tmp_path / "accounts.txt", people_only=True)
        assert not Pack.objects.exists()
        with monkeypatch.context() as kill:
            kill.setattr(demo, "release_publish", stopped)  # the last step
            with pytest.raises(KeyboardInterrupt):
                output("demo", packs=True)
        assert not Pack.objects.exists()
        assert "cards." in output("demo", packs=True)
        assert output("demo", packs=True) == ""
        pack = Pack.objects.get()
        before = AuditEvent.objects.count()
        with monkeypatch.context() as kill:
            kill.setattr(sample_story, "release_plan_save", stopped)  # the last step
            with pytest.raises(KeyboardInterrupt):
                output("demo", history=True)
        assert (AuditEvent.objects.count(), CardVersion.objects.filter(number=2).count()) == (before, 0)

        assert "a planned release" in output("demo", history=True)
        assert output("demo", history=True) == ""
        [preview], [review] = pack.previews.all(), pack.reviews.all()
        counts = health_counts(pack=pack)

        assert (preview.state, is_fresh(pack=pack, preview=preview.pk)) == ("finished", True)
        assert (counts.never, counts.stale) == (counts.all - 1, 0)
        assert {scenario.state for scenario in pack_scenarios(pack=pack)} <= {"passed", "tests_nothing"}
        assert (review.card_id, review.threads.get().resolved_at is not None) == (preview.card_id, True)

        ReleasePlan.objects.update(publish_at=timezone.now())
        releases_publish_due()
        first, second = pack.releases.order_by("order_key")
        event = AuditEvent.objects.filter(action="release.publish").latest("pk")
        assert "override" not in event.details
        assert {row.state for row in card_page(account=second.released_by, pack=pack, limit=200).rows} == {"released"}
        shipped = {card.id: card.text for card in rulesets.sample_pack(WHOLE).cards}
        assert {card.written_id: card.draft.text for card in pack.cards.select_related("draft")} == shipped
        assert first.cards.get(card=review.card).blob_id != second.cards.get(card=review.card).blob_id
