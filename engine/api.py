"""The one door: what the portal, the command line and a notebook call. Values in, values out; no rows, no clock, no files of the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine import VERSION, formats, simulation
from engine.bench import Clock
from engine.bench import bench as measure
from engine.bots.players import Bot, bots_of
from engine.cardset import CardSet, Hashed, hashed, program_of, shipped, shipped_texts
from engine.errors import BadCard, EngineBug, IllegalAction
from engine.formats.checking import placed
from engine.formats.packs import PackCheck, ruleset_of
from engine.kernel.decisions import Action, Decision, option_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, take_back
from engine.kernel.records import apply_mutation, revert_mutation
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.bounds import INTEGER_MAX
from engine.language.codes import CODES, Code
from engine.language.problems import not_one_of
from engine.language.shapes import Bi
from engine.packs.card import CardReport, read_card
from engine.packs.layout import pretty
from engine.packs.loading import Source, open_bytes, open_files, open_source
from engine.packs.reader import Document
from engine.packs.validating import Mode, Report, Watch
from engine.packs.validating import load as load_source
from engine.replay import FORMAT as REPLAY_FORMAT
from engine.replay import Match, record, verify
from engine.ruleset import Ruleset, Setting, Template, settings_json
from engine.rulesets import find, names
from engine.scenario import Outcome, run_paths

Game = str | Ruleset
"""A shipped ruleset by name, or a ruleset that is handed in."""

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
    "bench",
    "bots",
    "card_names",
    "card_set",
    "decision",
    "digest",
    "engine_hash",
    "entity",
    "face",
    "holds_cards",
    "legal",
    "load",
    "new_match",
    "play",
    "preview",
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
    "scenario",
    "schema",
    "schema_kinds",
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


def engine_hash(ruleset: Game) -> str:
    """Return a hash of the code that decides how matches of a ruleset go; other rulesets' folders are not in it."""
    return _engine_hash(find(ruleset).folder)


@cache
def _engine_hash(folder: Path) -> str:
    here = Path(__file__).parent
    shipped_folders = [here / "rulesets" / name for name in names()]
    others = [other for other in shipped_folders if other != folder]
    files = [file for file in sorted(here.rglob("*.py")) if not any(file.is_relative_to(other) for other in others)]
    own = sorted(folder.rglob("*.py")) if folder not in shipped_folders else []
    placed = [(file.relative_to(here), file) for file in files] + [(file.relative_to(folder), file) for file in own]
    parts = [f"{place.as_posix()}\x1f{sha256(file.read_bytes()).hexdigest()}" for place, file in placed]
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def _schema(ruleset: str, kind: str) -> dict[str, Any]:
    return formats.schema(find(ruleset), kind)


def schema(ruleset: Game, kind: str = "card") -> dict[str, Any]:
    """Return the JSON Schema of a kind of document or answer; KeyError for another kind."""
    return _schema(ruleset, kind) if isinstance(ruleset, str) else formats.schema(ruleset, kind)


def schema_kinds() -> tuple[str, ...]:
    """Return the kinds of document and answer that have a schema, the card first."""
    return formats.kinds()


def validate(
    ruleset: Game,
    text: str | bytes,
    *,
    known: frozenset[str] = frozenset(),
    file: str = "card.json",
    texts: Mapping[str, Mapping[str, str]] | None = None,
) -> CardReport:
    """Return everything that is to be said about a card's text: its document and every problem of all three layers."""
    game = find(ruleset)
    return read_card(game.vocabulary, text, known=known, file=file, rewrite=game.rewrite, texts=texts or {})


def scenario(path: Path, *, ruleset: Game | None = None) -> Iterator[Outcome]:
    """Yield what comes of each scenario in a file or folder, on the shipped cards and its own.

    Shapes: with a ruleset, scenarios of the others are passed over.
    Errors: BadCard for an archive or manifest that cannot be read at all; FileNotFoundError; KeyError for another name.
    """
    only = find(ruleset) if ruleset is not None else None

    def game(name: str) -> tuple[Ruleset, tuple[Hashed, ...]]:
        found = only if only is not None and only.name == name else find(name)
        return found, card_set(found)

    return run_paths([path], game, only.name if only is not None else None)


def problem_codes() -> Mapping[str, Code]:
    """Return what each code of a problem means and what to do about it."""
    return CODES


Files = Path | bytes | list[Path]
"""A card file, a folder, a manifest or an archive; the bytes of a card file or an archive; or several card files as one set."""


def load(files: Files, ruleset: Game | None = None, mode: Mode = "strict", *, watch: Watch | None = None) -> CardSet:
    """Return the cards of a pack and all problems of all layers.

    Shapes: strict mode loads all cards or, when there is any error, none; development mode those that hold up. The game is the one
            that the manifest names, else the one given, else the only one that has such cards. `watch` is told (done, files).
    Errors: FileNotFoundError; LookupError for a game that there is not, or when it cannot be told.
    """
    try:
        source = _opened(files)
        game = ruleset_of(source, ruleset)
    except BadCard as bad:
        return CardSet(None, (), bad.problems)
    check = PackCheck(game, source.told("schemaVersion"))
    taken: list[Hashed] = []
    report = load_source(source, check, mode, take=lambda card: taken.append(_hashed(card)), watch=watch)
    return CardSet(game, tuple(taken), report.problems, check.texts, source.told("cardDataVersion"))


def _opened(files: Files) -> Source:
    if isinstance(files, Path):
        return open_source(files)
    return open_bytes(files) if isinstance(files, bytes) else open_files(_named(files))


def holds_cards(files: Files) -> bool:
    """Tell whether there is any file for cards, whatever is in it."""
    return _opened(files).has_cards


def _named(paths: Sequence[Path]) -> dict[str, Path]:
    """Return files by the name under which they are told: the last part of their path, where no two share it."""
    short = {path.name: path for path in paths}
    return short if len(short) == len(paths) else {path.as_posix(): path for path in paths}


def _hashed(report: CardReport) -> Hashed:
    if report.document is None or report.sha256 is None:
        raise EngineBug("a card without a document holds up")
    return report.document, report.sha256


def validate_path(ruleset: Game | None, files: Files, mode: Mode = "strict", *, watch: Watch | None = None) -> Report:
    """Return everything that is to be said about the cards of a pack; as `load`, without keeping them."""
    try:
        source = _opened(files)
        game = ruleset_of(source, ruleset)
    except BadCard as bad:
        return Report(0, bad.problems)
    return load_source(source, PackCheck(game, source.told("schemaVersion")), mode, watch=watch)


def face(
    ruleset: Game, document: Mapping[str, Any], texts: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Any]:
    """Return what a card's face shows, in both languages."""
    return find(ruleset).face(dict(document), texts or {})


def templates(ruleset: Game) -> tuple[Template, ...]:
    """Return the texts that a new card may start from."""
    return find(ruleset).templates


def card_set(ruleset: Game) -> tuple[Hashed, ...]:
    """Return the shipped cards with their content hashes."""
    return shipped(find(ruleset).folder)


def card_names(ruleset: Game, cards: Sequence[Hashed] | None = None) -> dict[str, Bi]:
    """Return the names of the shipped cards, or of the cards given, by id, in both languages as far as they are there."""
    game = find(ruleset)
    texts = shipped_texts(game.folder)
    faces = (game.face(document, texts.get(document["id"], {})) for document, _ in cards or card_set(game))
    return {face["id"]: Bi(face["name"]["en"], face["name"]["zh"]) for face in faces}


def sample_pack(ruleset: Game) -> SamplePack:
    """Return the shipped set as a pack, each card's text laid out for reading."""
    game = find(ruleset)
    texts = shipped_texts(game.folder)
    cards = tuple(
        SampleCard(document["id"], pretty(document), texts.get(document["id"], {})) for document, _ in card_set(ruleset)
    )
    return SamplePack(game.sample[0], game.sample[1], game.sample[2], cards)


def bots(ruleset: Game) -> dict[str, Bot]:
    """Return the bots by name."""
    return bots_of(find(ruleset))


def new_match(
    ruleset: Game,
    *,
    seed: int,
    seats: int,
    bots_by_seat: Sequence[str] = ("random",),
    cards: Sequence[Hashed] | CardSet | None = None,
    config: Mapping[str, Any] | None = None,
) -> Match:
    """Return a match of the shipped set or of the cards given; one bot name serves all seats, none leaves them to the caller.

    Shapes: `config` holds the settings that are not at their default.
    Errors: ValueError for a seed, seats or bots that there are not; BadCard for settings that there are not.
    """
    game = find(ruleset)
    known = bots_of(game)
    chosen = list(bots_by_seat) * seats if len(bots_by_seat) == 1 else list(bots_by_seat)
    unknown = [name for name in chosen if name not in known]
    if not 0 <= seed <= INTEGER_MAX:
        raise ValueError(f"a seed is a whole number from 0 to {INTEGER_MAX}, not {seed}")
    if seats not in game.seats:
        raise ValueError(f"{game.name} has {', '.join(map(str, game.seats))} seats, not {seats}")
    if unknown:
        raise ValueError(f"there is no bot called {unknown[0]}; known are {', '.join(known)}")
    if chosen and len(chosen) != seats:
        raise ValueError(f"{len(chosen)} bots were named for {seats} seats; name one, or one for each seat")
    loaded = cards if isinstance(cards, CardSet) else CardSet(game, tuple(cards)) if cards is not None else None
    used = loaded or CardSet(game, card_set(game), version=VERSION)
    program = program_of(game, used.cards, seats, config=_settings(game, config or {}))
    return Match(game, program, seed, [(name, known[name]) for name in chosen], used.version)


def _settings(game: Ruleset, config: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as JSON has them, once they are known to be settings of the game."""
    given = settings_json(config)
    if wrong := formats.faults(given, formats.config(game)):
        raise BadCard([replace(problem, file="config") for problem in wrong])
    return given


def decision(state: State, side: int | None = None) -> Decision | None:
    """Return the question that the match waits for, or none when it is over; of several asked at once, that of a side."""
    return next((asked for asked in state.pending if side is None or asked.side == side), None)


def legal(state: State, side: int | None = None) -> tuple[str, ...]:
    """Return the keys of the options of the question; an answer is `min` to `max` of them, joined by commas, `-` for none."""
    asked = decision(state, side)
    return tuple(option_key(option) for option in asked.options) if asked else ()


def action(state: State, key: str, side: int | None = None) -> Action:
    """Return the answer that a key names.

    Errors: IllegalAction `no-decision`, `not-offered`.
    """
    asked = decision(state, side)
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
    return record(match)


def replay(
    held: Mapping[str, Any] | Document, cards: Sequence[Hashed] | CardSet | None = None, ruleset: Game | None = None
) -> dict[str, Any]:
    """Verify a replay file against the shipped set or the cards given, with the settings that it was played with.

    Shapes: the game is the shipped one that the file names, or the one handed in.
    Errors: BadCard for what is not a replay that can be read here; IllegalAction `other-content` for other cards.
    """
    document = held if isinstance(held, Document) else Document(held, "", file="replay.json")
    game = _game_of(document, ruleset)
    if wrong := formats.check(document, formats.schema(game, "replay")):
        raise BadCard(wrong)
    value = document.value
    match = new_match(
        game, seed=value["seed"], seats=value["seats"], bots_by_seat=(), cards=cards, config=value["config"]
    )
    return verify(match, value)


def _game_of(document: Document, ruleset: Game | None) -> Ruleset:
    """Return the game of a replay, once its format is known to be ours.

    Errors: BadCard for another format, and for a game that there is not.
    """
    value = document.value
    if (other := formats.foreign(value, REPLAY_FORMAT)) is not None:
        raise BadCard([placed(other, document)])
    if ruleset is not None:
        return find(ruleset)
    name = value.get("ruleset")
    if name not in names():
        what = Bi("a game of this engine", "本引擎的游戏规则")
        raise BadCard([placed(not_one_of("/ruleset", str(name), names(), what), document)])
    return find(name)


def bench(
    ruleset: Game, seconds: float, clock: Clock, watch: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Measure how fast the matches of a game go; the clock tells seconds of processor, and each of three parts takes so many."""
    return measure(find(ruleset), seconds, clock, watch)


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Game,
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


def preview_chunk(spec: Mapping[str, Any], no: int, ruleset: Game | None = None) -> dict[str, Any]:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    game = find(ruleset or spec["ruleset"])
    if spec["engine"] != engine_hash(game):
        raise IllegalAction("other-engine", "the plan was made by another engine")
    return simulation.preview_chunk(game, spec, no)


def preview_merge(
    spec: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], ruleset: Game | None = None
) -> dict[str, Any]:
    """Return the result so far of the first chunks of a plan, and whether it may stop."""
    return simulation.preview_merge(find(ruleset or spec["ruleset"]), spec, chunks)


def preview(
    ruleset: Game,
    candidate: dict[str, Any],
    baseline: dict[str, Any] | None = None,
    *,
    watch: Callable[[dict[str, Any]], None] | None = None,
    **plan: Any,
) -> dict[str, Any]:
    """Preview a card from plan to last word in this process.

    Shapes: `plan` takes what `preview_plan` takes beside the card (`pool`, `preset`, `bots`, `seed`); `watch` is told the result
            so far after each chunk.
    """
    spec = preview_plan(ruleset, candidate=candidate, baseline=baseline, **plan)
    chunks: list[dict[str, Any]] = []
    result = preview_merge(spec, chunks, ruleset)
    while result["status"] == "running" and len(chunks) < preview_chunk_count(spec):
        chunks.append(preview_chunk(spec, len(chunks), ruleset))
        result = preview_merge(spec, chunks, ruleset)
        if watch is not None:
            watch(result)
    return result
