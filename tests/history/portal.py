"""A world in this process: people, a pack with long names, and a sender that needs no server."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Mapping
from typing import Any

from django.db import Error, connection
from django.test import Client as Browser
from PIL import Image

from cards.errors import Refusal
from cards.gateway import deck_files, rulesets, validation
from cards.models import Account, Card, Job, JobKind, Membership, Pack, Role, WebhookDelivery
from cards.queries.history import draft_get, revision_list
from cards.services.bulk import CardEdit, Change, bulk_undo, bulk_write
from cards.services.card import card_create
from cards.services.draft import revision_restore
from cards.services.import_report import ImportOrder
from cards.services.job import JobForm, job_queue
from cards.services.job_kinds import order_json
from cards.services.job_run import job_claim, job_do
from cards.services.pack import PackForm, pack_create
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from cards.services.webhook import webhook_create
from tests.history.asking import Asked, World

LONG = "x" * 125
SLUG = "p" * 60
PASSWORD = "correct horse battery"
HTTP_ACCEPTED = 202


def card_text(ruleset: str, written_id: str, name: str) -> str:
    """Return the text of a valid card of a game with a name."""
    document = json.loads(rulesets.templates(ruleset)[0].text(written_id))
    return json.dumps({**document, "name": name}, ensure_ascii=False)


def takes_long_ids(ruleset: str) -> bool:
    """Return whether a card whose id fills its column is valid in a game; with one that is not no release passes the gates."""
    report = validation.validate(ruleset, card_text(ruleset, f"{LONG}a", "Long"), known_ids=frozenset(), texts={})
    return not any(problem.to_json()["severity"] == "error" for problem in report.problems)


def build() -> tuple[World, dict[str, Account]]:
    """Make the people and what their requests may name."""
    game = next(
        each.name for each in rulesets.rulesets() if deck_files.has_decks(each.name) and takes_long_ids(each.name)
    )
    people = {name: Account.objects.create_user(f"{name}@example.org", PASSWORD) for name in (*Role.values, "temp")}
    admin, form = people["admin"], PackForm(name={"en": "History"}, approvals_needed=0)
    pack = pack_create(actor=admin, slug=SLUG, ruleset=game, form=form)
    side = pack_create(actor=admin, slug="side", ruleset=game, form=form)
    for name, role in (*((role, role) for role in Role.values[:-1]), ("temp", Role.DESIGNER)):
        Membership.objects.create(pack=pack, account=people[name], role=role)
    cards = [f"{LONG}a", f"{LONG}b", "base.one"]
    released, trash = ["base.sold", "base.kept"], ["base.loose", "base.gone"]
    for name in (*cards, *released, *trash, "base.moved"):
        card = card_create(actor=admin, pack=pack, text=card_text(game, name, f"begin {name[-6:]}"), texts=None)
        if name in released:
            version_create(actor=admin, card=card, based_on=card.draft.etag)
    release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override="History."))
    hook, _ = webhook_create(actor=admin, pack=pack, url="https://hooks.example.org/first")
    row = WebhookDelivery.objects.create(
        webhook=hook, event_id="evt_1", kind="release.published", body="{}", state="failed"
    )
    world = World(
        pack=SLUG,
        side=side.slug,
        ruleset=game,
        card_text=lambda written_id, name: card_text(game, written_id, name),
        deck_text=deck_files.deck_empty(game, "mine", "Mine"),
        arts=[_picture(colour) for colour in ("teal", "red")],
        cards=cards,
        released=released,
        trash=trash,
        moved="base.moved",
        temps={"temp@example.org": Membership.objects.get(pack=pack, account=people["temp"]).pk},
        hooks=[hook.pk],
        deliveries=[(hook.pk, row.pk)],
        releases=["1.0.0"],
    )
    return world, people


def _picture(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(out, "PNG")
    return out.getvalue()


class Browsers:
    """Sends requests as signed-in people, without a server; one for each thread."""

    def __init__(self, people: Mapping[str, Account]) -> None:
        self.browsers = {name: Browser(raise_request_exception=False) for name in people}
        for name, account in people.items():
            self.browsers[name].force_login(account)

    def __call__(
        self, account: str, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> tuple[int | None, Any, Mapping[str, str]]:
        """Send it and return what is answered."""
        is_file = isinstance(body, bytes)
        data = body if is_file else b"" if body is None else json.dumps(body)
        kind = "image/png" if is_file else "application/json"
        response = self.browsers[account].generic(method, path, data, content_type=kind, headers=dict(headers))
        is_json = "json" in response.headers.get("Content-Type", "")
        return (
            response.status_code,
            json.loads(response.content) if is_json and response.content else None,
            response.headers,
        )


def queue_import(
    account: Account, world: World, request: Asked, _name: str
) -> tuple[int | None, Any, Mapping[str, str]]:
    """Queue an import of a few cards as a job, which a page does above a number of cards; without an answer where the database is away."""
    order = order_json(ImportOrder(message=request.body["message"]), "body.json")
    form = JobForm(JobKind.IMPORT, order, json.dumps(request.body["cards"]).encode())
    try:
        job = job_queue(actor=account, pack=Pack.objects.get(slug=world.pack), form=form)
    except Refusal as refused:
        return refused.status, None, {}
    except Error:
        connection.close()
        return None, None, {}
    return HTTP_ACCEPTED, {"number": job.number}, {}


class Services:
    """What the pages do beside the API, by the services that they call."""

    def __init__(self, people: Mapping[str, Account]) -> None:
        self.designer = people["designer"]
        self.bulks: list[int] = []

    def acts(self) -> dict[str, Any]:
        """Return each by the name of its operation."""
        return {
            "bulk POST": self.bulk,
            "bulk-undo POST": self.undo,
            "history POST": self.restore,
            "job POST": self.job,
        }

    def job(self, world: World, asked: Asked, name: str) -> tuple[int | None, Any, Mapping[str, str]]:
        """Queue an import, and be a worker until it is done."""
        status, answer, headers = queue_import(self.designer, world, asked, name)
        while status == HTTP_ACCEPTED and not Job.objects.get(pack__slug=world.pack, number=answer["number"]).is_final:
            if (lease := job_claim()) is None:  # another client's worker has one
                time.sleep(0.01)
            else:
                job_do(lease)
        return status, answer, headers

    def bulk(self, world: World, request: Asked, _name: str) -> tuple[int | None, Any, Mapping[str, str]]:
        """Write a name into a card as a bulk edit."""
        pack = Pack.objects.get(slug=world.pack)
        edits = [CardEdit(card, "", (Change("/name", request.body["name"]),)) for card in request.body["cards"]]
        try:
            new_bulk = bulk_write(actor=self.designer, pack=pack, edits=edits, kind="grid", summary={})
        except Refusal as refused:
            return refused.status, None, {}
        self.bulks.append(new_bulk.pk)
        return 201, {"bulk": new_bulk.pk, "cards": len(edits)}, {}

    def undo(self, world: World, asked: Asked, _name: str) -> tuple[int | None, Any, Mapping[str, str]]:
        """Take the newest bulk edit back."""
        if not self.bulks:
            return 404, None, {}
        number = self.bulks.pop()
        try:
            bulk_undo(actor=self.designer, pack=Pack.objects.get(slug=world.pack), number=number)
        except Refusal as refused:
            return refused.status, None, {}
        return 201, {"bulk": number, "cards": 1}, {}

    def restore(self, world: World, asked: Asked, _name: str) -> tuple[int | None, Any, Mapping[str, str]]:
        """Make the draft what its first save was."""
        card = Card.objects.get(pack__slug=world.pack, written_id=asked.names["card"])
        etag, first = draft_get(card=card).etag, revision_list(card=card).last()
        try:
            saved_revision = revision_restore(actor=self.designer, card=card, revision=first, based_on=etag)  # type: ignore[arg-type]  # a draft has a first revision
        except Refusal as refused:
            return refused.status, None, {"If-Match": etag}
        return 200, {"revision": saved_revision.draft.revision}, {"If-Match": etag}
