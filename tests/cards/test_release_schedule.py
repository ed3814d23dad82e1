"""Plans with a time: published by the relay in the name of the person who set it, or refused with a reason that reaches people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from cards.errors import Forbidden, InvalidFields
from cards.management.commands.relay import ROUND
from cards.models import Account, AuditEvent, Membership, Notification, Pack, Release, ReleasePlan
from cards.queries.history import draft_get
from cards.services import release_schedule
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_plan_save
from cards.services.release_schedule import releases_publish_due
from cards.services.version import version_create
from tests.cards.conftest import MakeCard

People = dict[str, Account]


@pytest.fixture(autouse=True)
def stone(make_card: MakeCard, admin: Account) -> None:
    """A card with a version and a finished preview of it, so that every gate is open."""
    card = make_card("base.stone")
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    preview = preview_start(actor=admin, card=card, preset="quick")
    type(preview).objects.filter(pk=preview.pk).update(
        state="finished", finished_at=timezone.now(), result={}, result_sha256="0" * 64
    )


def planned(people: People, pack: Pack, **changes: object) -> ReleasePlan:
    """Save a plan for tomorrow as a publisher, and let tomorrow come."""
    order = ReleaseOrder("1.0.0", publish_at=timezone.now() + timedelta(days=1))
    release_plan_save(actor=people["publisher"], pack=pack, order=order)
    ReleasePlan.objects.update(publish_at=timezone.now() - timedelta(seconds=1), **changes)
    return ReleasePlan.objects.get()


class TestDue:
    def test_is_published_once_in_the_name_of_the_publisher(self, people: People, pack: Pack) -> None:
        planned(people, pack)
        attempts = [releases_publish_due(), releases_publish_due()]
        release = Release.objects.get()

        assert (attempts, release.version, release.released_by) == ([1, 0], "1.0.0", people["publisher"])
        assert not ReleasePlan.objects.exists()

    def test_waits_for_its_time(self, people: People, pack: Pack) -> None:
        order = ReleaseOrder("1.0.0", publish_at=timezone.now() + timedelta(hours=1))
        release_plan_save(actor=people["publisher"], pack=pack, order=order)

        assert (releases_publish_due(), Release.objects.count()) == (0, 0)

    def test_is_part_of_each_round_of_the_relay(self) -> None:
        assert releases_publish_due in ROUND

    def test_looks_at_the_role_again(self, people: People, pack: Pack, admin: Account) -> None:
        planned(people, pack)
        Membership.objects.filter(account=people["publisher"]).update(role="designer")
        releases_publish_due()
        plan = ReleasePlan.objects.get()

        assert (Release.objects.count(), plan.publish_at) == (0, None)
        assert set(plan.publish_error or {}) == {"en", "zh"}
        told = Notification.objects.filter(kind="publish_failed").values_list("account__email", flat=True)
        assert set(told) == {admin.email, people["publisher"].email}
        assert AuditEvent.objects.filter(action="release.schedule_failed", actor=None).count() == 1

    @pytest.mark.parametrize("what", ["left", "deactivated", "lowered"])
    def test_says_that_whoever_set_the_time_may_not_any_more(self, people: People, pack: Pack, what: str) -> None:
        """The admins were told that it does not exist or is not theirs to know."""
        planned(people, pack)
        member = Membership.objects.filter(account=people["publisher"])
        if what == "left":
            member.delete()
        elif what == "lowered":
            member.update(role="viewer")
        else:
            Account.objects.filter(pk=people["publisher"].pk).update(is_active=False)
        releases_publish_due()
        error = ReleasePlan.objects.get().publish_error or {}

        assert error["en"].startswith("Whoever set the time may not publish")
        assert error["zh"].startswith("设定发布时间的人已无权")

    def test_looks_at_the_gates_again(self, people: People, pack: Pack, make_card: MakeCard, admin: Account) -> None:
        planned(people, pack)
        card = make_card("base.late")
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)

        assert (releases_publish_due(), releases_publish_due(), Release.objects.count()) == (1, 0, 0)

    def test_says_which_part_was_refused(self, people: People, pack: Pack) -> None:
        planned(people, pack, choices={"base.gone": 1})
        releases_publish_due()

        assert "errors" not in (ReleasePlan.objects.get().publish_error or {})["en"]

    def test_of_a_game_that_is_missing_says_so(self, people: People, pack: Pack) -> None:
        planned(people, pack)
        Pack.objects.update(ruleset="gone")  # an operator took its folder off the search path

        assert (releases_publish_due(), releases_publish_due(), Release.objects.count()) == (1, 0, 0)
        assert "cannot load the game gone" in (ReleasePlan.objects.get().publish_error or {})["en"]
        assert AuditEvent.objects.get(action="release.schedule_failed").details["reason"] == "game-missing"

    def test_that_fails_by_a_fault_is_put_aside_and_stops_nothing(
        self, people: People, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Such a plan stayed due, ended the relay, and did so again at each start."""
        planned(people, pack)

        def fail(**_publishing: object) -> None:
            raise KeyError("a fault of the portal")

        monkeypatch.setattr(release_schedule, "release_publish", fail)

        assert (releases_publish_due(), releases_publish_due(), Release.objects.count()) == (1, 0, 0)
        assert "on our side" in (ReleasePlan.objects.get().publish_error or {})["en"]
        assert AuditEvent.objects.get(action="release.schedule_failed").details["reason"] == "fault"


class TestPlanWithATime:
    @pytest.mark.parametrize("days", [-1, 366.1, 400])
    def test_refuses_a_time_that_cannot_be(self, people: People, pack: Pack, days: float) -> None:
        order = ReleaseOrder("1.0.0", publish_at=timezone.now() + timedelta(days=days))
        with pytest.raises(InvalidFields):
            release_plan_save(actor=people["publisher"], pack=pack, order=order)

    def test_needs_a_number_and_a_publisher(self, people: People, pack: Pack) -> None:
        at = timezone.now() + timedelta(days=1)
        with pytest.raises(InvalidFields):
            release_plan_save(actor=people["publisher"], pack=pack, order=ReleaseOrder("", publish_at=at))
        with pytest.raises(Forbidden):
            release_plan_save(actor=people["reviewer"], pack=pack, order=ReleaseOrder("1.0.0", publish_at=at))

    def test_loses_it_when_saved_without(self, people: People, pack: Pack) -> None:
        planned(people, pack)
        release_plan_save(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0"))

        assert (ReleasePlan.objects.get().publish_at, releases_publish_due()) == (None, 0)
