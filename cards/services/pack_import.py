"""Bringing a whole set of cards into a pack: through the same services as by hand, all of it or none."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import transaction
from django.db.models import Case, TextField, Value, When

from cards.errors import BadText
from cards.gateway import editing, pack_names, packs, schemas, validation
from cards.gateway.problems import Problem
from cards.models import Account, Card, Draft, Pack
from cards.permissions import Act, Actor, authorize
from cards.progress import Phase, Watch, ignore_progress
from cards.queries.problems import known_ids, may_make
from cards.services.card import is_card_id
from cards.services.draft import CheckedDraft, checked_draft
from cards.services.import_beside import NO_FILES, Beside, beside_plan
from cards.services.import_report import DEVELOPMENT as DEVELOPMENT
from cards.services.import_report import STRICT as STRICT
from cards.services.import_report import ImportOrder as ImportOrder
from cards.services.import_report import ImportReport as ImportReport
from cards.services.import_report import Incoming as Incoming
from cards.services.import_report import in_trash, moved_on_import
from cards.services.import_unique import Repeats, unique_cards
from cards.services.import_write import ImportWriter, MovedOn
from cards.services.pack import pack_lock
from cards.shape import JsonObject
from cards.values import frozen_dataclass

HAS_ERRORS = ("Some cards have errors; each problem says where.", "部分卡牌含有错误，各问题注明了位置。")
ORDER = ImportOrder()
TRIES = 3  # checks of an import in development mode while other_documents save its cards
LOOKED_AT = 10_000  # cards of the pack among which a former id is looked for


def pack_import(
    *,
    actor: Actor,
    pack: Pack,
    cards: Sequence[Incoming],
    beside: Beside = NO_FILES,
    order: ImportOrder = ORDER,
    watch: Watch = ignore_progress,
) -> ImportReport:
    """Import cards and what is beside them; each new or changed card gets a draft and a version.

    In strict mode any error refuses them all; in development mode a card with errors is a draft without a version, and what cannot be
    one (no id, in the trash) is left out by its name. It is judged again under the lock of the pack: a card that was saved since the
    check is refused or left out by its name.

    Errors: BadText with every problem when one of them is an error, ids that occur twice among them; IdTaken that names the cards in the trash;
            StateConflict that names the cards that were saved since they were looked at.
    """
    account = authorize(actor, pack, Act.CARD_CREATE)
    names: Sequence[str] = ()
    for _ in range(TRIES):
        try:
            return _import(account, pack, _SentFile(tuple(cards), beside), order, watch)
        except MovedOn as moved:  # in development mode, which judges again without these
            order, names = replace(order, based_on=moved.seen), moved.moved
    raise moved_on_import(names)


@frozen_dataclass
class _SentFile:
    """What a file brings."""

    cards: tuple[Incoming, ...]
    beside: Beside


def _import(account: Account, pack: Pack, file: _SentFile, order: ImportOrder, watch: Watch) -> ImportReport:
    cards, repeats = unique_cards(pack=pack, cards=file.cards)
    drafts = _read(pack, cards, watch, left_out=repeats.ids)
    report = _report(pack, drafts, order, repeats)
    if order.mode == DEVELOPMENT:
        drafts, report = _takeable(pack, cards, (drafts, report), repeats)
    report = _with_beside(account, pack, file.beside, drafts, report, order)
    if order.mode == DEVELOPMENT:
        report = _with_drafts(report, drafts)
    if order.dry_run:
        return report
    if order.mode == STRICT:
        _refuse(report)
    with transaction.atomic():
        pack_lock(pack=pack)
        ImportWriter(account, pack, order, watch).write(report, drafts)
    return report


def _refuse(report: ImportReport) -> None:
    """Refuse the whole where one thing in it cannot be taken, each named."""
    if report.trashed:
        raise in_trash(report.trashed)
    if report.moved:
        raise moved_on_import(report.moved)
    if not report.ok:
        raise BadText(*HAS_ERRORS, slug="invalid-fields", problems=(*report.problems, *report.beside.problems))


def _read(pack: Pack, cards: Sequence[Incoming], watch: Watch, left_out: Sequence[str] = ()) -> dict[str, CheckedDraft]:
    """Return every card by its id, each checked against the names of the pack and of the other_documents; those left out may be named, too."""
    mine = known_ids(pack=pack)
    declaring = ((card.text, card.texts) for card in cards if not card.written_id)
    declared_names = {**mine.declared, **pack_names.declared_in(pack.ruleset, declaring)}
    incoming = pack_names.documents_in(card.text for card in cards if not card.written_id)
    kinds = {name: pack_names.card_kind(pack.ruleset, document) for name, (_, document) in incoming.items()}
    ids = {*mine, *left_out, *filter(None, (card.id for card in cards))}
    names = pack_names.PackNames(ids, declared_names, {**mine.kinds, **kinds}, _other_documents(incoming, mine.others))
    drafts = list(_checked(pack, cards, names, watch))
    context = validation.problem_context(pack.ruleset, names)
    checks = [(draft.source_sha, draft.report) for draft in drafts]
    if isinstance(caches["default"], DatabaseCache):  # after the commit: no other process waits for a row of the cache
        transaction.on_commit(lambda: validation.problem_counts_keep(checks, context=context), robust=True)
    else:  # at once: a release in the same transaction need not check the cards again
        validation.problem_counts_keep(checks, context=context)
    reports = schemas.with_schema_problems(pack_names.game(pack.ruleset, names), (draft.report for draft in drafts))
    by_id: dict[str, CheckedDraft] = {}
    for number, (card, draft, report) in enumerate(zip(cards, drafts, reports, strict=True), start=1):
        written_id = card.written_id or report.card_id or card.name(number)
        if written_id in by_id:  # a text that gives no id is called by its place, which another may have for its id
            written_id = f"{written_id} #{number}"
        by_id[written_id] = replace(draft, report=replace(report, problems=_problems(card, report)))
    return by_id


def _other_documents(
    incoming: Mapping[str, tuple[str, JsonObject]], of_pack: pack_names.CardLookup | None
) -> pack_names.CardLookup:
    """Return how the documents of cards beside one are got: those that come with it, and those of the pack."""

    def other_documents(cards: frozenset[str], triggers: frozenset[str]) -> Iterator[JsonObject]:
        for name, (text, document) in incoming.items():
            if name in cards or may_make(text, triggers):
                yield document
        if of_pack is not None:
            yield from of_pack(cards, triggers)

    return other_documents


def _problems(card: Incoming, report: validation.CardReport) -> tuple[Problem, ...]:
    """Return the problems of a card, each at its place in the file."""
    problems = (*report.problems, *(packs.id_problems(card.text, card.written_id) if card.written_id else ()))
    at = card.place
    return card.problems or tuple(
        at.moved(validation.of_card(each, card.written_id)) if at else each for each in problems
    )


def _checked(
    pack: Pack, cards: Sequence[Incoming], known_names: pack_names.PackNames, watch: Watch
) -> Iterator[CheckedDraft]:
    for done, card in enumerate(cards):
        watch(Phase.CHECKING, done, len(cards))
        yield checked_draft(pack=pack, text=card.text, texts=card.texts, known_names=known_names)


@frozen_dataclass
class _ExistingCard:
    """What the pack has under an id of the file. Shapes: etag is the mark of its draft; text is that of a draft without a sha256 alone."""

    etag: str
    sha256: str | None
    text: str
    texts: JsonObject
    art: str | None
    is_trashed: bool


def _existing_cards(pack: Pack, names: Iterable[str]) -> dict[str, _ExistingCard]:
    """Return what the pack has under some ids now."""
    drafts = Draft.objects.filter(card__pack=pack, card__written_id__in=list(names)).select_related("card")
    drafts = drafts.annotate(
        typed=Case(When(sha256__isnull=True, then="text"), default=Value(""), output_field=TextField())
    )
    columns = ("revision", "source_sha", "sha256", "texts", "art_sha256", "card__written_id", "card__trashed_at")
    return {
        row.card.written_id: _ExistingCard(
            row.etag, row.sha256, row.typed, row.texts, row.art_sha256, row.card.trashed_at is not None
        )
        for row in drafts.only(*columns)
    }


def _report(pack: Pack, checked: Mapping[str, CheckedDraft], order: ImportOrder, repeats: Repeats) -> ImportReport:
    """Return what differs in content; the layout of a text that can be read does not count."""
    existing = _existing_cards(pack, checked)
    same = {
        name
        for name, read in checked.items()
        if name in existing and read.says(existing[name].sha256, existing[name].text, existing[name].texts)
    }
    trashed_names = [name for name in checked if name in existing and existing[name].is_trashed]
    new = tuple(name for name in checked if name not in existing)
    marks = {name: existing[name].etag if name in existing else "" for name in checked}
    based_on = marks if order.based_on is None else marks | {name: order.based_on.get(name, "") for name in checked}
    return ImportReport(
        new=new,
        renamed=_renamed(pack, checked, new),
        changed=tuple(name for name in checked if name in existing and name not in same),
        unchanged=tuple(name for name in checked if name in same),
        problems=(*_all_problems(checked), *repeats.problems),
        mode=order.mode,
        restored=tuple(trashed_names) if order.restore else (),
        trashed=() if order.restore else tuple(trashed_names),
        moved=tuple(name for name in checked if based_on[name] != marks[name] and name not in same),
        based_on=based_on,
    )


def _all_problems(checked: Mapping[str, CheckedDraft]) -> tuple[Problem, ...]:
    return tuple(problem for read in checked.values() for problem in read.report.problems)


def _takeable(
    pack: Pack,
    cards: Sequence[Incoming],
    first: tuple[dict[str, CheckedDraft], ImportReport],
    repeats: Repeats,
) -> tuple[dict[str, CheckedDraft], ImportReport]:
    """Return the cards without those that cannot even be drafts, and the report on them.

    They are read once more where the pack does not have what is left out: another card may name it.
    """
    drafts, report = first
    rows = zip(cards, drafts.items(), strict=True)
    ids = {name: card.written_id or read.report.card_id for card, (name, read) in rows}
    out = {name for name, written_id in ids.items() if written_id != name or not is_card_id(name)}
    out |= {*report.trashed, *report.moved}
    incoming = [card for card, name in zip(cards, drafts, strict=True) if name not in out]
    if {*out.intersection(ids.values()), *repeats.ids} - known_ids(pack=pack):
        rest = _read(pack, incoming, ignore_progress)
    else:
        rest = {name: read for name, read in drafts.items() if name not in out}
    return rest, replace(
        report,
        new=_in(rest, report.new),
        changed=_in(rest, report.changed),
        unchanged=_in(rest, report.unchanged),
        restored=_in(rest, report.restored),
        renamed=tuple((old, name) for old, name in report.renamed if name in rest),
        problems=(*_all_problems({**drafts, **rest}), *repeats.problems),
        left_out=(*(name for name in drafts if name in out), *repeats.ids),
    )


def _in(rest: Collection[str], names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in rest)


def _with_drafts(report: ImportReport, checked: Mapping[str, CheckedDraft]) -> ImportReport:
    """Return the report with the cards that are written although they have errors."""
    names = (name for name in (*report.new, *report.changed) if name in checked and not checked[name].report.ok)
    return replace(report, drafts=tuple(names))


def _with_beside(
    account: Account,
    pack: Pack,
    beside: Beside,
    checked: Mapping[str, CheckedDraft],
    report: ImportReport,
    order: ImportOrder,
) -> ImportReport:
    """Return the report with what becomes of decks, scenarios and images; a card whose image alone differs is a changed one."""
    if beside is NO_FILES:
        return report
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True).values_list("written_id", flat=True)
    ids = {*live, *report.new, *report.changed, *report.unchanged} - set(report.trashed)
    plan = beside_plan(account=account, pack=pack, beside=beside, cards=ids)
    existing = _existing_cards(pack, plan.art)
    art = {name: sha for name, sha in plan.art.items() if name not in existing or existing[name].art != sha}
    names_with_new_art = [name for name in report.unchanged if name in art]
    return replace(
        report,
        changed=(*report.changed, *names_with_new_art),
        unchanged=tuple(name for name in report.unchanged if name not in art),
        beside=replace(plan, art=art),
        based_on={**{name: existing[name].etag for name in art if name in existing}, **report.based_on},
    )


def _renamed(pack: Pack, checked: Mapping[str, CheckedDraft], new: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the cards of the pack that the import does not have, but has under another id with everything else the same."""
    if not new:
        return ()
    drafts = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True).exclude(card__written_id__in=checked)
    absent = {
        _without_id(document): name
        for name, document in drafts.values_list("card__written_id", "document")[:LOOKED_AT]
        if isinstance(document, dict)
    }
    documents = ((editing.json_object(checked[name].text), name) for name in new)
    pairs = ((absent.get(_without_id(document)), name) for document, name in documents if document is not None)
    return tuple((old, name) for old, name in pairs if old is not None)


def _without_id(document: JsonObject) -> str:
    return json.dumps({key: value for key, value in document.items() if key != "id"}, sort_keys=True)
