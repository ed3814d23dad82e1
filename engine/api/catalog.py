"""The games of this engine: what they are called, what they ship, and the schemas of what they read and say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from engine import formats
from engine.bots.named import bots_of
from engine.bots.players import Bot
from engine.cardset import HashedCard, shipped, shipped_texts
from engine.face import Face, Icon, Tone
from engine.formats.intake import problem_codes
from engine.language.pack_keywords import is_declaration as declares
from engine.language.reading.inner_texts import inner_card_names
from engine.language.spec.shapes import LocalizedText
from engine.packs.layout import pretty
from engine.reference.sections import forget as forget_reference
from engine.ruleset import Ruleset, Setting, Template
from engine.ruleset.faults import Fault
from engine.ruleset.missing import stand_in
from engine.ruleset.time_limit import Timeout as GameTimeout
from engine.rulesets import (
    BadSearchPath,
    MissingGame,
    added,
    fault_in_use,
    find,
    interrupt_added,
    names,
    refuse_missing_by,
    search,
    search_path,
    standing_in,
)
from engine.rulesets import (
    load_failures as failures,
)
from engine.scenario.beginning import STAND_IN, STAND_IN_TEXTS

RulesetOrName = str | Ruleset
"""A shipped ruleset by name, or a ruleset that is handed in."""


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """What a ruleset is called and has: `titles` of its kinds of card in their order, `has_decks` where each seat brings a deck.

    Shapes: `measures` are what previews compare matches by, the first how long they are; `declaring` are the kinds of card that say
            what the other cards of their pack may say; `hosts` are those that previews try in cards which name them, each with the
            kind of these.
    """

    name: str
    title: LocalizedText
    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    schema_version: str
    settings: tuple[Setting, ...]
    titles: tuple[LocalizedText, ...]
    measures: tuple[str, ...]
    has_decks: bool = False
    declaring: tuple[str, ...] = ()
    hosts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SampleCard:
    """One shipped card: its id, its JSON text, and its name and description in the other languages."""

    id: str
    text: str
    texts: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class SamplePack:
    """The set that a ruleset ships, as a pack."""

    slug: str
    name: LocalizedText
    description: LocalizedText
    cards: tuple[SampleCard, ...]


def search_rulesets(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders beside the shipped one, from now on and in this process.

    A game that cannot be loaded is left out; `load_failures` says why.
    Errors: BadSearchPath for a folder that is none.
    """
    search(folders)
    _schema.cache_clear()
    forget_reference()


def ruleset_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders of rulesets that an environment lists in CARDLOOM_RULESETS."""
    return search_path(environment)


def added_folders() -> tuple[Path, ...]:
    """Return the folders of the search path beside the shipped one."""
    return tuple(map(Path, added()))


def load_failures() -> tuple[Fault, ...]:
    """Return why games of the search path are left out."""
    return failures()


def plain_face(ruleset: str, document: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Return the face that any document has where its game cannot draw it: its id, its name and its text."""
    plain = stand_in(ruleset)
    return face_json(plain, plain.face(dict(document), texts))


def fault_of_game(error: BaseException) -> Fault | None:
    """Return the fault of the game whose code an error came through, None where it came through none."""
    return fault_in_use(error)


def interrupt_game(thread: int, frame: FrameType | None) -> bool:
    """Raise GameTimeout in a thread that runs code of an added game, by its innermost frame; return whether it runs such code."""
    return interrupt_added(thread, frame)


def rulesets() -> tuple[RulesetInfo, ...]:
    """Return the rulesets of the search path, by name."""
    return tuple(_info(find(name)) for name in names())


def _info(ruleset: Ruleset) -> RulesetInfo:
    vocabulary = ruleset.vocabulary
    return RulesetInfo(
        ruleset.name,
        ruleset.title,
        ruleset.seats,
        tuple(kind.name for kind in vocabulary.kinds),
        vocabulary.version,
        ruleset.settings,
        tuple(kind.title for kind in vocabulary.kinds),
        tuple(name for name, _ in ruleset.experiment.measures),
        ruleset.decks is not None,
        tuple(kind.name for kind in vocabulary.kinds if kind.declares),
        dict(ruleset.experiment.hosts),
    )


def game(
    ruleset: RulesetOrName,
    cards: Sequence[dict[str, Any]],
    texts: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None,
) -> Ruleset:
    """Return a ruleset as a pack with these cards knows it, with what they declare; it may be given wherever its name may."""
    return find(ruleset).of_pack(cards, texts)


def is_declaration(ruleset: RulesetOrName, document: dict[str, Any]) -> bool:
    """Return whether a card says what the other cards of its pack may say, as one of a keyword does."""
    return declares(find(ruleset).vocabulary, document)


def card_kind(ruleset: RulesetOrName, document: Mapping[str, Any]) -> str:
    """Return the kind of card that a document says it is, None where it says none."""
    kind = find(ruleset).vocabulary.kind_of(document)
    return "" if kind is None else kind.name


def schema(ruleset: RulesetOrName, kind: str = "card", version: int | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a kind of document or answer, of an older major version on request.

    Errors: KeyError for another kind or version.
    """
    return _schema(ruleset, kind, version) if isinstance(ruleset, str) else formats.schema(ruleset, kind, version)


@cache
def _schema(ruleset: str, kind: str, version: int | None) -> dict[str, Any]:
    return formats.schema(find(ruleset), kind, version)


def schema_kinds(*, aliases: bool = False) -> tuple[str, ...]:
    """Return the kinds of document and answer that have a schema, the card first; with their other names on request."""
    return (*formats.kinds(), *(formats.ALIASES if aliases else ()))


def schema_versions(ruleset: RulesetOrName, kind: str = "card") -> tuple[int, ...]:
    """Return the major versions of a kind that can be read, the newest last."""
    return formats.versions(find(ruleset), kind)


def face(
    ruleset: RulesetOrName, document: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Any]:
    """Return what a card's face shows, in both languages (`engine.face.Face`)."""
    rules = find(ruleset)
    return face_json(rules, rules.face(dict(document), texts or {}))


def face_json(ruleset: Ruleset, drawing: Face) -> dict[str, Any]:
    """Return a face as JSON has it, its tone and icons by the names of `tones` and `icons`."""
    face = drawing.json()
    for fact in (*face["cost"], *face["stats"]):
        fact["icon"] = ruleset.token(fact["icon"])
    return {**face, "tone": ruleset.token(drawing.tone)}


def tones() -> Mapping[str, Tone]:
    """Return the tones of all rulesets, each by the name that faces have for it: that of its game, a hyphen, its own."""
    tones = (replace(tone, name=game.token(tone.name)) for game in map(find, names()) for tone in game.tones)
    return {tone.name: tone for tone in tones}


def icons() -> Mapping[str, Icon]:
    """Return the icons of the rulesets' own, by names of the same form as those of tones."""
    icons = (replace(icon, name=game.token(icon.name)) for game in map(find, names()) for icon in game.icons)
    return {icon.name: icon for icon in icons}


def templates(ruleset: RulesetOrName) -> tuple[Template, ...]:
    """Return the texts that a new card may start from."""
    return find(ruleset).templates


def terms(ruleset: RulesetOrName) -> tuple[LocalizedText, ...]:
    """Return what a ruleset calls its kinds of card, the things of a match and its keywords, each name once.

    Names of several things together ("unit or vessel") are left out: their parts are names of their own.
    """
    vocabulary = find(ruleset).vocabulary
    titles = [kind.title for kind in vocabulary.kinds]
    titles += [LocalizedText(noun.one, noun.zh) for noun in vocabulary.nouns.values() if " or " not in noun.one]
    titles += [node.title for node in vocabulary.nodes if node.family == "keyword"]
    by_name: dict[str, LocalizedText] = {}
    for title in titles:
        if title.en and title.zh:
            by_name.setdefault(title.en.lower(), title)
    return tuple(by_name.values())


def card_set(ruleset: RulesetOrName) -> tuple[HashedCard, ...]:
    """Return the shipped cards with their content hashes."""
    return shipped(find(ruleset).folder)


def card_names(ruleset: RulesetOrName, cards: Sequence[HashedCard] | None = None) -> dict[str, LocalizedText]:
    """Return the names of the shipped cards, or of the cards given, by id, in both languages as far as they are there."""
    rules = find(ruleset)
    texts = shipped_texts(rules.folder)
    names: dict[str, LocalizedText] = {}
    for document, _ in cards or card_set(rules):
        own_texts = texts.get(document["id"], STAND_IN_TEXTS if document["id"] == STAND_IN else {})
        face = rules.face(document, own_texts)
        names |= {face.id: face.name, **inner_card_names(rules.vocabulary, document, own_texts)}
    return names


def sample_pack(ruleset: RulesetOrName) -> SamplePack:
    """Return the shipped set as a pack, each card's text formatted for reading."""
    rules = find(ruleset)
    texts = shipped_texts(rules.folder)
    cards = tuple(
        SampleCard(document["id"], pretty(document), texts.get(document["id"], {})) for document, _ in card_set(ruleset)
    )
    return SamplePack(rules.sample[0], rules.sample[1], rules.sample[2], cards)


def bots(ruleset: RulesetOrName) -> dict[str, Bot]:
    """Return the bots by name."""
    return bots_of(find(ruleset))


__all__ = [
    "BadSearchPath",
    "Fault",
    "GameTimeout",
    "MissingGame",
    "RulesetInfo",
    "RulesetOrName",
    "SampleCard",
    "SamplePack",
    "added_folders",
    "bots",
    "card_names",
    "card_set",
    "face",
    "fault_of_game",
    "game",
    "icons",
    "interrupt_game",
    "is_declaration",
    "load_failures",
    "plain_face",
    "problem_codes",
    "refuse_missing_by",
    "ruleset_folders",
    "rulesets",
    "sample_pack",
    "schema",
    "schema_kinds",
    "schema_versions",
    "search_rulesets",
    "standing_in",
    "templates",
    "terms",
    "tones",
]
