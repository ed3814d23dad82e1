"""Which numbers of a card's draft reach a target: a search in rounds, and what it found written into the draft.

A search is one preview whose plan is followed by the next one when its last chunk is merged (ADR 145).
"""

import secrets
from collections.abc import Mapping, Sequence
from math import prod

from django.db import transaction
from django.db.models import F

from cards.errors import InvalidFields, Stale, StateConflict
from cards.gateway import previews, validation
from cards.gateway.editing import edited_text
from cards.models import Card, CardVersion, Preview, PreviewKind
from cards.permissions import Act, Actor, authorize
from cards.queries.history import draft_get
from cards.queries.problems import known_ids
from cards.services.audit import audit_record
from cards.services.draft import DraftSaved, draft_save
from cards.services.previews.experiments import check_one_at_a_time, experiment_queue
from cards.services.previews.parts import (
    SEEDS,
    Candidate,
    Planned,
    Purpose,
    Surroundings,
    baseline_of,
    candidate_of,
    surroundings_of,
)
from cards.shape import Json, JsonObject
from cards.values import frozen_dataclass

FORMER, ITSELF = "former", "itself"
AGAINST = (FORMER, ITSELF)
"""What the target is measured against: the last other version of the card, or the draft as it stands."""
LIMIT = 1 << 53  # whole numbers that every reader of JSON keeps
REACHED, AS_IT_STANDS = "reached", -1


@frozen_dataclass
class Search:
    """What a search for numbers is asked.

    Shapes: `vary` holds by JSON Pointer the values that a number may have; one with a single value has it in every candidate.
    Units:  `aim` and `tolerance` in ten-thousandths of a win.
    """

    vary: Mapping[str, Sequence[int]]
    aim: int = 0
    tolerance: int = previews.TUNE_TOLERANCE
    against: str = FORMER

    @property
    def fixed(self) -> list[tuple[str, int]]:
        """Return the numbers that have another value in every candidate."""
        return [(pointer, values[0]) for pointer, values in self.vary.items() if len({*values}) == 1]

    @property
    def ranges(self) -> dict[str, list[int]]:
        """Return the numbers of which each candidate has one value."""
        return {pointer: sorted({*values}) for pointer, values in self.vary.items() if len({*values}) > 1}


@frozen_dataclass
class PlannedSearch:
    """A search that may begin: its first plan, the draft that it is about, and what that is compared with."""

    plan: Planned
    candidate: Candidate
    former: CardVersion | None
    etag: str


def compared_with(*, card: Card) -> CardVersion | None:
    """Return the version that a draft without errors is compared with unless it is with itself; None where reference cards take its place."""
    return baseline_of(card=card, candidate=candidate_of(card=card, number=None), baseline=None)


def tune_planned(*, card: Card, search: Search, seed: int) -> PlannedSearch:
    """Return the first plan of a search over the numbers of a draft.

    Errors: InvalidFields for numbers, values or a target that cannot be searched; StateConflict with the problems of a card that has
            errors, for one that no player has, and where no combination gives a valid card that plays differently.
    """
    _check(search)
    draft, candidate = draft_get(card=card), candidate_of(card=card, number=None)
    former = baseline_of(card=card, candidate=candidate, baseline=None) if search.against == FORMER else None
    around = surroundings_of(card=card, candidate=candidate, former=former)
    if search.against == ITSELF:
        itself = previews.Around(candidate.document, around.around.pool, around.around.beside)
        around = Surroundings(itself, around.marks, around.release)
    spec = previews.tune_plan(
        card.pack.ruleset,
        candidate=_with_fixed(card, candidate, search.fixed),
        around=around.around,
        ranges=search.ranges,
        aim=search.aim,
        tolerance=search.tolerance,
        seed=seed,
    )
    return PlannedSearch(Planned(spec, around), candidate, former, draft.etag)


def _check(search: Search) -> None:
    if search.against not in AGAINST:
        raise InvalidFields.of("/against", f"One of {', '.join(AGAINST)}.", f"应为 {'、'.join(AGAINST)} 之一。")
    if any(abs(value) >= LIMIT for values in search.vary.values() for value in values):
        raise InvalidFields.of("/vary", "A value is too large.", "数值过大。")
    if not search.ranges:
        raise InvalidFields.of(
            "/vary", "Choose at least one number with two values or more.", "请至少选择一个有两个以上取值的数值。"
        )
    if prod(len(values) for values in search.ranges.values()) > previews.MAX_CANDIDATES + 1:
        limit = previews.MAX_CANDIDATES
        raise InvalidFields.of(
            "/vary",
            f"More than {limit} combinations; narrow the ranges or take longer steps.",
            f"组合超过 {limit} 种；请缩小范围或加大步长。",
        )


def _with_fixed(card: Card, candidate: Candidate, settings: Sequence[tuple[str, int]]) -> Json:
    """Return the draft with the numbers that every candidate has, once it is known to have no error."""
    if not settings:
        return candidate.document
    known = {row["pointer"] for row in previews.sweep_numbers(candidate.document)}
    if any(pointer not in known for pointer, _ in settings):
        raise InvalidFields.of("/vary", "There is no whole number at one of these places.", "其中一处没有整数。")
    draft, pack = draft_get(card=card), card.pack
    text = edited_text(draft.text, settings)
    report = validation.validate(pack.ruleset, text, known_ids=known_ids(pack=pack), texts=draft.texts)
    if not report.ok or report.document is None:
        wrong = next((each.message for each in report.problems if each.severity == "error"), {"en": "", "zh": ""})
        raise StateConflict(
            f"With these numbers the card has an error: {wrong['en']}",
            f"取这些数值时卡牌有错误：{wrong['zh']}",
            problems=report.problems,
        )
    document: Json = report.document
    return document


def tune_start(*, actor: Actor, card: Card, search: Search, seed: int | None = None) -> Preview:
    """Queue a search over the numbers of a card's draft.

    Errors: as `tune_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    check_one_at_a_time(account, PreviewKind.TUNE)
    first = tune_planned(card=card, search=search, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    values = {row["pointer"]: row["value"] for row in previews.sweep_numbers(first.candidate.document)}
    fixed = [{"pointer": pointer, "from": values[pointer], "to": value} for pointer, value in search.fixed]
    question = {"against": search.against, "fixed": fixed, "etag": first.etag}
    return experiment_queue(
        account=account,
        card=card,
        candidate=first.candidate,
        former=first.former,
        plan=first.plan,
        purpose=Purpose(PreviewKind.TUNE, search=question),
    )


def confirmed_rows(preview: Preview) -> list[JsonObject]:
    """Return the candidates of a search that reach its target, the smallest change first; none before its end."""
    result = preview.result or {}
    if preview.kind != PreviewKind.TUNE or result.get("end") is None:
        return []
    return [row for row in result["rows"] if row["reading"] == REACHED]


def changes_of(preview: Preview, row: JsonObject) -> list[JsonObject]:
    """Return the numbers of the draft that a candidate of its search has otherwise, each as `{pointer, from, to}`."""
    fixed = [change for change in preview.plan["search"]["fixed"] if change["from"] != change["to"]]
    return [*fixed, *row["changes"]]


def tune_take(*, actor: Actor, preview: Preview, candidate: int) -> DraftSaved:
    """Write a confirmed candidate into the draft, unless the draft was saved since the search began.

    Errors: StateConflict for a candidate that was not confirmed, or that changes nothing; Stale for a draft that moved on.
    """
    account = authorize(actor, preview.pack, Act.DRAFT_SAVE)
    row = next((row for row in confirmed_rows(preview) if row["candidate"] == candidate), None)
    if row is None or preview.card is None or not changes_of(preview, row):
        raise StateConflict("This search has no such change to take.", "此搜索没有这项可采用的改动。")
    card, etag = preview.card, preview.plan["search"]["etag"]
    draft = draft_get(card=card)
    if draft.etag != etag:
        raise Stale(draft)
    changes = [(change["pointer"], change["to"]) for change in changes_of(preview, row)]
    text = edited_text(draft.text, changes)
    with transaction.atomic():
        draft_saved = draft_save(actor=actor, card=card, text=text, texts=None, based_on=etag)
        choice = {"candidate": candidate, "revision": draft_saved.draft.revision}
        Preview.objects.filter(pk=preview.pk).update(choice=choice, changes=F("changes") + 1)
        details = {"card": card.written_id, "changes": [list(change) for change in changes]}
        target = f"preview {preview.number}"
        audit_record(actor=account, action="tune.take", pack=preview.pack, target=target, details=details)
    return draft_saved
