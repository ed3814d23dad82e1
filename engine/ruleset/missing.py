"""The game in the place of one that is missing: it knows no card and no rules, so that what is stored of it can still be shown."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from engine.errors import EngineBug
from engine.face import Face, words_of
from engine.kernel.definitions import Budgets
from engine.language.reading.normalise import Normalised, normalise
from engine.language.spec.fields import Field
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import LocalizedText, TextLiteral
from engine.language.spec.vocabulary import Vocabulary
from engine.packs.decks import DeckRules
from engine.ruleset import Decks, Experiment, Ruleset

CARD: Final = LocalizedText("Card", "卡牌")
NOWHERE: Final = Path(__file__).parents[2] / "no-games"
ID: Final = Field("id", TextLiteral(64, 1), LocalizedText("Id", "标识"))


@cache
def stand_in(name: str) -> Ruleset:
    """Return a game of this name that shows any document as a card without rules, and in which no match can begin."""
    vocabulary = Vocabulary(
        name, "0.0", (KindSpec("card", CARD, "card"),), (RecordSpec("card", CARD, (ID,)),), (), (), (), ()
    )

    def rewrite(document: Any, vocabulary: Vocabulary = vocabulary) -> Normalised:
        return normalise(vocabulary, document)

    return Ruleset(
        name=name,
        title=LocalizedText(name, name),
        seats=(),
        folder=NOWHERE / name,
        sample=(name, LocalizedText(name, name), LocalizedText("", "")),
        vocabulary=vocabulary,
        templates=(),
        rewrite=rewrite,
        schema_files={},
        settings=(),
        config={},
        budgets=Budgets(),
        blocks=(),
        opening="",
        define=_refuse,
        deal=_refuse,
        decks=Decks(DeckRules(None), ()),
        evaluate=_refuse,
        candidate_actions=_refuse,
        determinize=_refuse,
        hidden_zones=_refuse,
        experiment=Experiment(
            seats=0,
            measures=(),
            unseen=frozenset(),
            arrange=_refuse,
            opening=_refuse,
            card_played=_refuse,
            measure=_refuse,
            margin=_refuse,
            match_ms={},
            early=0,
        ),
        face=_face,
    )


def is_stand_in(ruleset: Ruleset) -> bool:
    """Return whether a game only takes the place of one that is missing."""
    return ruleset.define is _refuse


def _face(document: dict[str, Any], texts: Any, names: Any = None) -> Face:
    card_id = document.get("id")
    text = words_of(document, texts, "description")
    return Face(card_id if isinstance(card_id, str) else "", "card", words_of(document, texts, "name"), text, CARD)


def _refuse(*arguments: Any, **options: Any) -> NoReturn:
    raise EngineBug("a game in the place of a missing one has no matches")
