"""Files to print or play: drawn in a job, kept for a week, with what does not fit named."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from cards.gateway import rulesets
from cards.models import Account, Card, Job, Pack
from cards.services.card import card_create
from cards.services.deck import deck_create
from cards.services.job import jobs_prune
from cards.services.job_run import job_claim, job_do
from cards.services.pack import PackForm, pack_create
from tests.cards.api.caller import Caller, pointers
from tests.cards.conftest import card_text

LONG = "Deal 3 damage to each monster, then draw a card for each that dies. " * 60


def end_of(caller: Caller, body: dict[str, Any], pack: str = "core") -> dict[str, Any]:
    """Return the job of an order once a worker has done it."""
    job = caller("POST", f"packs/{pack}/sheets/", body, status=202).json()
    lease = job_claim()
    assert lease is not None
    job_do(lease)
    result: dict[str, Any] = caller("GET", f"packs/{pack}/jobs/{job['number']}/", status=200).json()
    return result


@pytest.mark.django_db(transaction=True)
def test_pages_of_cards_name_what_does_not_fit_and_last_a_week(card: Card, people: dict[str, Account]) -> None:
    text = card_text("base.long", description=LONG)
    card_create(actor=people["admin"], pack=card.pack, text=text, texts=None)
    caller = Caller(people["viewer"])
    ids = ["base.stone", "base.none", "base.long"]
    job = end_of(caller, {"format": "pdf", "cards": ids, "bleed": 3, "copies": 5})
    result, file = job["result"], f"packs/core/jobs/{job['number']}/file"
    assert (job["state"], result["cards"], result["faces"]) == ("finished", 2, 10)
    assert (result["missing"], result["cut"], result["unknown"]) == (["base.none"], ["base.long"], [])
    answer = caller("GET", file, status=200)
    assert answer.content.startswith(b"%PDF") and answer.content.count(b"/Type /Page ") == 2
    assert answer.headers["Content-Disposition"] == f'attachment; filename="core-{job["number"]}.pdf"'
    caller("GET", file, status=304, If_None_Match=answer.headers["ETag"])
    page = caller.client.get(f"/packs/core/jobs/{job['number']}/").content.decode()
    assert f"/api/v1/{file}" in page and "base.long" in page and "base.none" in page

    for days, status in ((6, 200), (8, 404)):
        Job.objects.update(finished_at=Now() - timedelta(days=days))
        jobs_prune()
        caller("GET", file, status=status)
    page = caller.client.get(f"/packs/core/jobs/{job['number']}/").content.decode()
    assert "draw it again" in page and f"/api/v1/{file}" not in page


@pytest.mark.django_db(transaction=True)
def test_a_release_and_a_deck_are_drawn_for_the_table(public_pack: Pack, people: dict[str, Account]) -> None:
    caller = Caller(people["viewer"])
    job = end_of(caller, {"format": "tabletop", "release": "1.0.0", "language": "zh"})
    content = caller("GET", f"packs/core/jobs/{job['number']}/file", status=200).content
    files = zipfile.ZipFile(io.BytesIO(content))
    (deck,) = json.loads(files.read("deck.json"))["ObjectStates"]
    assert "sheet-1.png" in files.namelist() and "1.0.0" in (deck["Nickname"], *deck["Nickname"].split())

    admin = people["admin"]
    pack = pack_create(actor=admin, form=PackForm(name={"en": "H"}), slug="halo-pack", ruleset="halo")
    text = rulesets.sample_pack("halo").cards[0].text
    first = card_create(actor=admin, pack=pack, text=text, texts=None).written_id
    entries = [{"id": first, "count": 3}, {"id": "GONE-1", "count": 1}]
    made = deck_create(actor=admin, pack=pack, text=json.dumps({"deckId": "d", "cards": entries}))
    page = Caller(admin).client.post("/packs/halo-pack/print/", {"do": "tabletop", "deck": made.number, "lang": "en"})
    lease = job_claim()
    assert lease is not None and job_do(lease) == "finished"
    result = Job.objects.get(pack=pack).result
    assert page.headers["Location"] == "/packs/halo-pack/jobs/1/"
    assert (result["faces"], result["missing"]) == (3, ["GONE-1"])


@pytest.mark.django_db
def test_orders_are_refused_with_their_places(card: Card, people: dict[str, Account]) -> None:
    caller = Caller(people["viewer"])
    base = {"format": "pdf", "cards": ["base.stone"]}
    for changes, place in (
        ({"format": "docx"}, "/format"), ({"paper": "a5"}, "/paper"), ({"bleed": 4}, "/bleed"), ({"language": "fr"}, "/language"),
        ({"copies": 0}, "/copies"), ({"url": "file:///etc"}, "/url"), ({"deck": 1}, "/cards"), ({"cards": [], "release": "x"}, "/release"), ({"cards": []}, "/cards"),
        ({"cards": ["a b"]}, "/cards"), ({"cards": [f"c{n}" for n in range(346)]}, "/cards"),
    ):  # fmt: skip
        assert pointers(caller("POST", "packs/core/sheets/", {**base, **changes}, status=400)) == [place], changes
    assert not Job.objects.exists()
