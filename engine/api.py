"""The one door: what the portal, the command line and a notebook call. Values in, values out; no rows, no clock, no files of the caller's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine import simulation
from engine.bots.players import GreedyBot, random_bot
from engine.cardset import Hashed, hashed, program_of, shipped, shipped_texts
from engine.errors import IllegalAction, Problem
from engine.kernel.decisions import Action, Decision, option_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, take_back
from engine.kernel.records import apply_mutation, revert_mutation
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.codes import CODES, Code
from engine.language.schema import card_schema
from engine.language.shapes import Bi
from engine.packs.card import CardReport, card_reports, read_card
from engine.packs.layout import pretty
from engine.packs.loading import open_source
from engine.packs.reader import Document
from engine.packs.validating import Report, card_ids
from engine.packs.validating import validate as validate_source
from engine.replay import Bot, Match, record, verify
from engine.ruleset import Ruleset, Setting, Template
from engine.rulesets import find, names

VERSION = "1.0.0"

__all__ = [
    "VERSION",
    "Action",
    "CardReport",
    "Decision",
    "RulesetInfo",
    "SampleCard",
    "SamplePack",
    "State",
    "Step",
    "Template",
    "View",
    "action",
    "apply",
    "apply_mutation",
    "area",
    "bots",
    "card_set",
    "decision",
    "digest",
    "engine_hash",
    "entity",
    "face",
    "legal",
    "new_match",
    "play",
    "preview_chunk",
    "preview_chunk_count",
    "preview_merge",
    "preview_plan",
    "problem_codes",
    "replay",
    "resample",
    "revert_mutation",
    "rulesets",
    "sample_pack",
    "schema",
    "take_back",
    "templates",
    "validate",
    "validate_path",
    "view",
]


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """What a ruleset is called and has."""

    name: str
    title: Bi
    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    schema_version: str
    settings: tuple[Setting, ...]


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
    name: Bi
    description: Bi
    cards: tuple[SampleCard, ...]


def rulesets() -> tuple[RulesetInfo, ...]:
    """Return the shipped rulesets, by name."""
    return tuple(_info(find(name)) for name in names())


def _info(ruleset: Ruleset) -> RulesetInfo:
    vocabulary = ruleset.vocabulary
    kinds = tuple(kind.name for kind in vocabulary.kinds)
    return RulesetInfo(ruleset.name, ruleset.title, ruleset.seats, kinds, vocabulary.version, ruleset.settings)


@cache
def engine_hash(ruleset: str) -> str:
    """Return a hash of the code that decides how matches of a ruleset go; other rulesets' folders are not in it."""
    here = Path(__file__).parent
    others = [here / "rulesets" / name for name in names() if name != ruleset]
    files = [file for file in sorted(here.rglob("*.py")) if not any(file.is_relative_to(other) for other in others)]
    parts = [f"{file.relative_to(here).as_posix()}\x1f{sha256(file.read_bytes()).hexdigest()}" for file in files]
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def _schema(ruleset: str, kind: str) -> dict[str, Any]:
    if kind != "card":
        raise KeyError(kind)
    return card_schema(find(ruleset).vocabulary)


def schema(ruleset: str, kind: str = "card") -> dict[str, Any]:
    """Return the JSON Schema of a kind of document; KeyError for another kind."""
    return _schema(ruleset, kind)


def validate(
    ruleset: str,
    text: str | bytes,
    *,
    known: frozenset[str] = frozenset(),
    file: str = "card.json",
    texts: Mapping[str, Mapping[str, str]] | None = None,
) -> CardReport:
    """Return everything that is to be said about a card's text: its document and every problem of all three layers."""
    game = find(ruleset)
    return read_card(game.vocabulary, text, known=known, file=file, rewrite=game.rewrite, texts=texts or {})


def validate_path(ruleset: str, path: Path) -> Report:
    """Return everything that is to be said about the cards that a path names: a file, a folder, a manifest, an archive.

    Errors: BadCard for an archive or manifest that cannot be read at all; FileNotFoundError.
    """
    game = find(ruleset)
    source = open_source(path)
    known = card_ids(source)

    def check(kind: str, document: Document) -> list[Problem]:
        if kind != "card":
            return []
        reports = card_reports(game.vocabulary, document, known=known, rewrite=game.rewrite)
        return [problem for report in reports for problem in report.problems]

    return validate_source(source, check)


def problem_codes() -> Mapping[str, Code]:
    """Return what each code of a problem means and what to do about it."""
    return CODES


def face(
    ruleset: str, document: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Any]:
    """Return what a card's face shows, in both languages."""
    return find(ruleset).face(dict(document), texts or {})


def templates(ruleset: str) -> tuple[Template, ...]:
    """Return the texts that a new card may start from."""
    return find(ruleset).templates


def card_set(ruleset: str) -> tuple[Hashed, ...]:
    """Return the shipped cards with their content hashes."""
    return shipped(find(ruleset).folder)


def sample_pack(ruleset: str) -> SamplePack:
    """Return the shipped set as a pack, each card's text laid out for reading."""
    game = find(ruleset)
    texts = shipped_texts(game.folder)
    cards = tuple(
        SampleCard(document["id"], pretty(document), texts.get(document["id"], {})) for document, _ in card_set(ruleset)
    )
    return SamplePack(game.sample[0], game.sample[1], game.sample[2], cards)


def bots(ruleset: str) -> dict[str, Bot]:
    """Return the bots by name."""
    game = find(ruleset)
    return {"random": random_bot, "greedy": GreedyBot(game.evaluate, game.narrow)}


def new_match(
    ruleset: str,
    *,
    seed: int,
    seats: int,
    bots_by_seat: Sequence[str] = ("random",),
    cards: Sequence[Hashed] | None = None,
) -> Match:
    """Return a match of the shipped set or of the cards given; one bot name serves all seats."""
    game = find(ruleset)
    known = bots(ruleset)
    chosen = list(bots_by_seat) * seats if len(bots_by_seat) == 1 else list(bots_by_seat)
    if len(chosen) != seats or seats not in game.seats:
        raise ValueError(f"{ruleset} has {game.seats} seats; {len(chosen)} bots were named for {seats}")
    program = program_of(game, cards if cards is not None else card_set(ruleset), seats)
    return Match(game, program, seed, [(name, known[name]) for name in chosen])


def decision(state: State) -> Decision | None:
    """Return the question that the match waits for, or none when it is over."""
    return state.pending[0] if state.pending else None


def legal(state: State) -> tuple[str, ...]:
    """Return the keys of the options of the question; an answer is `min` to `max` of them, joined by commas, `-` for none."""
    asked = decision(state)
    return tuple(option_key(option) for option in asked.options) if asked else ()


def action(state: State, key: str) -> Action:
    """Return the answer that a key names.

    Errors: IllegalAction `no-decision`, `not-offered`.
    """
    asked = decision(state)
    if asked is None:
        raise IllegalAction("no-decision", "the match waits for nobody")
    return parse_action(asked, key)


def view(match: Match, state: State, side: int) -> View:
    """Return a state through the eyes of a side."""
    return match.view(state, side)


def resample(match: Match, state: State, side: int, salt: int) -> State:
    """Return a state equal in all that a side knows, the hidden rest dealt anew."""
    return match.ruleset.redeal(state, side, salt)


def entity(state: State, eid: int) -> dict[str, Any]:
    """Return the variables of an entity, as a copy (002 getEntityById).

    Errors: IllegalAction `no-entity`.
    """
    if eid not in state.ents:
        raise IllegalAction("no-entity", f"there is no entity {eid}")
    return dict(state.ents[eid])


def area(state: State, eid: int) -> tuple[int, str]:
    """Return the holder and name of the zone in which an entity lies (002 getEntityArea).

    Errors: IllegalAction `no-entity`.
    """
    found = entity(state, eid)
    return found["holder"], found["zone"]


def play(match: Match) -> dict[str, Any]:
    """Play a match by its bots and return its replay file."""
    return {**record(match), "engine": VERSION}


def replay(held: Mapping[str, Any], cards: Sequence[Hashed] | None = None) -> dict[str, Any]:
    """Verify a replay file against the shipped set or the cards given."""
    return verify(
        new_match(held["ruleset"], seed=held["seed"], seats=held["seats"], bots_by_seat=held["bots"], cards=cards), held
    )


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: str,
    *,
    candidate: dict[str, Any],
    baseline: dict[str, Any] | None,
    pool: Sequence[dict[str, Any]] | None = None,
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
) -> dict[str, Any]:
    """Return the plan of a preview: everything its chunks need, and nothing that depends on when or where they run."""
    cards = card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool)
    return simulation.preview_plan(
        find(ruleset),
        candidate=candidate,
        baseline=baseline,
        pool=cards,
        preset=preset,
        bots=bots,
        seed=seed,
        engine=engine_hash(ruleset),
    )


def preview_chunk_count(spec: Mapping[str, Any]) -> int:
    """Return how many chunks a plan has at most."""
    return simulation.preview_chunk_count(spec)


def preview_chunk(spec: Mapping[str, Any], no: int) -> dict[str, Any]:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    if spec["engine"] != engine_hash(spec["ruleset"]):
        raise IllegalAction("other-engine", "the plan was made by another engine")
    return simulation.preview_chunk(find(spec["ruleset"]), spec, no)


def preview_merge(spec: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the result so far of the first chunks of a plan, and whether it may stop."""
    return simulation.preview_merge(find(spec["ruleset"]), spec, chunks)
