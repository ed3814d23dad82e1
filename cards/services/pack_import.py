"""Bringing a whole set of cards into a pack: through the same services as by hand, all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction

from cards import gateway
from cards.errors import BadText, InvalidFields
from cards.models import Account, Card, Draft, Pack, RevisionOrigin
from cards.permissions import Act, Actor, require, require_account
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.services.audit import audit_record
from cards.services.card import card_add
from cards.services.draft import CheckedDraft, checked_draft, draft_write
from cards.services.version import version_add

Outcome = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Incoming:
    """One card of an import: its text, and its name and rules text in other languages."""

    text: str
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import would do or did.

    Shapes: new, changed and unchanged hold ids; problems are the engine's, with the card that each is about.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    problems: tuple[gateway.Problem, ...]

    @property
    def ok(self) -> bool:
        """Say whether strict mode takes it: no error anywhere."""
        return all(problem.severity != "error" for problem in self.problems)


def pack_import(
    *, actor: Actor, pack: Pack, cards: Sequence[Incoming], message: str = "", dry_run: bool = False
) -> ImportReport:
    """Import cards in strict mode: any error refuses them all; each new or changed card gets a draft and a version.

    Errors: BadText with every problem when one of them is an error; InvalidFields for a duplicate id.
    """
    account = require_account(actor)
    require(account=account, pack=pack, act=Act.CARD_CREATE)
    checked = _read(pack, cards)
    report = _report(pack, checked)
    if dry_run:
        return report
    if not report.ok:
        raise BadText(slug="invalid-fields", problems=report.problems)
    with transaction.atomic():
        for written_id in (*report.new, *report.changed):
            _import_card(account, pack, written_id, checked[written_id], message)
        details: dict[str, Any] = {"new": len(report.new), "changed": len(report.changed)}
        audit_record(actor=account, action="pack.import", pack=pack, target=pack.slug, details=details)
    return report


def _read(pack: Pack, cards: Sequence[Incoming]) -> dict[str, CheckedDraft]:
    """Return every card by its id, each checked against the names of the pack and of the others."""
    known = known_ids(pack=pack) | {named for card in cards if (named := gateway.card_id(card.text))}
    drafts = [checked_draft(pack=pack, text=card.text, texts=card.texts, known=known) for card in cards]
    reports = gateway.with_schema_problems(pack.ruleset, (draft.report for draft in drafts))
    checked: dict[str, CheckedDraft] = {}
    for place, (draft, report) in enumerate(zip(drafts, reports, strict=True)):
        written_id = report.card_id or f"#{place + 1}"
        if written_id in checked:
            raise InvalidFields.of("/id", f"The id {written_id} occurs twice.", f"{written_id} 出现了两次。")
        checked[written_id] = replace(draft, report=report)
    return checked


def _report(pack: Pack, checked: Mapping[str, CheckedDraft]) -> ImportReport:
    """Return what differs in content; the layout of a text does not count."""
    drafts = Draft.objects.filter(card__pack=pack, card__written_id__in=checked)
    there = {row[0]: row[1:] for row in drafts.values_list("card__written_id", "sha256", "texts")}
    same = {name for name, read in checked.items() if there.get(name) == (read.report.sha256, read.texts)}
    return ImportReport(
        new=tuple(name for name in checked if name not in there),
        changed=tuple(name for name in checked if name in there and name not in same),
        unchanged=tuple(name for name in checked if name in same),
        problems=tuple(problem for read in checked.values() for problem in read.report.problems),
    )


def _import_card(account: Account, pack: Pack, written_id: str, checked: CheckedDraft, message: str) -> None:
    card = Card.objects.filter(pack=pack, written_id=written_id).first()
    if card is None:
        card = card_add(
            account=account, pack=pack, checked=checked, written_id=written_id, origin=RevisionOrigin.IMPORT
        )
    else:
        etag = draft_get(card=card).etag
        draft_write(card=card, account=account, checked=checked, etag=etag, origin=RevisionOrigin.IMPORT)
    version_add(account=account, card=card, draft=draft_get(card=card), report=checked.report, message=message)
