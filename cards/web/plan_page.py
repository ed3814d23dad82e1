"""The plan of a release as its page shows it: versions to choose from, steps of the number, gates."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from django.db.models import Window
from django.db.models.functions import RowNumber
from django.http import QueryDict
from django.urls import reverse

from cards.localization import localize
from cards.models import CardVersion
from cards.queries.plan import EARLY, FIRST, Choices, Plan, PlanEntry, PlannedVersion, Reason
from cards.queries.plan_changelog import card_names
from cards.semver import Bump, Semver
from cards.values import frozen_dataclass
from cards.web.readiness import Gate, Readiness, readiness_of
from cards.web.text import bump_name

PREFIX = "card:"
CHOICES_FIELD = "choices"  # the field with the choices of all pages
NEWEST_OFFERED = 20  # versions of one card in its select
PAGE_SIZE = 50  # cards of one page


@frozen_dataclass
class Step:
    """One number that the release could take."""

    name: str
    version: str
    meaning: str
    too_low: bool
    suggested: bool
    chosen: bool


@frozen_dataclass
class PlanRow:
    """One card of the plan."""

    id: str
    name: Mapping[str, str]
    url: str
    change: str
    version: int | None
    versions: tuple[int, ...]
    bump: str


@frozen_dataclass
class PlanPage:
    """Everything that the page of the plan shows."""

    readiness: Readiness
    steps: tuple[Step, ...]
    rows: tuple[PlanRow, ...]
    ships: int
    cards: int
    counts: Mapping[str, int]
    carried: str
    reasons: tuple[Reason, ...]
    least: str
    page: int
    pages: int
    unsaved: bool

    @property
    def gates(self) -> tuple[Gate, ...]:
        """Return the gates."""
        return self.readiness.gates

    @property
    def is_open(self) -> bool:
        """Return whether every blocking gate passes."""
        return self.readiness.is_ready

    @property
    def passed(self) -> int:
        """Return how many gates hold."""
        return self.readiness.passed

    @property
    def total(self) -> int:
        """Return how many gates there are."""
        return self.readiness.total

    @property
    def moved(self) -> tuple[PlanRow, ...]:
        """Return the cards of this page that are not as the last release has them."""
        return tuple(row for row in self.rows if row.change != "unchanged")

    @property
    def same(self) -> tuple[PlanRow, ...]:
        """Return the cards of this page that the release would take over unchanged."""
        return tuple(row for row in self.rows if row.change == "unchanged")

    @property
    def unchanged(self) -> int:
        """Return how many cards the release would take over unchanged."""
        return self.counts["unchanged"]

    @property
    def added(self) -> int:
        """Return how many cards are new."""
        return self.counts["added"]

    @property
    def changed(self) -> int:
        """Return how many cards differ from the last release."""
        return self.counts["changed"]

    @property
    def removed(self) -> int:
        """Return how many cards the last release had and this one has not."""
        return self.counts["removed"]


def plan_page(plan: Plan, *, version: str, page: int = 1) -> PlanPage:
    """Return one page of a plan, with the version number in the form."""
    entries = _moved_first(plan)
    pages = max(1, -(-len(entries) // PAGE_SIZE))
    page = min(page, pages)
    return PlanPage(
        readiness=readiness_of(plan),
        steps=_steps(plan, version or plan.version),
        rows=_rows(plan, entries[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]),
        ships=len(plan.shipping),
        cards=len(entries),
        counts=Counter(entry.change for entry in entries),
        carried=json.dumps(_choices(plan), separators=(",", ":")),
        reasons=plan.reasons,
        least=str(plan.minimum) if plan.stable else "",
        page=page,
        pages=pages,
        unsaved=not plan.is_saved,
    )


def choices_of(params: QueryDict, plan: Plan) -> Choices:
    """Return the choices of the form that differ from what a card would do by itself.

    The fields of the page that was sent come first, then what the form carries from the other pages, else the plan.
    """
    previous = _read_choices(params.get(CHOICES_FIELD))
    choices: dict[str, int | None] = {}
    for entry in plan.entries:
        usual = entry.usual.number if entry.usual else 0
        otherwise = entry.version.number if entry.version else 0
        if previous is not None:
            otherwise = previous.get(entry.id, usual)
        number = _number(params.get(f"{PREFIX}{entry.id}"), otherwise)
        if number != usual:
            choices[entry.id] = number or None
    return choices


def _choices(plan: Plan) -> Choices:
    """Return the choices that make this plan of what its cards would do by themselves."""
    numbers = ((entry.id, _number_of(entry.version), _number_of(entry.usual)) for entry in plan.entries)
    return {card: number for card, number, usual in numbers if number != usual}


def _number_of(version: PlannedVersion | None) -> int | None:
    return version.number if version else None


def _read_choices(text: str | None) -> dict[str, int] | None:
    """Read the choices of a form; None for a form without them. Entries that no page of the portal wrote are left out."""
    try:
        choices = json.loads(text) if text else None
    except (ValueError, RecursionError):
        choices = None
    if not isinstance(choices, dict):
        return None
    return {card: number or 0 for card, number in choices.items() if number is None or type(number) is int}


def _number(text: str | None, otherwise: int) -> int:
    """Return the number in a field, or what holds where the page had no such field."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _moved_first(plan: Plan) -> list[PlanEntry]:
    return sorted(plan.entries, key=lambda entry: entry.change == "unchanged")


def _newest_versions(entries: Sequence[PlanEntry]) -> dict[int, tuple[int, ...]]:
    """Return the newest version numbers of some cards, in one query."""
    place = Window(RowNumber(), partition_by="card_id", order_by="-number")
    versions = CardVersion.objects.filter(card__in=[entry.card.pk for entry in entries]).annotate(place=place)
    rows = versions.filter(place__lte=NEWEST_OFFERED).order_by("card_id", "-number").values_list("card_id", "number")
    numbers_by_card: dict[int, list[int]] = {}
    for card, number in rows:
        numbers_by_card.setdefault(card, []).append(number)
    return {card: tuple(numbers) for card, numbers in numbers_by_card.items()}


def _rows(plan: Plan, entries: Sequence[PlanEntry]) -> tuple[PlanRow, ...]:
    """Return the cards of one page, in two queries."""
    names, versions = card_names(plan, entries), _newest_versions(entries)
    bumps = {"added": "minor", "changed": "patch", "removed": "major"}
    return tuple(
        PlanRow(
            id=entry.id,
            name=names[entry.card.pk],
            url=reverse("cards:card-detail", args=[plan.pack, entry.id]),
            change=entry.change,
            version=_number_of(entry.version),
            versions=versions.get(entry.card.pk, ()),
            bump=bumps.get(entry.change, "") if plan.stable else "",
        )
        for entry in entries
    )


def _steps(plan: Plan, version: str) -> tuple[Step, ...]:
    if plan.stable is None:
        return _first_steps(plan, version)
    base = Semver.parse(plan.stable.version)
    meanings: tuple[tuple[Bump, str], ...] = (
        ("patch", localize("Cards changed, none added or removed.", "只改动了卡牌，没有增删。")),
        ("minor", localize("New or deprecated cards.", "新增卡牌，或将卡牌标为不再推荐。")),
        (
            "major",
            localize(
                "Cards removed or renamed, or a schema that old readers cannot read.",
                "移除或改名卡牌，或旧程序无法读取的数据规范。",
            ),
        ),
    )
    steps = [_step(plan, bump_name(bump), str(base.raised(bump)), meaning, version) for bump, meaning in meanings]
    return _with_chosen(steps, version)


def _with_chosen(steps: Sequence[Step], version: str) -> tuple[Step, ...]:
    """Return the numbers with the one that the plan names, where it is another."""
    if not version or any(step.version == version for step in steps):
        return tuple(steps)
    meaning = localize("The version number of the plan.", "计划中给出的版本号。")
    return (*steps, Step(localize("other", "其他"), version, meaning, False, False, True))


def _first_steps(plan: Plan, version: str) -> tuple[Step, ...]:
    """Return the numbers that a first release may take: nothing was published that they could break."""
    steps = [
        _step(
            plan,
            localize("first", "首发"),
            FIRST,
            localize(
                "Others can rely on it: from here on, version numbers tell what changed.",
                "他人可以依赖它：此后版本号会说明变化。",
            ),
            version,
        ),
        _step(
            plan,
            localize("early", "早期版本"),
            EARLY,
            localize("A first look, before others rely on it.", "供人先看一眼，尚不宜依赖。"),
            version,
        ),
    ]
    return _with_chosen(steps, version)


def _step(plan: Plan, name: str, version: str, meaning: str, current: str) -> Step:
    suggested = str(plan.minimum) if plan.stable else FIRST
    too_low = not plan.allows(Semver.parse(version))
    return Step(name, version, meaning, too_low, version == suggested, version == current)
