"""Effects that change numbers, keywords and statuses of units, vessels and players. Source: 003§2.3, 003§6; HA9, HA14; SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    COMPUTED,
    NEGATIVE,
    PRESENT,
    Case,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Number,
    Wording,
    case,
    extensions,
    field,
    one_of,
    optional,
)
from engine.toolkit.nodes import ID, Amount, count_result, effect, on_each, target_field
from engine.toolkit.rules import EnvironmentId, Signal, State, bind, change, set_global, set_var

from .. import statuses
from ..fields import resource_field
from ..pools import gain
from ..table import MAX_REMEMBERED, MAX_STAT, MEMORY, emit_event, has_keyword, set_until, turn
from ..words import KEYWORDS
from .ability_context import Env, Row, Things, players_among, this, units
from .effect_fields import DELTA, LASTS, PIECES, TURNS, lasting
from .event_conditions import STATUS_ARG
from .numbers import NAME


def _modify(st: State, target: Things, variable: str, delta: Amount, turns: Amount) -> tuple[tuple[int, int], ...]:
    """Change a variable of units for some turns or for good, never below 0; return whom by how much."""
    out = []
    for eid in units(st, target):
        change_made = max(delta or 0, -max(st.entities[eid].get(variable, 0), 0))
        if change_made:
            set_until(st, eid, variable, change_made, turns or 0)
            out.append((eid, change_made))
    return tuple(out)


def modify_atk(st: State, env_id: EnvironmentId, name: str, target: Things, delta: Amount, turns: Amount) -> None:
    """Change the attack of units and vessels."""
    _modify(st, target, "attack", delta, turns)


def modify_hp(st: State, env_id: EnvironmentId, name: str, target: Things, delta: Amount, turns: Amount) -> None:
    """Change the maximum health of units: gains count at once, and health above the maximum is lost.

    A ship with several sections has no health of its own.
    """
    by = this(st, st.environments[env_id])
    whole = tuple(eid for eid in units(st, target) if "section.0" not in st.entities[eid])
    for eid, done in _modify(st, whole, "healthCap", delta, turns):
        change(st, eid, "health", max(done, 0), 0, MAX_STAT)
        if st.entities[eid]["healthCap"] < st.entities[eid]["health"]:
            set_var(st, eid, "health", st.entities[eid]["healthCap"])
            set_var(st, eid, "lastHit", by)


def modify_shield_cap(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: Amount, turns: Amount
) -> None:
    """Change the maximum shield of units and vessels: gains count at once, and shield above the maximum is lost."""
    _shield(st, target, delta, turns)


def _shield(st: State, target: Things, delta: Amount, turns: Amount) -> None:
    for eid, done in _modify(st, target, "shieldCap", delta, turns):
        change(st, eid, "shield", done if done > 0 else 0, 0, MAX_STAT)
        if st.entities[eid]["shieldCap"] < st.entities[eid]["shield"]:
            set_var(st, eid, "shield", st.entities[eid]["shieldCap"])


@on_each(units)
def add_keyword(st: State, env: Env, eid: int, keyword: str, value: Amount, turns: Amount) -> Signal | None:
    """Give units and vessels a keyword; one with a number is raised by it, and SHIELDED raises the shield (HA9)."""
    points = value or 1
    set_until(st, eid, f"kw.{keyword}", points, turns or 0)
    if keyword == "SHIELDED":
        _shield(st, (eid,), points, turns)
    return emit_event(st, "KEYWORD_GAINED", this(st, env), eid, keyword=keyword, value=points)


def lose_keyword(st: State, env: Env, eid: int, keyword: str, turns: Amount = None) -> Signal | None:
    """Take a keyword from a unit or vessel that has it, from wherever it came."""
    level = has_keyword(st, eid, keyword)
    if level <= 0:
        return None
    spent = _forget(st, eid, f"kw.{keyword}", turns or 0)
    set_until(st, eid, f"kw.{keyword}", -spent, 0)
    set_until(st, eid, f"kw.{keyword}", spent - level, turns or 0)
    if keyword == "SHIELDED":
        _shield(st, (eid,), -level, turns)
    return emit_event(st, "KEYWORD_LOST", this(st, env), eid, keyword=keyword, value=level)


def _forget(st: State, eid: int, variable: str, turns: int) -> int:
    """Drop the timed changes of a variable that end within `turns`, all with 0; return their sum."""
    last = turn(st) + turns - 1
    ending = tuple(
        entry for entry in st.globals["timed"] if entry[1:3] == (eid, variable) and (not turns or entry[0] <= last)
    )
    if not ending:
        return 0
    set_global(st, "timed", tuple(entry for entry in st.globals["timed"] if entry not in ending))
    return sum(entry[3] for entry in ending) if turns else 0


@on_each(units)
def apply_status(st: State, env: Env, eid: int, status: str, turns: Amount, stacks: Amount) -> Signal | None:
    """Apply a status to units and vessels for some turns, including this one."""
    return statuses.apply(st, this(st, env), eid, status, turns or 1, stacks or 1)


def remember(st: State, env_id: EnvironmentId, name: str, target: Things, *held: Any) -> None:
    """Add to a named number of each target, or set it; what lasts for a turn is taken back when it ends."""
    key, mode, amount, lasts = held
    variable, value = f"{MEMORY}{key}", 0
    for eid in target:
        if isinstance(eid, Row) or eid not in st.entities:
            continue
        before = st.entities[eid].get(variable, 0) if mode == "SET" else 0
        delta = change(st, eid, variable, (amount or 0) - before, -MAX_REMEMBERED, MAX_REMEMBERED)
        value = st.entities[eid][variable]
        if lasts == "TURN" and delta:
            set_global(st, "timed", (*st.globals["timed"], (turn(st), eid, variable, delta)))
    bind(st, env_id, name, value=value)


@on_each(players_among)
def gain_resource(st: State, env: Env, player: int, resource: str, amount: Amount) -> Signal | None:
    """Raise what players have of a resource of the pack, up to its limit."""
    return gain(st, player, resource, max(amount or 0, 0), this(st, env))


@on_each(players_among)
def lose_resource(st: State, env: Env, player: int, resource: str, amount: Amount) -> Signal | None:
    """Lower what players have of a resource of the pack, not below 0."""
    return gain(st, player, resource, -max(amount or 0, 0), this(st, env))


@on_each(units)
def restore_shield(st: State, env: Env, eid: int, amount: Amount) -> None:
    """Give lost shield points back, up to the maximum; all of them where no number is given."""
    ent = st.entities[eid]
    lost = max(ent["shieldCap"] - ent["shield"], 0)
    change(st, eid, "shield", lost if amount is None else min(amount, lost), 0, MAX_STAT)


@on_each(units)
def ready(st: State, env: Env, eid: int) -> None:
    """Give units their attack of the turn back, and vessels their strike."""
    for mark in ("attacked", "struck"):
        if st.entities[eid].get(mark, 0):
            set_var(st, eid, mark, 0)


KEYWORD = field("name", Enum(KEYWORDS), "Keyword", "关键词")


def _changing(en: str, zh: str, *keys: str) -> Wording:
    """Return the sentences of an effect that raises or lowers a number."""
    lower = lasting(f"{{target}} gets {{delta:{en}}}", f"{{target}}的{zh}~{{delta}}", delta=NEGATIVE)
    equal = lasting(
        f"{{target}} gets extra {{delta:{en}}}", f"{{target}}的{zh}~增加，增加量等于{{delta}}", delta=COMPUTED
    )
    more = lasting(f"{{target}} gets +{{delta:{en}}}", f"{{target}}的{zh}~+{{delta}}")
    return Wording(keys=LocalizedText(*keys), cases=(*lower, *equal, *more))


def _status_cases(status: str, en: str, zh: str) -> tuple[Case, ...]:
    """Return the sentences of one status: of several stacks, and of one; `~` is this turn in Chinese."""
    many = lasting(f"{en} with {{stacks:stack|stacks}}", f"{zh}，共{{stacks:层}}", status=status, stacks=PRESENT)
    return (*many[:2], *lasting(en, zh, status=status)[:2])


STATUS_CASES = (
    *_status_cases("MARKED", "Mark {target}", "~标记{target}"),
    *_status_cases("SUPPRESSED", "Suppress {target}", "~压制{target}"),
    *_status_cases("DISABLED", "Disable {target}", "~瘫痪{target}"),
    *_status_cases("COVER", "Give cover to {target}", "~为{target}提供掩护"),
)
"""The sentences for applying each status."""
STAT_EFFECTS = (
    effect(
        "MODIFY_ATK",
        "numbers",
        "Change attack",
        "改变攻击力",
        (*PIECES, DELTA, TURNS),
        "Changes attack, never below 0.",
        "改变攻击力，不低于 0。",
        "{target} gets +{delta:attack}.",
        "{target}的攻击力+{delta}。",
        modify_atk,
        (
            "buff, debuff, attack up, strength, power, attack, get attack, attack bonus, give attack, gets attack",
            "增益、减益、加攻、攻击力、攻",
        ),
        "swords",
        wording=_changing("attack", "攻击力", "attack", "攻击"),
        writes={"attack": "delta"},
    ),
    effect(
        "MODIFY_HP",
        "numbers",
        "Change health",
        "改变生命",
        (*PIECES, DELTA, TURNS),
        "Changes the maximum health of units, and their health with it.",
        "改变单位的生命上限，生命随之改变。",
        "{target} gets +{delta:health}.",
        "{target}的生命+{delta}。",
        modify_hp,
        ("buff health, health up, toughness, life, health, get health", "加血、生命上限、增加生命、生命、血"),
        "heart",
        ("KILL_OCCURRED",),
        wording=_changing("health", "生命", "health", "生命"),
        writes={"health": "delta"},
    ),
    effect(
        "MODIFY_SHIELD_CAP",
        "numbers",
        "Change shield",
        "改变护盾",
        (*PIECES, DELTA, TURNS),
        "Changes the most shield of units and vessels, and their shield with it.",
        "改变护盾上限，护盾随之改变。",
        "{target} gets +{delta:shield}.",
        "{target}的护盾+{delta}。",
        modify_shield_cap,
        ("shield, barrier, add shield, recharge, get shield", "护盾、加盾、护盾上限、盾"),
        "shield",
        wording=_changing("shield", "护盾", "shield", "护盾"),
        writes={"shield": "delta"},
    ),
    effect(
        "ADD_KEYWORD",
        "keywords",
        "Give a keyword",
        "赋予关键词",
        (
            *PIECES,
            KEYWORD,
            optional(
                "value",
                IntegerLiteral(1, 99),
                "X",
                "X",
                "For keywords that stand with a number; 1 when absent.",
                "用于带数值的关键词；缺省为 1。",
            ),
            TURNS,
        ),
        "Units and vessels gain a keyword.",
        "单位与舰船获得关键词。",
        "{target} gains {name}.",
        "{target}获得{name}。",
        add_keyword,
        ("grant, gain keyword, give ability, buff, get, gain", "赋予、获得关键词、给予能力、获得"),
        "",
        ("KEYWORD_GAINED",),
        cases=(
            *lasting("{target} gains {name} {value}", "{target}~获得{name} {value}", value=PRESENT),
            *lasting("{target} gains {name}", "{target}~获得{name}"),
        ),
        keys=("gain|give|get|have|become", "获得|赋予|具有"),
    ),
    effect(
        "REMOVE_KEYWORD",
        "keywords",
        "Take a keyword",
        "移除关键词",
        (*PIECES, KEYWORD, TURNS),
        "Units and vessels lose a keyword.",
        "单位与舰船失去关键词。",
        "{target} loses {name}.",
        "{target}失去{name}。",
        on_each(units)(lose_keyword),
        ("lose keyword, silence, strip, take away", "失去关键词、沉默、移除能力"),
        "",
        ("KEYWORD_LOST",),
        cases=lasting("{target} loses {name}", "{target}~失去{name}"),
        keys=("lose|remove|strip|take", "失去|移除"),
        is_self_limiting=True,
    ),
    effect(
        "APPLY_STATUS",
        "keywords",
        "Lay a status on",
        "施加状态",
        (
            *PIECES,
            STATUS_ARG,
            LASTS,
            optional("stacks", IntegerLiteral(1, 9), "Stacks", "层数", default=1),
        ),
        "Units and vessels get a status through so many turns.",
        "单位与舰船在若干回合内具有状态。",
        "{target} is {status} for {turns:turn|turns}.",
        "{target}处于{status}状态，持续{turns:回合}。",
        apply_status,
        ("mark, suppress, disable, stun, cover, debuff, freeze", "标记、压制、瘫痪、眩晕、掩护、状态"),
        "sparkles",
        ("STATUS_APPLIED", "STATUS_REFRESHED", "STATUS_STACKED"),
        cases=STATUS_CASES,
        keys=("mark|suppress|cover|disable", "标记|压制|掩护|瘫痪"),
    ),
)
SIGNED_AMOUNT = field("amount", Number(-99, 99), "Amount", "数值")
NUMBER_EFFECTS = extensions(
    effect(
        "REMEMBER",
        "numbers",
        "Remember",
        "记数",
        (
            ID,
            target_field(
                "any",
                "The players, units or vessels that bear the number.",
                "带有该数值的玩家、单位或舰船。",
            ),
            NAME,
            optional("mode", one_of(("ADD", "add", "增加"), ("SET", "set", "设置")), "Mode", "方式", default="ADD"),
            SIGNED_AMOUNT,
            optional(
                "lasts",
                one_of(("MATCH", "for the rest of the match", "此后整局游戏中"), ("TURN", "this turn", "本回合中")),
                "Lasts",
                "持续",
                default="MATCH",
            ),
        ),
        "Adds to a named number of a player, unit or vessel, or sets it; players see it on its bearer. A flag is a number that is 0 or 1.",
        "增加或设置玩家、单位或舰船上一个有名称的数值；玩家可在其载体上看到。标记即取值为 0 或 1 的数值。",
        "{target's name} rises by {amount}.",
        "{target}的{name}增加{amount}。",
        remember,
        ("counter, token, mark, memory, flag, tally, resource", "计数、标记、记录、累计、资源"),
        "",
        keys=("", ""),
        yields=count_result("that number", "该数值", name="value"),
        cases=(
            case(
                {"mode": "SET", "lasts": "TURN"},
                "{target's name} becomes {amount} this turn.",
                "本回合中{target}的{name}变为{amount}。",
            ),
            case({"mode": "SET"}, "{target's name} becomes {amount}.", "{target}的{name}变为{amount}。"),
            case(
                {"amount": NEGATIVE, "lasts": "TURN"},
                "{target's name} falls by {amount:-} this turn.",
                "本回合中{target}的{name}减少{amount:-}。",
            ),
            case({"amount": NEGATIVE}, "{target's name} falls by {amount:-}.", "{target}的{name}减少{amount:-}。"),
            case(
                {"lasts": "TURN"},
                "{target's name} rises by {amount} this turn.",
                "本回合中{target}的{name}增加{amount}。",
            ),
        ),
    ),
    *(
        effect(
            f"{word}_RESOURCE",
            "numbers",
            f"{word.capitalize()} a resource",
            f"{zh}资源",
            (target_field("player"), resource_field(), SIGNED_AMOUNT),
            f"Players {word.lower()} so much of a resource that the pack declares, within its limit.",
            f"玩家{zh}若干卡包自有的资源，不超出其范围。",
            f"{{target}} {word.lower()}s {{amount}} {{resource:called}}.",
            f"{{target}}{zh}{{amount:点}}{{resource:called}}。",
            run,
            (f"{word.lower()} resource, pool, faith, biomass, points", f"{zh}资源、资源池、信仰、生物质"),
            "coins",
            ("RESOURCE_CHANGED",),
            is_self_limiting=word == "LOSE",
            keys=(f"{word.lower()}|spend|resource", f"{zh}|花费|资源"),
        )
        for word, zh, run in (("GAIN", "获得", gain_resource), ("LOSE", "失去", lose_resource))
    ),
    effect(
        "RESTORE_SHIELD",
        "fight",
        "Restore shields",
        "恢复护盾",
        (
            *PIECES,
            optional("amount", Number(0, 99), "Amount", "数值", "All that was lost when absent.", "缺省时恢复全部。"),
        ),
        "Gives lost shield points back, up to the most.",
        "恢复失去的护盾，不超过上限。",
        "Restore the shield of {target}.",
        "使{target}的护盾全部恢复。",
        restore_shield,
        ("recharge shield, refill shield, shields come back", "充能护盾、补满护盾、护盾恢复"),
        "shield",
        keys=("shield", "护盾"),
        cases=(case({"amount": PRESENT}, "Restore {amount:shield} of {target}.", "为{target}恢复{amount:点护盾}。"),),
    ),
    effect(
        "READY",
        "fight",
        "Ready",
        "重置行动",
        PIECES,
        "Units may attack once more this turn, and vessels strike once more.",
        "单位本回合可再次攻击，舰船可再次发动轨道打击。",
        "{target} may act once more this turn.",
        "{target}本回合可再次行动。",
        ready,
        ("ready, refresh, attack again, free strike, second attack", "重置、再次攻击、再次行动、免费打击"),
        "rotate-ccw",
        keys=("again|once more|ready|free|does not use", "再次|再行动|重置|不消耗"),
    ),
)
