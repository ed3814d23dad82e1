"""Boards of scenarios: rows of what a scenario may name, and the parts of a board that games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.kernel.state import Block, State
from engine.language.spec import LocalizedText
from engine.ruleset.parts import BoardRefusal, ComputedFact, Json, Variable, Verb, ZoneSpec
from engine.toolkit.rules import Environment, create

HAND_ZONE = ("hand", "Hand", "手牌")
DECK_ZONE = ("deck", "Deck, from the top", "牌库（从顶部起）")
DISCARD_ZONE = ("discard", "Discard pile", "弃牌堆")


def now_fact(read: Callable[[State, int], dict[str, int]]) -> ComputedFact:
    """Return the fact `now` of players and cards: the numbers that modifiers change, as they leave them."""
    return ComputedFact("now", LocalizedText("Numbers as modifiers leave them", "计入修正后的数值"), read)


def variable(name: str, en: str, zh: str, **more: Any) -> Variable:
    """Declare a number of a seat, a card or the table by its name and its title in both languages; the keywords are those of `Variable`."""
    return Variable(name, LocalizedText(en, zh), **more)


def zone(sorts: tuple[str, ...], name: str, en: str, zh: str, **more: Any) -> ZoneSpec:
    """Declare a zone for cards of some sorts by its name and its title in both languages; the keywords are those of `ZoneSpec`."""
    return ZoneSpec(name, LocalizedText(en, zh), sorts, **more)


def verb(name: str, en: str, zh: str, *, entity: bool = True) -> Verb:
    """Declare what a main decision offers; `entity` says whether it needs a card, as playing one does."""
    return Verb(name, LocalizedText(en, zh), entity)


def enter_at(block: Block, labels: Mapping[str, str]) -> Callable[[State, str], None]:
    """Return the `enter` of a board: it puts a block on the stack, at the label with which a phase begins."""
    return lambda st, phase: enter_block(st, block, labels[phase])


def enter_block(st: State, block: Block, label: str) -> None:
    """Put a block on the stack of a state, at one of its labels."""
    st.frames.append((block.id, block.labels[label], st.add_environment(Environment()), 0))


def put_card(st: State, card: str, owner: int, where: tuple[int, str], values: Mapping[str, int]) -> int:
    """Create a card in a zone with its printed numbers except those given, and return its entity."""
    printed = st.program.cards[card]
    return create(st, card, printed.kind, owner, where, {**printed.numbers, **values})


def bearer_at(bearers: Sequence[int], number: int, refusal: LocalizedText) -> int:
    """Return the bearer of a number, from 1, that an attached card names.

    Errors: BoardRefusal `no-room` where there are fewer.
    """
    if number > len(bearers):
        raise BoardRefusal("no-room", refusal)
    return bearers[number - 1]


def borne_by(st: State, bearers: Iterable[int], zone: str) -> tuple[int, ...]:
    """Return the cards in a zone of each bearer, in the order of the bearers."""
    return tuple(card for bearer in bearers for card in st.zone(bearer, zone))


def facts_of(*names: str) -> Callable[[State], Json]:
    """Return the `facts` of a board that are variables of the table as they are."""
    return lambda st: {name: st.globals[name] for name in names}
