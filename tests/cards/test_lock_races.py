"""Two at once over the other row locks: the second waits, then does not repeat what the first did. Each goes red without its lock."""

from __future__ import annotations

from datetime import timedelta
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from cards.errors import NotFound, QuotaExceeded, Refusal, Stale, StateConflict
from cards.gateway import rulesets
from cards.models import (
    Account,
    AuditEvent,
    CardRename,
    Deck,
    DraftRevision,
    Pack,
    Preview,
    ReleasePlan,
    Sweep,
    Webhook,
    WebhookDelivery,
)
from cards.queries.history import draft_get
from cards.queries.previews.turns import ATTEMPTS
from cards.services import (
    account,
    address,
    art,
    bulk,
    card_marks,
    card_rename,
    deck,
    draft,
    health,
    operator,
    release,
    release_schedule,
    release_yank,
    review,
    session,
    signing,
    sweep,
    token,
    trash,
    version,
    webhook,
    webhook_send,
)
from cards.services.bulk import CardEdit
from cards.services.bulk import Change as CellChange
from cards.services.pack import number_take
from cards.services.previews import start as preview_start
from cards.services.previews import work as preview_work
from cards.services.previews.claim import chunk_claim
from cards.services.release import ReleaseOrder
from tests.cards.conftest import MakeCard
from tests.cards.test_art import image
from tests.cards.test_audit import CHANGES, HOOK, SETUPS, Stage
from tests.cards.test_lifecycle import naming
from tests.cards.test_races import Gate, after, race, refusals

pytestmark = pytest.mark.django_db(transaction=True)

ONCE: dict[str, tuple[ModuleType, type[Refusal]]] = {
    "account_deactivate": (account, StateConflict),
    "account_reactivate": (operator, StateConflict),
    "art_remove": (art, StateConflict),
    "bulk_undo": (bulk, StateConflict),
    "card_purge": (trash, StateConflict),
    "card_retire": (card_marks, StateConflict),
    "card_undeprecate": (card_marks, StateConflict),
    "card_unretire": (card_marks, StateConflict),
    "health_start": (health, QuotaExceeded),
    "release_unyank": (release_yank, StateConflict),
    "release_yank": (release_yank, StateConflict),
    "review_request": (review, StateConflict),
    "review_withdraw": (review, StateConflict),
    "session_end": (session, NotFound),
    "signing_key_retire": (signing, StateConflict),
    "token_revoke": (token, StateConflict),
    "webhook_redeliver": (webhook, StateConflict),
    "webhook_remove": (webhook, NotFound),
}
"""Changes that are refused when they are done already, where their event is written, and how."""

SILENT: dict[str, ModuleType] = {
    "health_cancel": health,
    "preview_cancel": preview_start,
    "sweep_cancel": sweep,
    "thread_resolve": review,
}
"""Changes that do nothing when they are done already."""


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


def twice(stage: Stage, name: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Do a change twice at once, the first delayed before its transaction ends; return what each gave or raised."""
    prepared = SETUPS[name](stage) if name in SETUPS else None
    monkeypatch.setattr(module, "audit_record", Gate(module.audit_record))
    return race(*[lambda: CHANGES[name](stage, prepared)] * 2)


class TestOnce:
    @pytest.mark.parametrize("name", sorted(ONCE))
    def test_is_done_and_refused_to_the_second(self, stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        module, refusal = ONCE[name]
        given = twice(stage, name, module, monkeypatch)

        assert refusals(given) == [refusal]

    @pytest.mark.parametrize("name", sorted(SILENT))
    def test_is_done_and_the_second_writes_nothing(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        given = twice(stage, name, SILENT[name], monkeypatch)

        assert refusals(given) == []
        assert AuditEvent.objects.filter(action=name.replace("_", ".")).count() == 1

    def test_is_the_text_that_lost_kept(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(draft, "revision_add", Gate(draft.revision_add))
        asked = {"actor": stage.admin, "card": stage.card, "text": "{}", "texts": None, "based_on": "r9-00000000"}
        given = race(*[lambda: draft.draft_save(**asked)] * 2)
        assert refusals(given) == [Stale, Stale]
        assert DraftRevision.objects.filter(draft__card=stage.card, origin="aside").count() == 1


class TestLimits:
    def test_of_webhooks_hold(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(webhook, "MAX_WEBHOOKS", 1)
        given = twice(stage, "webhook_create", webhook, monkeypatch)

        assert (refusals(given), Webhook.objects.count()) == ([StateConflict], 1)

    def test_of_tokens_hold(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(token, "TOKEN_LIMIT", 1)
        given = twice(stage, "token_create", token, monkeypatch)

        assert (refusals(given), stage.admin.api_tokens.count()) == ([StateConflict], 1)

    def test_of_sweeps_hold(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        Account.objects.filter(pk=stage.admin.pk).update(preview_quota=2)  # as many as the two values of one sweep
        stage.admin.refresh_from_db()
        given = twice(stage, "sweep_start", sweep, monkeypatch)

        assert refusals(given) == [QuotaExceeded]


class TestNothingLost:
    def test_of_two_choices_of_reference_decks(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        stage.play_with_decks()
        for name in ("first", "second"):
            deck.deck_create_empty(actor=stage.admin, pack=stage.pack, deck_id=name)
        numbers = sorted(Deck.objects.values_list("number", flat=True))
        monkeypatch.setattr(deck, "audit_record", Gate(deck.audit_record))
        choose = deck.deck_references_set
        race(
            *(
                lambda number=number: choose(actor=stage.admin, pack=stage.pack, numbers=[number], among=[number])
                for number in numbers
            )
        )

        assert Pack.objects.get(pk=stage.pack.pk).reference_decks == numbers

    def test_of_two_numbers(self, stage: Stage) -> None:
        with transaction.atomic():
            number_take(pack=stage.pack, kind="review")
        gate = Gate(lambda: None)

        def take() -> int:
            with transaction.atomic():
                number = number_take(pack=stage.pack, kind="review")
                gate()
                return number

        assert sorted(race(take, take)) == [2, 3]

    def test_of_two_names_of_a_card(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(card_rename, "audit_record", Gate(card_rename.audit_record))
        rename = card_rename.card_rename
        names = ["base.one", "base.two"]
        outcomes = race(*(lambda name=name: rename(actor=stage.admin, card=stage.card, new_id=name) for name in names))
        stage.card.refresh_from_db()
        previous_values = set(CardRename.objects.values_list("old_id", flat=True))

        assert refusals(outcomes) == []
        assert previous_values == {"base.stone", *names} - {stage.card.written_id}
        assert stage.card.written_id in draft_get(card=stage.card).text

    def test_of_a_plan_that_is_saved_while_its_time_fails(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        at = timezone.now() + timedelta(days=1)
        order = ReleaseOrder("1.0.0", publish_at=at)
        release.release_plan_save(actor=stage.admin, pack=stage.pack, order=order)
        failed = ReleasePlan.objects.select_related("pack", "publish_as").get()
        gate = Gate(release.audit_record)
        monkeypatch.setattr(release, "audit_record", gate)
        message = {"en": "No.", "zh": "否。"}
        outcomes = race(
            lambda: release.release_plan_save(actor=stage.admin, pack=stage.pack, order=order),
            after(gate, lambda: release_schedule._fail(failed, "x", message)),
        )

        assert refusals(outcomes) == []
        assert (ReleasePlan.objects.get().publish_at, ReleasePlan.objects.get().publish_error) == (at, None)

    def test_of_a_webhook_that_is_removed_while_it_is_changed(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hook = stage.webhook()
        gate = Gate(webhook.audit_record)
        monkeypatch.setattr(webhook, "audit_record", gate)
        outcomes = race(
            lambda: webhook.webhook_remove(actor=stage.admin, webhook=hook),
            after(gate, lambda: webhook.webhook_edit(actor=stage.admin, webhook=hook, url=HOOK, enabled=True)),
        )

        assert refusals(outcomes) == [NotFound]

    def test_of_where_an_address_came_from(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(address, "audit_record", Gate(address.audit_record))
        emails = ["one@example.org", "two@example.org"]
        race(
            *(lambda email=email: address.address_set(actor=None, account=stage.other, email=email) for email in emails)
        )
        first, second = AuditEvent.objects.filter(action="account.address_change").order_by("pk")

        assert second.details["from"] == first.details["to"]

    def test_of_an_image_while_a_version_is_named(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        before = art.art_set(actor=stage.admin, card=stage.card, data=image())
        stage.edit()
        etag, gate = stage.etag, Gate(version.version_add)
        monkeypatch.setattr(version, "version_add", gate)
        outcomes = race(
            lambda: version.version_create(actor=stage.admin, card=stage.card, based_on=etag),
            after(gate, lambda: art.art_set(actor=stage.admin, card=stage.card, data=image(colour="red"))),
        )

        assert refusals(outcomes) == []
        assert outcomes[0].art_sha256 == before != outcomes[1]

    def test_of_two_bulk_edits_that_meet(
        self, stage: Stage, make_card: MakeCard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Both take the drafts in one order; in the orders of their edits each would wait for the other."""
        cards = [stage.card, make_card("base.second")]
        card_edits = [
            CardEdit(each.written_id, each.draft.etag, (CellChange("/name", "岩石", "zh"),)) for each in cards
        ]
        gate, write_one = Gate(lambda: None), bulk.draft_write

        def write_and_wait(**named: Any) -> Any:
            card_edits = write_one(**named)
            gate()
            return card_edits

        monkeypatch.setattr(bulk, "draft_write", write_and_wait)
        write = bulk.bulk_write
        outcomes = race(
            *(
                lambda edits=edits: write(actor=stage.admin, pack=stage.pack, edits=edits, kind="grid", summary={})
                for edits in (card_edits, card_edits[::-1])
            )
        )

        assert len(refusals(outcomes)) == 1

    def test_of_a_save_while_a_bulk_edit_is_undone(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        new_bulk = stage.bulk()
        gate = Gate(bulk.draft_write)
        monkeypatch.setattr(bulk, "draft_write", gate)
        outcomes = race(
            lambda: bulk.bulk_undo(actor=stage.admin, pack=stage.pack, number=new_bulk.pk), after(gate, stage.edit)
        )

        assert refusals(outcomes) == [Stale]
        assert isinstance(outcomes[1], Stale)

    def test_of_a_save_that_changes_the_kind_while_a_version_is_named(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        etag, gate = stage.etag, Gate(draft.revision_add)
        monkeypatch.setattr(draft, "revision_add", gate)
        other = next(each for each in rulesets.templates(stage.pack.ruleset) if each.key == "monster")
        text = other.text("base.stone")
        outcomes = race(
            lambda: draft.draft_save(actor=stage.admin, card=stage.card, text=text, texts=None, based_on=etag),
            after(gate, lambda: version.version_create(actor=stage.admin, card=stage.card, based_on=etag)),
        )
        stage.card.refresh_from_db()

        assert (refusals(outcomes), stage.card.kind) == ([Stale], "exploration")

    def test_of_a_reference_deck_that_is_put_into_the_trash(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stage.play_with_decks()
        current_deck = deck.deck_create_empty(actor=stage.admin, pack=stage.pack, deck_id="first")
        gate = Gate(deck.audit_record)
        monkeypatch.setattr(deck, "audit_record", gate)
        chosen = [current_deck.number]
        outcomes = race(
            lambda: deck.deck_references_set(actor=stage.admin, pack=stage.pack, numbers=chosen, among=chosen),
            after(gate, lambda: deck.deck_trash(actor=stage.admin, deck=current_deck)),
        )
        current_deck.refresh_from_db()

        assert (refusals(outcomes), current_deck.trashed_at) == ([StateConflict], None)

    def test_of_a_chunk_that_fails_for_good_while_its_preview_is_cancelled(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        preview = preview_start.preview_start(actor=stage.admin, card=stage.card, preset="smoke")
        preview.chunks.update(attempts=ATTEMPTS - 1)
        lease, gate = chunk_claim(), Gate(preview_work.preview_fail)
        assert lease is not None
        monkeypatch.setattr(preview_work, "preview_fail", gate)
        outcomes = race(
            lambda: preview_work.chunk_retry(lease, "no more memory"),
            after(gate, lambda: preview_start.preview_cancel(actor=stage.admin, preview=preview)),
        )
        preview.refresh_from_db()

        assert (refusals(outcomes), preview.state) == ([], "failed")

    def test_of_a_choice_in_a_plan_while_its_card_is_renamed(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        save = release.release_plan_save
        save(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0"))
        gate = Gate(release.audit_record)
        monkeypatch.setattr(release, "audit_record", gate)
        rename = card_rename.card_rename
        outcomes = race(
            lambda: save(actor=stage.admin, pack=stage.pack, order=ReleaseOrder("1.0.0", {"base.stone": 1})),
            after(gate, lambda: rename(actor=stage.admin, card=stage.card, new_id="base.rock")),
        )

        assert refusals(outcomes) == []
        assert ReleasePlan.objects.get().choices == {"base.rock": 1}

    def test_of_a_save_while_what_it_names_is_renamed(
        self, stage: Stage, make_card: MakeCard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        user = make_card("base.user")
        save, text = draft.draft_save, naming("base.user", "base.stone")
        save(actor=stage.admin, card=user, text=text, texts=None, based_on=user.draft.etag)
        etag, gate = draft_get(card=user).etag, Gate(draft.revision_add)
        monkeypatch.setattr(draft, "revision_add", gate)
        rename = card_rename.card_rename
        outcomes = race(
            lambda: save(actor=stage.admin, card=user, text=text + "\n", texts=None, based_on=etag),
            after(gate, lambda: rename(actor=stage.admin, card=stage.card, new_id="base.rock", rewrite=True)),
        )
        written_text = draft_get(card=user).text

        assert refusals(outcomes) == []
        assert ("base.rock" in written_text, "base.stone" in written_text, written_text.endswith("\n")) == (
            True,
            False,
            True,
        )

    def test_of_a_note_that_is_taken_away_while_its_card_to_use_is_renamed(
        self, stage: Stage, make_card: MakeCard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = make_card("base.old")
        card_marks.card_deprecate(actor=stage.admin, card=old, note={"en": "Old."}, use="base.stone")
        gate = Gate(card_marks.audit_record)
        monkeypatch.setattr(card_marks, "audit_record", gate)
        rename = card_rename.card_rename
        outcomes = race(
            lambda: card_marks.card_undeprecate(actor=stage.admin, card=old),
            after(gate, lambda: rename(actor=stage.admin, card=stage.card, new_id="base.rock")),
        )
        old.refresh_from_db()

        assert (refusals(outcomes), old.deprecated) == ([], None)

    @pytest.mark.parametrize("what", ["run", "sweep"])
    def test_of_a_preview_that_ends_while_its_whole_is_cancelled(self, stage: Stage, what: str) -> None:
        if what == "run":
            run = health.health_start(actor=stage.admin, pack=stage.pack)
            health.health_advance()
            cancel = lambda: health.health_cancel(actor=stage.admin, run=run)  # noqa: E731  as the other
        else:
            row = stage.sweep()
            cancel = lambda: sweep.sweep_cancel(actor=stage.admin, sweep=row)  # noqa: E731  as the other
        gate = Gate(lambda: None)
        ended_preview = Preview.objects.order_by("pk").first()
        assert ended_preview is not None

        def end() -> None:
            with transaction.atomic():
                Preview.objects.filter(pk=ended_preview.pk).update(state="failed", finished_at=timezone.now())
                gate()

        outcomes = race(end, after(gate, cancel))
        ended_preview.refresh_from_db()

        assert (refusals(outcomes), ended_preview.state) == ([], "failed")


def saves_of(row: type, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Delay the first save of a kind of row until a second comes, or waits."""
    gate = Gate(row.save)  # type: ignore[attr-defined]  # a model

    def save(self: Any, *given: Any, **named: Any) -> None:
        gate(self, *given, **named)

    monkeypatch.setattr(row, "save", save)
    return gate


class TestNothingTwice:
    def test_a_sweep_ends_once(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        row = stage.sweep()
        gate = saves_of(Sweep, monkeypatch)
        race(*(lambda state=state: sweep._finish(row, state, {}) for state in ("finished", "failed")))

        assert gate.came == 1

    def test_a_value_of_a_sweep_is_confirmed_once(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        row = stage.sweep()
        points = list(row.previews.order_by("sweep_value"))
        monkeypatch.setattr(sweep, "preview_write", Gate(sweep.preview_write))
        race(*[lambda: sweep._confirm(row, points, 1)] * 2)

        assert Preview.objects.filter(is_confirmation=True).count() == 1

    def test_a_card_of_a_run_is_previewed_once(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        health.health_start(actor=stage.admin, pack=stage.pack)
        monkeypatch.setattr(health, "preview_write", Gate(health.preview_write))
        race(health.health_advance, health.health_advance)

        assert Preview.objects.count() == 1

    def test_an_attempt_of_a_delivery_is_written_once(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        lease = uuid4()
        delivery = stage.webhook().deliveries.get()
        WebhookDelivery.objects.update(lease_id=lease, state="pending")
        gate = saves_of(WebhookDelivery, monkeypatch)
        sent = webhook_send.Outcome(500, "", 1)
        race(*[lambda: webhook_send._record(delivery, lease, sent)] * 2)
        delivery.refresh_from_db()

        assert (delivery.tries, len(delivery.attempts), gate.came) == (1, 1, 1)

    def test_a_delivery_is_taken_by_one_relay(self, stage: Stage) -> None:
        stage.webhook()
        WebhookDelivery.objects.update(state="pending", due_at=timezone.now())
        hold = Gate(lambda: None)

        def lock_delivery() -> None:
            with transaction.atomic():
                WebhookDelivery.objects.select_for_update().get()
                hold()

        def this() -> list[WebhookDelivery]:
            try:
                return webhook_send._claimed(uuid4())
            finally:
                hold()

        assert race(lock_delivery, after(hold, this))[1] == []
