"""What lies face down stays unknown to the others, also in the worlds that a bot imagines; what was shown stays known."""

from __future__ import annotations

from engine.kernel.view import View
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.table import shuffle_deck
from tests.engine.board import Board, Json, treasure

TRAP = {
    **treasure(
        "t.trap",
        [
            {
                "type": "addTriggers",
                "triggers": [
                    {
                        "event": "onPlayCard",
                        "mode": "always",
                        "do": [{"type": "springUndercurrent", "do": [{"type": "counter"}]}],
                    }
                ],
            }
        ],
        at="onEquip",
        cost=1,
    ),
    "cardType": "undercurrent",
}


def view(board: Board, seat: int) -> View:
    return View(board.state, seat, RULESET.hidden_zones, RULESET.determinize)


class TestAnUndercurrent:
    def set_down(self) -> tuple[Board, int, int]:
        board = Board(TRAP, seats=2)
        (card,) = board.ready("t.trap")
        holder = board.me
        board.play(card)
        assert board.var(card, "zone") == "undercurrent"
        return board, card, holder

    def test_is_seen_by_its_holder_alone(self) -> None:
        board, card, holder = self.set_down()
        mine, theirs = view(board, holder - 1), view(board, 2 - holder)

        assert (mine.zone(holder, "undercurrent"), theirs.zone(holder, "undercurrent")) == ((card,), ())
        assert theirs.count(holder, "undercurrent") == 1
        assert theirs.entity(card) is None

    def test_waits_for_nothing_in_the_worlds_that_others_imagine(self) -> None:
        board, card, holder = self.set_down()
        hosts = {listener.host for listener in view(board, 2 - holder).determinize(1).listeners.values()}
        own = {listener.host for listener in view(board, holder - 1).determinize(1).listeners.values()}

        assert (card in hosts, card in own) == (False, True)


class TestARevealedCard:
    def revealed_cards(self) -> tuple[Board, tuple[int, ...]]:
        show: Json = {"type": "reveal", "zone": "deck", "amount": 2, "target": "$onPlay.playerUUID"}
        board = Board(treasure("t.show", [show]), seats=2)
        (card,) = board.ready("t.show")
        self.player = board.me
        board.clear(self.player, "deck")
        deck = [board.put("t.blank", self.player, "deck") for _ in range(6)]
        board.play(card)
        return board, tuple(deck[:2])

    def test_is_seen_by_all(self) -> None:
        board, top = self.revealed_cards()

        assert [view(board, seat).zone(self.player, "deck") for seat in (0, 1)] == [top, top]

    def test_stays_where_it_is_in_an_imagined_world(self) -> None:
        board, top = self.revealed_cards()
        worlds = [view(board, seat).determinize(salt) for seat in (0, 1) for salt in range(5)]

        assert {world.zone(self.player, "deck")[:2] for world in worlds} == {top}

    def test_is_forgotten_when_the_deck_is_shuffled(self) -> None:
        board, _ = self.revealed_cards()
        st = board._open()
        shuffle_deck(st, self.player)
        board._close(st, 0)

        assert [view(board, seat).zone(self.player, "deck") for seat in (0, 1)] == [(), ()]


class TestOldSpellings:
    def test_of_the_triggergetter_and_of_a_single_target_are_read(self) -> None:
        """Conformance 22; 000 "TriggerGetter" has no type."""
        remove = {"type": "removeTriggers", "mode": "UUID", "targets": {"mode": "event", "value": "onDefeat"}}
        read = RULESET.rewrite(treasure("t.t", [remove]))

        assert read.document["behaviors"][0]["do"] == [
            {
                "type": "removeTriggers",
                "mode": "UUID",
                "targets": [{"type": "triggers", "mode": "event", "value": "onDefeat"}],
            }
        ]
        assert [problem.code for problem in read.problems] == ["W-ALIAS", "W-ALIAS"]
