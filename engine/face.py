"""What a card's face shows, whatever its game: words in both languages, costs, numbers, a colour. Who draws it knows no game.

A game's `face(document, texts)` must answer for whatever an author has typed so far, so a value of the wrong sort is left out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.language.spec.shapes import LocalizedText

Json = dict[str, Any]
Texts = Mapping[str, Mapping[str, str]]

TONES: Final = ("none", "fire", "frost", "arcane", "ridge", "lantern", "salt", "steel", "bloom", "relic")
"""Frames that a face may have, each with its colours and its manner of picture: plain grey, ember red, ice blue, violet, meadow
green, deep teal, rose, blue-grey metal, sickly green, old gold. A game says which of its groups has which."""
GEMS: Final = ("starter", "common", "rare", "epic", "legendary")
"""Marks of rarity, from the plainest."""
ICONS: Final = ("", "droplet", "coins", "layers", "zap", "swords", "shield", "heart", "package", "crosshair")
"""Signs that may stand beside a number in place of its label, which is then read aloud; none shows the label itself."""


UNSAID: Final = LocalizedText("", "")


@dataclass(frozen=True, slots=True)
class Fact:
    """One number or word of a face, with what it is called."""

    label: LocalizedText
    value: int | str | LocalizedText
    icon: str = ""

    def json(self) -> Json:
        """Return it as JSON has it; words as `{"en", "zh"}`."""
        value = both(self.value) if isinstance(self.value, LocalizedText) else self.value
        return {"label": both(self.label), "value": value, "icon": self.icon}


@dataclass(frozen=True, slots=True)
class Face:
    """What one face shows.

    Shapes: `kind` names the kind of card; `keywords` are short marks that stand before the rules text, each with its number
            ("Armor", "Shielded 2"); `cost` is what the card costs, the chief one first, one that is not asked left out (a chief
            cost of 0 is shown); `stats` are the facts of its foot from left to right; `tone` is one of TONES, `gem` one of GEMS or
            nothing, `rarity` the word for it.
    """

    id: str
    kind: str
    name: LocalizedText
    text: LocalizedText
    type_line: LocalizedText
    tone: str = "none"
    gem: str = ""
    rarity: LocalizedText = UNSAID
    keywords: tuple[LocalizedText, ...] = ()
    cost: tuple[Fact, ...] = ()
    stats: tuple[Fact, ...] = ()

    def json(self) -> Json:
        """Return it as JSON has it; words as `{"en", "zh"}`."""
        return {
            "id": self.id,
            "kind": self.kind,
            "name": both(self.name),
            "text": both(self.text),
            "type_line": both(self.type_line),
            "tone": self.tone,
            "gem": self.gem,
            "rarity": both(self.rarity),
            "keywords": [both(word) for word in self.keywords],
            "cost": [fact.json() for fact in self.cost],
            "stats": [fact.json() for fact in self.stats],
        }


def both(words: LocalizedText) -> dict[str, str]:
    """Return a text in both languages as JSON has it."""
    return {"en": words.en, "zh": words.zh}


def words_of(document: Mapping[str, Any], texts: Texts, key: str) -> LocalizedText:
    """Return a text of a card in both languages; a language without it shows the document's own."""
    written = document.get(key)
    source = written if isinstance(written, str) else ""
    return LocalizedText(*(texts.get(language, {}).get(key) or source for language in ("en", "zh")))


def facts(*asked: tuple[LocalizedText, Any, str]) -> tuple[Fact, ...]:
    """Return the facts (label, value, icon) whose value is there and of a sort that a face can show."""
    return tuple(Fact(label, value, icon) for label, value, icon in asked if _is_shown(value))


def _is_shown(value: Any) -> bool:
    if isinstance(value, LocalizedText):
        return any(value)
    return isinstance(value, int | str) and value is not True and value is not False and value != ""


def tone_of(word: Any) -> str:
    """Return the tone of this name, or the plain one where there is none."""
    return word if isinstance(word, str) and word in TONES else "none"


__all__ = ["GEMS", "ICONS", "TONES", "Face", "Fact", "both", "facts", "tone_of", "words_of"]
