"""How bots and previews play a game of the toolkit: decks, a score, candidate answers, and the trial of a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from engine.language.spec import LocalizedText
from engine.packs.decks import DeckRules, copies
from engine.ruleset import Experiment, Json
from engine.toolkit.evaluation import first_of_each, outcome
from engine.toolkit.experiments import Trial, card_after, deck_opening, pinned_references
from engine.toolkit.rules import Action, CardDef, Decision, Environment, EnvironmentId, State
from engine.toolkit.seats import players

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

COPIES = 2
PLAIN_DECK = 30
"""Cards of a default deck, where the rules of decks give no number."""
"""The weight of a card in hand, whatever it is."""


class Play:
    """How bots and previews play one game."""

    def __init__(self, game: RulesetBuilder) -> None:
        self.game, self.book, self.folder = game, game.book, game.folder
        self.rules = game.decks or DeckRules(None)
        self.weighty_zones = tuple(
            zone.name for zone in self.book.zones.values() if game.weights.get(zone.name) and not zone.shared
        )

    # ------------------------------------------------------------------------------------------- decks

    def listing(self, deck: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the cards of a deck by slot, in the order of its lists."""
        return tuple(card for key in self.rules.keys for card in copies(deck, key=key))

    def deal(
        self,
        cards: Mapping[str, CardDef],
        seats: int,
        config: Mapping[str, Any],
        decks: Sequence[Mapping[str, Any]] = (),
    ) -> Json:
        """Return the opening: each seat's cards by slot; a seat without a whole deck has a plain one."""
        env: Json = {}
        for seat in range(seats):
            own = self.listing(decks[seat]) if seat < len(decks) else ()
            env[f"deck/{seat}"] = own if own and all(card in cards for card in own) else self.plain_deck(cards)
        return env

    def plain_deck(self, cards: Mapping[str, CardDef]) -> tuple[str, ...]:
        """Return a deck out of all cards in turn."""
        names = sorted(cards)
        return tuple(islice(cycle(names), self.rules.size or PLAIN_DECK)) if names else ()

    # ------------------------------------------------------------------------------------------- bots

    def evaluate(self, st: State, seat: int) -> int:
        """Return a bot's score of a position for a seat."""
        if st.result is not None:
            return outcome(st.result, seat)
        if self.game.scorer is not None:
            return int(self.game.scorer(self.game.table(st, EnvironmentId(0), Environment({}, seat + 1)), seat + 1))
        own = self._worth(st, seat + 1)
        return own - max(self._worth(st, player) for player in players(st) if player != seat + 1)

    def _worth(self, st: State, player: int) -> int:
        weights, total = self.game.weights, 0
        board, entities = self.book.role("board"), st.entities
        for eid in (player, *(st.zone(player, board) if board else ())):
            entity = entities[eid]
            for name, weight in weights.items():
                total += entity.get(name, 0) * weight
        return int(total + sum(weights[zone] * len(st.zone(player, zone)) for zone in self.weighty_zones))

    def candidate_actions(self, st: State, decision: Decision) -> Sequence[Action]:
        """Return the candidate answers: of equal cards one, of several to choose the first ones."""
        if decision.max > 1:
            return [tuple(decision.options[: decision.min]), tuple(decision.options[: decision.max])]
        unique = first_of_each(decision.options, lambda option: self._likeness(st, option))
        answers: list[Action] = [(option,) for option in unique]
        return answers if decision.min else [*answers, ()]

    def _likeness(self, st: State, option: Any) -> Any:
        """Return what two options share that lead to the same: the verb, and a card that lies in hand by its definition."""
        if isinstance(option, tuple) and st.entities.get(option[1], {}).get("zone") == self.book.role("hand"):
            return option[0], st.entities[option[1]]["def"]
        return option

    # ------------------------------------------------------------------------------------------- previews

    def experiment(self) -> Experiment:
        """Return how previews try a card: in two slots of the deck of the seats that may have it."""
        book, measures = self.book, [("rounds", LocalizedText("Rounds", "轮数"))]
        extra = self.game.measure
        measures += [extra] if extra is not None else []
        life = book.life
        title = next((var.title for var in book.seat if var.name == life), LocalizedText("", ""))
        return Experiment(
            seats=book.seats,
            measures=tuple(measures),
            unseen=frozenset((book.role("deck"),)),
            arrange=self.arrange,
            opening=deck_opening,
            card_played=card_after(*book.actions),
            measure=lambda st: (st.turn, *((st.globals[extra[0]],) if extra is not None else ())),
            margin=self.margin,
            match_ms=dict(self.game.match_ms),
            early=2,
            seat_measures=((life, title),) if life else (),
            measure_seat=(lambda st, seat: (st.entities[seat + 1][life],)) if life else (lambda st, seat: ()),
            at_once=frozenset(("onPlay",)).intersection(self.game.events),
        )

    def margin(self, st: State, seat: int) -> int:
        """Return by how much a seat is ahead: in life, else by the bots' score."""
        if not self.book.life:
            return self.evaluate(st, seat)
        lives = [st.entities[player][self.book.life] for player in players(st)]
        return int(lives[seat] - max(life for place, life in enumerate(lives) if place != seat))

    def arrange(self, candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
        """Set an experiment up.

        Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
        """
        trial = Trial(candidate, baseline, pool, reserve, self.folder, self._kind)
        decks = trial.decks(self.listing)
        slots = {name: self._slots(trial, deck) for name, deck in decks.items()}
        plain = {name: trial.without_card(deck) if slots[name] else list(deck) for name, deck in decks.items()}
        groups = (trial.kind,) if baseline is None else ()
        partners = (
            pinned_references(trial.card, groups, trial.styles["references"], trial.cards_by_id) if groups else []
        )
        cards = {entry for deck in (*decks.values(), *plain.values()) for entry in deck}
        unit = "seat"
        parts: Json = {}
        if self.game.side is not None:
            side, role = self.game.side
            unit, parts["side"] = "side", side
            parts["strata"] = [[role if seat == side else name for seat in range(self.book.seats)] for name in decks]
            slots = {name: places if name == role else [] for name, places in slots.items()}
        everything = {*cards, *partners} | self._outside_decks(trial.cards_by_id, {*cards, *partners})
        return trial.layout(unit, plain, slots, cards, partners, cards=sorted(everything - {trial.card}), **parts)

    def _outside_decks(self, cards_by_id: Mapping[str, Json], cards: set[str]) -> set[str]:
        """Return the cards that no deck holds, which others may summon."""
        return {name for name, document in cards_by_id.items() if name not in cards and not self._in_deck(document)}

    def _in_deck(self, document: Json) -> bool:
        return all(not all(document.get(at[1:]) == word for at, word in where.items()) for where in self.rules.banned)

    def _kind(self, document: Json) -> str:
        marked = next((kind.name for kind in self.book.kinds.values() if kind.marker and kind.marker in document), "")
        return marked or str(document.get("type", "")) or list(self.book.kinds)[-1]

    def _slots(self, trial: Trial, deck: Sequence[str]) -> list[int]:
        begins = self.book.kinds[trial.kind].starts_in
        kinds = [self.book.kinds[self._kind(trial.cards_by_id[entry])] for entry in deck]
        similar = [slot for slot, kind in enumerate(kinds) if kind.starts_in == begins]
        return trial.slots(deck, 1 if begins else COPIES, similar)
