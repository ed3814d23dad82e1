"""What a card's face shows, whatever its game: words in both languages, costs, numbers, a colour. Who draws it knows no game.

A ruleset declares its own tones and icons as tokens; the portal makes its style sheet of them.
A ruleset's `face(document, texts)` must accept whatever an author has typed so far, so a value of the wrong type is left out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.language.spec.shapes import LocalizedText

Json = dict[str, Any]
Texts = Mapping[str, Mapping[str, str]]

PLAIN: Final = "none"
"""The tone of a face that has no other: the grey that every game has."""
GEMS: Final = ("starter", "common", "rare", "epic", "legendary")
"""Marks of rarity, from the plainest."""
ICONS: Final = ("droplet", "coins", "layers", "zap", "swords", "shield", "heart", "package", "crosshair")
"""Icons that every game has. An icon replaces the label of a number, which is then read aloud; a fact without one shows its label."""
MANNERS: Final = ("contours", "flames", "shards", "orbits", "ridges", "plates", "spores", "rings")
"""Kinds of placeholder picture, drawn from a card's id."""
STATS_MAX: Final = 6
"""How many facts fit into the foot of a face."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,79}")
_COLOUR = re.compile(r"#[0-9a-f]{3,8}")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9., -]+")


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours and the manner of picture of a group of cards.

    Shapes: `frame` runs from its first colour to its second; `paper` is behind the rules text; `sky` runs from the top of the picture
            to its bottom; `near` and `far` fill the shapes of the picture, translucent white and black where nothing is given.
    Units:  colours are written `#rrggbb`.
    Errors: ValueError for a name, colour or manner that a style sheet cannot take.
    """

    name: str
    frame: tuple[str, str]
    paper: str
    sky: tuple[str, str, str]
    manner: str = "contours"
    near: str = ""
    far: str = ""

    def __post_init__(self) -> None:
        colours = (*self.frame, self.paper, *self.sky, *filter(None, (self.near, self.far)))
        if not _NAME.fullmatch(self.name) or not all(map(_COLOUR.fullmatch, colours)) or self.manner not in MANNERS:
            raise ValueError(f"this is no tone: {self}")


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon of a ruleset's own: the strokes of a drawing of 24 by 24, as SVG paths.

    Errors: ValueError for a name or path that a style sheet cannot take.
    """

    name: str
    paths: tuple[str, ...]

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or not self.paths or not all(map(_PATH.fullmatch, self.paths)):
            raise ValueError(f"this is no icon: {self}")


UNSAID: Final = LocalizedText("", "")


@dataclass(frozen=True, slots=True)
class Fact:
    """One number or word of a face, with what it is called and the JSON Pointer of the value that it shows, if it is one value."""

    label: LocalizedText
    value: int | str | LocalizedText
    icon: str = ""
    pointer: str = ""

    def json(self) -> Json:
        """Return it as JSON has it; words as `{"en", "zh"}`."""
        value = bilingual(self.value) if isinstance(self.value, LocalizedText) else self.value
        return {"label": bilingual(self.label), "value": value, "icon": self.icon, "pointer": self.pointer}


@dataclass(frozen=True, slots=True)
class Face:
    """What one face shows.

    Shapes: `kind` names the kind of card; `keywords` are short marks before the rules text, each with its number
            ("Armor", "Shielded 2"); `actions` are what the card can be used for, each with its price, as the rules text begins
            the line of each; a face shows those that its text leaves out, each on a line; `cost` is what the card costs, the chief one first, one that is not asked left out (a chief
            cost of 0 is shown); `stats` are the facts of its foot from left to right, at most six; `tone` names one of the ruleset's
            tones, `gem` one of GEMS or nothing, `rarity` the word for it.
    """

    id: str
    kind: str
    name: LocalizedText
    text: LocalizedText
    type_line: LocalizedText
    tone: str = PLAIN
    gem: str = ""
    rarity: LocalizedText = UNSAID
    keywords: tuple[LocalizedText, ...] = ()
    actions: tuple[LocalizedText, ...] = ()
    cost: tuple[Fact, ...] = ()
    stats: tuple[Fact, ...] = ()

    def json(self) -> Json:
        """Return it as JSON has it; words as `{"en", "zh"}`."""
        return {
            "id": self.id,
            "kind": self.kind,
            "name": bilingual(self.name),
            "text": bilingual(self.text),
            "type_line": bilingual(self.type_line),
            "tone": self.tone,
            "gem": self.gem,
            "rarity": bilingual(self.rarity),
            "keywords": [bilingual(word) for word in self.keywords],
            "actions": [bilingual(action) for action in self.actions],
            "cost": [fact.json() for fact in self.cost],
            "stats": [fact.json() for fact in self.stats],
        }


def bilingual(words: LocalizedText) -> dict[str, str]:
    """Return a text in both languages as JSON has it."""
    return {"en": words.en, "zh": words.zh}


def words_of(document: Mapping[str, Any], texts: Texts, key: str, within: str = "") -> LocalizedText:
    """Return a text of a card, or of the part of it that is called `within`, in both languages; one without it shows the document's own."""
    written, name = document.get(key), f"{within}.{key}" if within else key
    source = written if isinstance(written, str) else ""
    return LocalizedText(*(texts.get(language, {}).get(name) or source for language in ("en", "zh")))


def facts(*asked: tuple[LocalizedText, Any, str, str]) -> tuple[Fact, ...]:
    """Return the facts (label, value, icon, pointer) whose value is there and of a sort that a face can show."""
    return tuple(Fact(label, value, icon, pointer) for label, value, icon, pointer in asked if _is_shown(value))


def _is_shown(value: Any) -> bool:
    if isinstance(value, LocalizedText):
        return any(value)
    return isinstance(value, int | str) and value is not True and value is not False and value != ""


def tone_of(word: Any, tones: Iterable[Tone]) -> str:
    """Return the name of the tone that is called so, or the plain one where there is none."""
    return next((tone.name for tone in tones if tone.name == word), PLAIN)


__all__ = [
    "GEMS",
    "ICONS",
    "MANNERS",
    "PLAIN",
    "STATS_MAX",
    "Face",
    "Fact",
    "Icon",
    "Tone",
    "bilingual",
    "facts",
    "tone_of",
    "words_of",
]
