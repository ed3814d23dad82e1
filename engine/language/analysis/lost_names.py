"""Names that lead nowhere: cards of a match that are not there, and what a card says that it has and has not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from engine.errors import Problem, Problems
from engine.language.analysis.naming import Naming, names_in
from engine.language.diagnostics.messages import no_such, report
from engine.language.diagnostics.suggestions import nearest
from engine.language.spec import LocalizedText, Vocabulary

SORTS = {"skill": LocalizedText("skill", "技能")}
"""What the sorts of names are called."""


def named_nowhere(card: str, one: Naming, known: Collection[str]) -> Problem:
    """Return the problem of a card that is to be played and names one that is nowhere."""
    found = report("named-nowhere", one.path, card=card, found=one.card, nearest=nearest(one.card, known))
    return replace(found, card=card)


def own_unknown_names(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield the names in a document in core form that must be its own and that it does not make."""
    names = names_in(vocabulary, document)
    for path, name, sort in names.used:
        known = [other.name for other in names.created if other.sort == sort]
        if name not in known:
            yield no_such("no-such-own-name", path, name, nearest(name, known), sort=SORTS[sort])
