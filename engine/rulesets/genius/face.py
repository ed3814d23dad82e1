"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.face import Face, Icon, Texts, facts, words_of
from engine.language.spec import LocalizedText
from engine.language.spec.phrases import sign
from engine.ruleset import Json
from engine.toolkit import reading
from engine.toolkit.faces import card_face, facts_at, joined, title_of, tone
from engine.toolkit.reading import objects, part

from .words import COST_TITLES, ELEMENTS, GAINS, PREPARED_SKILL, SKILL_TYPES, TAGS, TYPES, WEAPONS

TONES = (
    tone("rime", "#4d7ea8 #2c506f", "#eef5fa", "#d6e9f5 #7aa7c9 #20415d", "shards"),
    tone("brine", "#2d6fb3 #184677", "#edf4fc", "#b8d8f6 #4a8cd0 #123a66", "rings"),
    tone("cinder", "#a8452e #6d2617", "#fcf0ec", "#f7c9a3 #c85a38 #4d1a0e", "flames"),
    tone("spark", "#74499f #48286b", "#f5f0fa", "#c9a9e8 #7b4fae #2b1546", "orbits"),
    tone("breeze", "#2f8077 #19504a", "#ecf7f5", "#bfe8dd #4fa898 #123f39", "contours"),
    tone("loam", "#8f6a1e #5a410f", "#faf4e5", "#f1dca0 #b48a32 #3e2c08", "plates"),
    tone("verdure", "#567a24 #344c12", "#f2f7e8", "#d3e5a6 #7ea23f #26390b", "spores"),
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


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    words = reading.words(document, "tags")
    cost = part(document, "cost")
    return card_face(
        document,
        texts,
        (
            title_of(TYPES, document.get("type")),
            title_of(ELEMENTS, document.get("element")),
            title_of(WEAPONS, document.get("weaponType")),
            *[TAGS[word] for word in words if word in TAGS][:2],
        ),
        tone=ELEMENT_TONES.get(str(document.get("element")), _tone_of_cost(cost)),
        keywords=tuple(TAGS[tag] for tag in FLAG_FACTS if tag in words),
        actions=tuple(_heading(skill, texts) for _, skill in objects(document, "skills") if skill.get("name")),
        cost=_dice(cost),
        stats=facts_at(document, ("Health", "生命", "heart", "/maxHealth"), ("Energy", "充能", "zap", "/maxPower")),
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
    """Return a skill of a card with these texts and its cost in signs, as `Strike ①Pyro ②Any`."""
    return joined((_name(skill, texts), _signs(skill)), " ", " ")


def _name(skill: Mapping[str, Any], texts: Texts) -> LocalizedText:
    return words_of(skill, texts, "name", f"skills.{skill.get('id')}")


def _signs(skill: Mapping[str, Any]) -> LocalizedText:
    cost = part(skill, "cost")
    amounts = ((cost.get(name), title) for name, title in COST_TITLES.items())
    return joined(
        (
            LocalizedText(f"{sign(amount)}{title.en}", f"{sign(amount)}{title.zh}")
            for amount, title in amounts
            if type(amount) is int and amount > 0
        ),
        " ",
        "",
    )


def _heading(skill: Mapping[str, Any], texts: Texts) -> LocalizedText:
    """Return the heading of the effects of a skill in rules text, as `Strike (Normal attack, ①Pyro ②Any)`."""
    name, kind = _name(skill, texts), joined((title_of(SKILL_TYPES, skill.get("skillType")), _signs(skill)), ", ", "")
    inside = joined((kind, *_terms(skill)), ", ", "，")
    return LocalizedText(f"{name.en} ({inside.en})", f"【{name.zh}】{inside.zh}")


def _terms(skill: Mapping[str, Any]) -> Iterator[LocalizedText]:
    gain = skill.get("energyGain")
    if skill.get("isPreparedSkill") is True:
        yield PREPARED_SKILL
    if gain is not None:
        yield LocalizedText(GAINS.en.format(energyGain=gain), GAINS.zh.format(energyGain=gain))
