"""A small wizards table for tests: inline cards, a match brought to its first battle decision, and direct hands on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cardset import hashed
from engine.kernel.decisions import parse_action
from engine.kernel.machine import Step, apply, run, start
from engine.kernel.mutations import EventRaised
from engine.kernel.state import State
from engine.kernel.state_writers import create, move, remove, set_var
from engine.rulesets.wizards import RULESET

Json = dict[str, Any]
BLANK = {"id": "t.blank", "count": 10, "name": "Blank", "manaCost": 0, "rarity": "ori", "school": "none"}
DUMMY = {"id": "t.dummy", "count": 30, "name": "Dummy", "type": "monster", "level": "III", "health": 30, "reward": 2}
SHOP = {"id": "t.common", "count": 30, "name": "Common", "manaCost": 1, "rarity": "com", "school": "none"}


def treasure(card_id: str, do: list[Json], *, at: str = "onPlay", cost: int = 0, **extra: Any) -> Json:
    """Return a treasure card with one behaviour."""
    base = {"id": card_id, "name": card_id, "manaCost": cost, "rarity": "com", "school": "none", "count": 1}
    return {**base, "behaviors": [{"at": at, "do": do}], **extra}


def bolt(amount: Any, **extra: Any) -> Json:
    """Return an effect that damages a monster of the player's choice."""
    return {
        "type": "damage",
        "amount": amount,
        "target": {"type": "monsterChooser", "ask": "$onPlay.playerUUID"},
        **extra,
    }


def gain(what: str, amount: Any, target: str = "$onPlay.playerUUID") -> Json:
    """Return an effect that gives mana or gold."""
    return {"type": what, "mode": "add", "amount": amount, "target": target}


class Board:
    """A match at a battle decision. `me` is the player who is asked, `side` that player's side."""

    def __init__(self, *cards: Json, seats: int = 4, seed: int = 7, log: bool = False, counting: bool = False) -> None:
        documents = [hashed(card) for card in (BLANK, DUMMY, SHOP, *cards)]
        self.program = RULESET.program(documents, seats=seats, counting=counting)
        opening = RULESET.deal(self.program.cards, seats, self.program.config, ())
        for card in cards:
            for pile, ids in opening.items():
                opening[pile] = tuple(i for i in ids if i != card["id"])
        self.step: Step = start(self.program, seed, RULESET.opening, opening, log=log)
        if counting:
            self.step.state.coverage = {}
        self.to_battle()

    @property
    def state(self) -> State:
        return self.step.state

    @property
    def seat(self) -> int:
        assert self.step.decision is not None
        return self.step.decision.seat

    @property
    def me(self) -> int:
        return self.seat + 1

    def to_battle(self) -> None:
        """Answer everything before the battle with the first that is offered."""
        while self.step.decision is None or self.step.decision.prompt != "battle":
            if self.step.decision is None:
                return
            decision = self.step.decision
            self.step = apply(self.state, decision.options[: decision.min])
            if (
                self.state.globals["phase"] == "battling"
                and self.step.decision
                and self.step.decision.prompt == "battle"
            ):
                return

    def put(self, card_id: str, player: int, zone: str = "hand", **variables: int) -> int:
        """Make a card in a player's zone and return its id."""
        st = self._open()
        card = self.program.cards[card_id]
        eid = create(st, card_id, card.kind, player, (player, zone), {**card.numbers, **variables})
        return self._close(st, eid)

    def set(self, eid: int, **variables: int) -> None:
        """Set variables of an entity."""
        st = self._open()
        for key, value in variables.items():
            set_var(st, eid, key, value)
        self._close(st, eid)

    def clear(self, player: int, zone: str) -> None:
        """Take all cards out of a zone."""
        st = self._open()
        for eid in st.zone(player, zone):
            remove(st, eid)
        self._close(st, 0)

    def shift(self, eid: int, holder: int, zone: str, at: int | None = None) -> None:
        """Move a card."""
        st = self._open()
        move(st, eid, holder, zone, at)
        self._close(st, eid)

    def ready(self, *card_ids: str, mana: int = 20) -> list[int]:
        """Give the player who is asked these cards and mana, and ask again."""
        player = self.me
        self.set(player, mana=mana)
        cards = [self.put(card_id, player) for card_id in card_ids]
        self.ask_again()
        return cards

    def ask_again(self) -> None:
        """Make the rules build the battle options again after the board was changed by hand."""
        st = self._open()
        assert st.pending[0].prompt == "battle"
        code, pc, env, scope = st.frames[-1]
        st.frames[-1] = (code, pc - 1, env, scope)
        st.pending = ()
        run(st)
        self._close(st, 0)

    def do(self, key: str) -> Step:
        """Answer the decision by key."""
        assert self.step.decision is not None
        self.step = apply(self.state, parse_action(self.step.decision, key))
        return self.step

    def play(self, card: int, *answers: Any) -> Step:
        """Play a card and answer what it asks."""
        self.do(f"play:{card}")
        for answer in answers:
            self.do(str(answer))
        return self.step

    def var(self, eid: int, key: str) -> Any:
        return self.state.entities[eid].get(key)

    def slots(self) -> Sequence[int]:
        """Return the monsters on the table."""
        return [eid for holder in self.state.globals["holders"] for eid in self.state.zone(holder, "slot")]

    def events(self, since: Step | None = None) -> list[str]:
        """Return the names of the events of the newest step."""
        return [entry.event for entry in (since or self.step).log if isinstance(entry, EventRaised)]

    def _open(self) -> State:
        st = self.state.fork()
        st.log = None if st.log is None else []
        return st

    def _close(self, st: State, eid: int) -> int:
        self.step = Step(st, (), st.pending[0] if st.pending else None, st.result)
        return eid
