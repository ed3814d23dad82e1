"""Filters and orders of lists of cards that look into the document, or at the newest preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.fields.array import ArrayContains  # type: ignore[attr-defined]  # the stubs leave it out
from django.db.models import Case, F, FloatField, Func, OrderBy, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.fields import BooleanField
from django.db.models.fields.json import JSONField, KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Length, Lower

from cards.gateway import rulesets
from cards.models import Pack, Preview, PreviewState
from cards.models.card import Strings
from cards.queries.freshness import HasNewerCardBeside
from cards.values import frozen_dataclass

if TYPE_CHECKING:
    from cards.models import Card

DRAFT = "draft__"
STRING_LIMIT = 64  # characters of a word that the index of words holds


@frozen_dataclass
class FieldFilter:
    """What a plain field of the card must be: this value, among these words, or within a range.

    Shapes: pointer leads to the field; low and high bound a number, either may be missing.
    """

    pointer: str
    value: Any = None
    low: int | None = None
    high: int | None = None
    is_list: bool = False

    def condition(self, prefix: str = DRAFT) -> Q:
        """Return the condition on a row whose document the prefix leads to; a value is answered by the index of documents."""
        if self.low is None and self.high is None:
            value = nested(self.pointer, [self.value] if self.is_list else self.value)
            return Q(**{f"{prefix}document__contains": value})
        bounds = {"low": self.low, "high": self.high}
        tests = [f"@ {sign} ${name}" for name, sign in (("low", ">="), ("high", "<=")) if bounds[name] is not None]
        return Q(path_exists(f"{prefix}document", f"{json_path(self.pointer)} ? ({' && '.join(tests)})", bounds))


def nested(pointer: str, value: Any) -> Any:
    """Return the smallest document that has a value at a JSON Pointer through objects."""
    for name in reversed(names_of(pointer)):
        value = {name: value}
    return value


def names_of(pointer: str) -> list[str]:
    """Return the names that a JSON Pointer goes through."""
    return [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:]]


def json_path(pointer: str, root: str = "$") -> str:
    """Return the path of PostgreSQL's jsonpath for a JSON Pointer through objects, each name quoted."""
    quoted = (name.replace("\\", "\\\\").replace('"', '\\"') for name in names_of(pointer))
    return root + "".join(f'."{name}"' for name in quoted)


def path_exists(column: str, path: str, variables: dict[str, Any]) -> Func:
    """Return the expression that a jsonpath finds something in a column."""
    bound = Value({name: value for name, value in variables.items() if value is not None}, output_field=JSONField())
    return Func(F(column), Value(path), bound, function="jsonb_path_exists", output_field=BooleanField())


def has_node(word: str, prefix: str = DRAFT) -> Q:
    """Return the condition that a document contains a node of this type.

    The index of its strings is asked first: PostgreSQL looks into those documents alone that have the word, and at each value once (`strict`).
    """
    path = path_exists(f"{prefix}document", "strict $.** ? (@.type == $word)", {"word": word})
    if len(word) > STRING_LIMIT:
        return Q(path)
    has_word = has_string(word, prefix)
    return has_word & Q(Case(When(has_word, then=path), default=Value(False), output_field=BooleanField()))


def has_string(word: str, prefix: str = DRAFT) -> Q:
    """Return the condition that a document has this text of at most 64 characters anywhere, answered by the index of strings."""
    if prefix == DRAFT:
        return Q(draft__strings__contains=[word])
    strings = Strings(F(f"{prefix}document"), output_field=ArrayField(TextField()))
    return Q(ArrayContains(strings, [word]))


def text_length(column: str) -> Coalesce:
    """Return the expression for how many characters the rules text of a document has, 0 where none is written."""
    return Coalesce(Length(KeyTextTransform("description", column)), 0)


def with_preview(cards: QuerySet[Card], pack: Pack, state: str) -> QuerySet[Card]:
    """Return the cards whose newest preview is fresh, stale or running, or that have none."""
    newest = _newest()
    with_newest = cards.annotate(
        preview_sha256=Subquery(newest.values("candidate_sha256")[:1]),
        preview_engine=Subquery(newest.values("engine_hash")[:1]),
        preview_state=Subquery(newest.values("state")[:1]),
        preview_moved=Subquery(newest.annotate(moved=HasNewerCardBeside()).values("moved")[:1]),
    )
    mine = {"preview_sha256": F("draft__sha256"), "preview_engine": rulesets.engine_hash(pack.ruleset)}
    is_fresh = Q(**mine, preview_moved=False)
    condition = {
        "none": Q(preview_state__isnull=True),
        "fresh": Q(preview_state__isnull=False) & is_fresh,
        "running": Q(preview_state__in=[PreviewState.QUEUED, PreviewState.RUNNING]),
    }.get(state)
    if condition is None:
        return with_newest.filter(preview_state__isnull=False).exclude(is_fresh)
    return with_newest.filter(condition)


def _newest() -> QuerySet[Preview]:
    """Return the previews of a card that have or will have something to say, the newest first."""
    previews = Preview.objects.measured().filter(card=OuterRef("pk"))
    return previews.exclude(state__in=[PreviewState.CANCELLED, PreviewState.FAILED]).order_by("-number")


def in_order(cards: QuerySet[Card], sort: str) -> QuerySet[Card]:
    """Return the cards in an order: a column's name or the JSON Pointer of a field, `-` before it for downwards."""
    key, down = sort.removeprefix("-"), sort.startswith("-")
    if key.startswith("/"):
        cards = cards.annotate(sort_value=value_in(f"{DRAFT}document", key))
        return cards.order_by(in_direction(F("sort_value"), down), "written_id")
    columns: dict[str, Any] = {
        "edited": F("draft__saved_at"),
        "id": F("written_id"),
        "kind": F("kind"),
        "state": F("state"),
        "name": Lower(KeyTextTransform("name", "draft__document")),
        "preview": Subquery(
            _newest().annotate(mean=Cast(KeyTextTransform("mean_pp", "estimate"), FloatField())).values("mean")[:1]
        ),
    }
    return cards.order_by(in_direction(columns[key], down), "written_id")


def in_direction(column: Any, down: bool) -> OrderBy:
    """Return the order of a column, upwards or downwards; rows without a value come last."""
    return OrderBy(column, descending=down, nulls_last=True)


def value_in(column: str, pointer: str) -> Func:
    """Return the expression for the value of a field of a document, whose JSON sorts numbers as numbers."""
    return Func(
        F(column),
        Value(json_path(pointer)),
        function="jsonb_path_query_first",
        output_field=JSONField(),
    )
