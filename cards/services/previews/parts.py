"""What every start of a preview needs: what is previewed, against what, with which cards around it, and its rows."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from cards.errors import InvalidFields, StateConflict
from cards.gateway import pack_names, packs, previews
from cards.models import Account, Card, CardVersion, HealthRun, Outbox, Pack, Preview, PreviewChunk, PreviewKind, Sweep
from cards.queries.beside import cards_beside, with_cards_beside
from cards.queries.history import blob_data, draft_get, version_get
from cards.queries.problems import declaring_names, draft_report, version_report
from cards.queries.releases import release_last
from cards.services.audit import audit_record, request_id
from cards.services.pack import number_take
from cards.shape import Json, JsonObject
from cards.values import frozen_dataclass

WITHOUT = "without"
WINDOW = 8
"""Chunks that stand ready beyond the merged ones; a fixed number, so that the stop rule wastes little and workers never wait."""
SEEDS = 1 << 53
"""Seeds are whole numbers that every reader of JSON keeps."""


@frozen_dataclass
class Candidate:
    """What is previewed: a draft's revision or a version, its canonical document and hash."""

    document: Json
    sha256: str
    revision: int | None
    version: CardVersion | None


@frozen_dataclass
class Purpose:
    """What a preview is for: a card, two versions, the health of a pack, one value of a sweep, or an experiment.

    Shapes: `search` is what a search for numbers is asked, as its plan keeps it; `after` is the mark of the cards that would ship,
            `carrier` the one card whose change alone is compared.
    """

    kind: str = PreviewKind.CARD
    sweep: Sweep | None = None
    health: HealthRun | None = None
    value: int | None = None
    is_confirmation: bool = False
    search: JsonObject | None = None
    after: str | None = None
    carrier: str | None = None


def chunks_release(*, preview: Preview, first: int) -> None:
    """Make the rows of the chunks that may be played next: those within the window beyond the merged ones."""
    chunk_count = previews.preview_chunk_count(preview.spec)
    wanted = range(first, min(first + WINDOW, chunk_count))
    PreviewChunk.objects.bulk_create([PreviewChunk(preview=preview, no=no) for no in wanted], ignore_conflicts=True)


def canonical_sha(value: Any) -> str:
    """Return the hash of a document with its keys in order, whatever the database made of their order."""
    return hashlib.sha256(
        json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    ).hexdigest()


def candidate_of(*, card: Card, number: int | None) -> Candidate:
    """Return what is previewed, once it is known to have no error."""
    pack = card.pack
    if number is None:
        draft = draft_get(card=card)
        report, revision, version = draft_report(draft=draft, pack=pack), draft.revision, None
    else:
        version = version_get(card=card, number=number)
        report, revision = version_report(version=version, pack=pack), None
    if not report.ok or report.document is None or report.sha256 is None:
        raise StateConflict("The card has errors; fix them first.", "卡牌有错误，请先修正。", problems=report.problems)
    return Candidate(report.document, report.sha256, revision, version)


def baseline_of(*, card: Card, candidate: Candidate, baseline: int | str | None) -> CardVersion | None:
    """Return the version to compare with: the one asked for, else the newest with other bytes; none means without the card."""
    if baseline == WITHOUT:
        return None
    if isinstance(baseline, int):
        return version_get(card=card, number=baseline)
    if baseline is not None:
        raise InvalidFields.of("/baseline", "The number of a version, or without.", "应为版本号或 without。")
    versions = CardVersion.objects.filter(card=card).exclude(blob_id=candidate.sha256)
    if candidate.version is not None:
        versions = versions.filter(number__lt=candidate.version.number)
    return versions.order_by("-number").first()


def document_of(*, version: CardVersion) -> Json:
    """Return the canonical document of a version."""
    document: Json = packs.read_json(blob_data(sha256=version.sha256))
    return document


@frozen_dataclass
class Surroundings:
    """What a card is tried with, and what a plan keeps of it for its readers: which cards were taken in which form.

    Shapes: marks are `{card, revision, version}`, one of the two numbers nothing; release is the version of the release that decks and
            piles are taken from, nothing before the first one.
    """

    around: previews.Around
    marks: Sequence[JsonObject]
    release: str | None


@frozen_dataclass
class Planned:
    """A plan of the engine, and what it was made of."""

    spec: JsonObject
    made_of: Surroundings


def surroundings_of(*, card: Card, candidate: Candidate, former: CardVersion | None) -> Surroundings:
    """Return what a card is tried with: of each card that it or its former version leads to the newest draft or version.

    Errors: StateConflict with the names of the cards that are nowhere.
    """
    baseline = document_of(version=former) if former else None
    pool, release = pool_of(card=card), release_last(pack=card.pack)
    documents = [candidate.document, *([baseline] if baseline else [])]
    cards = cards_beside(pack=card.pack, documents=documents, own=candidate.document["id"])
    if release is None:
        cards = with_cards_beside(pack=card.pack, pool=pool or (), played_cards=cards, own=candidate.document["id"])
    around = previews.Around(baseline, pool, [one.document for one in cards])
    return Surroundings(around, [one.mark for one in cards], release.version if release else None)


def surroundings_again(*, preview: Preview) -> Surroundings:
    """Return what a preview was tried with, to measure its card once more: each card in the form that it had."""
    spec, plan = preview.spec, preview.plan
    pool = pool_of(card=preview.card) if preview.card else None
    around = previews.Around(spec["baseline"], pool, spec["cards"])
    return Surroundings(around, plan.get("beside", ()), plan.get("release"))


def planned(*, card: Card, candidate: Candidate, former: CardVersion | None, preset: str, seed: int) -> Planned:
    """Return the plan of a preview with everything that its matches need.

    Errors: StateConflict where it cannot be played: a card is named and nowhere, or there is no deck to try it in.
    """
    surroundings = surroundings_of(card=card, candidate=candidate, former=former)
    spec = previews.preview_plan(
        card.pack.ruleset, candidate=candidate.document, around=surroundings.around, preset=preset, seed=seed
    )
    return Planned(spec, surroundings)


def pool_of(*, card: Card) -> list[Json] | None:
    """Return the cards that the experiment's decks and piles are taken from: those of the last release.

    Before the first release the newest versions that are valid; a pack that has neither plays with the engine's own set. What drafts
    declare for the other cards of the pack is always among them, in place of what was released: the card was checked with it.
    """
    declared_names = declaring_names(pack=card.pack).declared
    mine = [dict(document) for name, (document, _) in declared_names.items() if name != card.written_id]
    pool = _pool_of(card)
    if not declared_names:
        return pool
    if pool is None:
        pool = pack_names.shipped_documents(card.pack.ruleset)
    return [*(document for document in pool if document["id"] not in declared_names), *mine]


def _pool_of(card: Card) -> list[Json] | None:
    pack = card.pack
    release = release_last(pack=pack)
    if release is not None:
        shipped = release.cards.exclude(card=card).select_related("blob").order_by("written_id")
        return [packs.read_json(bytes(each.blob.data)) for each in shipped]
    valid = [version for version in _newest(pack, card) if version_report(version=version, pack=pack).ok]
    return [document_of(version=version) for version in valid] or None


def _newest(pack: Pack, card: Card) -> list[CardVersion]:
    cards = Card.objects.filter(pack=pack, trashed_at__isnull=True, newest_version__isnull=False).exclude(pk=card.pk)
    return [
        each.newest_version
        for each in cards.select_related("newest_version").order_by("written_id")
        if each.newest_version
    ]


def preview_write(
    *,
    account: Account,
    card: Card,
    candidate: Candidate,
    former: CardVersion | None,
    plan: Planned,
    purpose: Purpose,
) -> Preview:
    """Insert the preview of a card, its first chunks, its outbox row and its audit event."""
    about = {
        "card": card,
        "candidate_revision": candidate.revision,
        "candidate_version": candidate.version,
        "candidate_sha256": candidate.sha256,
        "baseline_version": former,
        "baseline_sha256": former.sha256 if former else None,
    }
    details = {"card": card.written_id, "preset": plan.spec["preset"], "candidate": candidate.sha256}
    return preview_insert(account=account, pack=card.pack, plan=plan, purpose=purpose, about=about, details=details)


def preview_insert(
    *, account: Account, pack: Pack, plan: Planned, purpose: Purpose, about: JsonObject, details: JsonObject
) -> Preview:
    """Insert a preview with its first chunks, its outbox row and its audit event; `about` are the columns that name a card."""
    spec = plan.spec
    preview = Preview.objects.create(
        pack=pack,
        number=number_take(pack=pack, kind="preview"),
        kind=purpose.kind,
        sweep=purpose.sweep,
        health=purpose.health,
        sweep_value=purpose.value,
        is_confirmation=purpose.is_confirmation,
        plan={
            "preset": spec["preset"],
            "bots": spec["bots"],
            "opponents": ["starters"],
            "seed": spec["seed"],
            "beside": list(plan.made_of.marks),
            "release": plan.made_of.release,
            **({} if purpose.search is None else {"search": purpose.search}),
            **({} if purpose.after is None else {"after": purpose.after}),
            **({} if purpose.carrier is None else {"carrier": purpose.carrier}),
        },
        spec=spec,
        spec_sha256=canonical_sha(spec),
        engine_hash=spec["engine"],
        seed=spec["seed"],
        blocks_of=spec["blocks_max"],
        request_id=request_id(),
        requested_by=account,
        **about,
    )
    chunks_release(preview=preview, first=0)
    Outbox.objects.create(topic="preview.queued", payload={"preview": preview.pk}, request_id=request_id())
    if purpose.sweep is not None:
        return preview  # the sweep has its own event
    target = f"preview {preview.number}"
    audit_record(actor=account, action="preview.start", pack=pack, target=target, details=details)
    return preview
