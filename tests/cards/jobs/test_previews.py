"""Previews as rows: pinned, claimed by lease, handed in by the process that holds it, merged in order, cancelled, given up."""

from __future__ import annotations

import os
import signal
import threading
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from cards import tasks, watch
from cards.errors import Forbidden, InvalidFields, NotFound, QuotaExceeded, StateConflict
from cards.gateway import rulesets
from cards.management.commands.relay import is_elected, one_round
from cards.models import Account, AuditEvent, Card, Outbox, Pack, Preview, PreviewChunk, WorkerBeat
from cards.queries.audit_chain import FIRST, event_hash
from cards.queries.history import draft_get
from cards.queries.previews.turns import LOSSES, Waiting, waiting
from cards.services.card import card_create
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.previews.claim import Lease, chunk_claim
from cards.services.previews.parts import canonical_sha
from cards.services.previews.recovery import previews_sweep
from cards.services.previews.start import preview_cancel, preview_start
from cards.services.previews.work import chunk_finish, chunk_matches, chunk_play, chunk_retry
from cards.services.version import version_create
from cards.watch import _beat
from tests.cards.conftest import RULESET, LayerOf
from tests.cards.jobs.small import expected, play_all, shrink
from tests.cards.layers import Values

pytestmark = pytest.mark.django_db


def expire() -> None:
    """Make every lease be over; by far, for a claim compares with the time at which this transaction began."""
    PreviewChunk.objects.filter(state="running").update(lease_until=Now() - timedelta(minutes=5))


def _preview(layers: Values) -> Preview:
    return shrink(preview_start(actor=layers["admin"], card=layers["card"], seed=7))


LAYERS = {"preview": _preview}


@pytest.fixture
def preview(layer_of: LayerOf, admin: Account, card: Card) -> Preview:
    preview: Preview = layer_of("preview")
    return preview


def taken_over() -> tuple[Lease, Lease]:
    """Return the lease of a worker that was too slow, and that of the worker that has its chunk now."""
    late = chunk_claim()
    assert late is not None
    expire()
    holder = chunk_claim()
    assert holder is not None
    return late, holder


class TestPreviewStart:
    def test_pins_what_is_compared(self, admin: Account, pack: Pack, card: Card) -> None:
        first = preview_start(actor=admin, card=card)
        assert (first.candidate_sha256, first.baseline_version, first.number) == (card.draft.sha256, None, 1)
        version = version_create(actor=admin, card=card, based_on=card.draft.etag)
        assert preview_start(actor=admin, card=card).baseline_version is None

        second = preview_start(actor=admin, card=card, version=version.number, baseline="without")
        assert (second.candidate_version, second.candidate_revision) == (version, None)

    def test_compares_a_changed_draft_with_the_last_version(self, admin: Account, make_card: Any) -> None:
        card = make_card("base.changed")
        version = version_create(actor=admin, card=card, based_on=card.draft.etag)
        draft_save(actor=admin, card=card, text=card.draft.text.replace("5", "7"), texts=None, based_on=card.draft.etag)

        assert preview_start(actor=admin, card=card).baseline_version == version

    def test_is_a_comparison_where_it_names_a_version(self, admin: Account, card: Card) -> None:
        first = version_create(actor=admin, card=card, based_on=card.draft.etag)
        named = [preview_start(actor=admin, card=card, baseline=each) for each in (None, "without", first.number)]

        assert [each.kind for each in named] == ["card", "card", "compare"]

    def test_leaves_one_event_and_one_bell(self, preview: Preview) -> None:
        assert AuditEvent.objects.filter(action="preview.start").count() == 1
        assert Outbox.objects.filter(topic="preview.queued", sent_at__isnull=True).count() == 1

    def test_refuses_a_card_with_errors_and_says_which(self, admin: Account, make_card: Any) -> None:
        card = make_card("base.bad", manaCost=-1)
        with pytest.raises(StateConflict) as error:
            preview_start(actor=admin, card=card)

        assert error.value.problems
        assert not Preview.objects.exists()

    def test_gives_every_run_a_seed_of_its_own(self, admin: Account, card: Card) -> None:
        seeds = [preview_start(actor=admin, card=card).seed for _ in range(3)]

        assert len({*seeds, preview_start(actor=admin, card=card, seed=seeds[0]).seed}) == 3
        assert all(0 <= seed < 1 << 53 for seed in seeds)

    def test_refuses_what_it_does_not_know(self, admin: Account, card: Card) -> None:
        with pytest.raises(InvalidFields):
            preview_start(actor=admin, card=card, preset="endless")
        with pytest.raises(NotFound):
            preview_start(actor=admin, card=card, baseline=9)

    def test_refuses_a_fifth_at_once(self, admin: Account, card: Card) -> None:
        for _ in range(4):
            preview_start(actor=admin, card=card)
        with pytest.raises(QuotaExceeded) as error:
            preview_start(actor=admin, card=card)

        assert error.value.retry_after == 30

    def test_refuses_one_too_many_before_it_looks_at_the_card(
        self, admin: Account, make_card: Callable[..., Card]
    ) -> None:
        card = make_card("base.bad", manaCost=-1)
        admin.preview_quota = 0
        with pytest.raises(QuotaExceeded):
            preview_start(actor=admin, card=card)

    def test_refuses_a_version_against_itself(self, admin: Account, card: Card) -> None:
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        with pytest.raises(InvalidFields) as error:
            preview_start(actor=admin, card=card, version=1, baseline=1)

        assert [each["pointer"] for each in error.value.errors] == ["/baseline"]

    def test_refuses_a_version_with_errors_on_the_other_side(self, admin: Account, card: Card) -> None:
        good = card.draft.text
        for text in ('{"id": "base.stone"}', good):
            draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        with pytest.raises(StateConflict, match="v1 has errors") as error:
            preview_start(actor=admin, card=card, version=2, baseline=1)

        assert error.value.problems

    @pytest.mark.django_db(transaction=True)
    def test_refuses_all_but_four_that_come_together(self, admin: Account, card: Card) -> None:
        together = threading.Barrier(14)

        def start() -> str:
            together.wait(30)
            try:
                preview_start(actor=admin, card=card)
            except QuotaExceeded:
                return "refused"
            finally:
                connection.close()
            return "started"

        with ThreadPoolExecutor(together.parties) as pool:
            answers = [future.result() for future in [pool.submit(start) for _ in range(together.parties)]]

        assert Counter(answers) == {"started": 4, "refused": together.parties - 4}
        assert Preview.objects.count() == 4

    @pytest.mark.parametrize(("role", "refusal"), [("viewer", Forbidden), ("stranger", NotFound)])
    def test_refuses_too_low_a_role(self, card: Card, people: Any, role: str, refusal: type[Exception]) -> None:
        with pytest.raises(refusal):
            preview_start(actor=people[role], card=card)


class TestChunks:
    def test_give_the_result_that_the_plan_gives_in_one_go(self, preview: Preview) -> None:
        play_all()
        preview.refresh_from_db()

        assert preview.state == "finished"
        assert preview.result_sha256 == canonical_sha(expected(preview)) == canonical_sha(preview.result)
        assert preview.blocks_done == preview.spec["ends"][-1]
        assert not preview.chunks.exists()

    def test_merge_in_order_whatever_order_they_come_in(self, preview: Preview) -> None:
        leases = [lease for _ in range(3) if (lease := chunk_claim()) is not None]
        for lease in reversed(leases):
            chunk_finish(lease, chunk_play(lease))
        play_all()
        preview.refresh_from_db()

        assert preview.result_sha256 == canonical_sha(expected(preview))

    def test_are_merged_without_writing_the_plan_again(self, preview: Preview) -> None:
        """A plan holds the cards of a whole game; it is written once."""
        lease = chunk_claim()
        assert lease is not None
        result = chunk_play(lease)

        with CaptureQueriesContext(connection) as queries_context:
            assert chunk_finish(lease, result)

        updates = [each["sql"] for each in queries_context if each["sql"].startswith('UPDATE "cards_preview"')]
        assert [("blocks_done" in sql, '"spec" =' in sql) for sql in updates] == [(True, False)]

    def test_of_a_lost_worker_go_to_the_next(self, preview: Preview) -> None:
        lost, again = taken_over()

        assert (again.chunk_id, again.lease_id != lost.lease_id) == (lost.chunk_id, True)

    def test_that_come_in_after_their_lease_was_lost_are_dropped(self, preview: Preview) -> None:
        late, holder = taken_over()
        result = chunk_play(holder)
        assert chunk_finish(holder, result)
        digest = PreviewChunk.objects.get(pk=holder.chunk_id).result_sha

        with capture_logs() as said:
            assert not chunk_finish(late, {**result, "changed": 1})
        assert [entry["event"] for entry in said] == ["determinism alarm"]
        assert PreviewChunk.objects.get(pk=holder.chunk_id).result_sha == digest

    @pytest.mark.parametrize("is_done", [False, True])
    def test_raise_no_alarm_where_nothing_else_was_handed_in(self, preview: Preview, is_done: bool) -> None:
        late, holder = taken_over()
        result = chunk_play(holder)
        if is_done:
            assert chunk_finish(holder, result)

        with capture_logs() as said:
            assert not chunk_finish(late, result)
        assert [entry["event"] for entry in said] == ["a late result was dropped"]

    def test_of_another_engine_are_left_alone(self, preview: Preview) -> None:
        Preview.objects.update(engine_hash="0" * 64)

        assert chunk_claim() is None

    def test_that_fail_three_times_fail_the_preview_with_the_reason(self, preview: Preview) -> None:
        for _ in range(3):
            lease = chunk_claim()
            assert lease is not None
            chunk_retry(lease, "MemoryError: no more")
        preview.refresh_from_db()

        assert preview.state == "failed"
        assert "MemoryError: no more" in preview.failure["message"]["en"]
        assert chunk_claim() is None

    def test_spend_no_attempt_on_a_worker_that_is_lost(self, preview: Preview) -> None:
        for _ in range(LOSSES - 1):
            assert chunk_claim() is not None
            expire()
        play_all()
        preview.refresh_from_db()

        assert (preview.state, preview.failure) == ("finished", None)

    def test_that_ten_workers_died_over_fail_the_preview(self, preview: Preview) -> None:
        for _ in range(LOSSES + 1):
            assert chunk_claim() is not None
            expire()
        assert chunk_claim().no == 1  # type: ignore[union-attr]  # the next chunk waits
        previews_sweep()
        preview.refresh_from_db()

        assert (preview.state, preview.failure["code"]) == ("failed", "worker-lost")

    @pytest.mark.parametrize(("counts", "matches"), [({}, 0), ({"games": 7, "blocks": 2}, 7)])
    def test_stand_for_the_matches_that_were_played(self, counts: dict[str, int], matches: int) -> None:
        assert chunk_matches({"counts": counts}) == matches


def claimed(count: int) -> list[int]:
    """Claim a number of chunks; return the numbers of their previews."""
    leases = [chunk_claim() for _ in range(count)]
    return [lease.preview_id for lease in leases if lease is not None]


class TestTurns:
    """Accounts take turns, then packs, then previews; each chunk is one turn."""

    def test_alternate_between_accounts_however_much_one_has_queued(
        self, admin: Account, card: Card, make_card: Callable[..., Card], people: dict[str, Account]
    ) -> None:
        many = [preview_start(actor=admin, card=card, preset="deep").pk for _ in range(3)]
        assert set(claimed(2)) <= set(many)
        late = preview_start(actor=people["designer"], card=make_card("base.late")).pk

        order = claimed(5)
        assert order[0] == late
        assert [one == late for one in order] == [True, False, True, False, True]

    def test_alternate_between_the_packs_of_an_account(self, admin: Account, card: Card) -> None:
        first = [preview_start(actor=admin, card=card).pk for _ in range(3)]
        elsewhere = pack_create(actor=admin, slug="other", ruleset=RULESET, form=PackForm(name={"en": "Other"}))
        other_key = preview_start(actor=admin, card=card_create(actor=admin, pack=elsewhere, text=card.draft.text)).pk

        order = claimed(6)
        assert [one == other_key for one in order] in ([False, True] * 3, [True, False] * 3)
        assert set(order) - {other_key} == set(first)

    def test_come_for_whole_packs_after_what_somebody_waits_for(
        self, admin: Account, people: dict[str, Account], card: Card
    ) -> None:
        sweep = preview_start(actor=people["designer"], card=card)
        Preview.objects.filter(pk=sweep.pk).update(kind="sweep")
        asked = preview_start(actor=admin, card=card)

        assert claimed(8) == [asked.pk] * 8
        assert claimed(1) == [sweep.pk]

    def test_cost_one_statement_however_many_wait(
        self, admin: Account, card: Card, django_assert_num_queries: Any
    ) -> None:
        for _ in range(4):
            preview_start(actor=admin, card=card)
        with django_assert_num_queries(3):
            chunk_claim()


class TestWaiting:
    def test_counts_whose_turn_comes_first(self, admin: Account, card: Card, people: dict[str, Account]) -> None:
        preview_start(actor=people["designer"], card=card)
        preview_start(actor=admin, card=card)
        last = preview_start(actor=admin, card=card)

        assert waiting(preview=last) == Waiting(previews_ahead=2, accounts=1, workers=0, able=0)

    def test_tells_workers_of_another_engine_apart(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        _beat(uuid.uuid4())
        monkeypatch.setattr("cards.watch.engines", lambda: ["1" * 64])
        _beat(uuid.uuid4())

        assert waiting(preview=preview) == Waiting(previews_ahead=0, accounts=0, workers=2, able=1)


class TestAChunkThatIsNoLongerWanted:
    def test_is_not_played_to_its_end(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its lease cannot be renewed, so the thread that renews it interrupts the play; the worker takes other work."""
        lease, requests = chunk_claim(), []
        assert lease is not None
        preview_cancel(actor=preview.requested_by, preview=preview)
        monkeypatch.setattr(tasks, "LOOK", 0.01)
        monkeypatch.setattr(
            tasks, "lease_renew", lambda held: PreviewChunk.objects.filter(lease_id=held.lease_id).exists()
        )
        monkeypatch.setattr(tasks.connection, "close", lambda: None)
        monkeypatch.setattr(tasks.os, "kill", lambda pid, number: requests.append((pid, number)))

        tasks._keep(lease, threading.Event())

        assert requests == [(os.getpid(), tasks.GIVE_BACK)]


class TestTheWatchdog:
    def test_takes_a_worker_for_stuck_that_takes_nothing_while_chunks_wait(self, preview: Preview) -> None:
        assert watch.is_stuck()

        chunk_claim()
        assert not watch.is_stuck()

    def test_leaves_alone_a_worker_whose_preview_was_cancelled_a_moment_ago(self, preview: Preview, card: Card) -> None:
        """It has no chunk until it stops playing what no one wants, and other chunks wait meanwhile."""
        waits = preview_start(actor=preview.requested_by, card=card)
        lease = chunk_claim()
        assert lease is not None
        running = Preview.objects.get(pk=lease.preview_id)
        preview_cancel(actor=running.requested_by, preview=running)

        assert waits.chunks.exists()
        assert not watch.is_stuck()

        Preview.objects.filter(pk=running.pk).update(served_at=Now() - timedelta(seconds=watch.BEAT_INTERVAL + 1))
        assert watch.is_stuck()

    def test_ends_a_worker_by_force_that_does_not_end_in_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        requests: list[int] = []
        monkeypatch.setattr("cards.watch.PATIENCE", 0)
        monkeypatch.setattr("cards.watch.os.kill", lambda _pid, number: requests.append(number))

        watch._end_this_process()

        assert requests == [signal.SIGTERM, signal.SIGKILL]

    def test_ends_a_worker_between_chunks_whose_engine_was_compiled_meanwhile(
        self, preview: Preview, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its children take no more chunks at the first look; at the next it ends, and its supervisor starts it again."""
        signals: list[int] = []
        monkeypatch.setattr("cards.watch.os.kill", lambda _pid, number: signals.append(number))
        monkeypatch.setattr("cards.watch.rulesets.is_newly_compiled", lambda since: since > 0)
        monkeypatch.setattr("cards.watch.rulesets.running_build", lambda: "building")
        worker = watch.Watch(uuid.uuid4())
        try:
            worker()
            assert (signals, watch.takes_no_more(), watch.is_ending()) == ([], True, False)
            assert tasks.preview_run() == 0 and preview.chunks.filter(state="queued").exists()
            worker()
            assert signals == [signal.SIGTERM]
            assert WorkerBeat.objects.get(worker=worker.worker).build == "building"
        finally:
            watch._renewing.clear()


class TestPreviewCancel:
    def test_ends_it_at_once_and_drops_what_comes_late(self, admin: Account, preview: Preview) -> None:
        lease = chunk_claim()
        assert lease is not None
        preview_cancel(actor=admin, preview=preview)
        assert not chunk_finish(lease, chunk_play(lease))
        preview.refresh_from_db()

        assert (preview.state, preview.result, chunk_claim()) == ("cancelled", None, None)
        assert AuditEvent.objects.filter(action="preview.cancel").count() == 1

    def test_keeps_the_result_so_far(self, admin: Account, preview: Preview) -> None:
        lease = chunk_claim()
        assert lease is not None
        chunk_finish(lease, chunk_play(lease))
        preview_cancel(actor=admin, preview=preview)
        preview.refresh_from_db()

        assert (preview.state, preview.blocks_done) == ("cancelled", preview.spec["ends"][0])


class TestEndlessCard:
    def test_ends_the_preview_and_names_the_node(self, admin: Account, make_card: Callable[..., Card]) -> None:
        hit = {"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"}
        heal = {"type": "health", "mode": "add", "amount": 30, "target": "$onDamageTaken.monsterUUID"}
        grown = {"type": "GreaterThan", "value1": "$onDamageTaken.amount", "value2": 0}
        trigger = {"event": "onDamageTaken", "mode": "always", "condition": grown, "do": [heal, hit]}
        behavior = {
            "at": "onPlay",
            "do": [
                {"type": "addTriggers", "triggers": [trigger]},
                {"type": "damage", "amount": 1, "target": {"type": "monsterChooser"}},
            ],
        }
        card = make_card("base.endless", behaviors=[behavior], manaCost=0)
        preview = shrink(preview_start(actor=admin, card=card, seed=7), ends=(50, 60))
        play_all()
        preview.refresh_from_db()

        assert (preview.state, preview.result["stopReason"]) == ("finished", "aborted: budget")
        assert preview.result["abort"]["node"].startswith("base.endless@")
        assert "#/behaviors/0/do/0/triggers/0" in preview.result["abort"]["node"]


class TestRelay:
    def test_sends_the_outbox_and_seals_the_audit(self, preview: Preview) -> None:
        assert is_elected()
        one_round()
        assert not Outbox.objects.filter(sent_at__isnull=True).exists()
        before = FIRST
        events = list(AuditEvent.objects.order_by("seal_no"))
        assert events
        for number, event in enumerate(events, start=1):
            assert (event.seal_no, event.prev_hash) == (number, before)
            before = event_hash(event)

    def test_leaves_the_previews_of_every_engine_that_a_live_worker_has(
        self, preview: Preview, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The relay may run newer code than a worker; the worker reports the engines of all its rulesets."""
        first, last = "1" * 64, "2" * 64
        with monkeypatch.context() as patch:
            patch.setattr("cards.watch.engines", lambda: [first, last])
            _beat(uuid.uuid4())
        Preview.objects.update(engine_hash=last, queued_at=Now() - timedelta(minutes=2))
        previews_sweep()
        preview.refresh_from_db()

        assert WorkerBeat.objects.get().engine_hashes == [first, last]
        assert preview.state == "queued"

    def test_fails_a_preview_whose_engine_is_gone(self, preview: Preview) -> None:
        Preview.objects.update(engine_hash="0" * 64, queued_at=Now() - timedelta(minutes=2))
        previews_sweep()
        preview.refresh_from_db()

        assert (preview.state, preview.failure["code"]) == ("failed", "engine-changed")

    def test_merges_what_a_dead_worker_left_unmerged(self, preview: Preview, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("cards.services.previews.work.preview_merge", lambda **_: None)
            play_all()
        previews_sweep()
        play_all()
        preview.refresh_from_db()

        assert preview.state == "finished"


def test_the_engine_hash_is_that_of_the_gateway(preview: Preview) -> None:
    assert preview.engine_hash == rulesets.engine_hash("wizards")
