"""Whom an effect is done to. None of them asks but `chooseCharacter` and `chooseSummon`: what a card is played on is chosen before it is paid."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import Case, Enum, LocalizedText, Noun, case, field, options
from engine.toolkit.nodes import Entities, chooser, choosing, filter_field, side_field
from engine.toolkit.rules import State

from ..table import SUMMONS, active_of, characters, from_active, opponent_of
from .attributes import CHARACTER_ATTRIBUTES
from .context import Env, host

SIDES = options(("my", "yours", "我方"), ("opponent", "the opponent's", "敌方"))
SIDE = side_field(SIDES)
WHICH = options(
    ("active", "the active one", "出战角色"),
    ("all", "all", "所有角色"),
    ("standby", "all but the active one", "后台角色"),
    ("next", "the next one", "下一名角色"),
    ("previous", "the one before", "上一名角色"),
    ("mostInjured", "the most injured", "受伤最多的角色"),
    ("defeated", "the defeated", "被击倒的角色"),
)
PHRASES = {
    ("my", "active"): LocalizedText("your active character", "我方出战角色"),
    ("my", "all"): LocalizedText("all your characters", "我方所有角色"),
    ("my", "standby"): LocalizedText("all your standby characters", "我方所有后台角色"),
    ("my", "next"): LocalizedText("your next character", "我方下一名角色"),
    ("my", "previous"): LocalizedText("your previous character", "我方上一名角色"),
    ("my", "mostInjured"): LocalizedText("your most injured character", "我方受伤最多的角色"),
    ("my", "defeated"): LocalizedText("your first defeated character", "我方首名被击倒的角色"),
    ("opponent", "active"): LocalizedText("the opposing active character", "敌方出战角色"),
    ("opponent", "all"): LocalizedText("all opposing characters", "敌方所有角色"),
    ("opponent", "standby"): LocalizedText("all opposing standby characters", "敌方所有后台角色"),
    ("opponent", "next"): LocalizedText("the next opposing character", "敌方下一名角色"),
    ("opponent", "previous"): LocalizedText("the previous opposing character", "敌方上一名角色"),
    ("opponent", "mostInjured"): LocalizedText("the most injured opposing character", "敌方受伤最多的角色"),
    ("opponent", "defeated"): LocalizedText("the first defeated opposing character", "敌方首名被击倒的角色"),
}


def player_of(env: Env, side: str | None) -> int:
    """Return the player of a side, seen from the one whose code runs."""
    return opponent_of(env.owner) if side == "opponent" else env.owner


def find_characters(st: State, env: Env, side: str | None, which: str) -> Entities:
    """Return the characters of a side that a word means, from the active one on."""
    player = player_of(env, side)
    if which == "defeated":
        return tuple(eid for eid in characters(st, player) if not st.entities[eid]["isAlive"])[:1]
    eids = from_active(st, player)
    match which:
        case "active":
            return eids[:1] if active_of(st, player) in eids else ()
        case "standby":
            return tuple(eid for eid in eids if eid != active_of(st, player))
        case "next":
            return eids[1:2]
        case "previous":
            return eids[-1:] if len(eids) > 1 else ()
        case "mostInjured":
            return tuple(sorted(eids, key=lambda eid: st.entities[eid]["health"] - st.entities[eid]["maxHealth"]))
    return eids


def first_of(found: Entities, side: str | None, which: str) -> Entities:
    """Take the most injured of the characters that the filter keeps."""
    return found[:1] if which == "mostInjured" else found


def find_summons(st: State, env: Env, side: str | None) -> Entities:
    """Return the summons of a side."""
    return st.zone(player_of(env, side), SUMMONS)


def the_host(st: State, env: Env) -> Entities:
    """Return the character that this is attached to, or is."""
    found = host(st, env)
    return (found,) if found else ()


def itself(st: State, env: Env) -> Entities:
    """Return this entity."""
    return (env.source,) if env.source in st.entities else ()


def _sides(phrases: Mapping[tuple[str, str], LocalizedText], *keys: str) -> tuple[Case, ...]:
    """Return a sentence for each side and word; the own side may be left out."""
    return tuple(
        case(
            dict(zip(keys, words, strict=False)) if words[0] != "my" else dict(zip(keys[1:], words[1:], strict=False)),
            *text,
        )
        for words, text in sorted(phrases.items(), key=lambda pair: pair[0][0] == "my")
    )


CHARACTERS = chooser(
    "characters",
    "character",
    "Characters",
    "角色",
    (SIDE, field("which", Enum(WHICH), "Which", "哪些"), *CHARACTER_ATTRIBUTES, filter_field("character")),
    "your characters",
    "我方角色",
    find_characters,
    ("active character, all characters, standby, enemy, team", "出战角色、所有角色、后台、敌方"),
    example=({"type": "heal", "target": {"type": "characters", "which": "mostInjured"}, "amount": 2},),
    cases=_sides(PHRASES, "side", "which"),
    first_of=first_of,
)
SUMMONS_OF = {
    ("my", ""): LocalizedText("all your summons", "我方所有召唤物"),
    ("opponent", ""): LocalizedText("all opposing summons", "敌方所有召唤物"),
}
ALL_SUMMONS = chooser(
    "summons",
    "summon",
    "Summons",
    "召唤物",
    (SIDE, filter_field("summon")),
    "all your summons",
    "我方所有召唤物",
    find_summons,
    ("all summons, my summons", "所有召唤物、我方召唤物"),
    cases=(case({"side": "opponent"}, *SUMMONS_OF["opponent", ""]),),
)
HOST = chooser(
    "host",
    "character",
    "Its character",
    "所附属角色",
    (),
    "{host}",
    "{host}",
    the_host,
    ("bearer, attached to, equipped character, self, the wearer, wearer", "所附属、装备者、自身"),
)
THIS = chooser(
    "this",
    "entity",
    "This",
    "自身",
    (),
    "this",
    "自身",
    itself,
    ("itself, this card, self", "自身、此牌、自己"),
)
CHOOSE_CHARACTER = chooser(
    "chooseCharacter",
    "character",
    "A character of your choice",
    "选择角色",
    (SIDE, field("which", Enum(WHICH), "Which", "哪些"), *choosing("character", *CHARACTER_ATTRIBUTES)),
    "{pick}",
    "{pick}",
    find_characters,
    ("choose character, pick a target, select", "选择角色、选择目标、指定"),
    called=tuple(
        (
            {**side, "which": word} if word else side,
            Noun(f"{before}{en}character{after}", f"{before}{en}characters{after}", f"{whose}{zh}角色", "名"),
        )
        for side, before, after, whose in (
            ({"side": "opponent"}, "opposing ", "", "敌方"),
            ({}, "", " of yours", "我方"),
        )
        for word, en, zh in (
            ("active", "active ", "出战"),
            ("standby", "standby ", "后台"),
            ("next", "next ", "下一名"),
            ("previous", "previous ", "上一名"),
            ("mostInjured", "most injured ", "受伤最多的"),
            ("defeated", "defeated ", "被击倒的"),
            ("", "", ""),
        )
    ),
    suspends=True,
    first_of=first_of,
)
CHOOSERS = (CHARACTERS, ALL_SUMMONS, HOST, THIS, CHOOSE_CHARACTER)
