"""What a ruleset has to say about the files of a pack, and which ruleset that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from engine.cardset import shipped
from engine.errors import BadCard, Problem
from engine.formats import FORMATS, check, foreign, schema
from engine.formats.checking import placed
from engine.formats.decks import deck_cards, deck_document_problems, decks_of
from engine.json_values import Json, JsonObject
from engine.language.analysis.naming import KnownIds
from engine.language.diagnostics.problems import not_one_of
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.pack_keywords import is_declaration
from engine.language.reading.source_map import unescape, value_at
from engine.language.spec import LocalizedText
from engine.packs.card import CardReport, card_reports
from engine.packs.decks import DeckCard, deck_card
from engine.packs.loading import Loaded, Source, kind_of
from engine.packs.manifest import cards_in
from engine.packs.reader import Document
from engine.packs.validating import no_card
from engine.ruleset import Ruleset
from engine.rulesets import find, names

FORMAT_KINDS = {"cardloom-release": "manifest", "preview-result": "result"}
"""Formats whose name is not that of their kind."""

SCHEMAS = ("https://json-schema.org/", "http://json-schema.org/")
"""How a document begins to say that it is a schema."""
SCHEMA_OF = re.compile(r"(?:^|/)schemas/(\w+)/")
"""Where the address of a schema names its game."""

CARDS_SAMPLED = 1000
"""How many cards are looked at to find the game of a pack."""

A_RULESET = LocalizedText("a game of this engine", "本引擎的游戏规则")


@dataclass
class PackCheck:
    """The checks of one ruleset; `version` is the schema version of the cards, from the manifest.

    Shapes: `neighbour_ids` are those of cards that may be named though they are not in the pack, with their kinds where these are known;
            `texts` takes what the files of languages say: card id → language → name and description;
            with `refuses_declarations` no card may declare anything: there is no manifest that lists its file;
            with `keeps_prose` a text under an unknown key is kept, with a warning, where the vocabulary has that;
            `names_shipped` is set once decks were checked against the shipped cards.
    """

    ruleset: Ruleset
    version: str | None = None
    neighbour_ids: frozenset[str] = frozenset()
    refuses_declarations: bool = False
    keeps_prose: bool = False
    names_shipped: bool = False
    texts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    _decks: dict[str, DeckCard] = field(default_factory=dict)
    _known_ids: frozenset[str] | None = None
    _named: frozenset[str] = frozenset()
    _suggestions: Suggestions | None = None

    def kind(self, file: Loaded) -> str:
        """Return what a file holds; one that names its format, a deck and a schema are what they are in any folder."""
        value = file.document.value if file.document is not None else None
        if file.kind != "card" or not isinstance(value, dict):
            return file.kind
        if str(value.get("$schema", "")).startswith(SCHEMAS):
            return "schema"
        if self.ruleset.decks is not None and "deckId" in value and "id" not in value:
            return "deck"
        format_name = value.get("format")
        if not isinstance(format_name, str):
            return "card"
        name = format_name.partition("/")[0]
        kind = FORMAT_KINDS.get(name, name)
        return kind if kind in FORMATS else "card"

    def cards(self, document: Document, known_ids: frozenset[str]) -> Iterator[CardReport]:
        """Yield the reports of all cards of a file."""
        ruleset = self.ruleset
        if known_ids is not self._known_ids:
            kinds = self.neighbour_ids.kinds if isinstance(self.neighbour_ids, KnownIds) else {}
            others = {card: kind for card, kind in kinds.items() if card not in known_ids}
            self._known_ids, self._named = known_ids, KnownIds(known_ids | self.neighbour_ids, others)
            self._suggestions = Suggestions(self._named)
        for report in card_reports(
            ruleset.vocabulary,
            document,
            known_ids=self._named,
            rewrite=ruleset.rewrite,
            version=self.version,
            suggestions=self._suggestions,
        ):
            if ruleset.decks is not None and report.document is not None and report.card_id is not None:
                self._decks.setdefault(report.card_id, deck_card(ruleset.decks.rules, report.document))
            if self.refuses_declarations and is_declaration(ruleset.vocabulary, report.document):
                found = replace(no_manifest(document.file), card=report.card_id or "")
                report = replace(report, problems=(*report.problems, found))
            yield with_prose_kept(report, document) if self.keeps_prose and ruleset.vocabulary.keeps_prose else report

    def deck(self, document: Document, known_ids: frozenset[str]) -> Iterable[Problem]:
        """Return the problems of a deck; one of a pack without cards may name the shipped ones."""
        ruleset = self.ruleset
        if ruleset.decks is None:
            return self.other_problems("deck", document)
        self.names_shipped = not self._decks
        cards = (
            deck_cards(decks_of(ruleset).rules, (card for card, _ in shipped(ruleset.folder)))
            if self.names_shipped
            else {name: card for name, card in self._decks.items() if name in known_ids}
        )
        return deck_document_problems(ruleset, document, cards)

    def other_problems(self, kind: str, document: Document) -> Iterable[Problem]:
        """Return the problems of a file that holds no cards."""
        if kind not in FORMATS or (kind == "scenario" and self.ruleset.board is None):
            return []
        file_schema = schema(self.ruleset, kind)
        wanted = file_schema.get("properties", {}).get("format", {}).get("const")
        if kind != "manifest" and wanted and (other := foreign(document.value, wanted)) is not None:
            return [placed(other, document)]
        problems = check(document, file_schema)
        if kind == "text" and not problems:
            self._take_texts(document)
        return problems

    def _take_texts(self, document: Document) -> None:
        for card, text in document.value["cards"].items():
            self.texts.setdefault(card, {})[document.value["lang"]] = text


def with_prose_kept(report: CardReport, document: Document) -> CardReport:
    """Return a report in which a text under an unknown key is a warning: a person wrote it for people, and it is kept."""
    found = tuple(_as_prose(one) if _is_prose(one, document) else one for one in report.problems)
    return report if found == report.problems else replace(report, problems=found)


def _is_prose(problem: Problem, document: Document) -> bool:
    name = unescape(problem.path.rpartition("/")[2])
    if problem.code != "E-SCHEMA" or problem.found != name:
        return False
    return isinstance(value_at(document.value, problem.path), str)


def _as_prose(problem: Problem) -> Problem:
    name = problem.found
    message = {
        "en": f"There is no field “{name}”; its text is kept and does nothing. Strict mode refuses it.",
        "zh": f"没有字段“{name}”；其文本予以保留，不起作用。严格模式会拒绝。",
    }
    return replace(problem, code="W-PROSE", severity="warning", message=message)


def declarations(ruleset: Ruleset, source: Source) -> Iterator[tuple[JsonObject, dict[str, JsonObject]]]:
    """Yield the cards of a pack that declare something, each with its texts in other languages; one file at a time is in memory."""
    words = [kind.word or kind.name for kind in ruleset.vocabulary.kinds if kind.declares]
    documents: list[JsonObject] = []
    for file in source.files if words else ():
        if source.may_hold_cards(file, words) and (document := source.load(file).document) is not None:
            documents += [card for card in cards_in(document.value) if is_declaration(ruleset.vocabulary, card)]
    if not documents:
        return
    texts: dict[str, dict[str, JsonObject]] = {}
    for file in source.files:
        text_document = source.load(file).document if kind_of(file) == "text" else None
        if (
            text_document is not None
            and isinstance(text_document.value, dict)
            and isinstance(text_document.value.get("cards"), dict)
        ):
            for card, text in text_document.value["cards"].items():
                if isinstance(text, dict):
                    texts.setdefault(card, {})[str(text_document.value.get("lang"))] = text
    for card in documents:
        yield card, texts.get(str(card.get("id")), {})


def no_manifest(file: str) -> Problem:
    """Return the problem of a card that declares something in a pack without a manifest."""
    message = {
        "en": "A keyword or resource of a pack counts only when the pack's manifest lists its file; this pack has no manifest.",
        "zh": "卡包自有的关键词或资源只有在清单列出其文件时才有效；此卡包没有清单。",
    }
    return Problem("E-UNLISTED", message, layer="references", file=file, wanted="manifest.json")


def ruleset_of(source: Source, requested: str | Ruleset | None) -> Ruleset:
    """Return the game of a pack: the one that its manifest names, else the one given, else the only one that has such cards.

    Errors: BadCard for a game that there is not; MissingGame for such a name given; LookupError when it cannot be determined.
    """
    name = source.stated("ruleset")
    if name is not None:
        if isinstance(requested, Ruleset) and requested.name == name:
            return requested
        if name not in names():
            wrong = not_one_of("/ruleset", name, names(), A_RULESET)
            raise BadCard([placed(wrong, source.manifest) if source.manifest is not None else wrong])
        return find(name)
    if requested is not None:
        return find(requested)
    rulesets = [find(name) for name in names()]
    return rulesets[0] if len(rulesets) == 1 else likeliest(source, rulesets)


def likeliest(source: Source, rulesets: Sequence[Ruleset]) -> Ruleset:
    """Return the game that the documents name, by `$schema` or `ruleset`; else the one that knows most of their keys.

    Errors: BadCard where no document could be read; LookupError with the names of the games that fit equally well.
    """
    clues = _Clues(rulesets)
    unread = [] if source.has_cards else [*source.problems]
    for file in source:  # one at a time: a pack of any size is looked at in flat memory
        if clues.cards_seen >= CARDS_SAMPLED:
            break
        if file.document is not None:
            clues.look(file.document.value, is_cards=file.kind == "card")
        else:
            unread += file.problems
        if file.kind == "card" and file.document is not None and not any(True for _ in cards_in(file.document.value)):
            unread.append(no_card(file.file))
    if unread and not clues.is_telling:
        raise BadCard(unread)
    candidates = clues.fitting()
    if len(candidates) != 1:
        raise LookupError(", ".join(ruleset.name for ruleset in candidates))
    return candidates[0]


class _Clues:
    """The evidence in the documents of a pack for its game.

    Shapes: `cards` and `decks` count for each game, in the order given, the keys of cards and of decks that it knows;
            `cards_seen` is how many cards were looked at.
    """

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = rulesets
        self.cards_seen = 0
        self.named: set[str] = set()
        self.cards, self.decks = [0] * len(rulesets), [0] * len(rulesets)
        self.listed: set[str] = set()
        self._card_keys = [_keys(ruleset) for ruleset in rulesets]
        self._deck_keys = [{"deckId", *one.decks.rules.keys} if one.decks is not None else set() for one in rulesets]

    def look(self, value: Any, *, is_cards: bool) -> None:
        """Count what one document says; only a file of cards is looked at for cards, and a deck is none."""
        self.named.update(_named(value))
        is_deck = isinstance(value, dict) and "deckId" in value and "id" not in value
        for card in islice(cards_in(value) if is_cards and not is_deck else (), CARDS_SAMPLED):
            self.cards_seen += 1
            for place, kinds in enumerate(self._card_keys):
                known = max((len(card.keys() & keys) for keys in kinds), default=0)
                self.cards[place] += known + _names_kind(self.rulesets[place], card)
        if is_deck:
            for place, keys in enumerate(self._deck_keys):
                self.decks[place] += len(value.keys() & keys)
            self.listed.update(_listed(value))

    @property
    def is_telling(self) -> bool:
        """Return whether anything was found that a game can be told by."""
        return bool(self.cards_seen or self.named or any(self.decks))

    def fitting(self) -> Sequence[Ruleset]:
        """Return the games that fit best: those that are named, else by cards, else by decks; all of them without any evidence.

        Shapes: where decks fit several games by their keys, the shipped cards that they list decide.
        """
        if found := [ruleset for ruleset in self.rulesets if ruleset.name in self.named]:
            return found
        if any(self.cards):
            return _best(self.rulesets, self.cards)
        fitting = _best(self.rulesets, self.decks)
        return _best(
            fitting,
            [
                (sum(document["id"] in self.listed for document, _ in shipped(one.folder)) if self.listed else 0)
                for one in fitting
            ],
        )


def _names_kind(ruleset: Ruleset, card: Json) -> bool:
    """Return whether a card says in a word that it is of a kind of a game; two games may know the same keys."""
    return any(
        kind.word is not None and kind.marker is not None and card.get(kind.marker) == kind.word
        for kind in ruleset.vocabulary.kinds
    )


def _best(rulesets: Sequence[Ruleset], counts: Sequence[int]) -> Sequence[Ruleset]:
    """Return the games with the highest count."""
    return [ruleset for ruleset, count in zip(rulesets, counts, strict=True) if count == max(counts)]


def _listed(deck: Json) -> Iterator[str]:
    """Yield the ids of cards in a deck, in whatever keys it lists them."""
    for entries in deck.values():
        for entry in islice(entries, CARDS_SAMPLED) if isinstance(entries, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                yield entry["id"]


def _named(value: Any) -> Iterator[str]:
    """Yield the names of games in a document, or in each of a list."""
    for one in value[:CARDS_SAMPLED] if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield from (name for name in (one.get("ruleset"), _of_schema(one.get("$schema"))) if isinstance(name, str))


def _of_schema(address: Any) -> str | None:
    """Return the game in the address of a schema, as `schema_id` writes it."""
    found = SCHEMA_OF.search(address) if isinstance(address, str) else None
    return found[1] if found else None


def _keys(ruleset: Ruleset) -> list[frozenset[str]]:
    """Return the keys of each kind of card of a game."""
    records = (ruleset.vocabulary.record(kind.record) for kind in ruleset.vocabulary.kinds)
    return [frozenset(key.name for key in record.fields) for record in records]
