"""What a pack is made of: its cards by kind, rarity and cost, the keywords and effects that they use, the lengths of their texts.

Three queries, each of which returns one row for a group of cards, however many cards there are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import Count, F, Func, JSONField, QuerySet, TextField, Value

from cards.gateway.costs import RARITY, cost_fields
from cards.gateway.nodes import node_types
from cards.models import Draft, Pack
from cards.queries.card_filters import json_path, text_length
from cards.values import frozen_dataclass

KEYWORD, EFFECT = "Keyword", "Effect"
"""What the families of nodes are called."""
TEXT_STEP: Final = 40
"""Characters from one column of the lengths of texts to the next."""
TEXT_LAST: Final = 6
"""The column that all longer texts share."""


@frozen_dataclass
class Group:
    """The cards of one kind and rarity that cost as many of one thing. Shapes: `cost` is None for those that cost nothing of anything."""

    kind: str
    rarity: str
    field: str
    cost: int | None
    count: int


@frozen_dataclass
class Overview:
    """The counts of a pack's cards.

    Shapes: a card of several costs is in a group for each; `words` counts cards by keyword or type of effect, `lengths` cards by the
            column of their written text in the source language, 0 those without one.
    """

    cards: int
    groups: tuple[Group, ...]
    keywords: Mapping[str, int]
    effects: Mapping[str, int]
    lengths: Mapping[int, int]


def overview(*, pack: Pack) -> Overview:
    """Return what the working copy of a pack is made of; cards in the trash are left out."""
    drafts = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True)
    cards, groups = _groups(drafts, pack.ruleset)
    nodes = node_types(pack.ruleset)
    keywords = [node.word for node in nodes if node.family["en"] == KEYWORD]
    effects = [node.word for node in nodes if node.family["en"] == EFFECT and node.key == "type"]
    words = _words(drafts, [*keywords, *effects])
    return Overview(cards, groups, _of(words, keywords), _of(words, effects), _lengths(drafts))


def _groups(drafts: QuerySet[Draft], ruleset: str) -> tuple[int, tuple[Group, ...]]:
    """Return the count of all cards and the groups; a cost of 0 counts where it is the chief one."""
    fields = cost_fields(ruleset)
    values = {f"cost{place}": _first(field.pointer, "number") for place, field in enumerate(fields)}
    drafts = drafts.annotate(rarity=_first(RARITY, "string"), **values)
    rows = drafts.values("card__kind", "rarity", *values).annotate(n=Count("pk")).order_by()
    cards, chief = 0, fields[0].pointer if fields else ""
    groups: Counter[tuple[str, str, str, int | None]] = Counter()
    for row in rows:
        cards += row["n"]
        numbers = [(field.pointer, row[name]) for name, field in zip(values, fields, strict=True)]
        costs: list[tuple[str, int | None]] = [
            (pointer, cost) for pointer, cost in numbers if isinstance(cost, int) and (cost or pointer == chief)
        ]
        for pointer, cost in costs or [("", None)]:
            groups[row["card__kind"], row["rarity"] or "", pointer, cost] += row["n"]
    return cards, tuple(Group(*group, count) for group, count in groups.items())


def _first(pointer: str, kind: str) -> Func:
    """Return the expression for the value at a pointer of a draft where it is of this kind, as JSON has it, else nothing."""
    path = Value(f'{json_path(pointer)} ? (@.type() == "{kind}")')
    return Func(F("document"), path, function="jsonb_path_query_first", output_field=JSONField())


def _words(drafts: QuerySet[Draft], words: Sequence[str]) -> Mapping[str, int]:
    """Return how many cards have each of some words among the strings of their documents."""
    word = Func(
        F("strings"),
        Value(list(words), output_field=ArrayField(TextField())),
        template="unnest(ARRAY(SELECT unnest(%(expressions)s)))",
        arg_joiner=") INTERSECT SELECT unnest(",
        output_field=TextField(),
    )
    rows = drafts.annotate(word=word).values("word").annotate(n=Count("pk")).order_by("-n", "word")
    return {row["word"]: row["n"] for row in rows}


def _of(counts: Mapping[str, int], words: Sequence[str]) -> Mapping[str, int]:
    listed = frozenset(words)
    return {word: count for word, count in counts.items() if word in listed}


def _lengths(drafts: QuerySet[Draft]) -> Mapping[int, int]:
    """Return how many cards have a written text of each length, by column; in column 0 those without one."""
    rows = drafts.annotate(length=text_length("document")).values("length").annotate(n=Count("pk")).order_by()
    columns: Counter[int] = Counter()
    for row in rows:
        columns[min(-(-row["length"] // TEXT_STEP), TEXT_LAST)] += row["n"]
    return columns
