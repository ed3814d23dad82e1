"""A deck's own page: its lines by part or kind, its problems, its charts and its history."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse

from cards.gateway import deck_files
from cards.gateway.problems import Problem
from cards.localization import localize
from cards.models import Card, Deck, Pack
from cards.queries.decks import HISTORY_LIMIT, DeckVerdict, deck_history
from cards.values import frozen_dataclass
from cards.web.deck_charts import DeckChart, cost_curve, kinds_chart
from cards.web.deck_pool import CardWords, card_words
from cards.web.listing import kind_labels
from cards.web.text import bilingual_plain

ORDERS = ("cost", "name", "file")
LAST = 1_000_000  # places lines without a cost last
LINES_SHOWN = 400  # a form of more fields than Django takes could not be sent
PROBLEMS_SHOWN = 100


@frozen_dataclass
class DeckLine:
    """One card of a deck; without words where the pack has no such card.

    Shapes: mark is `retired`, `trashed`, `unread` or nothing; typed is the content of the field of its copies.
    """

    anchor: str
    key: str
    id: str
    count: int
    typed: str
    url: str
    words: CardWords | None
    mark: str
    problems: tuple[Problem, ...]
    nearest: str

    @property
    def has_error(self) -> bool:
        """Return whether one of its problems is an error."""
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(slots=True)
class DeckGroup:
    """Lines under one heading; a part says how many cards it wants."""

    label: str
    count: int = 0
    requirement: str = ""
    is_right: bool = True
    lines: list[DeckLine] = field(default_factory=list)


@frozen_dataclass
class DeckProblem:
    """A problem of the list, and the line that it leads to."""

    problem: Problem
    anchor: str


@frozen_dataclass
class DeckSave:
    """A save in the list of saves."""

    revision: int
    author: Any
    at: datetime
    what: str
    is_edit: bool
    is_current: bool


@frozen_dataclass
class DeckView:
    """Everything that the page shows of a deck."""

    groups: tuple[DeckGroup, ...]
    counts: tuple[deck_files.DeckCount, ...]
    problems: tuple[DeckProblem, ...]
    errors: int
    warnings: int
    curve: DeckChart
    kinds: DeckChart
    total: int
    hidden_lines: int
    hidden_problems: int
    order: str
    orders: tuple[tuple[str, str], ...]


def deck_view(pack: Pack, verdict: DeckVerdict, order: str, typed: Mapping[str, str]) -> DeckView:
    """Return what the page shows of a deck, its lines in this order."""
    lines = _lines(pack, verdict, typed)
    order = order if order in ORDERS else "cost"
    rows = lines if order == "file" else sorted(lines, key=lambda line: _line_key(order, line))
    anchors = {(line.key, line.id): line.anchor for line in lines}
    kinds = kind_labels(pack.ruleset)
    return DeckView(
        groups=_groups(pack, verdict, rows[:LINES_SHOWN], kinds),
        counts=verdict.counts,
        problems=tuple(
            DeckProblem(each, _anchor(verdict, each, anchors)) for each in verdict.problems[:PROBLEMS_SHOWN]
        ),
        errors=verdict.errors,
        warnings=len(verdict.problems) - verdict.errors,
        curve=cost_curve((line.words.cost if line.words else None, line.count) for line in lines),
        kinds=kinds_chart(((line.words.kind if line.words else "", line.count) for line in lines), kinds),
        total=sum(line.count for line in lines),
        hidden_lines=max(0, len(lines) - LINES_SHOWN),
        hidden_problems=max(0, len(verdict.problems) - PROBLEMS_SHOWN),
        order=order,
        orders=(
            ("cost", localize("Cost", "费用")),
            ("name", localize("Name", "名称")),
            ("file", localize("As in the file", "按文件顺序")),
        ),
    )


def _lines(pack: Pack, verdict: DeckVerdict, counts: Mapping[str, str]) -> list[DeckLine]:
    if verdict.file is None:
        return []
    of_line: dict[tuple[str, str], list[Problem]] = {}
    for problem in verdict.problems:
        place = verdict.file.card_at(problem.path)
        if place is not None:
            of_line.setdefault(place, []).append(problem)
    return [
        _line(pack, verdict.cards.get(card), (key, card, count), of_line.get((key, card), []), counts)
        for key, card, count in ((key, card, count) for (key, card), count in verdict.file.copies.items())
    ]


def _line(
    pack: Pack,
    card: Card | None,
    entry: tuple[str, str, int],
    problems: Iterable[Problem],
    counts: Mapping[str, str],
) -> DeckLine:
    key, name, count = entry
    deck_problems = tuple(problems)
    return DeckLine(
        anchor=f"line-{key}-{name}",
        key=key,
        id=name,
        count=count,
        typed=counts.get(f"count:{key}:{name}", str(count)),
        url=reverse("cards:card-detail", args=[pack, name]) if card is not None else "",
        words=card_words(card, pack) if card is not None else None,
        mark=_mark(card),
        problems=deck_problems,
        nearest=next((str(each.nearest) for each in deck_problems if each.nearest), ""),
    )


def _mark(card: Card | None) -> str:
    if card is None:
        return ""
    if card.trashed_at is not None:
        return "trashed"
    if card.retired_at is not None:
        return "retired"
    return "unread" if card.draft.document is None else ""


def _line_key(order: str, line: DeckLine) -> tuple[Any, ...]:
    if line.words is None:
        return (LAST + 1, "", line.id)
    name = bilingual_plain(line.words.name).casefold()
    cost = LAST if line.words.cost is None else line.words.cost
    return (cost, name, line.id) if order == "cost" else (0, name, line.id)


def _groups(
    pack: Pack, verdict: DeckVerdict, lines: Iterable[DeckLine], kinds: Mapping[str, str]
) -> tuple[DeckGroup, ...]:
    """Return the lines by part where the game has several, else by kind of card, the cards of no kind last."""
    if len(verdict.counts) > 1:
        return _by_part(pack, verdict, lines)
    groups = {kind: DeckGroup(label) for kind, label in kinds.items()}
    unknown = DeckGroup(localize("Unknown", "未知"))
    for line in lines:
        group = groups.get(line.words.kind, unknown) if line.words is not None else unknown
        group.lines.append(line)
        group.count += line.count
    return tuple(group for group in (*groups.values(), unknown) if group.lines)


def _by_part(pack: Pack, verdict: DeckVerdict, lines: Iterable[DeckLine]) -> tuple[DeckGroup, ...]:
    groups = [
        DeckGroup(part_label(part), part.count, _wanted_in_words(part), is_right=part.is_right)
        for part in verdict.counts
    ]
    for line in lines:
        groups[deck_files.deck_part(pack.ruleset, verdict.facts.get(line.id), line.key)].lines.append(line)
    return tuple(groups)


def part_label(part: deck_files.DeckCount) -> str:
    """Return what a part is called, as a heading."""
    word = bilingual_plain(part.name)
    return word[:1].upper() + word[1:]


def wanted_of(part: deck_files.DeckCount) -> str:
    """Return how many cards a part wants."""
    if not part.low:
        return f"≤ {part.high}"
    return str(part.low) if part.low == part.high else f"{part.low}–{part.high}"


def _wanted_in_words(part: deck_files.DeckCount) -> str:
    """Return how many cards a part wants, as it goes on behind how many it has."""
    if not part.low:
        return localize("at most {high}", "至多 {high}", high=part.high)
    return localize("of {wanted}", "共需 {wanted}", wanted=wanted_of(part))


def _anchor(verdict: DeckVerdict, problem: Problem, anchors: Mapping[tuple[str, str], str]) -> str:
    place = verdict.file.card_at(problem.path) if verdict.file is not None else None
    return anchors.get(place, "") if place is not None else ""


def deck_saves(deck: Deck) -> list[DeckSave]:
    """Return the newest saves of a deck."""
    saves = deck_history(deck=deck)[:HISTORY_LIMIT]
    return [
        DeckSave(
            revision=save.revision,
            author=save.author,
            at=save.saved_at,
            what=change_words(save.change),
            is_edit="card" in (save.change or {}),
            is_current=save.revision == deck.revision,
        )
        for save in saves
    ]


def change_words(change: Mapping[str, Any] | None) -> str:
    """Return what one save changed: the card and its copies before and after, or which save it went back to."""
    if change is None:
        return ""
    if "restored" in change:
        return localize("back to revision {number}", "恢复到第 {number} 次修订", number=change["restored"])
    return f"{change['card']} {change['from']} → {change['to']}"
