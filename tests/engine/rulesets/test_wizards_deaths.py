"""A body that a hit brought to 0 dies once, with its reward, by any effect that touches it before it falls (WZ7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.kernel.machine import resume
from engine.rulesets.wizards.moving import run_timing
from tests.engine.board import Board, Json, bolt, treasure

DAMAGED, LETHAL = "onDamageTaken", "onLethal"
PREVENT = {"type": "prevent"}


def number(what: str, mode: str, amount: int, event: str) -> Json:
    """Return an effect on a number of the monster that the event names."""
    return {"type": what, "mode": mode, "amount": amount, "target": f"${event}.monsterUUID"}


def strike(event: str, *effects: Json, hit: int = 30, **extra: int) -> tuple[Board, int, int]:
    """Hit a monster of 30 health with a card that first lets a trigger answer; return the board, the player and the monster."""
    listening = {"type": "addTriggers", "triggers": [{"event": event, "do": list(effects)}]}
    board = Board(treasure("t.kill", [listening, bolt(hit)]), log=True)
    (card,) = board.ready("t.kill")
    player, monster = board.me, board.slots()[0]
    board.set(monster, **extra)
    board.play(card, monster)
    return board, player, monster


class TestADeathThatIsPending:
    @pytest.mark.parametrize(
        "effect",
        [
            number("maxHealth", "add", 3, DAMAGED),
            number("maxHealth", "add", -3, DAMAGED),
            number("maxHealth", "set", 0, DAMAGED),
            number("health", "add", -1, DAMAGED),
            number("health", "set", 0, DAMAGED),
        ],
        ids=lambda effect: f"{effect['type']}-{effect['mode']}-{effect['amount']}",
    )
    @pytest.mark.parametrize("event", [DAMAGED, LETHAL])
    def test_pays_whatever_numbers_change_meanwhile(self, event: str, effect: Json) -> None:
        effect = {**effect, "target": f"${event}.monsterUUID"}
        board, player, monster = strike(event, effect)

        assert board.var(monster, "zone") == "explored"
        assert board.events().count("onDefeat") == 1
        assert (board.var(player, "kills"), board.var(player, "steps")) == (1, 3)

    def test_pays_the_bounty_as_gold(self) -> None:
        board, player, _ = strike(DAMAGED, number("maxHealth", "add", 3, DAMAGED))
        control, other, _ = strike(DAMAGED)

        assert board.var(player, "gold") == control.var(other, "gold")

    def test_does_not_happen_to_a_monster_that_is_healed(self) -> None:
        board, player, monster = strike(DAMAGED, number("health", "add", 4, DAMAGED))

        assert (board.var(monster, "zone"), board.var(monster, "health")) == ("slot", 4)
        assert board.var(player, "kills") == 0

    def test_leaves_no_mark_on_a_monster_that_was_healed(self) -> None:
        """What a health effect takes away later, after the hit is over, pays no one."""
        last = {"type": "health", "mode": "set", "amount": 0, "target": {"type": "allMonsters"}}
        heal = {"type": "addTriggers", "triggers": [{"event": DAMAGED, "do": [number("health", "add", 4, DAMAGED)]}]}
        board = Board(treasure("t.kill", [heal, bolt(30), last]), log=True)
        (card,) = board.ready("t.kill")
        player, monster = board.me, board.slots()[0]
        board.play(card, monster)

        assert board.var(monster, "zone") == "explored"
        assert "onDefeat" not in board.events()
        assert board.var(player, "kills") == 0

    def test_takes_only_the_foremost_of_several_bodies(self) -> None:
        several = {"id": "t.several", "count": 30, "name": "Several", "type": "monster", "level": "III", "reward": 2}
        trigger = {"event": DAMAGED, "do": [number("maxHealth", "add", 1, DAMAGED)]}
        listening = {"type": "addTriggers", "triggers": [trigger]}
        board = Board(treasure("t.kill", [listening, bolt(6)]), {**several, "bodies": [5, 7, 9]}, log=True)
        (card,) = board.ready("t.kill")
        player, holder = board.me, board.state.globals["holders"][0]
        board.clear(holder, "slot")
        monster = board.put("t.several", holder, "slot")
        first, second = (board.put("t.blank", monster, "bodies", health=n, maxHealth=n) for n in (5, 7))
        board.ask_again()
        board.play(card, monster)

        assert board.state.zone(monster, "bodies") == (second,)
        assert board.var(second, "health") == 7
        assert board.var(player, "kills") == 0
        assert first not in board.state.entities


class TestADeathThatIsPrevented:
    HEALTH, MOST = number("health", "set", 5, LETHAL), number("maxHealth", "set", 8, LETHAL)

    @pytest.mark.parametrize("effects", [(HEALTH, MOST), (MOST, HEALTH)], ids=["health first", "maxHealth first"])
    def test_does_not_depend_on_which_number_is_set_first(self, effects: tuple[Json, Json]) -> None:
        board, player, monster = strike(LETHAL, PREVENT, *effects)

        assert [board.var(monster, key) for key in ("zone", "health", "maxHealth")] == ["slot", 5, 8]
        assert board.var(player, "kills") == 0

    def test_leaves_1_health_when_only_the_most_changes(self) -> None:
        board, _, monster = strike(LETHAL, number("maxHealth", "set", 8, LETHAL), PREVENT)

        assert [board.var(monster, key) for key in ("zone", "health", "maxHealth")] == ["slot", 1, 8]

    def test_leaves_no_more_health_than_the_most(self) -> None:
        """With a most of 0 nothing can be left: it is that effect which takes the monster away, and no one is paid."""
        board, player, monster = strike(LETHAL, PREVENT, number("maxHealth", "set", 0, LETHAL))

        assert board.var(monster, "zone") == "explored"
        assert (board.var(player, "kills"), "onDefeat" in board.events()) == (0, False)


class TestHealthEffectsAlone:
    @pytest.mark.parametrize("what", ["health", "maxHealth"])
    def test_pay_nobody(self, what: str) -> None:
        zero = {"type": what, "mode": "set", "amount": 0, "target": {"type": "allMonsters"}}
        board = Board(treasure("t.fade", [zero]), log=True)
        (card,) = board.ready("t.fade")
        player = board.me
        board.play(card)

        assert board.slots() == []
        assert (board.var(player, "kills"), "onDefeat" in board.events()) == (0, False)


class TestAHitOfNothing:
    def test_is_no_damage(self) -> None:
        board = Board(treasure("t.zero", [bolt(0)]), log=True)
        (card,) = board.ready("t.zero")
        board.play(card, board.slots()[0])

        assert "onDamageTaken" not in board.events()


class TestTheTriggersOfADefeatedMonster:
    """WZ10: they stay, or so configured end with it, after they have heard of its defeat."""

    def defeated(self, *, outlive: bool) -> tuple[Board, int, int]:
        """Defeat a monster that pays 1 mana for its own defeat and whenever a card is played."""
        mana = {"type": "mana", "mode": "add", "amount": 1}
        pays = [
            {"event": "onDefeat", "mode": "always", "do": [mana | {"target": "$onDefeat.sourcePlayerUUID"}]},
            {"event": "onPlayCard", "mode": "always", "do": [mana | {"target": "$onPlayCard.playerUUID"}]},
        ]
        give = {"type": "addTriggers", "triggers": pays}
        foe = {"id": "t.foe", "name": "Foe", "type": "monster", "level": "III", "health": 3, "reward": 0}
        draw = {"at": "onDrawExploration", "do": [give]}
        board = Board({**foe, "behaviors": [draw]}, treasure("t.kill", [bolt(3)]), treasure("t.none", []))
        board.step.state.program = replace(
            board.program, config={**board.program.config, "triggersOutliveCard": outlive}
        )
        slot = board.slots()[0]
        monster = board.put("t.foe", board.var(slot, "holder"), "slot")
        board.shift(slot, 0, "explored")
        kill, after = board.ready("t.kill", "t.none", mana=5)
        st = board.state.fork()
        run_timing(st, monster, "onDrawExploration", board.me)
        board.step = resume(st)
        board.play(kill, monster)
        return board, monster, after

    @pytest.mark.parametrize(("outlive", "expected"), [(True, 2), (False, 0)])
    def test_end_with_it_if_so_configured(self, outlive: bool, expected: int) -> None:
        board, monster, _ = self.defeated(outlive=outlive)

        assert board.var(monster, "zone") == "explored"
        assert sum(listener.host == monster for listener in board.state.listeners.values()) == expected

    @pytest.mark.parametrize("outlive", [True, False])
    def test_hear_of_its_defeat_first(self, outlive: bool) -> None:
        board, _, _ = self.defeated(outlive=outlive)
        player = next(eid for eid in (1, 2, 3, 4) if board.var(eid, "kills"))

        assert board.var(player, "mana") == 5 + 1 + 1
