"""The course of a match: seats, turns or rounds, the main question, actions in scopes, and who has lost.

Two structures: in `turns` a seat acts until it ends its turn; in `rounds` seats act one after the other until all have passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.state import Block, Rule, State, Step, flow
from engine.toolkit.rulebook import Rulebook
from engine.toolkit.rules import (
    FRAME_PUSHED,
    RETURN,
    RULE_WROTE,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    answer,
    ask_main,
    begin_turn,
    chance,
    emit,
    end_period,
    new_environment,
    new_skill_info,
    put,
    run_skill,
    set_global,
    set_turn,
    set_var,
)
from engine.toolkit.seats import DRAW, finish, players
from engine.toolkit.table import Table, deal_decks, run_timings, take_seats
from engine.toolkit.values import Values


def main_options(table: Table) -> Iterator[Option]:
    """Yield what the player of a table may do now."""
    for action in table.book.actions.values():
        if not action.of:
            if action.can is None or action.can(table):
                yield action.name
            continue
        for card in table.zone(action.of):
            if action.can is None or action.can(table, card):
                yield action.name, card


def hook(st: State, book: Rulebook, name: str, player: int) -> Signal | None:
    """Run one of the author's rules in a scope of its own, where the game has it."""
    block = book.hooks.get(name)
    if block is None:
        return None
    return run_skill(st, new_skill_info(0, 0, block), block, new_environment({}, player, None))


def _emit(st: State, event: str, *payload: Any) -> Signal | None:
    return emit(st, event, payload) if event in st.program.events else None


class Course:
    """The steps of a match of one game."""

    def __init__(self, book: Rulebook, table: type[Table]) -> None:
        self.book, self.table = book, table

    def block(self) -> Block:
        """Return the block of a whole match."""
        turns = (
            self.turn_starts,
            self.turn_started,
            self.turn,
            self.act,
            self.turn_goes_on,
            self.turn_ends,
            self.turn_ended,
            self.next_turn,
        )
        rounds = (
            self.round_starts,
            self.round_started,
            self.seat,
            self.act,
            self.passes,
            self.round_ends,
            self.round_ended,
            self.next_round,
        )
        steps: tuple[Step, ...] = turns if self.book.structure == "turns" else rounds
        return flow(f"{self.book.name}/match", self.setup_board, self.match_starts, *steps)

    def setup_board(self, st: State, env_id: EnvironmentId) -> None:
        """Seat the players and deal the decks."""
        names = st.environments[env_id].names
        take_seats(st, self.book, [{}] * self.book.seats)
        if self.book.random_first:
            set_global(st, "first", 1 + chance(st, "first", self.book.seats))
        set_global(st, "now", st.globals["first"])
        deal_decks(st, self.book, [names[f"deck/{seat}"] for seat in range(self.book.seats)])

    def match_starts(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return hook(st, self.book, "on_match_start", 1)

    # ------------------------------------------------------------------------------------------- turns

    def turn_starts(self, st: State, env_id: EnvironmentId) -> Signal | None:
        """Begin the turn of the player whose it is."""
        player = st.globals["now"]
        set_global(st, "acted", 0)
        set_global(st, "turn", st.globals["turn"] + 1)
        if player == st.globals["first"]:
            set_global(st, "round", st.globals["round"] + 1)
            set_turn(st, st.globals["round"])
        return hook(st, self.book, "on_turn_start", player)

    def turn_started(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return _emit(st, "onTurnStart", st.globals["now"])

    def turn(self, st: State, env_id: EnvironmentId) -> Jump:
        """Put the main question to the player whose turn it is."""
        if self.book.actions_limit and st.globals["acted"] >= self.book.actions_limit:
            return "turn_ends"
        begin_turn(st)
        return self._ask(st, env_id, st.globals["now"])

    def _ask(self, st: State, env_id: EnvironmentId, player: int) -> Signal | None:
        table = self.table(st, env_id, new_environment({}, player, None))
        return ask_main(st, env_id, player - 1, f"{self.book.name}/turn", main_options(table), self.book.leave)

    def act(self, st: State, env_id: EnvironmentId) -> Jump:
        """Do what was chosen, in one piece."""
        (choice,) = answer(st, env_id)
        player = st.globals["now"]
        if choice == self.book.leave:
            if self.book.structure == "turns":
                return "turn_ends"
            set_var(st, player, "passed", 1)
            return None
        set_global(st, "acted", st.globals["acted"] + 1)
        name, card = choice if isinstance(choice, tuple) else (choice, 0)
        block = self.book.actions[name].block
        names = {"me": card} if card else {}
        run_skill(st, new_skill_info(card, 0, block), block, new_environment(names, player, card or None))
        return FRAME_PUSHED

    def turn_goes_on(self, st: State, env_id: EnvironmentId) -> str:
        """Go on with the turn."""
        return "turn"

    def turn_ends(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return _emit(st, "onTurnEnd", st.globals["now"])

    def turn_ended(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return hook(st, self.book, "on_turn_end", st.globals["now"])

    def next_turn(self, st: State, env_id: EnvironmentId) -> Jump:
        """Give the turn to the next seat, unless the match has lasted its turns."""
        player = st.globals["now"] % self.book.seats + 1
        end_period(st, "turn")
        if player == st.globals["first"]:
            end_period(st, "round")
        set_global(st, "now", player)
        if player == st.globals["first"] and st.globals["round"] >= st.program.config["turns"]:
            return self._time_is_up(st, env_id)
        return "turn_starts"

    # ------------------------------------------------------------------------------------------- rounds

    def round_starts(self, st: State, env_id: EnvironmentId) -> Signal | None:
        """Begin a round: all seats may act again."""
        number = st.globals["round"] + 1
        set_global(st, "round", number)
        set_global(st, "now", st.globals["first"])
        set_turn(st, number)
        for player in players(st):
            set_var(st, player, "passed", 0)
        return hook(st, self.book, "on_round_start", st.globals["first"])

    def round_started(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return _emit(st, "onRoundStart", st.globals["round"])

    def seat(self, st: State, env_id: EnvironmentId) -> Jump:
        """Put the main question to the next seat that has not passed; when all have passed, the round is over."""
        seats, now = self.book.seats, st.globals["now"]
        order = [(now - 1 + step) % seats + 1 for step in range(seats)]
        player = next((player for player in order if not st.entities[player]["passed"]), None)
        if player is None:
            return "round_ends"
        set_global(st, "now", player)
        set_global(st, "turn", st.globals["turn"] + 1)
        begin_turn(st)
        return self._ask(st, env_id, player)

    def passes(self, st: State, env_id: EnvironmentId) -> str:
        """Give the turn to the next seat."""
        set_global(st, "now", st.globals["now"] % self.book.seats + 1)
        return "seat"

    def round_ends(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return _emit(st, "onRoundEnd", st.globals["round"])

    def round_ended(self, st: State, env_id: EnvironmentId) -> Signal | None:
        return hook(st, self.book, "on_round_end", st.globals["first"])

    def next_round(self, st: State, env_id: EnvironmentId) -> Jump:
        """Begin another round, unless the match has lasted its rounds."""
        end_period(st, "round")
        if st.globals["round"] >= st.program.config["turns"]:
            return self._time_is_up(st, env_id)
        return "round_starts"

    def _time_is_up(self, st: State, env_id: EnvironmentId) -> Signal:
        if self.book.timeout is not None:
            self.book.timeout(self.table(st, env_id))
        if st.result is None:
            finish(st, DRAW, "time")
        return RETURN


# ----------------------------------------------------------------------------------------------- state-based rules


def deaths(book: Rulebook) -> Rule:
    """Return the rule by which cards without life leave play: their deaths are reported, then they do what they do when they die."""
    board, discard = book.role("board"), book.role("discard")
    mortal = {kind.name: kind.life for kind in book.kinds.values() if kind.life}
    last_words = {
        kind.name: [timing.name for timing in kind.timings if timing.when == "death"] for kind in book.kinds.values()
    }

    def rule(st: State, env_id: EnvironmentId) -> Signal | None:
        dead = [
            card
            for player in players(st)
            for card in st.zone(player, board)
            if st.entities[card]["kind"] in mortal and st.entities[card][mortal[st.entities[card]["kind"]]] <= 0
        ]
        for card in dead:
            _emit(st, "onDeath", card, st.entities[card]["own"])
        for card in dead:
            put(st, card, st.entities[card]["own"], discard)
        for card in reversed(dead):
            run_timings(st, card, st.entities[card]["own"], last_words[st.entities[card]["kind"]])
        return RULE_WROTE if dead else None

    return rule


def defeats(book: Rulebook) -> Rule:
    """Return the rule by which the match ends when players have lost: who is left has won, all at once is a draw."""

    def rule(st: State, env_id: EnvironmentId) -> Signal | None:
        if book.loses is None or st.result is not None:
            return None
        alive = tuple(player for player in players(st) if not book.loses(Values(st.entities[player])))
        if len(alive) == book.seats or len(alive) > 1:
            return None
        finish(st, alive[0] - 1 if alive else DRAW, "defeat")
        return RULE_WROTE

    return rule
