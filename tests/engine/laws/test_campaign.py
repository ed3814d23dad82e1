"""Generated cards of every shipped ruleset, each played until it was used. `make campaign` plays thousands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.language.reading.surface import desugar
from engine.language.spec.shapes import Block
from engine.language.spec.vocabulary import Vocabulary
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from tests.engine.homes import child_variables
from tests.engine.laws import campaign
from tests.engine.laws.annotations import annotations_checked
from tests.engine.laws.campaign import Outcome, blocks, outcomes
from tests.engine.laws.shrinking import smallest
from tests.examples import IS_WHOLE
from tests.sampling import sampled

ROOT = Path(__file__).parents[3]
COVER = {
    "encounter": (0, 11, 19, 41, 48, 52, 73, 96, 102, 224, 332, 368, 408, 488),
    "genius": (*(0, 33, 41, 82, 86, 94, 110, 111, 127, 167, 197, 227, 254, 257, 309, 314, 368, 429, 437, 469, 483),),
    "halo": (
        *(
            0,
            4,
            13,
            15,
            20,
            23,
            27,
            28,
            34,
            35,
            40,
            47,
            50,
            53,
            56,
            59,
            69,
            76,
            87,
            91,
            92,
            112,
            125,
            128,
            129,
            131,
            138,
        ),
        *(142, 158, 188, 196, 426),
    ),
    "wizards": (11, 143, 207, 209, 234, 242, 258, 283, 344, 352, 414, 437, 442, 489, 503, 718, 1589),
}
"""The cards of each game that are played every day: together they have and run every kind of node."""
OTHER_NUMBERS = tuple(range(200))
"""Which cards of a game are played that is not among the shipped ones."""
CARDS_PER_UNUSED = {"halo": 10}
"""Cards of which at most one may go unused: it waits for a moment that does not come in time, such as being flipped; 25 in every other
game. `WHEN` of `halo` waits for orbital strikes and headshots in four of 104 cards.
"""


def batches(game: str) -> list[tuple[int, ...]]:
    """Return which cards of a game are played, those of a batch in one program: the cover, and of the first hundred a sixth, in six days all."""
    if game not in COVER:
        return [OTHER_NUMBERS]
    others = (number for number in range(101) if number not in COVER[game])
    return [COVER[game], tuple(sampled(others, of=6, whole=IS_WHOLE))]


class Played(NamedTuple):
    """A campaign of one ruleset, and the digests that another process with another hash seed found meanwhile."""

    ruleset: Ruleset
    cards: list[dict[str, Any]]
    outcomes: list[Outcome]
    elsewhere: list[str]


@pytest.fixture(scope="module", params=names())
def campaign_run(request: pytest.FixtureRequest) -> Played:
    ruleset = find(request.param)
    parts = batches(ruleset.name)
    only = [",".join(map(str, part)) for part in parts]
    command = [sys.executable, "-m", campaign.__name__, "--ruleset", ruleset.name, "--digests", "--only", *only]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={"PYTHONHASHSEED": "4242", "PATH": "", "CARDLOOM_PURE_PYTHON": "1", **child_variables()},
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        found = [outcome for part in parts for outcome in outcomes(ruleset, part)]
        elsewhere, _ = child.communicate()
    return Played(ruleset, [outcome.card for outcome in found], found, elsewhere.splitlines())


@pytest.mark.parametrize("game", names())
def test_functions_are_called_with_what_they_are_annotated_with(game: str) -> None:
    """The compiled engine checks each call and ends where Python plays on: rows of `halo` were entities, texts of events targets."""
    numbers = sampled(dict.fromkeys((*COVER.get(game, ()), *OTHER_NUMBERS[:40])), of=8, whole=IS_WHOLE)
    with annotations_checked() as lies:
        played = sum(1 for _ in outcomes(find(game), numbers))

    assert played == len(numbers) > 0
    assert lies == set()


CARDS = (("genius", 1634), ("genius", 3428), ("genius", 4912), ("wizards", 2471), ("wizards", 2619))
"""Cards that compared a summon with a character, or had triggers that feed themselves."""


@pytest.mark.parametrize(("game", "number"), CARDS)
def test_a_card_that_was_drawn_wrong_once_is_right(game: str, number: int) -> None:
    campaign.right(find(game), campaign.generated(find(game), number), number)


BROKE = (("genius", 10756), ("halo", 4406))
"""Cards that raised events after their budget had broken, or read the cost of a player."""


@pytest.mark.parametrize(("game", "number"), BROKE)
def test_a_card_that_broke_a_match_once_plays(game: str, number: int) -> None:
    assert [outcome.used for outcome in outcomes(find(game), (number,))] == [True]


def levels(value: Any) -> int:
    """Return how many nodes stand inside one another at the deepest place."""
    if isinstance(value, dict):
        return ("type" in value) + max(map(levels, value.values()), default=0)
    return max(map(levels, value), default=0) if isinstance(value, list) else 0


def kinds(value: Any) -> set[str]:
    """Return the types of all nodes below a value."""
    ids: set[str] = set()
    if isinstance(value, dict):
        ids = {str(value["type"])} if "type" in value else set()
        value = list(value.values())
    return ids.union(*map(kinds, value)) if isinstance(value, list) else ids


def nests(vocabulary: Vocabulary) -> bool:
    """Return whether effects may hold effects, so that cards are deep and manifold."""
    return any(isinstance(key.shape, Block) for node in vocabulary.nodes for key in node.fields)


@pytest.mark.slow
class TestGeneratedCards:
    def test_are_right_play_and_end_within_their_budgets(self, campaign_run: Played) -> None:
        """A card that has an error, is not canonical, raises, or breaks a law of steps fails the campaign itself, printed small."""
        numbers = [outcome.number for outcome in campaign_run.outcomes]
        assert numbers == [number for part in batches(campaign_run.ruleset.name) for number in part]

    def test_are_used(self, campaign_run: Played) -> None:
        unused = [outcome.number for outcome in campaign_run.outcomes if not outcome.used]

        assert len(unused) <= len(campaign_run.outcomes) // CARDS_PER_UNUSED.get(campaign_run.ruleset.name, 25), unused

    def test_have_every_kind_of_node(self, campaign_run: Played) -> None:
        node_kinds = set().union(
            *(kinds(desugar(campaign_run.ruleset.vocabulary, card).document) for card in campaign_run.cards)
        )

        assert {node.name for node in campaign_run.ruleset.vocabulary.nodes if node.opens is None} - node_kinds == set()

    def test_run_every_kind_of_node(self, campaign_run: Played) -> None:
        run = set().union(*(outcome.reached for outcome in campaign_run.outcomes))
        nodes = campaign_run.ruleset.vocabulary.nodes
        wanted = {node.name for node in nodes if node.family != "keyword" and node.opens is None}

        assert wanted - run == set()

    def test_are_deep(self, campaign_run: Played) -> None:
        """Nearly half of the cards, since a card of one effect is common; without blocks, an effect and its target are all there is."""
        vocabulary = campaign_run.ruleset.vocabulary
        minimum = 4 if nests(vocabulary) else 2
        cores = [desugar(vocabulary, card).document for card in campaign_run.cards]
        deep = sum(
            max((levels(effects) for _, effects in blocks(campaign_run.ruleset, core)), default=0) >= minimum
            for core in cores
        )

        assert deep >= len(campaign_run.cards) * 9 // 20

    def test_differ(self, campaign_run: Played) -> None:
        bodies = {str(blocks(campaign_run.ruleset, card)) for card in campaign_run.cards}

        assert len(bodies) > len(campaign_run.cards) * (95 if nests(campaign_run.ruleset.vocabulary) else 90) // 100

    def test_end_in_the_same_state_in_another_process(self, campaign_run: Played) -> None:
        """Conformance 136, on generated cards: the other process made the cards itself, under another PYTHONHASHSEED."""
        assert [f"{outcome.number} {outcome.digest}" for outcome in campaign_run.outcomes] == campaign_run.elsewhere


class TestSmallest:
    def test_leaves_what_makes_it_fail(self) -> None:
        guilty = {"type": "guilty"}
        card = {
            "behaviors": [
                {"at": "x", "do": [{"type": "if", "do": [{"type": "loop", "do": [{"type": "other"}, guilty]}]}, 1, 2]},
                {"at": "y", "do": []},
            ]
        }

        small = smallest(card, lambda document: "guilty" in str(document))
        assert small == {"behaviors": [{"at": "x", "do": [guilty]}]}
