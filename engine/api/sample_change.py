"""What the second release of a sample pack changes: one card, what people said of it, and its preview."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.json_values import Json, JsonObject
from engine.language.spec.shapes import LocalizedText
from engine.packs.editing import Edit, edit_json
from engine.rulesets import find

CHANGE, PREVIEW = "sample-change.json", "sample-preview.json"
"""Where both are in the folder of a ruleset; `make samples` writes the preview."""


@dataclass(frozen=True, slots=True)
class SampleChange:
    """A change of a shipped card that a sample pack is shown with: the card as shipped is the second version.

    Shapes: `former` holds by JSON Pointer what the first version had, `former_texts` by language its other words; `at` is
            the pointer that `question` and `answer` are about; `preview` is None before it was played.
    """

    card: str
    former: Mapping[str, Json]
    former_texts: Mapping[str, Mapping[str, str]]
    at: str
    seed: int
    message: LocalizedText
    question: LocalizedText
    answer: LocalizedText
    changelog: LocalizedText
    preview: SamplePreview | None

    def former_text(self, text: str) -> str:
        """Return the text of the first version, made of the shipped one."""
        return edit_json(text, (Edit(pointer, value) for pointer, value in self.former.items()))


@dataclass(frozen=True, slots=True)
class SamplePreview:
    """The result of a preview that was played to its end, for the plan of this hash: of these cards, seed and engine.

    Units: `blocks` counts the blocks that were played.
    """

    spec_sha256: str
    engine: str
    blocks: int
    result: JsonObject


def sample_change(ruleset: str) -> SampleChange | None:
    """Return the change that the sample pack of a ruleset is shown with; None for a ruleset that ships none."""
    folder = find(ruleset).folder
    file, preview = folder / CHANGE, folder / PREVIEW
    if not file.is_file():
        return None
    change = json.loads(file.read_bytes())
    words = {name: LocalizedText(**change[name]) for name in ("message", "question", "answer", "changelog")}
    sample = SamplePreview(**json.loads(preview.read_bytes())) if preview.is_file() else None
    return SampleChange(
        change["card"], change["former"], change["formerTexts"], change["at"], change["seed"], **words, preview=sample
    )
