"""Texts of a pack by language: which are stale, missing or generated, found by index without reading a card."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from django.db.models import Case, Count, F, Func, IntegerField, QuerySet, Value, When
from django.db.models.fields import CharField

from cards.errors import InvalidFields
from cards.gateway import wording
from cards.lookups import first_or_not_found
from cards.models import Card, Draft, Pack
from cards.models.fields import LANGUAGES
from cards.search import matches
from cards.text_states import GROUPS, CardTexts, TextState, group_of, index_keys
from cards.values import frozen_dataclass

UNFINISHED_STATES = (TextState.STALE, TextState.MISSING)
ALL_STATES = tuple(TextState)


class CardState(Protocol):
    """A draft, revision, version or text that was just read: whatever holds the texts of a card."""

    @property
    def document(self) -> Any:
        """Return the parsed text, or None while it does not parse."""

    @property
    def texts(self) -> Any:
        """Return language → text → what is written."""

    @property
    def bases(self) -> Any:
        """Return language → text → what a stale one was written against."""


@frozen_dataclass
class TextFilters:
    """What a list of texts is narrowed to.

    Shapes: language is the one looked at; name is one of GROUPS, or nothing for all; state is a TextState, `todo` for
            stale and missing ones together, or nothing for all.
    """

    language: str
    name: str = ""
    state: str = ""
    q: str = ""

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the texts that are looked at, as the index calls them."""
        return (self.name,) if self.name else GROUPS

    def names(self, words: CardTexts) -> tuple[str, ...]:
        """Return the texts of a card that are looked at."""
        return tuple(name for name in words.names if group_of(name) in self.groups)

    def takes(self, name: str, state: TextState | None) -> bool:
        """Return whether a text in a state, or without one, is listed; empty notes only when the filter names them."""
        if state is None:
            return not self.state and (name != "notes" or self.name == name)
        return state in self.states

    @property
    def states(self) -> tuple[TextState, ...]:
        """Return the states that are looked for."""
        if self.state == "todo":
            return UNFINISHED_STATES
        return (TextState(self.state),) if self.state else ALL_STATES


def card_texts(*, pack: Pack, state: CardState, names: wording.CardNames = wording.NO_NAMES) -> CardTexts:
    """Return all texts of one state of a card with everything that follows from them; `names` are those of the cards that it names."""
    document = state.document if isinstance(state.document, dict) else None
    own_names = wording.names_of([(document or {}, state.texts or {})])
    describe = partial(wording.rules_text, pack.ruleset, names={**own_names, **names})
    inner = partial(wording.inner_texts, pack.ruleset)
    return CardTexts(pack.source_language, document, state.texts or {}, state.bases or {}, describe, inner)


def states_mark(*, pack: Pack) -> str:
    """Return what the states of the pack's texts depend on beside the card itself."""
    return f"{pack.source_language}:{wording.text_mark(pack.ruleset)}"


def text_state_map(*, pack: Pack, draft: Draft) -> Mapping[tuple[str, str], TextState]:
    """Return (language, text) → state of a draft; while it does not parse, the states of when it last did."""
    if draft.document is not None:
        return card_texts(pack=pack, state=draft).state_map()
    found = (key.split(".") for key in draft.text_states)
    return {(language, name): TextState(state) for language, name, state in found}


def text_cards(*, pack: Pack, filters: TextFilters) -> QuerySet[Card]:
    """Return the cards that have such texts, those with stale ones first, then those with missing ones, then by id.

    Without a state it is every card, those of which nothing is said among them: a text may be written for any.
    """
    check_filters(filters)
    cards = _live(pack)
    if filters.state:
        cards = cards.filter(draft__text_states__overlap=_keys(filters, filters.states))
    if filters.q:
        cards = cards.filter(matches(filters.q, prefix="draft__"))
    rank = Case(
        *(
            When(draft__text_states__overlap=_keys(filters, (state,)), then=Value(place))
            for place, state in enumerate(TextState)
        ),
        default=Value(len(TextState)),
        output_field=IntegerField(),
    )
    return cards.select_related("draft", "draft__saved_by").annotate(rank=rank).order_by("rank", "written_id")


def text_counts(*, pack: Pack, language: str, name: str = "", q: str = "") -> dict[str, int]:
    """Return how many texts of a language are in each state, with `all` and `todo`, in one query; of a search, those of the cards that it finds."""
    filters = TextFilters(language, name)
    check_filters(filters)
    each = Func(F("draft__text_states"), function="unnest", output_field=CharField())
    cards = _live(pack).filter(matches(q, prefix="draft__")) if q else _live(pack)
    rows = cards.order_by().annotate(key=each).values_list("key").annotate(n=Count("pk"))
    counts = dict.fromkeys(("all", "todo", *ALL_STATES), 0)
    keys = {key: state for state in ALL_STATES for key in _keys(filters, (state,))}
    for key, n in rows:
        state = keys.get(key)
        if state is not None:
            counts["all"] += n
            counts["todo"] += n if state in UNFINISHED_STATES else 0
            counts[state] += n
    return {str(state): n for state, n in counts.items()}


def text_card_get(*, pack: Pack, written_id: str) -> Card:
    """Return one card with its draft for the page of texts."""
    return first_or_not_found(_live(pack).filter(written_id=written_id).select_related("draft", "draft__saved_by"))


def cards_by_id(*, pack: Pack, written_ids: Sequence[str]) -> dict[str, Card]:
    """Return live cards with their drafts by their ids; an unknown id is left out."""
    found = _live(pack).filter(written_id__in=written_ids).select_related("draft")
    return {card.written_id: card for card in found}


def check_filters(filters: TextFilters) -> None:
    """Refuse a language, text or state that there is not."""
    if filters.language not in LANGUAGES:
        raise InvalidFields.of("/language", "One of en, zh.", "应为 en 或 zh。")
    if filters.name and filters.name not in GROUPS:
        raise InvalidFields.of("/field", f"One of {', '.join(GROUPS)}.", f"应为 {'、'.join(GROUPS)} 之一。")
    if filters.state not in {"", "todo", *ALL_STATES}:
        raise InvalidFields.of("/state", f"One of {', '.join(ALL_STATES)}.", f"应为 {'、'.join(ALL_STATES)} 之一。")


def _live(pack: Pack) -> QuerySet[Card]:
    return Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)


def _keys(filters: TextFilters, states: tuple[TextState, ...]) -> list[str]:
    return index_keys(filters.language, filters.groups, states)
