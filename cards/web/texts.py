"""The page of a pack's texts: one language beside the source, with what moved on and what the glossary says."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from cards.gateway import wording
from cards.glossary import Finding, Glossary
from cards.localization import HTML_LANGUAGES, OTHER_LANGUAGE, localize
from cards.lookups import search_words
from cards.models import Card, Pack
from cards.models.fields import LANGUAGES
from cards.queries.beside import names_beside
from cards.queries.texts import TextFilters, card_texts, text_cards, text_counts, text_state_map
from cards.text_states import GROUPS, INNER, CardTexts, TextState
from cards.texts_csv import text_hash
from cards.values import frozen_dataclass
from cards.web.card_texts import text_label
from cards.web.comparing import common_lines
from cards.web.pages import Paged, paged

PAGE_SIZE = 20  # cards of one page: sixty texts in two languages at most
STATES = ("todo", *TextState)
WORDS_LIMIT = 4_000  # words of either text that are compared
BAR = 256  # units of the bar of progress, as its drawing has them
_WORD = re.compile(r"[A-Za-z0-9_'’]+|\s+|.", re.DOTALL)


@frozen_dataclass
class Box:
    """One text in one language."""

    id: str
    field: str
    language: str
    tag: str
    language_name: str
    text: str
    state: str
    state_label: str
    generated: str
    limit: int
    warnings: tuple[Finding, ...]


@frozen_dataclass
class Pair:
    """One text of a card: the box to write in, and the one it is translated from unless it is the source itself.

    Shapes: moved holds (`same` | `del` | `ins`, words) of what the original became since; theirs is the text that another person
            saved meanwhile, where it differs from the typed one.
    """

    field: str
    label: str
    is_line: bool
    source: Box | None
    target: Box
    moved: tuple[tuple[str, str], ...]
    theirs: str | None = None


@frozen_dataclass
class TextCard:
    """One card of the page with the texts that are looked at."""

    id: str
    anchor: str
    url: str
    save_url: str
    name: Mapping[str, str]
    etag: str
    pairs: tuple[Pair, ...]

    @property
    def warnings(self) -> list[tuple[Pair, Finding]]:
        """Return what the glossary says of its texts."""
        return [
            (pair, found)
            for pair in self.pairs
            for found in (*pair.target.warnings, *(pair.source.warnings if pair.source else ()))
        ]


@frozen_dataclass
class StateTab:
    """One of the states to choose from, with how many texts are in it."""

    key: str
    label: str
    url: str
    count: int
    is_current: bool


@frozen_dataclass
class Bar:
    """One part of the bar of progress."""

    key: str
    label: str
    x: str
    width: str
    count: int


@dataclass(frozen=True)
class TextsPage:
    """A page of texts and everything around it."""

    filters: TextFilters
    cards: tuple[TextCard, ...]
    listing: Paged
    tabs: tuple[StateTab, ...]
    languages: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]
    counts: Mapping[str, int]
    query: str

    @property
    def done_count(self) -> int:
        """Return how many texts need nothing."""
        return self.counts["all"] - self.counts["todo"]

    @property
    def warnings(self) -> list[tuple[TextCard, Pair, Finding]]:
        """Return what the glossary says of the texts of this page."""
        return [(card, pair, found) for card in self.cards for pair, found in card.warnings]


def filters_of(pack: Pack, params: QueryDict) -> TextFilters:
    """Return what the query string asks for; what it does not know it leaves out. A search that names no state reads every text."""
    language, name, state = (params.get(key, "") for key in ("lang", "field", "state"))
    query = search_words(params, "q")
    default = next(each for each in LANGUAGES if each != pack.source_language)
    return TextFilters(
        language=language if language in LANGUAGES else default,
        name=name if name in GROUPS else "",
        state=state if state in STATES else "" if state == "all" or query else "todo",
        q=query,
    )


def texts_page(pack: Pack, params: QueryDict, glossary: Glossary) -> TextsPage:
    """Return the page of texts that the query string asks for."""
    filters = filters_of(pack, params)
    listing = paged(text_cards(pack=pack, filters=filters), params, PAGE_SIZE)
    names = names_beside(None, *(card.draft.document for card in listing.rows), pack=pack)
    counts = text_counts(pack=pack, language=filters.language, name=filters.name)
    counts_of_search = (
        text_counts(pack=pack, language=filters.language, name=filters.name, q=filters.q) if filters.q else counts
    )
    return TextsPage(
        filters=filters,
        cards=tuple(text_card(pack, card, filters, glossary, names) for card in listing.rows),
        listing=listing,
        tabs=tuple(_tabs(filters, counts_of_search)),
        languages=tuple((each, pair_label(pack, each)) for each in sorted(LANGUAGES, key=pack.source_language.__eq__)),
        fields=tuple(field_labels().items()),
        bars=tuple(_bars(counts)),
        counts=counts,
        query=query_of(filters),
    )


def query_of(filters: TextFilters) -> str:
    """Return the query string of a list, for links and for coming back to it."""
    state = filters.state or "all"
    return urlencode({"lang": filters.language, "field": filters.name, "state": state, "q": filters.q})


def text_card(
    pack: Pack, card: Card, filters: TextFilters, glossary: Glossary, card_names: wording.CardNames
) -> TextCard:
    """Return one card with those of its texts that the filters ask for."""
    states = text_state_map(pack=pack, draft=card.draft)
    names = filters.names(card_texts(pack=pack, state=card.draft))
    wanted = [name for name in names if filters.takes(name, states.get((filters.language, name)))]
    return text_card_of(pack, card, filters.language, wanted, glossary, card_names)


def text_card_of(
    pack: Pack, card: Card, language: str, names: Iterable[str], glossary: Glossary, card_names: wording.CardNames
) -> TextCard:
    """Return one card with the texts named; `card_names` are those of the cards that it names."""
    words = card_texts(pack=pack, state=card.draft, names=card_names)
    boxes = _Boxes(words, text_state_map(pack=pack, draft=card.draft), glossary, card.written_id)
    return TextCard(
        id=card.written_id,
        anchor=f"card-{card.written_id}",
        url=reverse("cards:card-detail", args=[pack, card]),
        save_url=reverse("cards:text-save", args=[pack, card]),
        name={
            each: words.text(each, "name") or words.text(OTHER_LANGUAGE[each], "name") or card.written_id
            for each in LANGUAGES
        },
        etag=card.draft.etag,
        pairs=tuple(boxes.pair(language, name) for name in names),
    )


@dataclass(frozen=True)
class _Boxes:
    """Draws the texts of one card."""

    words: CardTexts
    states: Mapping[tuple[str, str], TextState]
    glossary: Glossary
    card: str

    def pair(self, language: str, name: str) -> Pair:
        """Return one text beside its source."""
        is_source = language == self.words.source
        changes: tuple[tuple[str, str], ...] = ()
        if self.states.get((language, name)) == TextState.STALE and self.words.document is not None:
            changes = tuple(word_diff(self.words.base(language, name), self.words.original(name)))
        return Pair(
            field=name,
            label=text_label(self.words, name),
            is_line=name.rpartition(".")[2] == "name",
            source=None if is_source else self.box(self.words.source, name),
            target=self.box(language, name),
            moved=changes,
        )

    def box(self, language: str, name: str) -> Box:
        """Return one text."""
        text = self.words.text(language, name)
        state = self.states.get((language, name))
        return Box(
            id=f"text-{self.card}-{language}-{name}",
            field=name,
            language=language,
            tag=HTML_LANGUAGES[language],
            language_name=language_label(language),
            text=text,
            state=state.value if state else "",
            state_label=state_labels()[state] if state else "",
            generated=self.words.generated(language, name),
            limit=self.words.limit(name),
            warnings=tuple(
                self.glossary.findings(
                    language, text, source=self.words.original(name), source_language=self.words.source
                )
            ),
        )


def word_diff(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield what two texts share and where they differ, by words and Chinese characters."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    common = common_lines(old, new) if max(len(old), len(new)) <= WORDS_LIMIT else None
    if common is None:
        yield from _runs([("del", before), ("ins", after)])
        return
    yield from _runs(_pieces(old, new, common))


def _pieces(old: Sequence[str], new: Sequence[str], common: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    old_end = new_end = 0
    for old_index, right in (*common, (len(old), len(new))):
        yield "del", "".join(old[old_end:old_index])
        yield "ins", "".join(new[new_end:right])
        if old_index < len(old):
            yield "same", old[old_index]
        old_end, new_end = old_index + 1, right + 1


def _runs(pieces: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield pieces with neighbours of one kind joined and empty ones left out."""
    kind, run = "", ""
    for piece_kind, words in pieces:
        if not words:
            continue
        if piece_kind != kind and run:
            yield kind, run
            run = ""
        kind, run = piece_kind, run + words
    if run:
        yield kind, run


def language_label(language: str) -> str:
    """Return what a language is called in the language of the page."""
    return {"en": localize("English", "英文"), "zh": localize("Chinese", "中文")}[language]


def pair_label(pack: Pack, language: str) -> str:
    """Return what a choice of language looks at: “English → Chinese”, or the source alone."""
    if language == pack.source_language:
        return localize("{language}, the source", "{language}（源语言）", language=language_label(language))
    return f"{language_label(pack.source_language)} → {language_label(language)}"


def field_labels() -> dict[str, str]:
    """Return what each text is called, those inside cards together."""
    return {
        "name": localize("Name", "名称"),
        "description": localize("Rules text", "规则文本"),
        "notes": localize("Notes", "备注"),
        INNER: localize("Names inside cards", "卡内名称"),
    }


def state_labels() -> dict[str, str]:
    """Return what each state is called."""
    return {
        "todo": localize("To do", "待处理"),
        TextState.STALE: localize("stale", "已过时"),
        TextState.MISSING: localize("missing", "缺少"),
        TextState.GENERATED: localize("generated", "自动生成"),
        TextState.WRITTEN: localize("written", "已写"),
    }


def _tabs(filters: TextFilters, counts: Mapping[str, int]) -> Iterator[StateTab]:
    labels = state_labels()
    for key in ("", *STATES):
        state = key or "all"
        params = {"lang": filters.language, "field": filters.name, "q": filters.q, "state": state}
        yield StateTab(
            key=state,
            label=labels[key] if key else localize("All", "全部"),
            url="?" + urlencode({name: value for name, value in params.items() if value}),
            count=counts[state],
            is_current=filters.state == key,
        )


def _bars(counts: Mapping[str, int]) -> Iterator[Bar]:
    x = 0.0
    for state in reversed(TextState):
        width = BAR * counts[state] / max(1, counts["all"])
        yield Bar(state.value, state_labels()[state], f"{x:.2f}", f"{width:.2f}", counts[state])
        x += width


def csv_rows(pack: Pack, filters: TextFilters) -> Iterator[tuple[str, ...]]:
    """Yield a row for each text that the filters ask for, as `cards.texts_csv` has them."""
    for card in text_cards(pack=pack, filters=filters).iterator(chunk_size=500):
        words = card_texts(pack=pack, state=card.draft)
        states = text_state_map(pack=pack, draft=card.draft)
        for name in filters.names(words):
            state = states.get((filters.language, name))
            if filters.takes(name, state):
                yield _csv_row(card.written_id, words, filters.language, name, state or "")


def _csv_row(card: str, words: CardTexts, language: str, name: str, state: str) -> tuple[str, ...]:
    text, original = words.text(language, name), words.original(name)
    return (
        f"{card}/{name}/{language}",
        words.text(words.source, "name"),
        state,
        original,
        text,
        words.generated(language, name),
        text_hash(original),
        text_hash(text),
    )


def with_typed(card: TextCard, typed: Mapping[str, str]) -> TextCard:
    """Return a card with the posted texts in its boxes, and beside them what was saved meanwhile where that differs."""
    return replace(card, pairs=tuple(_with_typed(pair, typed) for pair in card.pairs))


def _with_typed(pair: Pair, typed: Mapping[str, str]) -> Pair:
    text = typed.get(pair.field, pair.target.text)
    theirs = pair.target.text if text != pair.target.text else None
    return replace(pair, target=replace(pair.target, text=text), theirs=theirs)
