"""What a ruleset has to say about the files of a pack, and which ruleset that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from engine.cardset import shipped
from engine.errors import BadCard, Problem
from engine.formats import FORMATS, check, foreign, schema
from engine.formats.checking import placed
from engine.formats.decks import deck_cards, deck_faults, decks_of
from engine.language.diagnostics.problems import not_one_of
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.spec.shapes import LocalizedText
from engine.packs.card import CardReport, card_reports
from engine.packs.decks import DeckCard, deck_card
from engine.packs.loading import Loaded, Source
from engine.packs.manifest import cards_in
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.rulesets import find, names

FORMAT_KINDS = {"cardloom-release": "manifest", "preview-result": "result"}
"""Formats whose name is not that of their kind."""

SCHEMAS = ("https://json-schema.org/", "http://json-schema.org/")
"""How a document begins to say that it is a schema."""

ENOUGH = 1000
"""So many cards tell of which game a pack is."""

A_RULESET = LocalizedText("a game of this engine", "本引擎的游戏规则")


@dataclass
class PackCheck:
    """The checks of one ruleset; `version` is what the manifest tells of the schema of its cards.

    Shapes: `beside` are the ids of cards that may be named though they are not in the pack;
            `texts` takes what the files of languages say: card id → language → name and description.
    """

    ruleset: Ruleset
    version: str | None = None
    beside: frozenset[str] = frozenset()
    texts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    _decks: dict[str, DeckCard] = field(default_factory=dict)
    _known: frozenset[str] | None = None
    _named: frozenset[str] = frozenset()
    _suggestions: Suggestions | None = None

    def kind(self, loaded: Loaded) -> str:
        """Return what a file holds; one that names its format, a deck and a schema are what they are wherever they lie."""
        value = loaded.document.value if loaded.document is not None else None
        if loaded.kind != "card" or not isinstance(value, dict):
            return loaded.kind
        if str(value.get("$schema", "")).startswith(SCHEMAS):
            return "schema"
        if self.ruleset.decks is not None and "deckId" in value and "id" not in value:
            return "deck"
        told = value.get("format")
        if not isinstance(told, str):
            return "card"
        name = told.partition("/")[0]
        kind = FORMAT_KINDS.get(name, name)
        return kind if kind in FORMATS else "card"

    def cards(self, document: Document, known: frozenset[str]) -> Iterator[CardReport]:
        """Yield the reports of all cards of a file."""
        ruleset = self.ruleset
        if known is not self._known:
            self._known, self._named = known, known | self.beside
            self._suggestions = Suggestions(self._named)
        for report in card_reports(
            ruleset.vocabulary, document, known=self._named, rewrite=ruleset.rewrite, version=self.version,
            suggestions=self._suggestions,
        ):  # fmt: skip
            if ruleset.decks is not None and report.document is not None and report.card_id is not None:
                self._decks.setdefault(report.card_id, deck_card(ruleset.decks.rules, report.document))
            yield report

    def deck(self, document: Document, known: frozenset[str]) -> Iterable[Problem]:
        """Return what is wrong with a deck; one of a pack without cards may name the shipped ones."""
        ruleset = self.ruleset
        if ruleset.decks is None:
            return self.other("deck", document)
        cards = (
            {name: card for name, card in self._decks.items() if name in known} if self._decks else _shipped(ruleset)
        )
        return deck_faults(ruleset, document, cards)

    def other(self, kind: str, document: Document) -> Iterable[Problem]:
        """Return what is wrong with a file that holds no cards."""
        if kind not in FORMATS or (kind == "scenario" and self.ruleset.board is None):
            return []
        made = schema(self.ruleset, kind)
        wanted = made.get("properties", {}).get("format", {}).get("const")
        if kind != "manifest" and wanted and (other := foreign(document.value, wanted)) is not None:
            return [placed(other, document)]
        found = check(document, made)
        if kind == "text" and not found:
            self._take_texts(document)
        return found

    def _take_texts(self, document: Document) -> None:
        for card, text in document.value["cards"].items():
            self.texts.setdefault(card, {})[document.value["lang"]] = text


def _shipped(ruleset: Ruleset) -> dict[str, DeckCard]:
    return deck_cards(decks_of(ruleset).rules, (card for card, _ in shipped(ruleset.folder)))


def ruleset_of(source: Source, given: str | Ruleset | None) -> Ruleset:
    """Return the game of a pack: the one that its manifest names, else the one given, else the only one that has such cards.

    Errors: BadCard for a game that there is not; KeyError for such a name given; LookupError when it cannot be told.
    """
    told = source.told("ruleset")
    if told is not None:
        if isinstance(given, Ruleset) and given.name == told:
            return given
        if told not in names():
            wrong = not_one_of("/ruleset", told, names(), A_RULESET)
            raise BadCard([placed(wrong, source.manifest) if source.manifest is not None else wrong])
        return find(told)
    if given is not None:
        return find(given)
    rulesets = [find(name) for name in names()]
    return rulesets[0] if len(rulesets) == 1 else likeliest(source, rulesets)


def likeliest(source: Source, rulesets: Sequence[Ruleset]) -> Ruleset:
    """Return the one game that a document names, or whose kinds of card know most of the keys that stand there; of decks alone, the one game that has any.

    Errors: LookupError when several know as many.
    """
    keys_of = [_keys(ruleset) for ruleset in rulesets]
    named, known, has_deck = set[str](), [0] * len(rulesets), False
    looked_at = 0
    for loaded in source:
        if looked_at >= ENOUGH:
            break
        value = loaded.document.value if loaded.document is not None else None
        if isinstance(value, dict) and isinstance(value.get("ruleset"), str):
            named.add(value["ruleset"])
        has_deck = has_deck or (isinstance(value, dict) and "deckId" in value)
        for card in islice(cards_in(value), ENOUGH):
            looked_at += 1
            for place, kinds in enumerate(keys_of):
                known[place] += max((len(card.keys() & keys) for keys in kinds), default=0)
    if len(told := [ruleset for ruleset in rulesets if ruleset.name in named]) == 1:
        return told[0]
    most = [ruleset for ruleset, count in zip(rulesets, known, strict=True) if count == max(known)]
    if has_deck and not any(known):
        most = [ruleset for ruleset in rulesets if ruleset.decks is not None]
    if len(most) != 1:
        raise LookupError(", ".join(ruleset.name for ruleset in rulesets))
    return most[0]


def _keys(ruleset: Ruleset) -> list[frozenset[str]]:
    """Return the keys of each kind of card of a game."""
    records = (ruleset.vocabulary.record(kind.record) for kind in ruleset.vocabulary.kinds)
    return [frozenset(key.name for key in record.fields) for record in records]
