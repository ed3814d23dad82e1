"""Whom an effect is done to: units by side and place, areas, the bearer, and a unit of choice. Source: 001§7.2; EN10."""

from __future__ import annotations

from engine.language.spec import (
    PRESENT,
    Attribute,
    Case,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Noun,
    Ref,
    case,
    field,
    optional,
    options,
)
from engine.toolkit.nodes import Entities, chooser, choosing, filter_field, side_field
from engine.toolkit.rules import State

from ..grid import burst, pictures_of, ray
from ..table import (
    all_units,
    distance_between,
    grid,
    is_unit,
    occupants_by_cell,
    place_of,
    units,
)
from ..words import LEVELS, LEVELS_ZH
from .attributes import UNIT_ATTRIBUTES
from .context import Env, host, is_one

SIDES = options(
    ("ally", "yours", "我方", "friendly, allied, ally, allies, my, own", "友方、友军、己方、我的"),
    ("enemy", "the opponent's", "敌方", "enemy, enemies, opposing, hostile, foe", "敌人、敌军、对方、敌方单位"),
    ("any", "anybody's", "任意", "either side, any unit", "任意一方"),
)
SIDE = side_field(SIDES)
WHICH = options(
    ("all", "all", "所有", "every, each, all units, aoe", "全体、每个、群体"),
    ("others", "all but this unit", "此单位以外"),
    (
        "adjacent",
        "adjacent to this unit",
        "与此单位相邻",
        "adjacent, next to, neighbouring, neighbour, around",
        "相邻、身边、旁边、周围",
    ),
    ("here", "in this region", "此战区内"),
    ("heroes", "heroes", "英雄"),
    ("leader", "the leader", "首领"),
    (
        "weakest",
        "with the least health",
        "生命值最低",
        "weakest, lowest health, most wounded",
        "最弱、血最少、生命最低",
    ),
    ("strongest", "with the most attack", "攻击力最高", "strongest, highest attack", "最强、攻击最高"),
    ("nearest", "nearest to this unit", "距此单位最近", "nearest, closest", "最近"),
)
SHAPES = options(("burst", "burst", "爆发"), ("ray", "ray", "射线"))
WORDS = {"ally": ("your units", "友方单位"), "enemy": ("opposing units", "敌方单位"), "any": ("units", "单位")}
SINGULAR = {"ally": ("your unit", "友方单位"), "enemy": ("the opposing unit", "敌方单位"), "any": ("the unit", "单位")}


def _phrases() -> tuple[Case, ...]:
    """Return a sentence for each side and word; the own side may be left out."""
    out = []
    for side in ("enemy", "any", "ally"):
        (plural, zh), (singular, zh_one) = WORDS[side], SINGULAR[side]
        adjacent = "your adjacent units" if side == "ally" else f"adjacent {plural}"
        nearest = "your nearest unit" if side == "ally" else singular.replace("the ", "the nearest ")
        phrases = {
            "all": (f"all {plural}", f"所有{zh}"),
            "others": (f"all other {plural}" if side != "ally" else "all your other units", f"所有其他{zh}"),
            "adjacent": (f"all {adjacent}", f"所有相邻的{zh}"),
            "here": (f"all {plural} in this region", f"此战区内的所有{zh}"),
            "heroes": (f"all {plural.replace('units', 'heroes')}", f"所有{zh.replace('单位', '英雄')}"),
            "leader": (f"{singular.replace('unit', 'leader')}", f"{zh_one.replace('单位', '首领')}"),
            "weakest": (f"{singular} with the least health", f"生命值最低的{zh_one}"),
            "strongest": (f"{singular} with the most attack", f"攻击力最高的{zh_one}"),
            "nearest": (nearest, f"最近的{zh_one}"),
        }
        for which, (en, chinese) in phrases.items():
            when = {"which": which} if side == "ally" else {"side": side, "which": which}
            out.append(case(when, en, chinese))
    return tuple(out)


def of_side(st: State, player: int, side: str | None) -> Entities:
    """Return the units of a side, seen from a player; neutral units are the opponent's too."""
    if side == "any":
        return all_units(st)
    return units(st, 3 - player) if side == "enemy" else units(st, player)


RANKINGS = ("weakest", "strongest", "nearest")


def find_units(st: State, env: Env, side: str | None, which: str) -> Entities:
    """Return the units of a side that a word means; one that is dying is no longer the weakest, strongest or nearest."""
    eids, bearer = of_side(st, env.owner, side), host(st, env)
    entities = st.entities
    if which in RANKINGS:
        eids = tuple([eid for eid in eids if entities[eid]["health"] > 0])
    match which:
        case "others":
            return tuple(eid for eid in eids if eid != bearer)
        case "adjacent" | "here":
            return tuple(eid for eid in eids if is_one(st, env, eid, which))
        case "heroes":
            return tuple(eid for eid in eids if entities[eid]["kind"] == "hero")
        case "leader":
            return tuple(eid for eid in eids if entities[eid]["leader"])[:1]
        case "weakest":
            return tuple(sorted(eids, key=lambda eid: entities[eid]["health"]))
        case "strongest":
            return tuple(sorted(eids, key=lambda eid: -entities[eid]["atk"]))
        case "nearest":
            cell = place_of(st, bearer)
            if cell < 0:
                return eids
            far = grid(st).far[cell]
            return tuple(sorted((eid for eid in eids if eid != bearer), key=lambda eid: far[entities[eid]["cell"]]))
    return eids


def first_of(found: Entities, side: str | None, which: str) -> Entities:
    """Take the weakest, strongest or nearest of the units that the filter keeps."""
    return found[:1] if which in RANKINGS else found


def find_area(st: State, env: Env, shape: str, level: int, side: str | None, target: Entities | int | None) -> Entities:
    """Return the units of a side in an area: a burst around a unit, or a ray from the bearer towards it (001§7.2, EN10)."""
    here = host(st, env)
    board, cell, origin = grid(st), place_of(st, _first(target, here)), place_of(st, here)
    if cell < 0 or (shape == "ray" and origin < 0):
        return ()
    if shape == "ray":
        cells = ray(board, origin, cell, level)
    else:
        cells = burst(board, cell, level, corners=st.program.config["areaCorners"])
    taken, able = occupants_by_cell(st), set(of_side(st, env.owner, side))
    return tuple(taken[one] for one in cells if taken.get(one) in able)


def _first(eids: Entities | int | None, fallback: int) -> int:
    """Return the first of some things, or the one thing; another where there is none."""
    if isinstance(eids, tuple):
        return next(iter(eids), fallback)
    return fallback if eids is None else eids


def the_host(st: State, env: Env) -> Entities:
    """Return the unit that bears this."""
    found = host(st, env)
    return (found,) if is_unit(st, found) else ()


def choosable(st: State, env: Env, side: str | None) -> Entities:
    """Return the units that may be chosen: those of a side."""
    return of_side(st, env.owner, side)


def _is_near(st: State, env: Env, eid: int, reach: int) -> bool:
    """Return whether a unit is within reach of the bearer; every unit is, where the bearer is none."""
    bearer = host(st, env)
    return not is_unit(st, bearer) or distance_between(st, bearer, eid) <= reach


RANGE = optional(
    "range",
    IntegerLiteral(0, 40),
    "Range",
    "距离",
    "How far from its bearer; any distance when absent.",
    "与携带者的最大距离；缺省为不限。",
    attribute=Attribute(
        _is_near, clause=LocalizedText("within {} cells", "{}格内"), called={"1": LocalizedText("adjacent", "相邻的")}
    ),
)


UNITS = chooser(
    "units",
    "unit",
    "Units",
    "单位",
    (SIDE, field("which", Enum(WHICH), "Which", "哪些"), *UNIT_ATTRIBUTES, filter_field("unit")),
    "your units",
    "友方单位",
    find_units,
    ("all units, adjacent, heroes, weakest, nearest", "所有单位、相邻、英雄、最弱、最近"),
    cases=_phrases(),
    called=(
        ({"which": "heroes"}, Noun("hero", "heroes", "英雄", "名")),
        ({"which": "leader"}, Noun("leader", "leaders", "首领", "名")),
    ),
    first_of=first_of,
)
A = tuple("an" if word[:1] == "e" else "a" for word in LEVELS)
AREA_CASES = tuple(
    case(
        {"shape": shape, "level": level}
        | ({} if side == "ally" else {"side": side})
        | ({"at": PRESENT} if placed else {}),
        f"all {WORDS[side][0]} in {A[level]} {LEVELS[level]} {shape}"
        + ((" around {at}" if shape == "burst" else " towards {at}") if placed else " around this unit"),
        (("{at}周围" if shape == "burst" else "朝向{at}的") if placed else "此单位周围")
        + f"{LEVELS_ZH[level]}{'爆发' if shape == 'burst' else '射线'}范围内的所有{WORDS[side][1]}",
    )
    for shape in ("burst", "ray")
    for level in range(1, 7)
    for side in ("enemy", "any", "ally")
    for placed in (True, False)
)
LEVEL = IntegerLiteral(1, 6, "shape", tuple((shape.name, pictures_of(shape.name)) for shape in SHAPES))
AREA = chooser(
    "area",
    "unit",
    "Area",
    "范围",
    (
        field("shape", Enum(SHAPES), "Shape", "形状"),
        field("level", LEVEL, "Level", "范围等级"),
        SIDE,
        optional(
            "at",
            Ref("unit"),
            "At",
            "中心或方向",
            "The centre of a burst, or where a ray points; its bearer when absent.",
            "爆发的中心或射线的朝向；缺省为携带者。",
        ),
        *UNIT_ATTRIBUTES,
        filter_field("unit"),
    ),
    "units in an area",
    "范围内的单位",
    find_area,
    ("area, burst, ray, blast, line, splash", "范围、爆发、射线、溅射"),
    cases=AREA_CASES,
)
HOST = chooser(
    "host",
    "unit",
    "Its bearer",
    "携带者",
    (),
    "this unit",
    "此单位",
    the_host,
    ("bearer, this unit, self", "携带者、此单位、自身"),
)
CHOOSE_UNIT = chooser(
    "chooseUnit",
    "unit",
    "A unit of your choice",
    "选择单位",
    (
        SIDE,
        RANGE,
        *choosing("unit", *UNIT_ATTRIBUTES),
    ),
    "{pick}",
    "{pick}",
    choosable,
    ("choose unit, pick a target, a unit", "选择单位、选择目标、指定、单位"),
    called=(
        ({"side": "enemy"}, Noun("opposing unit", "opposing units", "敌方单位")),
        ({"side": "any"}, Noun("unit", "units", "单位")),
        ({}, Noun("friendly unit", "friendly units", "友方单位")),
    ),
    suspends=True,
)
CHOOSERS = (UNITS, AREA, HOST, CHOOSE_UNIT)
