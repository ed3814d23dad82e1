"""A game that is written as modules: what each of them declares has the same name in every game, and the ruleset is made of that.

    RULESET = from_modules("mine", (setup, evaluate, face, board, experiment, match), seats=(2,), vocabulary=…, …)

Shapes: the table `DECLARATIONS` says what each module may declare. The code of the rules is the `BLOCKS` of any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from engine.language.reading.normalise import Normalised, normalise
from engine.language.spec import LocalizedText, Vocabulary
from engine.ruleset import Decks, Ruleset
from engine.toolkit.rules import Budgets, Mechanics
from engine.toolkit.settings import defaults
from engine.toolkit.zones import Visibility

DECLARATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "blanks": {"TEMPLATES": "templates"},
    "board": {"BOARD": "board"},
    "config": {"SETTINGS": "settings"},
    "define": {"TEMPLATES": "templates", "define": "define"},
    "evaluate": {"candidate_actions": "candidate_actions", "evaluate": "evaluate"},
    "experiment": {"EXPERIMENT": "experiment"},
    "face": {"ICONS": "icons", "TONES": "tones", "face": "face"},
    "labels": {"GROUPS": "groups", "GUIDES": "guides", "RESULTS": "results"},
    "masks": {"encode": "encode"},
    "problems": {"CODES": "problem_codes", "EXAMPLES": "problem_examples", "UNSEEN": "problems_unseen"},
    "rewrite": {"DEPRECATED_SYNTAX": "deprecated_syntax", "rewrite": "rewrite"},
    "setup": {"deal": "deal", "determinize": "determinize"},
    "story": {"STORY": "story"},
}
"""By module, what it declares and which field of the ruleset that is."""
DECK_SCHEMAS: Final = {"card-def.schema.json": "card", "deck.schema.json": "deck"}


def _reader(own: Vocabulary) -> Callable[..., Normalised]:
    """Return what reads documents in today's syntax; a pack may have a vocabulary with declarations of its own."""
    return lambda document, vocabulary=own: normalise(vocabulary, document)


def from_modules(
    name: str,
    title: tuple[str, str],
    sample: tuple[str, tuple[str, str], tuple[str, str]],
    modules: tuple[ModuleType, ...],
    vocabulary: Vocabulary,
    mechanics: Mechanics,
    **parts: Any,
) -> Ruleset:
    """Return the ruleset of a game whose modules declare its parts; `parts` are its further fields.

    Shapes: `title` is what players call it in English and Chinese; `sample` is the slug of the shipped set, its name and what it is.
            Of `setup`, `VISIBILITY` says who sees what; of `decks`, `RULES` and `DEFAULT` are what decks keep to and the first ones.
    """
    by_name = {module.__name__.rpartition(".")[2]: module for module in modules}
    fields: dict[str, Any] = {
        field: vars(module)[constant]
        for part, module in by_name.items()
        for constant, field in DECLARATIONS.get(part, {}).items()
        if constant in vars(module)
    }
    visibility: Visibility = by_name["setup"].VISIBILITY
    decks = by_name.get("decks")
    slug, set_title, about = sample
    return Ruleset(
        **{
            "name": name,
            "title": LocalizedText(*title),
            "folder": Path(str(by_name["setup"].__file__)).parent,
            "sample": (slug, LocalizedText(*set_title), LocalizedText(*about)),
            "vocabulary": vocabulary,
            "rewrite": _reader(vocabulary),
            "config": defaults(fields["settings"]),
            "budgets": Budgets(),
            "blocks": tuple(block for module in modules for block in vars(module).get("BLOCKS", ())),
            "opening": f"{name}/match",
            "mechanics": replace(mechanics, secret=visibility.secret, own=visibility.own),
            "determinize": visibility.determinize,
            "hidden_zones": visibility.hidden_zones,
            **({"decks": Decks(decks.RULES, decks.DEFAULT), "schema_files": DECK_SCHEMAS} if decks else {}),
            **fields,
            **parts,
        }
    )
