"""What each kind of job does, and what it answers: the same as the act within a request."""

from collections.abc import Callable, Mapping

from cards.gateway import validation
from cards.gateway.editing import REMOVED
from cards.gateway.problems import Problem
from cards.models import Draft, Job, JobKind, Pack
from cards.progress import Phase, Watch
from cards.queries.problems import known_ids
from cards.services.bulk import BulkReport, EditedCard, ShownChange, bulk_check, bulk_undo, bulk_write
from cards.services.bulk_plan import plan_of
from cards.services.bulk_values import cell_text
from cards.services.import_file import import_file
from cards.services.import_shape import IMPORT, MAX_PROBLEMS, Imported, errors_first
from cards.services.job import job_input
from cards.services.pack_import import ImportOrder, pack_import
from cards.services.sheets import SHEETS, sheets_draw
from cards.services.texts_import import Choices, texts_import
from cards.shape import FLAG, PROBLEM, TEXT, WHOLE, Json, JsonObject, Member, Named, Shape, listing, maybe, shape
from cards.values import frozen_dataclass

MAX_SHOWN_CARDS = 200  # cards of a bulk edit that its answer shows in full


def order_json(order: ImportOrder, name: str) -> Json:
    """Return how an import is done as the row of its job keeps it."""
    based_on = None if order.based_on is None else dict(order.based_on)
    return {
        "name": name,
        "mode": order.mode,
        "message": order.message,
        "restore": order.restore,
        "repairs": order.repairs,
        "based_on": based_on,
    }


def _import(job: Job, watch: Watch) -> JsonObject:
    """Import a file; what a check finds is written against the marks that it read."""
    job_order = dict(job.order)
    repairs = job_order.get("repairs", False)
    file = import_file(pack=job.pack, name=job_order["name"], data=job_input(job), repairs=repairs)
    order = ImportOrder(
        mode=job_order["mode"],
        message=job_order["message"],
        dry_run=job.is_dry,
        restore=job_order["restore"],
        based_on=job_order["based_on"],
    )
    report = pack_import(
        actor=job.requested_by, pack=job.pack, cards=file.cards, beside=file.beside, order=order, watch=watch
    )
    if job.is_dry:
        job.order = {**job_order, "based_on": dict(report.based_on)}
    return IMPORT(Imported(report, file.signature, not job.is_dry, file.repairs))


CHANGE = Named("EditedValue", shape(pointer=TEXT, language=TEXT, old=TEXT, new=TEXT))
EDITED = Named("EditedCard", shape(id=TEXT, changes=listing(CHANGE.ref), problems=listing(PROBLEM)))
BULK = Shape(
    "BulkEdit",
    ok=FLAG,
    written=Member(FLAG, lambda _: False),
    edit=Member(maybe(WHOLE), lambda _: None),
    cards=Member(WHOLE, lambda report: len(report.cards)),
    changes=Member(WHOLE, lambda report: sum(len(card.changes) for card in report.cards)),
    unchanged=Member(WHOLE, lambda report: len(report.unchanged)),
    unknown=Member(listing(TEXT), lambda report: list(report.unknown)),
    stale=Member(listing(TEXT), lambda report: [card.edit.written_id for card in report.cards if card.is_stale]),
    shown=Member(
        listing(EDITED.ref),
        lambda report: [_edited(card) for card in _ordered(report)[:MAX_SHOWN_CARDS]],
    ),
)
"""What a bulk edit would do; of one that was written, `edit` is its number, by which it is undone as one."""


def _ordered(report: BulkReport) -> list[EditedCard]:
    """Return the cards of a report, those that forbid writing first."""
    return sorted(report.cards, key=lambda card: not card.is_blocked)


def _edited(card: EditedCard) -> Json:
    problems = [problem.to_json() for problem in (*card.errors, *card.warnings)]
    return {"id": card.edit.written_id, "changes": [_change(row) for row in card.changes], "problems": problems}


def _change(row: ShownChange) -> dict[str, str]:
    old, new = ("" if value is REMOVED else cell_text(value) for value in (row.old, row.new))
    return {"pointer": row.pointer, "language": row.language, "old": old, "new": new}


def _bulk(job: Job, watch: Watch) -> JsonObject:
    plan = plan_of(job_input(job).decode())
    if job.is_dry:
        return BULK(bulk_check(account=job.requested_by, pack=job.pack, edits=plan.edits, watch=watch))
    bulk_edit = bulk_write(
        actor=job.requested_by,
        pack=job.pack,
        edits=plan.edits,
        kind=plan.kind,
        summary={"what": plan.what},
        watch=watch,
    )
    return _written_answer(bulk_edit.pk, bulk_edit.changes.count())


def _undo(job: Job, watch: Watch) -> JsonObject:
    watch(Phase.WRITING, 0, 1)
    made = bulk_undo(actor=job.requested_by, pack=job.pack, number=int(job.order["number"]))
    return _written_answer(made.pk, made.changes.count())


def _written_answer(edit: int, cards: int) -> Json:
    empty = {"ok": True, "changes": 0, "unchanged": 0, "unknown": [], "stale": [], "shown": []}
    return {**empty, "written": True, "edit": edit, "cards": cards}


TEXTS = Shape(
    "TextsWritten",
    texts=Member(WHOLE, lambda report: len(report.written_rows)),
    cards=WHOLE,
    skipped=WHOLE,
)
"""What a translator's file wrote."""


def _texts(job: Job, watch: Watch) -> JsonObject:
    choices = Choices(job.order["older"], job.order["edited"])
    return TEXTS(texts_import(actor=job.requested_by, pack=job.pack, data=job_input(job), choices=choices, watch=watch))


@frozen_dataclass
class PackCheck:
    """What the engine says of every card of a pack. Shapes: problems are those of all cards, with the card that each is about."""

    cards: int
    wrong: int
    problems: tuple[Problem, ...]


CHECK = Shape(
    "PackCheck",
    ok=Member(FLAG, lambda found: found.wrong == 0),
    cards=WHOLE,
    wrong=WHOLE,
    problems=Member(listing(PROBLEM), lambda found: [problem.to_json() for problem in found.problems[:MAX_PROBLEMS]]),
    problems_left=Member(WHOLE, lambda found: max(0, len(found.problems) - MAX_PROBLEMS)),
)
"""What a check of every card found; `wrong` counts the cards with errors."""


def pack_check(*, pack: Pack, watch: Watch) -> PackCheck:
    """Return what the engine of today says of the draft of every live card; the caller has checked the permission."""
    known_names = known_ids(pack=pack)
    live = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True, card__retired_at__isnull=True)
    rows = live.order_by("card__written_id").values_list("card__written_id", "text", "texts")
    count, wrong, problems = live.count(), 0, list[Problem]()
    for done, (written_id, text, texts) in enumerate(rows.iterator(chunk_size=500)):
        watch(Phase.CHECKING, done, count)
        report = validation.validate(pack.ruleset, text, known_ids=known_names, texts=texts)
        wrong += not report.ok
        problems += [validation.of_card(problem, written_id) for problem in report.problems]
    return PackCheck(count, wrong, errors_first(problems))


def _check(job: Job, watch: Watch) -> JsonObject:
    return CHECK(pack_check(pack=job.pack, watch=watch))


def _sheet(job: Job, watch: Watch) -> JsonObject:
    sheets = sheets_draw(job=job, watch=watch)
    job.output = sheets.data
    return SHEETS(sheets)


ACTS: Mapping[str, Callable[[Job, Watch], JsonObject]] = {
    JobKind.IMPORT: _import,
    JobKind.BULK: _bulk,
    JobKind.UNDO: _undo,
    JobKind.TEXTS: _texts,
    JobKind.CHECK: _check,
    JobKind.SHEET: _sheet,
}
RESULT = {"anyOf": [IMPORT.ref, BULK.ref, TEXTS.ref, CHECK.ref, SHEETS.ref, {"type": "null"}]}
