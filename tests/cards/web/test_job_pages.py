"""The pages of jobs: progress, cancelling, the result, and writing what a check found; in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from cards.models import Account, Card, Job, Pack
from cards.services.card import card_trash
from cards.services.job import LONG
from cards.services.job_run import job_claim, job_do
from tests.cards.conftest import MakeCard, card_text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(admin: Account) -> Client:
    client = Client()
    client.force_login(admin)
    return client


def run() -> None:
    """Do the next job, as a worker does."""
    lease = job_claim()
    assert lease is not None
    job_do(lease)


def upload(count: int, **changes: Any) -> SimpleUploadedFile:
    """Return a file of a number of cards."""
    cards = [json.loads(card_text(f"base.n{n}", **changes)) for n in range(count)]
    return SimpleUploadedFile("many.json", json.dumps(cards).encode())


def unsaid_rests() -> list[str]:
    """Return the lists of pages about jobs of which a part is shown without a word about the rest."""
    folder = Path(__file__).resolve().parents[3] / "templates" / "cards" / "partials"
    pages = {name: (folder / name).read_text() for name in ("_job.html", "_import_report.html")}
    cut = re.compile(r'([\w.]+)\|slice:":(\d+)"')
    return [
        f"{name}: {match[1]}"
        for name, page in pages.items()
        for match in cut.finditer(page)
        if f"{match[1]}|and_more:{match[2]} " not in page.replace("}}", " }}")
    ]


class TestJobPages:
    def test_check_a_long_file_then_write_it(self, client: Client, pack: Pack) -> None:
        answer = client.post("/packs/core/import/", {"do": "check", "file": upload(LONG + 1)})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/packs/core/jobs/1/")
        waiting = client.get("/packs/core/jobs/1/").content.decode()
        assert "Cancel the job" in waiting and 'data-final="false"' in waiting
        first = client.get("/packs/core/jobs/1/progress/")
        again = client.get("/packs/core/jobs/1/progress/", headers={"If-None-Match": first.headers["ETag"]})
        assert (first.json()["final"], again.status_code) == (False, 304)

        run()
        done = client.get("/packs/core/jobs/1/progress/").json()
        assert done["final"] and "Nothing has been written yet" in done["html"] and "Write it" in done["html"]
        Account.objects.update(language="zh")
        assert "写入" in client.get("/packs/core/jobs/1/").content.decode()
        assert client.post("/packs/core/jobs/1/write/", {"do": "write"}).headers["Location"] == "/packs/core/jobs/2/"
        run()
        assert Card.objects.count() == LONG + 1
        assert client.get("/packs/core/jobs/").content.decode().count("/packs/core/jobs/2/") == 1

    def test_say_first_why_a_checked_file_cannot_be_written(self, client: Client, pack: Pack) -> None:
        cards = [json.loads(card_text(f"base.n{n}")) for n in range(LONG)]
        cards.append(json.loads(card_text("base.last", manaCost="much")))
        file = SimpleUploadedFile("many.json", json.dumps(cards).encode())
        client.post("/packs/core/import/", {"do": "check", "file": file})
        run()
        page = client.get("/packs/core/jobs/1/").content.decode()
        assert "Nothing can be imported: 1 error." in page and "Write it" not in page
        assert "Nothing has been written yet" not in page
        assert 0 < page.index("E-SCHEMA") < page.index("W-ID"), (
            "errors come before warnings, of which only some are listed"
        )

    def test_cancel_a_job(self, client: Client, pack: Pack) -> None:
        client.post("/packs/core/import/", {"do": "write", "file": upload(LONG + 1)})
        client.post("/packs/core/jobs/1/cancel/")
        page = client.get("/packs/core/jobs/1/").content.decode()
        assert "The job was cancelled; nothing was written." in page
        assert (job_claim(), Card.objects.exists()) == (None, False)

    def test_offer_to_restore_what_is_in_the_trash(
        self, client: Client, pack: Pack, admin: Account, make_card: MakeCard
    ) -> None:
        card_trash(actor=admin, card=make_card("base.n0"))
        client.post("/packs/core/import/", {"do": "check", "file": upload(LONG + 1, manaCost=9)})
        run()
        assert "Restore and update" in client.get("/packs/core/jobs/1/").content.decode()
        client.post("/packs/core/jobs/1/write/", {"do": "restore"})
        run()
        client.post("/packs/core/jobs/2/write/", {"do": "write"})
        run()
        assert Card.objects.filter(trashed_at__isnull=True).count() == LONG + 1
        assert [job.state for job in Job.objects.order_by("number")] == ["finished"] * 3

    def test_say_why_a_job_was_refused(self, client: Client, pack: Pack) -> None:
        client.post("/packs/core/import/", {"do": "write", "file": upload(LONG + 1, manaCost="much")})
        run()
        page = client.get("/packs/core/jobs/1/").content.decode()
        assert "Some cards have errors" in page and "E-SCHEMA" in page

    @pytest.mark.parametrize(
        ("language", "words", "extra"),
        [("en", "Everything was written", "and 18 more"), ("zh-hans", "全部内容已写入", "另有 18 项")],
    )
    def test_say_what_is_not_written(self, pack: Pack, language: str, words: str, extra: str) -> None:
        why = {"en": "Too many.", "zh": "过多。"}
        some_records = [{"name": f"scenarios/{n}.json", "why": why} for n in range(68)]

        def page(**result: Any) -> str:
            job = Job(kind="import", state="finished", number=1, result=result)
            return render_to_string("cards/partials/_job.html", {"job": job, "result": result, "report": result})

        with override(language):
            partly, whole = page(not_taken=some_records), page(new=["a"])
            left_out = page(left_out=[f"base.n{n}" for n in range(38)])
            drafts = page(drafts=[f"base.n{n}" for n in range(38)])
        assert (words in whole, words in partly, words in left_out) == (True, False, False)
        assert (extra in partly, extra in left_out, extra in whole) == (True, True, False)
        assert (words in drafts, extra in drafts) == (True, True)

    def test_say_how_much_of_a_list_is_not_shown(self) -> None:
        assert unsaid_rests() == []

    def test_check_every_card(self, client: Client, pack: Pack, make_card: MakeCard) -> None:
        make_card("base.bad", manaCost="much")
        client.post("/packs/core/jobs/")
        run()
        assert "1 cards were checked; 1 have errors." in client.get("/packs/core/jobs/1/").content.decode()
