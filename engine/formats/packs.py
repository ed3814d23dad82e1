"""What a ruleset has to say about the files of a pack, and which ruleset that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.errors import BadCard, Problem
from engine.formats import FORMATS, check, foreign, schema
from engine.formats.checking import placed
from engine.language.problems import not_one_of
from engine.language.shapes import Bi
from engine.packs.card import CardReport, card_reports
from engine.packs.loading import Loaded, Source
from engine.packs.manifest import cards_in
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.rulesets import find, names

FORMAT_KINDS = {"cardloom-release": "manifest", "preview-result": "result"}
"""Formats whose name is not that of their kind."""

A_GAME = Bi("a game of this engine", "本引擎的游戏规则")


@dataclass
class PackCheck:
    """The checks of one ruleset; `version` is what the manifest tells of the schema of its cards.

    Shapes: `texts` takes what the files of languages say: card id → language → name and description.
    """

    ruleset: Ruleset
    version: str | None = None
    texts: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    def kind(self, loaded: Loaded) -> str:
        """Return what a file holds; one that names its format is of that kind wherever it lies."""
        value = loaded.document.value if loaded.document is not None else None
        told = value.get("format") if isinstance(value, dict) else None
        if loaded.kind != "card" or not isinstance(told, str):
            return loaded.kind
        name = told.partition("/")[0]
        kind = FORMAT_KINDS.get(name, name)
        return kind if kind in FORMATS else "card"

    def cards(self, document: Document, known: frozenset[str]) -> Sequence[CardReport]:
        """Return the reports of all cards of a file."""
        game = self.ruleset
        return card_reports(game.vocabulary, document, known=known, rewrite=game.rewrite, version=self.version)

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


def ruleset_of(source: Source, given: str | Ruleset | None) -> Ruleset:
    """Return the game of a pack: the one that its manifest names, else the one given, else the only one that has such cards.

    Errors: BadCard for a game that there is not; KeyError for such a name given; LookupError when it cannot be told.
    """
    told = source.told("ruleset")
    if told is not None:
        if isinstance(given, Ruleset) and given.name == told:
            return given
        if told not in names():
            wrong = not_one_of("/ruleset", told, names(), A_GAME)
            raise BadCard([placed(wrong, source.manifest) if source.manifest is not None else wrong])
        return find(told)
    if given is not None:
        return find(given)
    games = [find(name) for name in names()]
    return games[0] if len(games) == 1 else likeliest(source, games)


def likeliest(source: Source, games: Sequence[Ruleset]) -> Ruleset:
    """Return the one game that a document names, or whose kinds of card know most of the keys that stand there.

    Errors: LookupError when several know as many.
    """
    documents = [loaded.document.value for loaded in source if loaded.document is not None]
    named = {
        value.get("ruleset") for value in documents if isinstance(value, dict) and isinstance(value.get("ruleset"), str)
    }
    if len(told := [game for game in games if game.name in named]) == 1:
        return told[0]
    keys = [frozenset(card) for value in documents for card in cards_in(value)]
    ranked = sorted(games, key=lambda game: -_known(game, keys))
    if len(ranked) > 1 and _known(ranked[0], keys) == _known(ranked[1], keys):
        raise LookupError(", ".join(game.name for game in games))
    return ranked[0]


def _known(game: Ruleset, cards: Sequence[frozenset[str]]) -> int:
    """Return how many of the keys of all cards a game knows, each card as the kind that it is most like."""
    records = [game.vocabulary.record(kind.record) for kind in game.vocabulary.kinds]
    fields = [frozenset(key.name for key in record.fields) for record in records]
    return sum(max((len(card & known) for known in fields), default=0) for card in cards)
