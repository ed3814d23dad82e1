"""How the table of this game is drawn: health, energy and auras of characters, dice, and the steps of damage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.face import Texts
from engine.language.spec import LocalizedText, titles
from engine.ruleset import Badge, BoardLayout, Mark, Pool
from engine.toolkit.rules import Entities, State

from .actions import price
from .dice import calculate_dice, dice_of, from_word, show
from .face import ELEMENT_TONES, skill_words
from .skills import SourcedSkill, can_act, is_usable, sourced_skills
from .table import CHARACTERS, DICE_ZONE, active_of, auras, player_at
from .words import DICE, DICE_KINDS, LETTERS, SKILL_TYPES

SIGNS = tuple(
    Badge(option.title, f"die-{option.name}", ELEMENT_TONES.get(option.name, "")) for option in DICE_KINDS[: len(DICE)]
)
"""A sign for every kind of dice, by number; auras are the same elements."""
SKILL_WORDS = frozenset(option.name for option in SKILL_TYPES)
AMOUNT = ("mainDamageElement", "mainDamage")
STEPS = {
    "INFUSION": (LocalizedText("Infusion", "附魔"), AMOUNT),
    "DAMAGE_ADD": (LocalizedText("Add", "增伤"), AMOUNT),
    "DAMAGE_ADD_AFTER_REACTION": (LocalizedText("Add after the reaction", "反应后增伤"), (*AMOUNT, "reaction")),
    "DEALING_DAMAGE": (LocalizedText("Multiply", "倍增"), AMOUNT),
    "DIVIDE_DAMAGE": (LocalizedText("Divide", "减半"), AMOUNT),
    "EXECUTE_DAMAGE": (LocalizedText("Reduce", "减伤"), AMOUNT),
}
"""Where the number of a damage is worked out; the reaction is its third step, between the two that add."""


def _dice_of_word(word: str) -> tuple[int, ...]:
    """Return the kinds of dice that a payment (`2P+1O`) or a die (`P1`) means."""
    if len(word) > 1 and word[0] in LETTERS and word[1:].isdigit():
        return (LETTERS.index(word[0]),)
    parts = word.split("+")
    if not all(len(part) > 1 and part[:-1].isdigit() and part[-1] in LETTERS for part in parts):
        return ()
    return tuple(kind for kind, count in enumerate(from_word(word)) for _ in range(count))


def _attachments(st: State, eid: int) -> Entities:
    return st.zone(eid, CHARACTERS) if st.entities[eid]["kind"] == "character" else ()


def _verb_text(document: Mapping[str, Any], texts: Texts, verb: str) -> LocalizedText | None:
    """Return a skill's name with its dice."""
    held = [one for one in document.get("skills", ()) if one.get("skillType") in SKILL_WORDS]
    place = int(verb[-1]) - 1 if verb[:-1] == "skill" else len(held)
    return skill_words(held[place], texts) if place < len(held) else None


def _lent_by(st: State, eid: int, verb: str) -> tuple[int, str]:
    """Return whose skill a character uses, itself or its equipment, and the place of the skill there."""
    if verb[:-1] != "skill":
        return eid, verb
    entry = sourced_skills(st, eid)[int(verb[-1]) - 1]
    return entry.source, f"skill{entry.place + 1}"


def _refusals(st: State, seat: int) -> Iterator[tuple[tuple[str, int], LocalizedText]]:
    """Yield the skills of the active character that cannot be used now, with the reason."""
    player = player_at(seat)
    active = active_of(st, player)
    for number, entry in enumerate(sourced_skills(st, active) if active else (), 1):
        why = None if entry.skill.is_prepared else _why_not(st, player, active, f"skill{number}", entry)
        if why is not None:
            yield (f"skill{number}", active), why


def _why_not(st: State, player: int, active: int, verb: str, entry: SourcedSkill) -> LocalizedText | None:
    power, energy = st.entities[active]["power"], entry.skill.energy
    if not can_act(st, active):
        return LocalizedText("the character cannot use skills now", "角色此时无法使用技能")
    if power < energy:
        return LocalizedText(f"needs {energy} energy, has {power}", f"需要 {energy} 点充能，现有 {power} 点")
    if not is_usable(st, player, active, entry):
        return LocalizedText("its condition is not met", "使用条件未满足")
    if not calculate_dice(price(st, player, verb, active, commit=False).cost, dice_of(st, player)):
        return LocalizedText("the dice do not pay for it", "骰子不足以支付")
    return None


QUESTIONS = titles(
    ("action", "What do you do?", "选择行动"),
    ("redraw", "Which cards do you redraw?", "选择要更换的手牌"),
    ("discard", "Which cards do you discard?", "选择要舍弃的手牌"),
    ("set-character", "Which character becomes active?", "选择出战角色"),
    ("reroll", "Which dice do you roll again?", "选择要重投的骰子"),
    ("target", "On what?", "选择目标"),
    ("payment", "With which dice?", "选择支付的骰子"),
    ("select-card", "Which card?", "选择卡牌"),
)
LAYOUT = BoardLayout(
    phases=("ROLL_PHASE", "ACTION_PHASE", "END_PHASE"),
    marks=(
        Mark("health", "meter", maximum="maxHealth"),
        Mark("power", "pips", maximum="maxPower"),
        Mark("aura", "signs", badges=lambda number: tuple(SIGNS[element] for element in auras(number))),
        Mark("isFrozen", "word"),
        Mark("isSatisfied", "word"),
        Mark("prepares", "word"),
    ),
    attachment_zones=frozenset(("attached",)),
    quiet=frozenset(("active", "isAlive")),
    attachments=_attachments,
    leader=lambda st, seat: active_of(st, player_at(seat)),
    is_defeated=lambda st, eid: st.entities[eid]["kind"] == "character" and not st.entities[eid]["isAlive"],
    pool=Pool(
        DICE_ZONE, LocalizedText("Dice", "骰子"), SIGNS, lambda st, seat: show(st, player_at(seat)), _dice_of_word
    ),
    steps=STEPS,
    questions=QUESTIONS,
    secret=frozenset(("reroll",)),
    action_title=_verb_text,
    action_source=_lent_by,
    refusals=_refusals,
)
