"""How a halo document is read: `null` is absent, digits are numbers, a keyword that takes X and has none has 1.

The vocabulary covers all of it (optional fields, shapes, defaults), so halo's syntax needs no rule of its own.
Source: SOURCE.md; HA15; 003§6.1 (`"args": ["INFANTRY", "1"]`).
"""

from __future__ import annotations

from typing import Any

from engine.language.reading.normalise import Normalised, normalise
from engine.language.spec.vocabulary import Vocabulary
from engine.rulesets.halo.vocabulary import HALO


def rewrite(document: Any, vocabulary: Vocabulary = HALO) -> Normalised:
    """Return a halo document in its canonical spelling, with a warning for each change; a pack may have keywords of its own."""
    return normalise(vocabulary, document, {})
