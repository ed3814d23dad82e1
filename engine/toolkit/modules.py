"""A game that is written as modules: what each of them declares has the same name in every game, and the ruleset is made of that.

    RULESET = from_modules("mine", (setup, evaluate, face, board, experiment, match), seats=(2,), vocabulary=…, …)

Shapes: the table `DECLARATIONS` says what each module may declare. The code of the rules is the `BLOCKS` of any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from engine.kernel.state import Block
from engine.language.reading.normalise import Normalised, normalise
from engine.language.spec import LocalizedText, Vocabulary
from engine.packs.decks import DeckRules
from engine.ruleset import Decks, Ruleset
from engine.ruleset.checking.values import annotations_of, conforms
from engine.ruleset.faults import BadGame, Fault, declared_at
from engine.toolkit.faults import author
from engine.toolkit.rules import Budgets, Mechanics
from engine.toolkit.settings import defaults
from engine.toolkit.zones import Visibility

DECLARATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "blanks": ("TEMPLATES",),
    "board": ("BOARD",),
    "config": ("SETTINGS",),
    "define": ("TEMPLATES", "define"),
    "evaluate": ("candidate_actions", "evaluate"),
    "experiment": ("EXPERIMENT",),
    "face": ("ICONS", "TONES", "face"),
    "labels": ("GROUPS", "GUIDES", "RESULTS"),
    "masks": ("encode",),
    "problems": ("PROBLEM_CODES", "PROBLEM_EXAMPLES", "PROBLEMS_UNSEEN"),
    "rewrite": ("DEPRECATED_SYNTAX", "rewrite"),
    "setup": ("deal", "determinize"),
    "story": ("STORY",),
}
"""By module, what it declares: each is the field of the ruleset that has its name, in lower case."""
MADE_INTO_PARTS: Final[Mapping[str, tuple[str, Any]]] = {
    "DEFAULT": ("decks", tuple[str, ...]),
    "RULES": ("decks", DeckRules),
    "VISIBILITY": ("setup", Visibility),
}
"""What other parts are made of: by name, the module that declares it and its type. `BLOCKS` are of any module."""
REQUIRED_PARTS: Final = (("config", "SETTINGS"), ("setup", "VISIBILITY"))
"""What no game can do without, by module."""
DECK_SCHEMAS: Final = {"card-def.schema.json": "card", "deck.schema.json": "deck"}


def _reader(own: Vocabulary) -> Callable[..., Normalised]:
    """Return what reads documents in today's syntax; a pack may have a vocabulary with declarations of its own."""
    return lambda document, vocabulary=own: normalise(vocabulary, document)


def _declarations(part: str) -> Iterator[tuple[str, Any]]:
    """Yield the names of what a module may declare, each with its type."""
    types = annotations_of(Ruleset)
    yield from ((name, types[name.lower()]) for name in DECLARATIONS.get(part, ()))
    yield from ((name, kind) for name, (of, kind) in MADE_INTO_PARTS.items() if of == part)
    yield "BLOCKS", tuple[Block, ...]


def _check(modules: Mapping[str, ModuleType]) -> None:
    """Refuse what no part can be made of.

    Errors: BadGame with the line of each.
    """
    faults = [
        Fault("", *author(), LocalizedText(f"no module `{part}` declares {name}", f"没有模块 `{part}` 声明 {name}"))
        for part, name in REQUIRED_PARTS
        if not hasattr(modules.get(part), name)
    ]
    for part, module in modules.items():
        for name, kind in _declarations(part):
            value = vars(module).get(name)
            if value is not None and not conforms(value, kind):
                expected = str(kind).replace("engine.", "")
                text = LocalizedText(
                    f"{name} is {value!r:.80}, which is no {expected}", f"{name} 的值 {value!r:.80} 不是 {expected}"
                )
                faults.append(Fault("", *declared_at(Path(str(module.__file__)), name), text))
    if faults:
        raise BadGame(faults)


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
    _check(by_name)
    fields: dict[str, Any] = {
        constant.lower(): vars(module)[constant]
        for part, module in by_name.items()
        for constant in DECLARATIONS.get(part, ())
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
