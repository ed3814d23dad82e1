"""The plan of a release as its page shows it: versions to choose from, steps of the number, gates."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from cards import gateway
from cards.models import CardVersion
from cards.queries.plan import EARLY, FIRST, Choices, Plan, PlanEntry, Reason
from cards.semver import Bump, Semver
from cards.web.readiness import Gate, Readiness, readiness_of

PREFIX = "card:"
NEWEST_OFFERED = 20  # versions of one card in its select
CHOOSABLE = 400  # cards with a select on one page: a form may send at most a thousand fields


@dataclass(frozen=True, slots=True)
class Step:
    """One number that the release could take."""

    name: str
    version: str
    meaning: str
    too_low: bool
    suggested: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One card of the plan."""

    id: str
    name: Mapping[str, str]
    url: str
    change: str
    version: int | None
    versions: tuple[int, ...]
    bump: str


@dataclass(frozen=True, slots=True)
class PlanPage:
    """Everything that the page of the plan shows."""

    readiness: Readiness
    steps: tuple[Step, ...]
    rows: tuple[PlanRow, ...]
    ships: int
    reasons: tuple[Reason, ...]
    least: str

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
        """Return the cards that are not as the last release has them."""
        return tuple(row for row in self.rows if row.change != "unchanged")

    @property
    def same(self) -> tuple[PlanRow, ...]:
        """Return the cards that the release would take over unchanged."""
        return tuple(row for row in self.rows if row.change == "unchanged")

    @property
    def added(self) -> int:
        """Return how many cards are new."""
        return self._count("added")

    @property
    def changed(self) -> int:
        """Return how many cards differ from the last release."""
        return self._count("changed")

    @property
    def removed(self) -> int:
        """Return how many cards the last release had and this one has not."""
        return self._count("removed")

    def _count(self, change: str) -> int:
        return sum(row.change == change for row in self.rows)


def plan_page(plan: Plan, *, chosen: str) -> PlanPage:
    """Return the page of a plan, with the version number in the form."""
    offered = _offered(plan)
    return PlanPage(
        readiness=readiness_of(plan),
        steps=_steps(plan, chosen or plan.version),
        rows=tuple(_row(plan, entry, offered.get(entry.card.pk, ())) for entry in _moved_first(plan)),
        ships=len(plan.shipping),
        reasons=plan.reasons,
        least=str(plan.minimum) if plan.stable else "",
    )


def choices_of(posted: QueryDict, plan: Plan) -> Choices:
    """Return the choices of the form that differ from what a card would do by itself."""
    choices: dict[str, int | None] = {}
    for entry in plan.entries:
        usual = entry.usual.number if entry.usual else 0
        number = _number(posted.get(f"{PREFIX}{entry.id}"), entry.version.number if entry.version else 0)
        if number != usual:
            choices[entry.id] = number or None
    return choices


def _number(text: str | None, otherwise: int) -> int:
    """Return the number in a field; what the plan says where the page had no such field."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _moved_first(plan: Plan) -> list[PlanEntry]:
    return sorted(plan.entries, key=lambda entry: entry.change == "unchanged")


def _offered(plan: Plan) -> dict[int, tuple[int, ...]]:
    """Return the newest version numbers of the cards that the page lets choose, in one query."""
    cards = [entry.card.pk for entry in _moved_first(plan)[:CHOOSABLE]]
    found: dict[int, list[int]] = {}
    rows = CardVersion.objects.filter(card__in=cards).order_by("card_id", "-number").values_list("card_id", "number")
    for card, number in rows:
        found.setdefault(card, []).append(number)
    return {card: tuple(numbers[:NEWEST_OFFERED]) for card, numbers in found.items()}


def _row(plan: Plan, entry: PlanEntry, versions: tuple[int, ...]) -> PlanRow:
    version = entry.version or entry.card.newest_version
    name = gateway.face(plan.pack.ruleset, version.document, version.texts)["name"] if version else {}
    bumps = {"added": "minor", "changed": "patch", "removed": "major"}
    return PlanRow(
        id=entry.id,
        name=name,
        url=reverse("cards:card-detail", args=[plan.pack.slug, entry.id]),
        change=entry.change,
        version=entry.version.number if entry.version else None,
        versions=versions,
        bump=bumps.get(entry.change, "") if plan.stable else "",
    )


def _steps(plan: Plan, chosen: str) -> tuple[Step, ...]:
    if plan.stable is None:
        return _first_steps(plan, chosen)
    base = Semver.parse(plan.stable.version)
    meanings: tuple[tuple[Bump, str], ...] = (
        ("patch", gettext("Cards changed, none added or removed.")),
        ("minor", gettext("New or deprecated cards.")),
        ("major", gettext("Cards removed or renamed, or a schema that old readers cannot read.")),
    )
    steps = [_step(plan, bump, str(base.raised(bump)), meaning, chosen) for bump, meaning in meanings]
    if chosen and all(step.version != chosen for step in steps):
        steps.append(Step(gettext("other"), chosen, gettext("The number that the plan names."), False, False, True))
    return tuple(steps)


def _first_steps(plan: Plan, chosen: str) -> tuple[Step, ...]:
    """Return the numbers that a first release may take: nothing was published that they could break."""
    steps = [
        _step(
            plan,
            gettext("first"),
            FIRST,
            gettext("Others may rely on it: from here on, numbers say what changed."),
            chosen,
        ),
        _step(plan, gettext("early"), EARLY, gettext("A first look, before others rely on it."), chosen),
    ]
    if chosen and all(step.version != chosen for step in steps):
        steps.append(Step(gettext("other"), chosen, gettext("The number that the plan names."), False, False, True))
    return tuple(steps)


def _step(plan: Plan, name: str, version: str, meaning: str, chosen: str) -> Step:
    suggested = str(plan.minimum) if plan.stable else FIRST
    too_low = not plan.allows(Semver.parse(version))
    return Step(name, version, meaning, too_low, version == suggested, version == chosen)
