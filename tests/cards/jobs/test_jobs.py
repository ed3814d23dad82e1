"""Jobs: long acts happen once or not at all, beside everything else, and say what came of them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from cards.errors import Forbidden, QuotaExceeded
from cards.models import Account, AuditEvent, BulkEdit, Card, Draft, Job, JobKind, Membership, Notification, Pack, Role
from cards.progress import Phase
from cards.services import job_kinds, job_run
from cards.services.card import card_trash
from cards.services.draft import draft_save
from cards.services.job import LONG, MAX_OPEN, JobForm, job_again, job_cancel, job_queue, jobs_prune
from cards.services.job_kinds import order_json
from cards.services.job_run import LOSSES, job_claim, job_do, jobs_sweep
from cards.services.notification_words import notification_path, notification_sentence
from cards.services.pack_import import ImportOrder
from tests.cards.api.caller import Caller
from tests.cards.conftest import MakeCard, card_text

pytestmark = pytest.mark.django_db(transaction=True)


def form_of(*texts: str, order: ImportOrder = ImportOrder()) -> JobForm:  # noqa: B008  it is frozen
    """Return what is asked of a job that imports cards."""
    data = json.dumps([json.loads(text) for text in texts]).encode()
    return JobForm(JobKind.IMPORT, order_json(order, "body.json"), data, is_dry=order.dry_run)


def run() -> str:
    """Do the next job, as a worker does, and return the state that it is left in."""
    lease = job_claim()
    assert lease is not None
    return job_do(lease)


def ended(job: Job) -> Job:
    """Return a job as it is now."""
    return Job.objects.get(pk=job.pk)


class TestRun:
    def test_writes_what_the_request_would_have_written_and_notifies(self, pack: Pack, admin: Account) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a"), card_text("base.b")))
        state = run()
        job = ended(job)

        assert (state, job.state, job.result["new"], job.input) == ("finished", "finished", ["base.a", "base.b"], None)
        assert Card.objects.count() == 2
        notification = Notification.objects.get()
        assert notification_path(notification) == f"/packs/core/jobs/{job.number}/"
        assert notification_sentence(notification, "en") == "Job 1 (import) has ended: see its result."
        assert notification_sentence(notification, "zh") == "任务 1（导入）已结束：查看结果。"

    def test_refuses_as_the_request_would_have(self, pack: Pack, admin: Account) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a"), card_text("base.b", manaCost="much")))
        assert run() == "refused"
        refusal = ended(job).refusal

        assert (refusal["slug"], {each["card"] for each in refusal["problems"] if each["severity"] == "error"}) == (
            "invalid-fields",
            {"base.b"},
        )
        assert not Card.objects.exists()

    def test_asks_again_whether_the_account_may(self, pack: Pack, people: dict[str, Account]) -> None:
        job = job_queue(actor=people["designer"], pack=pack, form=form_of(card_text("base.a")))
        pack.memberships.filter(account=people["designer"]).update(role="viewer")
        assert (run(), ended(job).refusal["slug"], Card.objects.count()) == ("refused", "forbidden", 0)

    def test_of_a_check_keeps_the_file_and_writes_it_against_what_was_read(self, card: Card, admin: Account) -> None:
        form = form_of(card_text("base.stone", manaCost=7), card_text("base.b"), order=ImportOrder(dry_run=True))
        check = job_queue(actor=admin, pack=card.pack, form=form)
        run()
        checked = ended(check)
        assert (checked.result["written"], checked.result["changed"], Card.objects.count()) == (
            False,
            ["base.stone"],
            1,
        )
        draft_save(
            actor=admin, card=card, text=card_text("base.stone", manaCost=9), texts=None, based_on=card.draft.etag
        )
        write = job_again(actor=admin, job=checked)

        assert run() == "refused"
        assert [error["pointer"] for error in ended(write).refusal["errors"]] == ["/cards/base.stone"]
        assert json.loads(Draft.objects.get(card=card).text)["manaCost"] == 9

    def test_fails_with_a_reason_and_goes_on_with_the_next(
        self, pack: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail_half_way(job: Job, watch: Any) -> Any:
            Card.objects.create(pack=pack, written_id="half", created_by=admin)
            raise ZeroDivisionError

        monkeypatch.setitem(job_run.ACTS, JobKind.IMPORT, fail_half_way)  # type: ignore[misc]  # a mapping to its readers
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))
        assert (run(), ended(job).refusal["slug"], Card.objects.exists()) == ("failed", "failed", False)

    def test_of_one_pack_go_one_after_the_other(self, pack: Pack, admin: Account) -> None:
        for name in ("base.a", "base.b"):
            job_queue(actor=admin, pack=pack, form=form_of(card_text(name)))
        first = job_claim()
        assert first is not None and job_claim() is None
        job_do(first)
        assert run() == "finished"

    def test_are_few_for_each_account(self, pack: Pack, admin: Account) -> None:
        for _ in range(MAX_OPEN):
            job_queue(actor=admin, pack=pack, form=JobForm(JobKind.CHECK))
        with pytest.raises(QuotaExceeded):
            job_queue(actor=admin, pack=pack, form=JobForm(JobKind.CHECK))


class TestLease:
    """A worker that dies leaves nothing; one that lost its lease writes nothing."""

    def stopping(self, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
        """Do something in the middle of the next import, after its rows were written and before its end."""
        original, acts = job_run.ACTS[JobKind.IMPORT], iter([act])

        def late(job: Job, watch: Any) -> Any:
            result = original(job, watch)
            for each in acts:
                thread = threading.Thread(target=each)  # another process: its own connection
                thread.start()
                thread.join()
            return result

        monkeypatch.setitem(job_run.ACTS, JobKind.IMPORT, late)  # type: ignore[misc]  # a mapping to its readers

    def test_cancelled_in_the_middle_writes_nothing(
        self, pack: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))
        self.stopping(monkeypatch, lambda: (job_cancel(actor=admin, job=job), connection.close()))

        assert run() == "cancelled"
        assert (ended(job).state, Card.objects.exists(), Notification.objects.exists()) == ("cancelled", False, False)

    def test_taken_by_another_worker_is_done_once(
        self, pack: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))

        def expire() -> None:
            with connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE cards_job SET lease_until = now() - interval '1 s', lease_id = gen_random_uuid()"
                )
            connection.close()

        self.stopping(monkeypatch, expire)
        run()
        assert not Card.objects.exists()
        assert run() == "finished"
        assert (Card.objects.count(), ended(job).losses) == (1, 1)

    def test_is_given_up_after_some_workers(self, pack: Pack, admin: Account) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))
        for _ in range(LOSSES):
            assert job_claim() is not None
            Job.objects.update(lease_until="2000-01-01T00:00Z")
        jobs_sweep()
        assert (ended(job).state, ended(job).refusal["slug"], job_claim()) == ("failed", "failed", None)

    def test_hears_of_a_cancel_while_it_checks(self, pack: Pack, admin: Account) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))
        lease = job_claim()
        assert lease is not None
        beat = job_run._Beat(lease)
        job_cancel(actor=admin, job=job)
        assert not beat._renewed()
        beat._lost.set()
        with pytest.raises(job_run.Ended):
            beat.watch(Phase.CHECKING, 1, 2)

    def test_of_another_is_cancelled_by_a_designer_at_least(self, pack: Pack, admin: Account) -> None:
        viewer = Account.objects.create_user("viewer@example.org")
        Membership.objects.create(pack=pack, account=viewer, role=Role.VIEWER)
        own, admins = (job_queue(actor=each, pack=pack, form=JobForm(JobKind.CHECK)) for each in (viewer, admin))

        job_cancel(actor=viewer, job=own)
        with pytest.raises(Forbidden):
            job_cancel(actor=viewer, job=admins)
        assert (ended(own).state, ended(admins).state) == ("cancelled", "queued")

    def test_says_how_far_it_is(self, pack: Pack, admin: Account) -> None:
        job = job_queue(actor=admin, pack=pack, form=form_of(card_text("base.a")))
        lease = job_claim()
        assert lease is not None
        beat = job_run._Beat(lease)
        beat.watch(Phase.WRITING, 3, 8)
        assert beat._renewed()
        assert (ended(job).phase, ended(job).done, ended(job).of) == ("writing", 3, 8)


class TestKinds:
    def test_bulk_edit_is_checked_then_written_then_undone(
        self, make_card: MakeCard, pack: Pack, admin: Account
    ) -> None:
        cards = [make_card(f"base.c{n}") for n in range(3)]
        edits = [
            {"id": card.written_id, "etag": card.draft.etag, "changes": [{"pointer": "/manaCost", "value": 8}]}
            for card in cards
        ]
        data = json.dumps({"kind": "grid", "what": {"en": "x", "zh": "x"}, "cards": edits}).encode()
        check = job_queue(actor=admin, pack=pack, form=JobForm(JobKind.BULK, {}, data, is_dry=True))
        run()
        found = ended(check).result
        assert (found["ok"], found["cards"], found["changes"], found["shown"][0]["changes"][0]["new"]) == (
            True,
            3,
            3,
            "8",
        )
        assert not BulkEdit.objects.exists()
        write = job_again(actor=admin, job=ended(check))
        run()
        assert (ended(write).result["cards"], BulkEdit.objects.count()) == (3, 1)
        undo = job_queue(actor=admin, pack=pack, form=JobForm(JobKind.UNDO, {"number": ended(write).result["edit"]}))
        run()
        assert (ended(undo).result["cards"], json.loads(Draft.objects.first().text)["manaCost"] != 8) == (3, True)  # type: ignore[union-attr]  # there is one

    def test_check_finds_the_cards_with_errors(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        make_card("base.good")
        make_card("base.bad", manaCost="much")
        job = job_queue(actor=admin, pack=pack, form=JobForm(JobKind.CHECK))
        run()
        result = ended(job).result
        assert (result["ok"], result["cards"], result["wrong"]) == (False, 2, 1)
        assert result["problems"][0]["card"] == "base.bad"

    def test_every_kind_has_an_act(self) -> None:
        assert set(job_kinds.ACTS) == set(JobKind.values)


class TestPrune:
    def test_forgets_files_after_a_day_and_jobs_after_ninety(self, pack: Pack, admin: Account) -> None:
        form = form_of(card_text("base.a"), order=ImportOrder(dry_run=True))
        job = job_queue(actor=admin, pack=pack, form=form)
        run()
        jobs_prune()
        assert ended(job).input is not None
        Job.objects.update(finished_at="2020-01-01T00:00Z")
        assert (jobs_prune(), Job.objects.exists()) == (1, False)


def many_cards(count: int) -> bytes:
    """Return a file of a number of cards."""
    return json.dumps([json.loads(card_text(f"base.n{n}")) for n in range(count)]).encode()


def post_bytes(caller: Caller, path: str, data: bytes, key: str = "") -> Any:
    """Post bytes as they are."""
    headers = {"Idempotency-Key": key} if key else {}
    return caller.client.post(path, data, content_type="application/json", headers=headers)


class TestApi:
    """Up to 200 cards as it was; above, 202 with the address of the job."""

    @pytest.fixture
    def caller(self, pack: Pack, admin: Account) -> Caller:
        return Caller(admin)

    @pytest.mark.parametrize(("dry", "few", "kept"), [("", 201, LONG), ("?dry_run=1", 200, 0)])
    def test_answers_at_once_up_to_200_cards(self, caller: Caller, dry: str, few: int, kept: int) -> None:
        answer = post_bytes(caller, f"/api/v1/packs/core/imports/{dry}", many_cards(LONG))
        assert (answer.status_code, Card.objects.count(), Job.objects.exists()) == (few, kept, False)

    @pytest.mark.parametrize("dry", ["", "?dry_run=1"])
    def test_goes_on_as_a_job_above(self, caller: Caller, dry: str) -> None:
        answer = post_bytes(caller, f"/api/v1/packs/core/imports/{dry}", many_cards(LONG + 1))
        body = answer.json()

        assert (answer.status_code, answer.headers["Location"]) == (202, "/api/v1/packs/core/jobs/1/")
        assert int(answer.headers["Retry-After"]) > 0
        assert (body["state"], body["dry_run"], Card.objects.exists()) == ("queued", bool(dry), False)
        assert run() == "finished"
        done = caller("GET", answer.headers["Location"], status=200).json()
        assert (done["state"], len(done["result"]["new"]), done["result"]["written"]) == ("finished", LONG + 1, not dry)

    @pytest.mark.parametrize("language", ["en", "zh-Hans"])
    @pytest.mark.parametrize(
        "texts",
        [
            [card_text("base.a", manaCost="much")],
            [card_text("base.a"), card_text("base.a")],
            [card_text("base.a"), card_text("base.A")],
            [card_text("base.trashed")],
        ],
        ids=["errors", "twice", "case", "trash"],
    )
    def test_refuses_with_the_document_of_the_request(
        self, caller: Caller, make_card: MakeCard, pack: Pack, admin: Account, texts: list[str], language: str
    ) -> None:
        card_trash(actor=admin, card=make_card("base.trashed"))
        form = replace(form_of(*texts), order=order_json(ImportOrder(), "body.jsonc"))
        headers = {"Accept-Language": language}
        post = caller.client.post
        body = post("/api/v1/packs/core/imports/", form.data, content_type="application/json", headers=headers).json()
        job = job_queue(actor=admin, pack=pack, form=form)
        assert run() == "refused"
        read = caller.client.get(f"/api/v1/packs/core/jobs/{job.number}/", headers=headers)
        other_response = caller.client.get(
            f"/api/v1/packs/core/jobs/{job.number}/",
            headers={"Accept-Language": "en" if language != "en" else "zh-Hans", "If-None-Match": read.headers["ETag"]},
        )
        refusal = read.json()["refusal"]

        assert body.pop("instance") == "/api/v1/packs/core/imports/" and body.pop("request_id")
        assert refusal.pop("instance") == f"/api/v1/packs/core/jobs/{job.number}/" and "request_id" in refusal
        del refusal["request_id"]
        assert refusal == body and body["errors" if "problems" not in body else "problems"]
        assert (other_response.status_code, other_response.json()["refusal"]["title"] != body["title"]) == (200, True)

    def test_repeats_its_answer(self, caller: Caller) -> None:
        first, second = (
            post_bytes(caller, "/api/v1/packs/core/imports/", many_cards(LONG + 1), key="one") for _ in range(2)
        )
        assert (first.status_code, second.status_code, Job.objects.count()) == (202, 202, 1)

    def test_waits_for_its_end_where_that_is_asked(self, caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        from cards.api.views import jobs as views

        monkeypatch.setattr(views, "wait_for", lambda is_done, seconds: bool(run()) and is_done())
        answer = post_bytes(caller, "/api/v1/packs/core/imports/?wait=5", many_cards(LONG + 1))
        assert (answer.status_code, answer.json()["state"]) == (202, "finished")
        assert caller("GET", "packs/core/jobs/1/?wait=31", status=400)

    def test_is_cancelled(self, caller: Caller) -> None:
        post_bytes(caller, "/api/v1/packs/core/imports/", many_cards(LONG + 1))
        answer = post_bytes(caller, "/api/v1/packs/core/jobs/1/cancel/", b"{}")
        assert (answer.status_code, answer.json()["state"], job_claim()) == (202, "cancelled", None)
        assert AuditEvent.objects.filter(action="job.cancel").exists()
