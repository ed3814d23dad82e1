"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.face import Face, Icon, Texts, Tone, facts, words_of
from engine.language.spec.shapes import LocalizedText, Option
from engine.ruleset.card_fields import RARITIES
from engine.rulesets.genius.words import COST_TITLES, ELEMENTS, TAGS, TYPES, WEAPONS

Json = dict[str, Any]
TONES = (
    Tone("rime", ("#4d7ea8", "#2c506f"), "#eef5fa", ("#d6e9f5", "#7aa7c9", "#20415d"), "shards"),
    Tone("brine", ("#2d6fb3", "#184677"), "#edf4fc", ("#b8d8f6", "#4a8cd0", "#123a66"), "rings"),
    Tone("cinder", ("#a8452e", "#6d2617"), "#fcf0ec", ("#f7c9a3", "#c85a38", "#4d1a0e"), "flames"),
    Tone("spark", ("#74499f", "#48286b"), "#f5f0fa", ("#c9a9e8", "#7b4fae", "#2b1546"), "orbits"),
    Tone("breeze", ("#2f8077", "#19504a"), "#ecf7f5", ("#bfe8dd", "#4fa898", "#123f39"), "contours"),
    Tone("loam", ("#8f6a1e", "#5a410f"), "#faf4e5", ("#f1dca0", "#b48a32", "#3e2c08"), "plates"),
    Tone("verdure", ("#567a24", "#344c12"), "#f2f7e8", ("#d3e5a6", "#7ea23f", "#26390b"), "spores"),
)
ELEMENT_TONES = dict(zip((option.name for option in ELEMENTS), (tone.name for tone in TONES), strict=True))
DIE = ("M12 2l9 5v10l-9 5-9-5V7z",)
ICONS = (
    Icon("die-omni", (*DIE, "M12 7l1.5 3.5L17 12l-3.5 1.5L12 17l-1.5-3.5L7 12l3.5-1.5z")),
    Icon("die-cryo", (*DIE, "M12 7v10", "M8 9l8 6", "M16 9l-8 6")),
    Icon("die-hydro", (*DIE, "M12 7c3 4 4 5 4 7a4 4 0 0 1-8 0c0-2 1-3 4-7z")),
    Icon("die-pyro", (*DIE, "M12 7c1 3 4 4 4 7a4 4 0 0 1-8 0c0-2 2-2 2-4")),
    Icon("die-electro", (*DIE, "M13 7l-4 6h6l-4 5")),
    Icon("die-anemo", (*DIE, "M7 10h7a2 2 0 1 0-2-2", "M7 14h9a2 2 0 1 1-2 2")),
    Icon("die-geo", (*DIE, "M12 7l5 5-5 5-5-5z")),
    Icon("die-dendro", (*DIE, "M8 16c0-6 3-9 8-9 0 6-3 9-8 9z")),
    Icon("die-aligned", (*DIE, "M8 10h8", "M8 14h8")),
    Icon("die-any", (*DIE, "M12 12h.01")),
)
FLAG_FACTS = ("disableSkill", "immuneControl", "control", "noTuning")
"""Tags that do something by themselves."""
GEMS = {"common": "common", "rare": "rare", "epic": "epic"}


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    kind = _title(TYPES, document.get("type"))
    element, weapon = _title(ELEMENTS, document.get("element")), _title(WEAPONS, document.get("weaponType"))
    tags = [TAGS[tag] for tag in _list(document.get("tags")) if isinstance(tag, str) and tag in TAGS]
    line = [text for text in (kind, element, weapon, *tags[:2]) if text.en]
    return Face(
        str(document.get("id", "")),
        str(document.get("type", "")),
        words_of(document, texts, "name"),
        words_of(document, texts, "description"),
        LocalizedText(" · ".join(text.en for text in line), " · ".join(text.zh for text in line)),
        tone=ELEMENT_TONES.get(str(document.get("element")), _tone_of_cost(_part(document, "cost"))),
        gem=GEMS.get(str(document.get("rarity")), "common"),
        rarity=_title(RARITIES, document.get("rarity")),
        keywords=(
            *(
                skill_words(text, texts)
                for text in _list(document.get("skills"))
                if isinstance(text, dict) and text.get("name")
            ),
            *(TAGS[tag] for tag in FLAG_FACTS if tag in _list(document.get("tags"))),
        ),
        cost=_dice(_part(document, "cost")),
        stats=facts(
            (LocalizedText("Health", "生命"), document.get("maxHealth"), "heart", "/maxHealth"),
            (LocalizedText("Energy", "充能"), document.get("maxPower"), "zap", "/maxPower"),
        ),
    )


def _dice(cost: Mapping[str, Any]) -> Any:
    """Return a cost as facts, each kind of dice with its icon."""
    return facts(
        *(
            (title, cost.get(name) or "", "zap" if name == "energy" else f"die-{name}", f"/cost/{name}")
            for name, title in COST_TITLES.items()
        )
    )


def _tone_of_cost(cost: Mapping[str, Any]) -> str:
    return next((tone for name, tone in ELEMENT_TONES.items() if cost.get(name)), "none")


def skill_words(skill: Mapping[str, Any], texts: Texts) -> LocalizedText:
    """Return a skill of a card with these texts and its cost, as `Strike 1 Pyro + 2 Any`."""
    cost = _part(skill, "cost")
    costs = [
        (count, COST_TITLES[name])
        for name, count in cost.items()
        if name in COST_TITLES and type(count) is int and count
    ]
    name = words_of(skill, texts, "name", f"skills.{skill.get('id')}")
    return LocalizedText(
        " ".join([name.en, " + ".join(f"{count} {title.en}" for count, title in costs)]).strip(),
        " ".join([name.zh, "、".join(f"{count} {title.zh}" for count, title in costs)]).strip(),
    )


def _part(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    held = document.get(key)
    return held if isinstance(held, dict) else {}


def _list(held: Any) -> Sequence[Any]:
    return held if isinstance(held, list) else []


def _title(options: tuple[Option, ...], name: Any) -> LocalizedText:
    """Return the name of a word, or the word itself if it is unknown."""
    word = name if isinstance(name, str) else ""
    return next((option.title for option in options if option.name == word), LocalizedText(word, word))
