"""Bots leave out thoughts about answers that are bounded by less than another adds, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from engine.bots.bounds import NO_BOUND, Bounds, name_of, verb_and_card
from engine.bots.learned import learned
from engine.bots.players import GreedyBot, Plan
from engine.bots.standing import Standing
from engine.cardset import shipped
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Action, Decision
from engine.kernel.machine import Step, apply, start
from engine.kernel.state import State
from engine.kernel.state_writers import writable
from engine.kernel.view import View
from engine.rulesets import find, names
from engine.simulation import preview_plan
from engine.simulation.plan import FORMER
from engine.simulation.play import World, bot_of, decks_of, play, world
from tests.engine.bots.learn_bounds import TOLERANCE, bound_of, gains_in
from tests.engine.bots.learn_standing import reference

HALO = find("halo")
MEDIC = "VLT-003"


class Counting(GreedyBot):
    """Notes the answers to main questions that it thinks about."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        super().__init__(
            HALO.evaluate, HALO.candidate_actions, standing=Standing(HALO.evaluate), remembers=True, bounds=bounds
        )
        self.thoughts: list[Action] = []

    def _evaluated_plan(self, worlds: Sequence[State], action: Action, seat: int) -> tuple[int, Plan]:
        self.thoughts.append(action)
        return super()._evaluated_plan(worlds, action, seat)


@cache
def main_questions() -> tuple[tuple[View, Decision], ...]:
    """Return main questions of one match, those that offer most answers."""
    side = reference("halo")
    seats = range(HALO.experiment.seats)
    decks = decks_of(side.spec, side.spec["layout"]["strata"][0], [[side.spec["layout"]["card"]] for _ in seats])
    questions = [(view, decision) for view, decision in _questions(side, decks) if decision.kind == MAIN]
    return tuple(sorted(questions, key=lambda question: -len(question[1].options))[:12])


def _questions(side: World, decks: tuple[tuple[str, ...], ...]) -> Iterator[tuple[View, Decision]]:
    step: Step = start(side.program, 5, HALO.opening, side.opening(decks))
    bots = [bot_of(side) for _ in decks]
    noise = Stream(5, "bots")
    while (decision := step.decision) is not None and step.state.turn < 8:
        view = View(step.state, decision.seat, HALO.hidden_zones, HALO.determinize)
        yield view, decision
        step = apply(step.state, bots[decision.seat](view, decision, noise))


def weighed(view: View, decision: Decision) -> dict[str, int]:
    """Return what the best answer of each name adds."""
    world = view.determinize(Stream(1, "bot").below(1 << 30))
    gains: dict[str, int] = {}
    for answer, gain in Counting().weigh(view, decision, Stream(1, "bot")):
        gains.setdefault(name_of(world, answer), gain)  # the best of a name comes first
    return gains


class TestBounds:
    def test_that_are_true_change_no_answer(self) -> None:
        """Each answer of a question is bounded by what it adds in that very world: the best is thought about first, and no other."""
        for view, decision in main_questions():
            table = {name: {decision.prompt: gain} for name, gain in weighed(view, decision).items()}
            free, bound = Counting(), Counting(Bounds(table))

            best = max(table.values(), key=lambda rows: rows[decision.prompt])
            answer = bound(view, decision, Stream(1, "bot"))

            assert len(bound.thoughts) < len(free.weigh(view, decision, Stream(1, "bot")))
            state = view.determinize(0)
            assert table[name_of(state, answer)] == best

    def test_leave_no_answer_out_that_has_none(self) -> None:
        view, decision = main_questions()[0]
        gains = weighed(view, decision)
        rare = min(gains, key=gains.__getitem__)
        bot = Counting(Bounds({name: {decision.prompt: -1_000} for name in gains if name != rare}))

        bot(view, decision, Stream(1, "bot"))

        state = view.determinize(0)
        assert rare in [name_of(state, answer) for answer in bot.thoughts]

    def test_of_nothing_let_a_bot_think_about_all(self) -> None:
        for view, decision in main_questions():
            free, bound = Counting(), Counting(Bounds({}))

            assert bound(view, decision, Stream(1, "bot")) == free(view, decision, Stream(1, "bot"))
            assert bound.thoughts == free.thoughts

    def test_are_of_one_question_of_the_rules(self) -> None:
        view, decision = main_questions()[0]
        state, bounds = view.determinize(0), Bounds({"pass": {decision.prompt: 3}})

        assert bounds.of(state, decision, [("pass",)]) == [3]
        for other in (decision._replace(prompt="other"), decision._replace(source=1)):
            assert bounds.of(state, other, [("pass",)]) == [NO_BOUND]

    def test_spare_a_third_of_the_thoughts(self) -> None:
        known = learned(HALO.folder)
        free, bound = Counting(), Counting(Bounds(known.bounds))

        for view, decision in main_questions():
            free(view, decision, Stream(1, "bot"))
            bound(view, decision, Stream(1, "bot"))

        assert len(bound.thoughts) * 3 < len(free.thoughts) * 2

    def test_belong_to_games_whose_bots_remember(self) -> None:
        """Elsewhere no bot would read the file."""
        assert {name for name in names() if learned(find(name).folder).bounds} <= {
            name for name in names() if find(name).bots_remember
        }


def versions(**changes: object) -> World:
    """Return the world in which a version of one shipped card meets the shipped one."""
    pool = list(shipped(HALO.folder))
    card = next(document for document, _ in pool if document["id"] == MEDIC)
    spec = preview_plan(HALO, candidate={**card, **changes}, baseline=card, pool=pool, bots=("greedy",), seed=3)
    return world(HALO, spec, "candidate")


def swapped(state: State, costs: Mapping[str, int]) -> State:
    """Return a state in which each seat holds the other version of the compared card; `costs` are those of both."""
    partners = {MEDIC: MEDIC + FORMER, MEDIC + FORMER: MEDIC}
    st = state.fork()
    for number, entity in state.entities.items():
        if entity["def"] in partners:
            definition = partners[entity["def"]]
            writable(st, number).update({"def": definition, "supply": costs[definition]})
    return st


class TestEffortDoesNotDependOnTheVersionHeld:
    """A bot that thinks more about one version of a compared card than about the other plays that version better, whatever it does."""

    def test_versions_with_equal_effects_win_alike(self) -> None:
        """Both matches of a block are then one match, each seat in the other's place: one thought more and they part."""
        side = versions(description="Words without effects.")
        hands = [[MEDIC], [MEDIC + FORMER]]

        for number, stratum in enumerate(side.spec["layout"]["strata"][:3]):
            first, second = (
                play(side, decks_of(side.spec, stratum, order), 70 + number) for order in (hands, hands[::-1])
            )
            assert [seat.score for seat in first.seats] == [seat.score for seat in second.seats]
            assert first.rounds == second.rounds
            assert first.measures == second.measures

    def test_what_is_compared_has_no_bound_and_the_rest_has_the_same(self) -> None:
        side, compared_ids, costs = (
            versions(cost={"supply": 0, "battery": 0}),
            set[str](),
            {MEDIC: 0, MEDIC + FORMER: 2},
        )
        hands = [[MEDIC], [MEDIC + FORMER]]
        bounds_of_world = Bounds(side.learned.bounds)

        for order in (hands, hands[::-1]):
            for view, decision in _questions(side, decks_of(side.spec, side.spec["layout"]["strata"][0], order)):
                state = view.determinize(0)
                answers = HALO.candidate_actions(state, decision)
                bounds = bounds_of_world.of(state, decision, answers)
                mirrored = swapped(state, costs)
                assert bounds == bounds_of_world.of(mirrored, decision, answers)
                for answer, bound in zip(answers, bounds, strict=True):
                    card = verb_and_card(state, answer)[1]
                    if card in side.tracked:
                        compared_ids.add(card)
                        assert bound == NO_BOUND

        assert compared_ids == side.tracked


class TestWhatIsLearnedOfAnswers:
    @pytest.mark.parametrize("name", names())
    def test_is_of_cards_as_they_are(self, name: str) -> None:
        """A card that was changed since is thought about until `make bounds` writes the file again: a stale name is dropped then."""
        cards = {f"{document['id']}@{content[:8]}" for document, content in shipped(find(name).folder)}
        contents = {each.partition(" ")[2] for each in learned(find(name).folder).bounds}

        assert contents - {""} <= cards

    def test_leaves_out_what_a_preview_compares(self) -> None:
        side = versions(cost={"supply": 0, "battery": 0})

        assert any(f" {MEDIC}@" in name for name in learned(HALO.folder).bounds)
        assert side.learned.bounds
        assert not [name for name in side.learned.bounds if f" {MEDIC}" in name]

    def test_is_learned_from_seeds_alone(self) -> None:
        first = gains_in("halo", 0, 1)

        assert first
        assert first == gains_in("halo", 0, 1)

    def test_is_a_quantile_less_a_tolerance(self) -> None:
        assert bound_of(range(100)) == 94 - TOLERANCE
        assert bound_of([3]) == 3 - TOLERANCE
