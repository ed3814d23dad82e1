"""Bringing a whole set of cards into a pack: through the same services as by hand, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.db.models.functions import Lower

from cards import gateway
from cards.errors import BadText, InvalidFields
from cards.models import Account, Card, Draft, Pack, RevisionOrigin
from cards.permissions import Act, Actor, require, require_account
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.services.audit import audit_record
from cards.services.card import card_add
from cards.services.draft import CheckedDraft, checked_draft, draft_write
from cards.services.pack import pack_lock
from cards.services.version import version_add

STRICT, DEVELOPMENT = "strict", "development"
HAS_ERRORS = {
    "en": "Some cards have errors; each problem says where.",
    "zh": "部分卡牌含有错误，各问题注明了位置。",
}
LOOKED_AT = 10_000  # cards of the pack among which a former id is looked for
Outcome = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Incoming:
    """One card of an import: its text, its name and rules text in other languages, and where it is in a file."""

    text: str
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    place: gateway.CardPlace | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import would do or did.

    Shapes: new, changed, unchanged and left_out hold ids; renamed holds pairs of the id that looks like the former one of a new card;
            problems are the engine's, with the card and the file that each is about.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    problems: tuple[gateway.Problem, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def writes(self) -> int:
        """Return how many cards this import writes; none in strict mode while there is an error."""
        return len(self.new) + len(self.changed) if self.ok or self.left_out else 0

    @property
    def ok(self) -> bool:
        """Say whether strict mode takes it: no error anywhere."""
        return all(problem.severity != "error" for problem in self.problems)


def pack_import(
    *,
    actor: Actor,
    pack: Pack,
    cards: Sequence[Incoming],
    message: str = "",
    dry_run: bool = False,
    mode: str = STRICT,
) -> ImportReport:
    """Import cards; each new or changed one gets a draft and a version.

    In strict mode any error refuses them all; in development mode those with errors are left out, and those that name them.

    Errors: BadText with every problem when one of them is an error; InvalidFields for a duplicate id.
    """
    account = require_account(actor)
    require(account=account, pack=pack, act=Act.CARD_CREATE)
    checked = _read(pack, cards)
    report = _report(pack, checked)
    if mode == DEVELOPMENT:
        report = _valid_rest(pack, cards, report)
    if dry_run:
        return report
    if mode == STRICT and not report.ok:
        raise BadText(HAS_ERRORS, slug="invalid-fields", problems=report.problems)
    with transaction.atomic():
        pack_lock(pack=pack)
        for written_id in (*report.new, *report.changed):
            _import_card(account, pack, written_id, checked[written_id], message)
        details: dict[str, Any] = {"new": len(report.new), "changed": len(report.changed)}
        if report.left_out:
            details["left_out"] = len(report.left_out)
        audit_record(actor=account, action="pack.import", pack=pack, target=pack.slug, details=details)
    return report


def _read(pack: Pack, cards: Sequence[Incoming]) -> dict[str, CheckedDraft]:
    """Return every card by its id, each checked against the names of the pack and of the others."""
    mine = known_ids(pack=pack)
    declared = {**mine.declared, **gateway.declared_in(pack.ruleset, ((card.text, card.texts) for card in cards))}
    known = gateway.PackNames([*mine, *filter(None, (gateway.card_id(card.text) for card in cards))], declared)
    drafts = [checked_draft(pack=pack, text=card.text, texts=card.texts, known=known) for card in cards]
    reports = gateway.with_schema_problems(gateway.game(pack.ruleset, known), (draft.report for draft in drafts))
    checked: dict[str, CheckedDraft] = {}
    folded: dict[str, str] = {}
    for place, (draft, report) in enumerate(zip(drafts, reports, strict=True)):
        written_id = report.card_id or f"#{place + 1}"
        if written_id in checked:
            raise InvalidFields.of("/id", f"The id {written_id} occurs twice.", f"{written_id} 出现了两次。")
        if (other := folded.setdefault(written_id.lower(), written_id)) != written_id:
            raise _alike(written_id, other)
        at = cards[place].place
        problems = tuple(at.moved(problem) if at else problem for problem in report.problems)
        checked[written_id] = replace(draft, report=replace(report, problems=problems))
    _check_case(pack, folded)
    return checked


def _check_case(pack: Pack, folded: Mapping[str, str]) -> None:
    """Refuse an id that differs from the id of a card of the pack in case alone.

    Shapes: folded is the id by its small letters.
    """
    there = Card.objects.filter(pack=pack).annotate(folded=Lower("written_id")).filter(folded__in=folded)
    for small, written_id in there.values_list("folded", "written_id"):
        if folded[small] != written_id:
            raise _alike(folded[small], written_id)


def _alike(written_id: str, other: str) -> InvalidFields:
    return InvalidFields.of(
        "/id",
        f"The ids {written_id} and {other} differ in case alone.",
        f"{written_id} 与 {other} 只有大小写不同。",
    )


def _report(pack: Pack, checked: Mapping[str, CheckedDraft]) -> ImportReport:
    """Return what differs in content; the layout of a text does not count."""
    drafts = Draft.objects.filter(card__pack=pack, card__written_id__in=checked)
    there = {row[0]: row[1:] for row in drafts.values_list("card__written_id", "sha256", "texts")}
    same = {name for name, read in checked.items() if there.get(name) == (read.report.sha256, read.texts)}
    new = tuple(name for name in checked if name not in there)
    return ImportReport(
        new=new,
        renamed=_renamed(pack, checked, new),
        changed=tuple(name for name in checked if name in there and name not in same),
        unchanged=tuple(name for name in checked if name in same),
        problems=tuple(problem for read in checked.values() for problem in read.report.problems),
    )


def _valid_rest(pack: Pack, cards: Sequence[Incoming], report: ImportReport) -> ImportReport:
    """Return the report without the cards that have errors, and those that have some once these are gone."""
    left, problems, out = list(cards), report.problems, list[str]()
    while True:
        checked = _read(pack, left)
        bad = {name for name, read in checked.items() if any(each.severity == "error" for each in read.report.problems)}
        if not bad:
            return replace(_report(pack, checked), problems=problems, left_out=tuple(out))
        fresh = _report(pack, checked).problems if out else ()
        problems += tuple(each for each in fresh if each not in problems)
        out += sorted(bad)
        left = [card for card, name in zip(left, checked, strict=True) if name not in bad]


def _renamed(pack: Pack, checked: Mapping[str, CheckedDraft], new: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the cards of the pack that the import does not have, but has under another id with everything else the same."""
    if not new:
        return ()
    drafts = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True).exclude(card__written_id__in=checked)
    gone = {
        _without_id(document): name
        for name, document in drafts.values_list("card__written_id", "document")[:LOOKED_AT]
        if isinstance(document, dict)
    }
    found = ((gone.get(_without_id(gateway.json_object(checked[name].text) or {})), name) for name in new)
    return tuple((old, name) for old, name in found if old is not None)


def _without_id(document: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in document.items() if key != "id"}, sort_keys=True)


def _import_card(account: Account, pack: Pack, written_id: str, checked: CheckedDraft, message: str) -> None:
    card = Card.objects.select_for_update(no_key=True).filter(pack=pack, written_id=written_id).first()
    if card is None:
        card = card_add(
            account=account, pack=pack, checked=checked, written_id=written_id, origin=RevisionOrigin.IMPORT
        )
    else:
        etag = draft_get(card=card).etag
        draft_write(card=card, account=account, checked=checked, etag=etag, origin=RevisionOrigin.IMPORT)
    version_add(account=account, card=card, draft=draft_get(card=card), report=checked.report, message=message)
