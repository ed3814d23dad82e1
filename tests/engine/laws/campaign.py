"""Generated cards, each played in a match until it was used.

`python -m tests.engine.laws.campaign [COUNT] [--ruleset NAME] [--first NUMBER] [--only NUMBERS …]` plays as many as one likes;
card N is the same card, and its match the same match, on every machine and run. A card that fails is made as small as it still fails, and printed.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from engine import api
from engine.bots.standing import any_answer
from engine.cardset import hashed
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision, Option
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, start
from engine.kernel.state import Program, State
from engine.language.analysis.check import check
from engine.language.analysis.eventless import asked_without_event
from engine.language.analysis.naming import unknown_cards
from engine.language.reading.inner_cards import with_inner
from engine.language.reading.surface import desugar
from engine.language.spec.kinds import kind_of
from engine.language.spec.shapes import Block, ListOf, ObjectShape
from engine.packs.card import read_card
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from tests.engine.homes import search_games
from tests.engine.language.strategies import Keyed, Maker
from tests.engine.laws.shrinking import smallest
from tests.engine.laws.tables import table

Json = dict[str, Any]
SEED = 20
BATCH = 100
"""Cards compiled into one program: compiling the shipped set again for each card would take longer than playing it."""
LIMIT = 800
"""Decisions after which a card that was not used is given up; what was used waits an eighth of it for its other moments."""
AFTERWARDS = 25
"""Decisions that are played on once every moment of the card was reached, for the triggers it left behind."""
DRAWS = 20
"""Cards that are drawn for one that a game's own problems do not refuse: a shape cannot express them."""
WHOLE = 40
"""One match in so many is played to its end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a card.

    Shapes: `moments` are the moments whose first effect was reached, of `moment_count`; `reached` the node types that ran;
            `result` is the reason for which the match ended, empty when it went on.
    """

    number: int
    card: Json
    moment_count: int
    moments: int
    reached: frozenset[str]
    decisions: int
    result: str
    digest: str

    @property
    def used(self) -> bool:
        return self.moments > 0


class CardFailed(AssertionError):
    """A generated card broke a match; carries the smallest card that still does."""

    def __init__(self, ruleset: str, number: int, card: Json, error: BaseException) -> None:
        said = f"{type(error).__name__}: {error}"
        super().__init__(f"{ruleset} card {number}: {said}\n{json.dumps(card, ensure_ascii=False, indent=1)}")


def generated(ruleset: Ruleset, number: int) -> Json:
    """Return a generated card; none of those that only declare something for others, which no one plays."""
    vocabulary = ruleset.vocabulary
    played_vocabulary = replace(vocabulary, kinds=tuple(kind for kind in vocabulary.kinds if not kind.declares))
    card: Json = {}
    for draw in range(DRAWS):
        key = f"card/{number}/{draw}" if draw else f"card/{number}"
        maker = Maker(played_vocabulary, Keyed(Stream(SEED, key)), full=True)
        card = possible(ruleset, table(ruleset).fit(maker.document(table(ruleset).depth + number % 5), number))
        if not _is_refused(ruleset, card):
            break
    return card


def _is_refused(ruleset: Ruleset, card: Json) -> bool:
    """Return whether a rule beyond its shapes refuses a card: one of the game itself, an event that is read where none is answered, a trigger without an end."""
    lint = ruleset.vocabulary.lint
    if any(found.code == "E-SELF" for found in check(ruleset.vocabulary, card)):
        return True
    parts = [part for _, part in with_inner(ruleset.vocabulary, desugar(ruleset.vocabulary, card).document)]
    own = chain.from_iterable(lint(part) for part in parts if lint is not None)
    eventless = chain.from_iterable(asked_without_event(ruleset.vocabulary, part) for part in parts)
    return any(problem.severity == "error" for problem in chain(own, eventless))


def possible(ruleset: Ruleset, card: Json) -> Json:
    """Return a card without the conditions that empty a whole trigger."""
    while wrong := [found.path for found in check(ruleset.vocabulary, card) if found.code == "E-NEVER"]:
        card = copy.deepcopy(card)
        *around, last = wrong[-1].split("/")[1:]
        current_card: Any = card
        for part in around:
            current_card = current_card[int(part)] if isinstance(current_card, list) else current_card[part]
        if isinstance(current_card, list):
            del current_card[int(last)]
        elif isinstance(current_card[last], list):
            current_card[last] = []
        else:
            del current_card[last]
    return card


def program_with(ruleset: Ruleset, cards: Sequence[Json], seats: int) -> Program:
    """Compile the shipped set and some cards; what generated cards name need not be there."""
    documents = [*api.card_set(ruleset.name), *map(hashed, cards)]
    known = {document["id"] for document, _ in documents}
    without = {one.card for _, one in unknown_cards(ruleset.vocabulary, cards, known)}
    return ruleset.program(documents, seats=seats, counting=True, exclusions=without)


def named(state: State, option: Option) -> str:
    """Return the card that an option is about, empty for none."""
    entity = option[1] if isinstance(option, tuple) else option
    return str(state.entities[entity]["def"]) if isinstance(entity, int) and entity in state.entities else ""


def answer(state: State, decision: Decision, card: str, rng: Stream) -> Action:
    """Answer at random, three times of four with the card where it is offered."""
    mine = [option for option in decision.options if named(state, option) == card]
    if not mine or not rng.below(4):
        return any_answer(decision, rng)
    chosen = mine[rng.below(len(mine))]
    rest = [option for option in decision.options if option != chosen]
    return (chosen, *rest[: max(decision.min - 1, 0)])


def play(
    ruleset: Ruleset,
    program: Program,
    card: Json,
    number: int,
    coverage: dict[tuple[str, str], int] | None = None,
    watch: Callable[[State], None] | None = None,
) -> Outcome:
    """Play a card in a match until it was used, and a while longer; `coverage` takes what its nodes did, `watch` the first state."""
    seats, name = int(program.config["seats"]), card["id"]
    shipped = api.card_set(ruleset.name)
    others = {document["id"]: program.cards[document["id"]] for document, _ in shipped}
    opening = table(ruleset).opening(ruleset, card, others, seats, shipped)
    coverage = {} if coverage is None else coverage
    rng = Stream(SEED, f"play/{number}")
    step = start(program, number, ruleset.opening, opening, log=watch is not None, coverage=coverage)
    if watch is not None:
        watch(step.state)
    firsts = {(f"{name}#{pointer}/0", "reached") for pointer, _ in blocks(ruleset, card)}
    afterwards = AFTERWARDS
    while step.decision is not None and afterwards:
        step = apply(step.state, answer(step.state, step.decision, name, rng))
        hold(step)
        met = len(firsts & coverage.keys())
        if number % WHOLE and (met == len(firsts) or step.state.decisions > (LIMIT // 8 if met else LIMIT)):
            afterwards -= 1
    ran = {node for node, what in coverage if what != "noop" and node.split("#")[0] == name}
    reason = step.result.reason if step.result else ""
    moments = len(firsts & coverage.keys())
    core = desugar(ruleset.vocabulary, card).document
    reached = frozenset(kind_at(core, node) for node in ran) - {""}
    return Outcome(
        number, card, len(firsts), moments, reached, step.state.decisions, reason, f"{digest(step.state):016x}"
    )


def blocks(ruleset: Ruleset, card: Json) -> list[tuple[str, list[Any]]]:
    """Return the blocks that a card's own moments run, each with its pointer; those inside an effect belong to it."""
    vocabulary = ruleset.vocabulary
    todo: list[tuple[str, Any, Any]] = [("", ObjectShape(kind_of(vocabulary, card).record), card)]  # type: ignore[union-attr]  # a generated card has a kind
    matches = []
    for pointer, shape, value in todo:
        if isinstance(shape, ObjectShape):
            known = vocabulary.record(shape.name)
            todo += [(f"{pointer}/{key}", known.field(key).shape, held) for key, held in value.items()]  # type: ignore[union-attr]  # the checker knows every key
        elif isinstance(shape, ListOf):
            todo += [(f"{pointer}/{place}", shape.item, held) for place, held in enumerate(value)]
        elif isinstance(shape, Block) and value:
            matches.append((pointer, value))
    return matches


def hold(step: Step) -> None:
    """Raise unless a step is what a step may be: a question or a result of a known kind, within the budgets."""
    st, budgets = step.state, step.state.program.budgets
    assert (step.decision is None) == (step.result is not None), "a step asks or ends"
    assert st.step_ops <= budgets.ops, f"{st.step_ops} ops in one resolution"
    assert st.step_events <= budgets.events + 1, f"{st.step_events} events in one resolution"
    if step.decision is not None:
        asked = step.decision
        assert 0 <= asked.min <= asked.max <= len(asked.options), f"{asked.min} to {asked.max} of {asked.options}"
        assert len(set(asked.options)) == len(asked.options), f"an option stands twice in {asked.options}"
    elif step.result is not None and step.result.reason in ("budget", "loop"):
        assert step.result.outcome == "draw", f"{step.result}"
        assert step.result.node, "a broken budget names the node"


def kind_at(card: Json, node: str) -> str:
    """Return the type of the node that a counted name stands for, in a card in core form; empty for a block or a record of a node."""
    matching_card: Any = card
    for part in node.partition("#")[2].split("/")[1:]:
        matching_card = matching_card[int(part)] if isinstance(matching_card, list) else matching_card[part]
    return str(matching_card.get("type", "")) if isinstance(matching_card, dict) else ""


def outcomes(ruleset: Ruleset, numbers: Sequence[int], *, checked: bool = True) -> Iterator[Outcome]:
    """Play the cards of some numbers, one after the other; they are checked first unless that was done elsewhere.

    Errors: CardFailed, with the smallest card that fails.
    """
    kinds = len(ruleset.seats)
    for begin in range(0, len(numbers), BATCH):
        cards = {number: generated(ruleset, number) for number in numbers[begin : begin + BATCH]}
        for number, card in cards.items() if checked else ():
            right(ruleset, card, number)
        parts = [[card for number, card in cards.items() if number % kinds == place] for place in range(kinds)]
        programs = [program_with(ruleset, part, seats) for part, seats in zip(parts, ruleset.seats, strict=True)]
        for number, card in cards.items():
            try:
                yield play(ruleset, programs[number % kinds], card, number)
            except Exception as error:
                raise CardFailed(ruleset.name, number, reduced(ruleset, card, number, error), error) from error


def right(ruleset: Ruleset, card: Json, number: int) -> None:
    """Raise unless a card is right and canonical: no error, and nothing that a reader would rewrite."""
    report = read_card(ruleset.vocabulary, json.dumps(card, ensure_ascii=False), rewrite=ruleset.rewrite)
    wrong = [problem.to_json() for problem in report.problems if problem.severity == "error"]
    if wrong or report.document != card:
        raise CardFailed(ruleset.name, number, card, AssertionError(wrong or "not canonical"))


def reduced(ruleset: Ruleset, card: Json, number: int, error: Exception) -> Json:
    """Return the smallest right card whose match fails in the same way."""
    seats = ruleset.seats[number % len(ruleset.seats)]

    def fails(smaller: Json) -> bool:
        if any(p.severity == "error" for p in check(ruleset.vocabulary, smaller)) or not blocks(ruleset, smaller):
            return False
        try:
            play(ruleset, program_with(ruleset, [smaller], seats), smaller, number)
        except Exception as other:  # noqa: BLE001 - whatever a card can make a match do is what is looked for
            return type(other) is type(error)
        return False

    return smallest(card, fails)


def main(arguments: Sequence[str]) -> int:
    """Play a campaign; say what became of the cards, and a digest of all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    parser.add_argument("--ruleset", choices=names())
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", nargs="+", help="play the cards of these numbers alone, a batch each: 3,14,15 92,65")
    parser.add_argument("--digests", action="store_true", help="print each card's digest and nothing else")
    args = parser.parse_args(arguments)
    batches: list[Sequence[int]] = [range(args.first, args.first + args.count)]
    if args.only:
        batches = [[int(number) for number in batch.split(",")] for batch in args.only]
    checked = not args.digests
    for name in [args.ruleset] if args.ruleset else names():
        ends: Counter[str] = Counter()
        reached_counts: Counter[str] = Counter()
        uses, begun_process_time = 0, time.process_time()
        for outcome in chain.from_iterable(outcomes(find(name), batch, checked=checked) for batch in batches):
            if args.digests:
                print(outcome.number, outcome.digest)
                continue
            uses += outcome.used
            ends[outcome.result or "went on"] += 1
            reached_counts.update(outcome.reached)
            if sys.stderr.isatty() and not outcome.number % BATCH:
                print(f"\r{name}: card {outcome.number}", end="", file=sys.stderr)
        if not args.digests:
            spent = time.process_time() - begun_process_time
            print(
                f"{name}: {sum(map(len, batches))} cards, {uses} used, {spent:.1f} s; ends {dict(ends)}; reached {dict(reached_counts)}"
            )
    return 0


if __name__ == "__main__":
    search_games()
    sys.exit(main(sys.argv[1:]))
