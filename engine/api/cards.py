"""Cards on their way in: one text, a pack of files, or a scenario that tries them out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.api.catalog import RulesetOrName, card_set
from engine.cardset import HashedCard
from engine.json_values import Json
from engine.language.analysis.naming import card_namings
from engine.language.analysis.references import Reference
from engine.packs.lift_out import LiftedOut
from engine.packs.lift_out import lift_out as lifted_out
from engine.packs.references import card_references
from engine.ruleset import Ruleset
from engine.rulesets import find
from engine.scenario import Outcome, run_paths


def scope(ruleset: RulesetOrName, text: str, pointer: str) -> tuple[Reference, ...]:
    """Return what a card's text may refer to at a place, what fits there first; a field that is not written yet is a place, too.

    Errors: BadCard for a text that does not parse; LookupError for a pointer that leads nowhere.
    """
    rules = find(ruleset)
    return card_references(rules.vocabulary, text, pointer, rewrite=rules.rewrite)


def lift_out(ruleset: RulesetOrName, text: str, pointer: str, card_id: str) -> LiftedOut:
    """Return a card that is written at a place of another as a card of its own, and the text of the outer one, which names it.

    Errors: BadCard for a text that does not parse; LookupError where no card is written.
    """
    return lifted_out(find(ruleset).vocabulary, text, pointer, card_id)


def card_names_in(ruleset: RulesetOrName, document: Json) -> tuple[str, ...]:
    """Return the ids of the cards that a canonical document names, in its order, each once."""
    found = card_namings(find(ruleset).vocabulary, document)
    return tuple(dict.fromkeys(one.card for one in found))


def scenario(path: Path, *, ruleset: RulesetOrName | None = None) -> Iterator[Outcome]:
    """Yield what comes of each scenario in a file or folder, on the shipped cards and its own.

    Shapes: with a ruleset, scenarios of the others are skipped.
    Errors: BadCard for an archive or manifest that cannot be read at all; FileNotFoundError; MissingGame for another name.
    """
    game = find(ruleset) if ruleset is not None else None

    def rules(name: str) -> tuple[Ruleset, tuple[HashedCard, ...]]:
        found = game if game is not None and game.name == name else find(name)
        return found, card_set(found)

    return run_paths([path], rules, game.name if game is not None else None)
