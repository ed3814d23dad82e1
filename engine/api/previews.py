"""Previews: what a draft card does to its game, from plan to result."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import simulation
from engine.api.catalog import RulesetOrName, card_names, card_set
from engine.api.code_hash import engine_hash, same_engine
from engine.api.tables import name_cards
from engine.cardset import hashed
from engine.errors import IllegalAction
from engine.formats.intake import validate
from engine.json_values import Json, JsonObject
from engine.language.reading.inner_cards import outer_id
from engine.language.reading.surface import desugar
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from engine.simulation import (  # by themselves: how a match is shown or played on decides no preview
    chance_to_win,
    hands,
    sandbox,
    thought,
    watch,
)
from engine.simulation.chance_words import stream_words
from engine.simulation.interim_results import nodes
from engine.simulation.ladder.plan import LEVELS
from engine.simulation.rate_intervals import rate_interval as interval_of_rate

MIN_SWEEP, MAX_SWEEP = simulation.MIN_VALUES, simulation.MAX_VALUES
"""How many values a sweep takes."""
MAX_CANDIDATES, TUNE_TOLERANCE = simulation.MAX_CANDIDATES, simulation.TUNE_TOLERANCE
"""How many combinations of numbers a search takes, and how near to its target is near enough, in ten-thousandths of a win."""
COMPARE_PRESETS = tuple(simulation.COMPARE_PRESETS)
"""How precisely one may ask what a release does to its game."""
WORTH_PRESETS = tuple(simulation.WORTH_PRESETS)
"""How precisely one may ask what the parts of a card are worth."""


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    pool: Sequence[JsonObject] | None = None,
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    margin: int = simulation.MARGIN,
    family: int = 1,
    beside: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the plan of a preview: everything its chunks need, and nothing that depends on when or where they run.

    Shapes: `family` is how many previews have intervals that hold together; they share the error allowed to one. `beside` are cards in
            their newest form, such as drafts, which take the places of their namesakes in the pool and may be named.
    Errors: BadCard E-REF for each card that is named, directly or through others, and nowhere; E-NOSTARTERS.
    """
    cards = card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool)
    return simulation.preview_plan(
        find(ruleset),
        candidate=candidate,
        baseline=baseline,
        pool=cards,
        preset=preset,
        bots=bots,
        seed=seed,
        margin=margin,
        family=family,
        companions=[hashed(document) for document in beside],
        engine=engine_hash(ruleset),
    )


def worth_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: JsonObject,
    pool: Sequence[JsonObject] | None = None,
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    margin: int = simulation.MARGIN,
    companions: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the plan of what each part of a card is worth; its chunks, states and results are made as those of previews.

    Shapes: `cost` says beforehand how many matches it plays and what they are taken to cost; `preset` is one of WORTH_PRESETS; `companions` are cards in their
            newest form, as `beside` of `preview_plan`.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-parts` for one that does nothing.
    """
    return simulation.worth_plan(
        find(ruleset),
        candidate=candidate,
        pool=card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool),
        preset=preset,
        bots=bots,
        seed=seed,
        margin=margin,
        companions=[hashed(document) for document in companions],
        engine=engine_hash(ruleset),
    )


def tune_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    ranges: Mapping[str, Sequence[int]],
    pool: Sequence[JsonObject] | None = None,
    aim: int = 0,
    tolerance: int = simulation.TUNE_TOLERANCE,
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    companions: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the first plan of a search for numbers that bring a card's win rate to a target; `tune_next` gives those that follow.

    Shapes: `ranges` holds by JSON Pointer the values that a whole number of the card may have; combinations that are no valid card are left out.
            Chunks, states and results are made as those of previews.
    Units:  `aim` and `tolerance` in ten-thousandths of a win.
    Errors: as `preview_plan`; IllegalAction `not-a-number`, `bad-values`, `too-many-candidates`, `bad-aim`, `no-win-rate`, `no-candidates`.
    """
    cards = card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool)
    ids = frozenset(document["id"] for document in (*(card for card, _ in cards), *companions, candidate))
    points = simulation.grid(candidate, ranges)
    texts = {point: json.dumps(simulation.tuned(candidate, point), ensure_ascii=False) for point in points}
    return simulation.tune_plan(
        find(ruleset),
        candidate=candidate,
        baseline=baseline,
        ranges=ranges,
        pool=cards,
        valid={point: validate(ruleset, text, known_ids=ids).ok for point, text in texts.items()},
        aim=aim,
        tolerance=tolerance,
        bots=bots,
        seed=seed,
        companions=[hashed(document) for document in companions],
        engine=engine_hash(ruleset),
    )


def tune_next(spec: Json, state: Json) -> JsonObject | None:
    """Return the plan after one whose last chunk is folded; None after the confirmation, or where every candidate broke a budget."""
    return simulation.tune_next(spec, state)


def tune_matches_ahead(spec: Json) -> int:
    """Return how many matches the rounds play at most that are still to come, this one's included; the confirmation comes on top."""
    return sum(simulation.rounds_ahead(spec))


def tune_confirmation_ahead(spec: Json) -> int:
    """Return how many matches the confirmation plays if blocks vary as usual; the rounds decide how many it will be."""
    return simulation.confirmation_ahead(spec)


def unplayed_numbers(ruleset: RulesetOrName, document: JsonObject, companions: Sequence[JsonObject] = ()) -> list[str]:
    """Return the pointers of numbers of a valid card that no match depends on, such as how many copies a deck may have.

    Shapes: `companions` are cards whose declarations it may use.
    """
    return simulation.unplayed_numbers(find(ruleset).of_pack((*companions, document)), document)


def tuned(card: JsonObject, point: Sequence[tuple[str, int]]) -> JsonObject:
    """Return the card with the numbers of a candidate."""
    return simulation.tuned(card, point)


def preview_chunk(spec: Json, no: int, ruleset: RulesetOrName | None = None) -> JsonObject:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    return simulation.preview_chunk(same_engine(spec, ruleset), spec, no)


def preview_merge(spec: Json, chunks: Sequence[Json], ruleset: RulesetOrName | None = None) -> JsonObject:
    """Return the result so far of the first chunks of a plan, and whether it may stop."""
    return simulation.preview_merge(find(ruleset or spec["ruleset"]), spec, chunks)


def preview_fold(spec: Json, state: JsonObject | None, chunk: Json, ruleset: RulesetOrName | None = None) -> JsonObject:
    """Return the state after the next chunk, from none at all on; it is a JSON value, and folding costs the same at any time."""
    return simulation.preview_fold(find(ruleset or spec["ruleset"]), spec, state, chunk)


def preview_report(spec: Json, state: Json, ruleset: RulesetOrName | None = None) -> JsonObject:
    """Return the result that a state holds."""
    return simulation.preview_report(find(ruleset or spec["ruleset"]), spec, state)


def preview_answers(spec: Json, trace: Json, ruleset: RulesetOrName | None = None) -> JsonObject:
    """Play a match that a result traces once more by its bots, and return its answers, how it ended and its last digest.

    Errors: IllegalAction `other-engine`, `no-such-match`.
    """
    return watch.preview_answers(same_engine(spec, ruleset), spec, trace)


def preview_watch(  # noqa: PLR0913 - which match, and what of it, each by keyword
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    step: int,
    viewer: int | None = None,
    lang: str = "",
    ruleset: RulesetOrName | None = None,
) -> JsonObject:
    """Return a traced match in words, with the table after one of its steps, each card and node with its card's name, and each card with its rules text in a language.

    Errors: IllegalAction `other-engine`, `no-such-match`, and `not-offered` for answers that are not this match's.
    """
    rules = same_engine(spec, ruleset)
    names = _names(rules, spec)
    view = watch.preview_watch(rules, spec, trace, answers, step=step, viewer=viewer, names=names)
    documents = {document["id"]: document for document in (*spec["cards"], spec["candidate"], *spec["formers"])}
    documents |= dict.fromkeys(simulation.variant_ids(spec), spec["candidate"])
    name_cards(rules, view, view["rows"], names, documents, lang)
    return view


change_line, is_change = sandbox.change_line, sandbox.is_change
MAX_ANSWERS, MATCH_FORMAT, STOPPED = hands.MAX_ANSWERS, hands.FORMAT, watch.STOP_ANSWER


def card_blocks(ruleset: RulesetOrName, document: JsonObject) -> list[JsonObject]:
    """Return the nodes of a card in document order.

    Shapes: `{pointer, place, type, depth}`; `pointer` is how matches name the node, `place` where it is in what the author wrote; a shorthand is one node.
    """
    core = desugar(find(ruleset).vocabulary, document)
    blocks: list[JsonObject] = []
    around: list[str] = []
    for pointer, kind in nodes(core.document):
        kind = core.shorthands.get(pointer, kind)
        if not kind:
            continue
        while around and not pointer.startswith(around[-1] + "/"):
            around.pop()
        blocks.append({"pointer": pointer, "place": core.place(pointer), "type": kind, "depth": len(around)})
        around.append(pointer)
    return blocks


SKILLS = tuple((level.name, level.title, level.poor_at) for level in LEVELS)
"""The bots that a match is played against: their names, what they are called, and what each is poor at, the weakest first."""


def preview_hand(
    spec: Json, first: int = 0, *, opponent: str = "", seat: int = 0, ruleset: RulesetOrName | None = None
) -> JsonObject:
    """Return a match of a plan in which a seat holds the card from the start, as a trace; `isHeld` says whether one was found.

    Errors: IllegalAction `other-engine`, `no-such-match` for decks that the plan does not have.
    """
    return hands.hand_trace(same_engine(spec, ruleset), spec, first, opponent=opponent, seat=seat)


def preview_play(  # noqa: PLR0913 - which match, and who plays it, each by keyword
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    max_answers: int,
    guests: Sequence[int] = (),
    own: Sequence[int] = (),
    skill: str = "",
    ruleset: RulesetOrName | None = None,
) -> JsonObject:
    """Play the bots of a match until the seat of a person or of a guest must answer, up to a number of answers; return all answers and that seat.

    own are further seats of the person; skill is one of `SKILLS`.

    Errors: IllegalAction `other-engine`, `no-such-match`, `no-seat`, `too-long`, `not-offered`.
    """
    rules = same_engine(spec, ruleset)
    return hands.play_on(
        rules, spec, trace, answers, seat=seat, max_answers=max_answers, guests=guests, own=own, skill=skill
    )


def preview_take_back(
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    own: Sequence[int] = (),
    ruleset: RulesetOrName | None = None,
) -> list[str]:
    """Return the answers of a match before the last one of a person's seats.

    Errors: IllegalAction `other-engine`, `no-such-match`, `not-offered`.
    """
    return hands.take_back(same_engine(spec, ruleset), spec, trace, answers, seat=seat, own=own)


def preview_sandbox(
    spec: Json, trace: Json, answers: Sequence[str], ruleset: RulesetOrName | None = None
) -> JsonObject | None:
    """Return what can be changed by hand after some answers of a match, each card with its name; None while another question than a main one waits.

    Errors: IllegalAction `other-engine`, `no-such-match`, `not-offered`.
    """
    rules = same_engine(spec, ruleset)
    offer = hands.sandbox_offer(rules, spec, trace, answers)
    if offer is not None:
        names = _names(rules, spec)
        for row in (*offer["cards"], *offer["placed"]):
            row["title"] = names.get(row["card"], LocalizedText(row["card"], row["card"]))._asdict()
        offer["chance"] = [{"stream": name, "title": stream_words(name, names)._asdict()} for name in offer["chance"]]
    return offer


def preview_thought(  # noqa: PLR0913 - which match, and who looks, each by keyword
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    is_open: bool,
    skill: str = "",
    ruleset: RulesetOrName | None = None,
) -> JsonObject | None:
    """Return what the last bot that was asked what it does weighed then, in words; None where no bot was, or its thought is not known.

    Errors: IllegalAction `other-engine`, `no-such-match`, `not-offered`.
    """
    rules = same_engine(spec, ruleset)
    looks: Any = {"seat": seat, "names": _names(rules, spec), "is_open": is_open}
    return thought.last_thought(rules, spec, trace, answers, **looks, skill=skill)


def preview_chance(  # noqa: PLR0913 - which match, and who looks, each by keyword
    spec: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    seat: int,
    first: int,
    count: int,
    ruleset: RulesetOrName | None = None,
) -> JsonObject | None:
    """Return how some worlds that a seat holds possible end when bots play on, from a first one on; None where that seat is not asked.

    Errors: IllegalAction `other-engine`, `no-such-match`, `not-offered`.
    """
    rules = same_engine(spec, ruleset)
    return chance_to_win.win_chance(rules, spec, trace, answers, seat=seat, first=first, count=count)


def preview_match_file(
    spec: Json, trace: Json, answers: Sequence[str], ruleset: RulesetOrName | None = None
) -> JsonObject:
    """Return a match of a preview as a document that `preview_match_verify` verifies.

    Errors: IllegalAction `other-engine`, `no-such-match`, `not-offered`.
    """
    return hands.match_file(same_engine(spec, ruleset), spec, trace, answers)


def preview_match_verify(document: Any, ruleset: RulesetOrName | None = None) -> JsonObject:
    """Play the match of a document again and compare its end; the answer has the shape of that of `replay`.

    Errors: IllegalAction `bad-match` for another document, `other-engine` for another engine's.
    """
    match = hands.match_checked(document)
    if ruleset is None and match.get("ruleset") not in names():
        raise IllegalAction("bad-match", "its game is not known here")
    return hands.match_verify(same_engine(match["plan"], ruleset or match["ruleset"]), match)


def _names(rules: Ruleset, spec: Json) -> dict[str, LocalizedText]:
    """Return what the cards of a plan are called; a former version, or what takes a new card's place, is marked as such."""
    names = card_names(rules, [(document, "") for document in (*spec["cards"], spec["candidate"])])
    former = [({**each, "id": each["id"].removesuffix(simulation.FORMER)}, "") for each in spec["formers"]]
    older = card_names(rules, former) if former else {}
    whole = names.get(str(spec["candidate"]["id"]))
    variant_names = (
        {}
        if whole is None
        else dict.fromkeys(
            simulation.variant_ids(spec), LocalizedText(f"{whole.en} (without it)", f"{whole.zh}（去掉此块）")
        )
    )
    return (
        names
        | {
            outer_id(card) + simulation.FORMER + card.removeprefix(outer_id(card)): LocalizedText(
                f"{name.en} (old)", f"{name.zh}（旧）"
            )
            for card, name in older.items()
        }
        | variant_names
    )


def rate_interval(successes: float, n: float) -> tuple[float, float]:
    """Return the 95 % interval of a rate as reports show it; draws may count as half successes."""
    return interval_of_rate(successes, n)


def sweep_numbers(document: JsonObject) -> list[JsonObject]:
    """Return the whole numbers of a card, each as `{pointer, value, type}`, with the type of the node around it."""
    return simulation.sweep_numbers(document)


def sweep_documents(document: JsonObject, pointer: str, values: Sequence[int]) -> list[JsonObject]:
    """Return the card once for each value of one of its whole numbers.

    Errors: IllegalAction `not-a-number`, `bad-values`.
    """
    return simulation.sweep_documents(document, pointer, values)


def sweep_plans(
    ruleset: RulesetOrName, candidate: JsonObject, pointer: str, values: Sequence[int], **plan: Any
) -> list[JsonObject]:
    """Return one plan for each value of a number of a card, all on the same seeds, their intervals holding together.

    Shapes: `plan` takes what `preview_plan` takes beside the card: `baseline`, `pool`, `beside`, `preset`, `bots`, `seed`.
    Errors: IllegalAction `not-a-number`, `bad-values`.
    """
    swept = simulation.sweep_documents(candidate, pointer, values)
    return [preview_plan(ruleset, candidate=document, family=len(values), **plan) for document in swept]


def preview(
    ruleset: RulesetOrName,
    candidate: JsonObject,
    baseline: JsonObject | None = None,
    *,
    watch: Callable[[JsonObject], None] | None = None,
    **plan: Any,
) -> JsonObject:
    """Preview a card from plan to last word in this process.

    Shapes: `plan` takes what `preview_plan` takes beside the card (`pool`, `beside`, `preset`, `bots`, `seed`); `watch` receives the result
            so far after each chunk.
    """
    spec = preview_plan(ruleset, candidate=candidate, baseline=baseline, **plan)
    state: JsonObject | None = None
    for no in range(simulation.preview_chunk_count(spec)):
        state = preview_fold(spec, state, preview_chunk(spec, no, ruleset), ruleset)
        if watch is not None:
            watch(preview_report(spec, state, ruleset))
        if state["reason"]:
            break
    return preview_merge(spec, [], ruleset) if state is None else preview_report(spec, state, ruleset)
