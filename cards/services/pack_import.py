"""Bringing a whole set of cards into a pack: through the same services as by hand, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models.functions import Lower

from cards import gateway
from cards.errors import BadText, InvalidFields
from cards.models import Account, Card, Draft, Pack
from cards.permissions import Act, Actor, require, require_account
from cards.progress import Phase, Watch, unwatched
from cards.queries.problems import known_ids
from cards.services.draft import CheckedDraft, checked_draft
from cards.services.import_beside import NOTHING, Beside, beside_plan
from cards.services.import_report import DEVELOPMENT as DEVELOPMENT
from cards.services.import_report import STRICT as STRICT
from cards.services.import_report import ImportOrder as ImportOrder
from cards.services.import_report import ImportReport as ImportReport
from cards.services.import_report import Incoming as Incoming
from cards.services.import_report import in_trash, moved_on_import
from cards.services.import_write import ImportWriter, MovedOn
from cards.services.pack import pack_lock

HAS_ERRORS = {
    "en": "Some cards have errors; each problem says where.",
    "zh": "部分卡牌含有错误，各问题注明了位置。",
}
ORDER = ImportOrder()
TRIES = 3  # checks of an import in development mode while others save its cards
LOOKED_AT = 10_000  # cards of the pack among which a former id is looked for


def pack_import(
    *,
    actor: Actor,
    pack: Pack,
    cards: Sequence[Incoming],
    beside: Beside = NOTHING,
    order: ImportOrder = ORDER,
    watch: Watch = unwatched,
) -> ImportReport:
    """Import cards and what is beside them; each new or changed card gets a draft and a version.

    In strict mode any error refuses them all; in development mode those with errors are left out, and those that name them. It is
    judged again under the lock of the pack: a card that somebody saved since the check is refused or left out by its name.

    Errors: BadText with every problem when one of them is an error; InvalidFields for a duplicate id; IdTaken that names the cards in
            the trash; StateConflict that names the cards that somebody saved since they were looked at.
    """
    account = require_account(actor)
    require(account=account, pack=pack, act=Act.CARD_CREATE)
    names: Sequence[str] = ()
    for _ in range(TRIES):
        try:
            return _import(account, pack, _Sent(tuple(cards), beside), order, watch)
        except MovedOn as moved:  # in development mode, which judges again without these
            order, names = replace(order, based_on=moved.seen), moved.moved
    raise moved_on_import(names)


@dataclass(frozen=True, slots=True)
class _Sent:
    """What a file brings."""

    cards: tuple[Incoming, ...]
    beside: Beside


def _import(account: Account, pack: Pack, sent: _Sent, order: ImportOrder, watch: Watch) -> ImportReport:
    checked = _read(pack, sent.cards, watch)
    report = _report(pack, checked, order)
    if order.mode == DEVELOPMENT:
        checked, report = _valid_rest(pack, sent.cards, order, (checked, report))
    report = _with_beside(account, pack, sent.beside, checked, report, order)
    if order.dry_run:
        return report
    if order.mode == STRICT:
        _refuse(report)
    with transaction.atomic():
        pack_lock(pack=pack)
        ImportWriter(account, pack, order, watch).write(report, checked)
    return report


def _refuse(report: ImportReport) -> None:
    """Refuse the whole where one thing in it cannot be taken, each named."""
    if report.trashed:
        raise in_trash(report.trashed)
    if report.moved:
        raise moved_on_import(report.moved)
    if not report.ok:
        raise BadText(HAS_ERRORS, slug="invalid-fields", problems=(*report.problems, *report.beside.problems))


def _read(pack: Pack, cards: Sequence[Incoming], watch: Watch) -> dict[str, CheckedDraft]:
    """Return every card by its id, each checked against the names of the pack and of the others."""
    mine = known_ids(pack=pack)
    declared = {**mine.declared, **gateway.declared_in(pack.ruleset, ((card.text, card.texts) for card in cards))}
    known = gateway.PackNames([*mine, *filter(None, (gateway.card_id(card.text) for card in cards))], declared)
    drafts = list(_checked(pack, cards, known, watch))
    reports = gateway.with_schema_problems(gateway.game(pack.ruleset, known), (draft.report for draft in drafts))
    checked: dict[str, CheckedDraft] = {}
    folded: dict[str, str] = {}
    for place, (draft, report) in enumerate(zip(drafts, reports, strict=True)):
        written_id = report.card_id or cards[place].name(place + 1)
        if written_id in checked:
            raise InvalidFields.of("/id", f"The id {written_id} occurs twice.", f"{written_id} 出现了两次。")
        if (other := folded.setdefault(written_id.lower(), written_id)) != written_id:
            raise _alike(written_id, other)
        at = cards[place].place
        problems = cards[place].problems or tuple(at.moved(each) if at else each for each in report.problems)
        checked[written_id] = replace(draft, report=replace(report, problems=problems))
    _check_case(pack, folded)
    return checked


def _checked(pack: Pack, cards: Sequence[Incoming], known: gateway.PackNames, watch: Watch) -> Iterator[CheckedDraft]:
    for done, card in enumerate(cards):
        watch(Phase.CHECKING, done, len(cards))
        yield checked_draft(pack=pack, text=card.text, texts=card.texts, known=known)


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


@dataclass(frozen=True, slots=True)
class _There:
    """What the pack has under an id of the file. Shapes: etag is the mark of its draft."""

    pk: int
    etag: str
    sha256: str | None
    texts: Mapping[str, Any]
    art: str | None
    is_trashed: bool


def _there(pack: Pack, names: Iterable[str]) -> dict[str, _There]:
    """Return what the pack has under some ids now."""
    drafts = Draft.objects.filter(card__pack=pack, card__written_id__in=list(names)).select_related("card")
    columns = ("revision", "source_sha", "sha256", "texts", "art_sha256", "card__written_id", "card__trashed_at")
    return {
        row.card.written_id: _There(
            row.card_id, row.etag, row.sha256, row.texts, row.art_sha256, row.card.trashed_at is not None
        )
        for row in drafts.only(*columns)
    }


def _report(pack: Pack, checked: Mapping[str, CheckedDraft], order: ImportOrder) -> ImportReport:
    """Return what differs in content; the layout of a text does not count."""
    there = _there(pack, checked)
    same = {
        name for name, read in checked.items()
        if name in there and (there[name].sha256, there[name].texts) == (read.report.sha256, read.texts)
    }  # fmt: skip
    trashed = [name for name in checked if name in there and there[name].is_trashed]
    new = tuple(name for name in checked if name not in there)
    marks = {name: there[name].etag if name in there else "" for name in checked}
    based_on = marks if order.based_on is None else marks | {name: order.based_on.get(name, "") for name in checked}
    return ImportReport(
        new=new,
        renamed=_renamed(pack, checked, new),
        changed=tuple(name for name in checked if name in there and name not in same),
        unchanged=tuple(name for name in checked if name in same),
        problems=tuple(problem for read in checked.values() for problem in read.report.problems),
        restored=tuple(trashed) if order.restore else (),
        trashed=() if order.restore else tuple(trashed),
        moved=tuple(name for name in checked if based_on[name] != marks[name] and name not in same),
        based_on=based_on,
    )


def _with_beside(
    account: Account,
    pack: Pack,
    beside: Beside,
    checked: Mapping[str, CheckedDraft],
    report: ImportReport,
    order: ImportOrder,
) -> ImportReport:
    """Return the report with what becomes of decks, scenarios and images; a card whose image alone differs is a changed one."""
    if beside is NOTHING:
        return report
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True).values_list("written_id", flat=True)
    ids = {*live, *report.new, *report.changed, *report.unchanged} - set(report.trashed)
    plan = beside_plan(account=account, pack=pack, beside=beside, cards=ids)
    there = _there(pack, plan.art)
    art = {name: sha for name, sha in plan.art.items() if name not in there or there[name].art != sha}
    drawn = [name for name in report.unchanged if name in art]
    return replace(
        report,
        changed=(*report.changed, *drawn),
        unchanged=tuple(name for name in report.unchanged if name not in art),
        beside=replace(plan, art=art),
        based_on={**{name: there[name].etag for name in art if name in there}, **report.based_on},
    )


def _valid_rest(
    pack: Pack, cards: Sequence[Incoming], order: ImportOrder, first: tuple[dict[str, CheckedDraft], ImportReport]
) -> tuple[dict[str, CheckedDraft], ImportReport]:
    """Return the cards without those that cannot be taken, and those that cannot once these are gone, and the report on them."""
    checked, report = first
    left, problems, out = list(cards), list(report.problems), list[str]()
    trashed, moved = list(report.trashed), list(report.moved)
    mine, said = known_ids(pack=pack), {_mark(each) for each in report.problems}
    while True:
        bad = {name for name, read in checked.items() if any(each.severity == "error" for each in read.report.problems)}
        bad |= {*report.trashed, *report.moved}
        fallen = _naming(pack, checked, bad - mine) - bad
        if fallen:
            alone = [card for card, name in zip(left, checked, strict=True) if name in fallen]
            for read in _read_without(pack, alone, mine | checked.keys() - bad - fallen):
                problems += [each for each in read.report.problems if _mark(each) not in said]
                said |= {_mark(each) for each in read.report.problems}
            bad |= fallen
        if not bad:
            found = replace(
                report, problems=tuple(problems), left_out=tuple(out), trashed=tuple(trashed), moved=tuple(moved)
            )
            return checked, found
        out += sorted(bad)
        left = [card for card, name in zip(left, checked, strict=True) if name not in bad]
        checked = _read(pack, left, unwatched)
        report = _report(pack, checked, order)
        problems += [each for each in report.problems if _mark(each) not in said]
        said |= {_mark(each) for each in report.problems}


def _mark(problem: gateway.Problem) -> tuple[str, ...]:
    """Return what tells a problem from others."""
    return (problem.code, problem.file, problem.card, problem.path, problem.message["en"])


def _naming(pack: Pack, checked: Mapping[str, CheckedDraft], gone: Collection[str]) -> set[str]:
    """Return the cards that name some cards, directly or through others, each of which is looked at once."""
    by: dict[str, list[str]] = {}
    for name, read in checked.items():
        for other in gateway.card_names_in(pack.ruleset, read.report.document or {}):
            by.setdefault(other, []).append(name)
    found, fresh = set[str](), list(gone)
    while fresh:
        found.update(fresh)
        fresh = list({name for one in fresh for name in by.get(one, ())} - found)
    return found


def _read_without(pack: Pack, cards: Sequence[Incoming], known: AbstractSet[str]) -> Iterator[CheckedDraft]:
    """Yield cards checked against some names alone, each problem at its place in the file."""
    names = gateway.PackNames(known, known_ids(pack=pack).declared)
    for card, read in zip(cards, _checked(pack, cards, names, unwatched), strict=True):
        problems = tuple(card.place.moved(each) if card.place else each for each in read.report.problems)
        yield replace(read, report=replace(read.report, problems=problems))


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
