"""The rules of wizards, each in one small situation. The rule ids are those of the ruleset's SOURCE.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cardset import hashed
from engine.kernel.in_flight import Environment
from engine.kernel.machine import apply
from engine.language.compiling.compile import Unit
from engine.packs.card import read_card
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.table import in_order, rank
from tests.engine.board import Board, Json, bolt, gain, treasure

FIXTURES = Path(__file__).parents[2] / "fixtures" / "000"


def triggers(*listed: Json) -> Json:
    return {"type": "addTriggers", "triggers": list(listed)}


def document(name: str) -> Json:
    """Return an example of the source document, its brackets fixed and its spelling rewritten, as the importer gives it."""
    text = (FIXTURES / name).read_text(encoding="utf-8")
    mended = {"bash.jsonc": lambda t: t.rstrip() + "\n}", "gilding_components.jsonc": lambda t: t.replace("]  ]", "]")}
    text = mended.get(name, lambda t: t)(text)
    report = read_card(RULESET.vocabulary, text, known_ids=frozenset(), file=name, rewrite=RULESET.rewrite)
    assert report.document is not None and report.ok, [p.to_json() for p in report.problems]
    return dict(report.document)


class TestExamplesOfTheDocument:
    def test_stone_deals_2(self) -> None:
        board = Board(document("stone.jsonc"))
        (stone,) = board.ready("base.treasure.original.stone")
        target = board.slots()[1]
        board.play(stone, target)

        assert board.var(target, "health") == 28

    @pytest.mark.parametrize(("wand", "health"), [(False, 21), (True, 18)])
    def test_bash_deals_9_or_with_a_wand_12(self, wand: bool, health: int) -> None:
        """Conformance 2, 3."""
        board = Board(document("bash.jsonc"), treasure("t.wand", [], cardType="wand"), counting=True)
        (bash,) = board.ready("base.treasure.common.bash")
        if wand:
            board.put("t.wand", board.me, "wand")
        target = board.slots()[0]
        board.play(bash, target)

        assert board.var(target, "health") == health
        reached = {key for key, what in board.state.coverage or {} if what == "reached"}
        untaken = "elsedo" if wand else "do/0/do"
        assert f"base.treasure.common.bash#/behaviors/0/do/0/{untaken if wand else 'do'}/0" not in reached

    def test_survival_keeps_what_costs_more_than_4(self) -> None:
        """Conformance 4, 5, 6: draws [1, 5, 4, 9, 0]; the first, third and fifth are discarded."""
        costs = (1, 5, 4, 9, 0)
        drawn = [treasure(f"t.c{cost}", [], cost=cost) for cost in costs]
        board = Board(document("survival.jsonc"), *drawn)
        (card,) = board.ready("base.treasure.common.survival_of_the_fittest")
        player = board.me
        board.clear(player, "deck")
        ids = [board.put(f"t.c{cost}", player, "deck") for cost in costs]
        board.play(card)

        assert [board.var(eid, "zone") for eid in ids] == ["discard", "hand", "discard", "hand", "discard"]

    def test_gilding_buffs_its_owners_next_monster_and_nobody_elses(self) -> None:
        """Conformance 147."""
        board = Board(document("gilding_components.jsonc"))
        owner, other = board.me, board.me % 4 + 1
        monsters = self.flip_in_order(board, owner, [other, owner, owner])

        assert [(board.var(m, "health"), board.var(m, "maxHealth"), board.var(m, "reward")) for m in monsters] == [
            (30, 30, 2),
            (33, 33, 3),
            (30, 30, 2),
        ]

    def flip_in_order(self, board: Board, owner: int, flippers: list[int]) -> list[int]:
        """Make the owner flip the event, then monsters be flipped by these players, by emitting what a flip emits."""
        from engine.kernel.events import emit
        from engine.kernel.machine import run
        from engine.kernel.state_writers import move
        from engine.rulesets.wizards.moving import run_timing

        event = board.put("base.exploration.III.gilding_components", 0, "explored")
        st = board.state.fork()
        pending, st.pending = st.pending, ()
        asking = st.frames.pop()
        st.frames.clear()
        run_timing(st, event, "onDrawExploration", owner)
        run(st)
        monsters = []
        for player in flippers:
            monster = st.zone(0, "III")[0]
            monsters.append(monster)
            move(st, monster, st.globals["holders"][player - 1], "slot")
            emit(st, "onExplorationFlip", (monster, "monster", "t.dummy", "III", player))
            run(st)
        st.frames.append(asking)
        st.pending = pending
        board._close(st, 0)
        return monsters


class TestBattle:
    def test_a_killing_hit_tells_of_the_damage_before_the_defeat(self) -> None:
        """Conformance 24; WZ7."""
        board = Board(treasure("t.kill", [bolt(40)]), log=True)
        (card,) = board.ready("t.kill")
        player, target = board.me, board.slots()[0]
        gold, events = board.var(player, "gold"), []
        board.play(card)
        board.do(str(target))
        events = board.events()

        assert events[:3] == ["onDamageTaken", "onDefeat", "onBattleTurnEnd"]
        assert (board.var(player, "gold"), board.var(player, "steps")) == (gold + 2, 3)

    def test_what_cannot_be_paid_is_not_offered(self) -> None:
        """WZ3."""
        board = Board(treasure("t.dear", [bolt(1)], cost=5))
        (card,) = board.ready("t.dear", mana=4)

        assert ("play", card) not in board.step.decision.options  # type: ignore[union-attr]  # a battle decision

    def test_who_passes_is_out_for_the_phase(self) -> None:
        """WZ3."""
        board = Board()
        player = board.me
        board.do("pass")
        turns = []
        while board.state.globals["phase"] == "battling":
            turns.append(board.me)
            board.do("pass")

        assert player not in turns
        assert len(turns) == 3

    def test_played_cards_lie_in_the_play_area_until_the_phase_ends(self) -> None:
        """WZ3."""
        board = Board(treasure("t.bolt", [bolt(1)]))
        (card,) = board.ready("t.bolt")
        board.play(card, board.slots()[0])
        assert board.var(card, "zone") == "play"
        while board.state.globals["phase"] == "battling":
            board.do("pass")

        assert board.var(card, "zone") == "discard"

    def test_a_reversal_gives_plays_by_rank_and_puts_its_user_out(self) -> None:
        """WZ6: all share rank 1, so two plays; the token is spent."""
        board = Board(treasure("t.mana", [gain("mana", 1)]), log=True)
        board.ready("t.mana", "t.mana", "t.mana")
        player = board.me
        assert rank(board.state, player) == 1
        board.do("reverse")
        assert "onReverse" in board.events()
        plays = 0
        while board.step.decision and board.me == player and board.state.globals["phase"] == "battling":
            board.do(next(f"play:{o[1]}" for o in board.step.decision.options if isinstance(o, tuple)))
            plays += 1

        assert plays == 2
        assert (board.var(player, "token"), board.var(player, "out")) == (0, 1)

    def test_an_occult_leaves_after_its_one_use(self) -> None:
        board = Board(treasure("t.occult", [gain("mana", 1)], cardType="occult"))
        (card,) = board.ready("t.occult")
        board.play(card)

        assert board.var(card, "zone") == "commonDiscard"


class TestNumbers:
    @pytest.mark.parametrize(
        ("effect", "key", "start", "after", "overflow"),
        [
            (gain("mana", 9), "mana", 15, 20, 4),
            (gain("gold", 9), "gold", 4, 10, 3),
            ({**gain("gold", 0), "mode": "set", "amount": 99}, "gold", 4, 10, 89),
            (gain("mana", -9), "mana", 4, 0, 5),
        ],
    )
    def test_are_clamped_and_the_overflow_is_the_result(
        self, effect: Json, key: str, start: int, after: int, overflow: int
    ) -> None:
        """Conformance 34; WZ7."""
        read = {"type": "health", "mode": "add", "amount": "{e.overflow}", "target": {"type": "allMonsters"}}
        board = Board(treasure("t.gain", [{**effect, "id": "e"}, {**read, "mode": "set"}]))
        (card,) = board.ready("t.gain")
        player, monsters = board.me, board.slots()
        board.set(player, **{key: start})
        board.play(card)

        assert board.var(player, key) == after
        assert board.var(monsters[0], "health") == min(overflow, 30)


class TestDrawing:
    def test_in_battle_never_reshuffles_and_binds_null(self) -> None:
        """WZ1: a null target makes the effect a no-op, never an error."""
        board = Board(
            treasure(
                "t.draw",
                [
                    {"type": "drawCard", "id": "d", "amount": 2, "target": "$onPlay.playerUUID"},
                    {"type": "discardCard", "target": "{d.UUID}"},
                ],
            )
        )
        (card,) = board.ready("t.draw")
        player = board.me
        board.clear(player, "deck")
        board.put("t.blank", player, "discard")
        hand = len(board.state.zone(player, "hand"))
        board.play(card)

        assert len(board.state.zone(player, "hand")) == hand - 1

    def test_discarding_two_tells_it_twice(self) -> None:
        """Conformance 27."""
        both = {"type": "drawCard", "id": "d", "amount": 2, "target": "$onPlay.playerUUID"}
        board = Board(treasure("t.both", [both, {"type": "discardCard", "target": "{d.UUIDs}"}]), log=True)
        (card,) = board.ready("t.both")
        board.play(card)

        assert board.events().count("onDiscard") == 2


class TestLifetimes:
    def mounted(self, mode: str, event: str = "onPlayCard") -> Board:
        trigger = {"event": event, "mode": mode, "stage": "after", "do": [gain("gold", 1)]}
        board = Board(treasure("t.mount", [triggers(trigger)], cost=0), seats=2)
        (card,) = board.ready("t.mount")
        self.owner = board.me
        board.set(self.owner, gold=0)
        board.play(card)
        return board

    @pytest.mark.parametrize(
        ("mode", "listeners"), [("once", 1), ("always", 1), ("turn", 2), ("round", 2), ("battle", 2)]
    )
    def test_mount_one_remover_or_none(self, mode: str, listeners: int) -> None:
        """Conformance 15, 20."""
        board = Board(
            treasure("t.m", [triggers({"event": "onRoundStart", "mode": mode, "do": [gain("gold", 1)]}), bolt(0)]),
            seats=2,
        )
        (card,) = board.ready("t.m")
        board.do(f"play:{card}")

        assert len(board.state.listeners) == listeners

    def test_turn_ends_with_its_owners_turn(self) -> None:
        """WZ10: the battle turn in which it was made is its owner's first to end."""
        assert self.mounted("turn").state.listeners == {}

    def test_battle_ends_with_the_battle_round_with_the_round(self) -> None:
        """Conformance 18, 19."""
        for mode, phase in (("battle", "battling"), ("round", "supplying")):
            board = self.mounted(mode)
            assert board.state.listeners
            while board.state.listeners:
                last = board.state.globals["phase"]
                decision = board.step.decision
                assert decision is not None
                board.step = apply(
                    board.state, ("pass",) if "pass" in decision.options else decision.options[: decision.min]
                )

            assert last == phase

    def test_once_fires_once_and_not_again_from_within(self) -> None:
        """Conformance 14: its body raises its own event."""
        second = {
            "event": "onDamageTaken",
            "mode": "once",
            "do": [{"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"}],
        }
        board = Board(treasure("t.once", [triggers(second), bolt(1)]))
        (card,) = board.ready("t.once")
        target = board.slots()[0]
        board.play(card, target)

        assert board.var(target, "health") == 28

    def test_once_waits_until_its_condition_holds(self) -> None:
        """Conformance 13."""
        trigger = {
            "event": "onDamageTaken",
            "mode": "once",
            "condition": {"type": "GreaterThan", "value1": "$onDamageTaken.amount", "value2": 2},
            "do": [gain("gold", 1)],
        }
        hits = [bolt(amount) for amount in (1, 2, 3, 3)]
        board = Board(treasure("t.wait", [triggers(trigger), *hits]))
        (card,) = board.ready("t.wait")
        player, target = board.me, board.slots()[0]
        board.set(player, gold=0)
        board.play(card, target, target, target, target)

        assert (board.var(player, "gold"), board.state.listeners) == (1, {})

    def test_a_trigger_keeps_what_it_was_made_with(self) -> None:
        """Conformance 35, 148: `$onPlay` is its maker, the event's own field the later player."""
        board = self.mounted("round")
        maker = self.owner
        (later,) = board.ready("t.mount")
        assert board.me != maker
        before = board.var(board.me, "gold")
        other_me = board.me
        board.play(later)

        assert board.var(maker, "gold") == 1
        assert board.var(other_me, "gold") == before


class TestConditions:
    @pytest.mark.parametrize(
        ("condition", "holds"),
        [
            ({"type": "And", "conditions": []}, True),
            ({"type": "Or", "conditions": []}, False),
            ({"type": "Not", "condition": {"type": "AlwaysTrue"}}, False),
            ({"type": "AlwaysFalse"}, False),
            ({"type": "Equals", "value1": 3, "value2": 3}, True),
            ({"type": "GreaterThanOrEqual", "value1": 3, "value2": 3}, True),
            ({"type": "LessThan", "value1": 3, "value2": 3}, False),
            ({"type": "HasWand", "playerUUID": "$onPlay.playerUUID"}, False),
            ({"type": "Equals", "value1": "{nobody.UUID}", "value2": "{nobody.UUID}"}, False),
            (
                {
                    "type": "And",
                    "conditions": [{"type": "AlwaysTrue"}, {"type": "Not", "condition": {"type": "AlwaysFalse"}}],
                },
                True,
            ),
        ],
    )
    def test_hold_as_the_table_says(self, condition: Json, holds: bool) -> None:
        """Conformance 31; WZ12; a null is equal to nothing."""
        unit = Unit(RULESET.vocabulary, "t", "t", False)
        state = Board().state

        assert unit.test(condition, "/c")(state, Environment({"onPlay.playerUUID": 1}, owner=1)) is holds


class TestRound:
    def test_where_all_pass_tells_of_every_phase_and_turn_in_order(self) -> None:
        """Conformance 23; 000 "事件触发顺序"."""
        board = Board(log=True, seats=2)
        events: list[str] = []
        while board.state.turn == 1:
            decision = board.step.decision
            assert decision is not None
            board.step = apply(
                board.state, ("pass",) if "pass" in decision.options else decision.options[: decision.min]
            )
            events += board.events()
        reported = events[events.index("onBattlingPhaseEnd") : events.index("onPreparingPhaseStart") + 1]

        assert reported == [
            "onBattlingPhaseEnd",
            "onAdvancingPhaseStart",
            *["onAdvanceTurnStart", "onAdvanceTurnEnd"] * 2,
            "onAdvancingPhaseEnd",
            "onSupplyingPhaseStart",
            *["onSupplyTurnStart", "onSupplyTurnEnd"] * 2,
            "onSupplyingPhaseEnd",
            "onRoundEnd",
            "onRoundStart",
            "onPreparingPhaseStart",
        ]

    def test_goes_round_from_the_start_player_who_moves_on(self) -> None:
        """WZ13."""
        board = Board(seats=4)
        first = board.state.globals["first"]
        assert in_order(board.state)[0] == first + 1
        while board.state.turn == 1:
            decision = board.step.decision
            assert decision is not None
            board.step = apply(
                board.state, ("pass",) if "pass" in decision.options else decision.options[: decision.min]
            )

        assert board.state.globals["first"] == (first + 1) % 4


class TestTheFormat:
    @pytest.mark.parametrize("seats", [2, 4])
    def test_counts_copies_by_players_or_as_a_number(self, seats: int) -> None:
        """Conformance 1: `$1` is one for each player, 1 is one at any table."""
        cards = [hashed(treasure(f"t.{name}", [], count=count)) for name, count in (("each", "$1"), ("one", 1))]
        program = RULESET.program(cards, seats=seats)
        (dealt,) = [ids for ids in RULESET.deal(program.cards, seats, program.config, ()).values() if ids]

        assert (dealt.count("t.each"), dealt.count("t.one")) == (seats, 1)

    @pytest.mark.parametrize(
        ("word", "fields", "effect"),
        [
            ("dealDamage", {"target": {"chooser": "monsters"}, "amount": 2}, "damage"),
            ("regenMana", {"target": "$onPlay.playerUUID", "amount": 2}, "mana"),
            ("drawCards", {"target": "$onPlay.playerUUID", "amount": 2}, "drawCard"),
        ],
    )
    def test_opens_a_behaviour_of_one_word_into_the_trigger_that_it_stands_for(
        self, word: str, fields: Json, effect: str
    ) -> None:
        """Conformance 10, 12: both spellings are one document (000 §1.1.1)."""
        mode = {"mode": "add"} if effect == "mana" else {}
        instant = {"event": "instant", "mode": "once", "do": [{"type": effect, **mode, **fields}]}
        first, second = (
            RULESET.rewrite({**treasure("t.short", []), "behaviors": [{"at": "onPlay", **behavior}]}).document
            for behavior in ({"do": word, **fields}, {"do": [triggers(instant)]})
        )

        assert first == second

    def test_finds_triggers_in_their_order_and_by_an_id_that_a_reference_gives(self) -> None:
        """Conformance 22: the TriggerGetter by event and by id."""
        names = [("t-1", "onDiscard"), ("t-2", "onDefeat"), ("t-1", "onDiscard")]
        listed = [{"id": name, "event": event, "mode": "always", "do": [gain("gold", 1)]} for name, event in names]
        board = Board(treasure("t.three", [triggers(*listed)]))
        (card,) = board.ready("t.three")
        board.play(card)
        first, second, third = sorted(board.state.listeners)
        unit = Unit(RULESET.vocabulary, "t", "t", False)

        def getter_result(mode: str, value: str) -> tuple[int, ...]:
            getter = unit.getter({"type": "triggers", "mode": mode, "value": value}, None, "/v")
            return tuple(getter(board.state, Environment({"loop1.index": 2}, owner=1)))

        assert getter_result("event", "onDiscard") == (first, third)
        assert (getter_result("id", "t-1"), getter_result("id", "t-{loop1.index}")) == ((first, third), (second,))


def test_fixtures_are_the_documents_own_text() -> None:
    """The four examples are in the fixtures with their comments."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.jsonc"))]

    assert len(texts) == 4
    assert all("//" in text or "onExplored" in text for text in texts)
    with pytest.raises(json.JSONDecodeError):
        json.loads(texts[0])
