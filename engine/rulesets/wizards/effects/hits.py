"""Effects around a hit: where it goes, of which school it is, bodies put before others, and damage to wizards.

Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.kernel.state_writers import count_change
from engine.language.spec import COMPUTED, Enum, Number, Value, case, field, result
from engine.toolkit.nodes import (
    ID,
    Amount,
    Entities,
    amount_field,
    count_result,
    effect,
    modifier,
    target_field,
    with_field,
)
from engine.toolkit.rules import (
    FRAME_PUSHED,
    Environment,
    EnvironmentId,
    Payload,
    Signal,
    State,
    bind,
    call,
    change,
    create,
    flow,
    resolve_modifiers,
    set_order,
    set_var,
)

from ..damage import AIMED, AMOUNT, MAX_STAT
from ..table import WOUNDS, emit_event, is_monster, is_player
from .fields import SCHOOL_WORDS

PLAYER_HIT, PLAYER_DAMAGED = "onPlayerHit", "onPlayerDamaged"
SCHOOLS = frozenset(option.name for option in SCHOOL_WORDS)


def change_hit_school(st: State, env: Environment, payload: Payload, commit: bool, school: str | None) -> Payload:
    """Give a hit another school before it is worked out; what is no school changes nothing."""
    if school not in SCHOOLS:
        return payload
    return with_field(st, env, payload, "school", lambda before: school)


def redirect_hit(st: State, env_id: EnvironmentId, name: str, target: Entities) -> None:
    """Redirect the hit in flight to another monster; a use is spent, and its card and player stay the same."""
    monster = next((one for one in target if is_monster(st, one)), None)
    hit = next((frame for frame in reversed(st.frames) if frame[0] == "wizards/damage"), None)
    if monster is not None and hit is not None:
        job = st.writable_environment(hit[2]).names
        if monster != job["targets"][0]:
            count_change(st)
            job["targets"] = (monster, *job["targets"][1:])


def add_body(st: State, env_id: EnvironmentId, name: str, health: Amount, target: Entities) -> None:
    """Put a new body before those of each monster; one of a single piece becomes a group of two."""
    monsters = tuple(one for one in target if is_monster(st, one))
    points = min(max(health or 0, 1), MAX_STAT)
    for monster in monsters:
        bodies = st.zone(monster, "bodies")
        if not bodies:
            own = {key: st.entities[monster][key] for key in ("health", "maxHealth")}
            bodies = (create(st, "", "body", 0, (monster, "bodies"), own),)
        new = create(st, "", "body", 0, (monster, "bodies"), {"health": points, "maxHealth": points})
        set_order(st, monster, "bodies", (new, *bodies))
    bind(st, env_id, name, count=len(monsters))


def damage_player(st: State, env_id: EnvironmentId, name: str, amount: Amount, target: Entities) -> Signal | None:
    """Damage wizards one after the other: each point costs one of the next steps that they win."""
    targets, env = tuple(one for one in target if is_player(st, one)), st.environments[env_id]
    bind(st, env_id, name, amount=0)
    job = {"targets": targets, "amount": max(amount or 0, 0), "by": env.owner, "to": env_id, "name": name, "dealt": 0}
    return call(st, "wizards/hurt", job, source=env.source or 0) if targets and amount else None


def hurt(st: State, env_id: EnvironmentId) -> Signal:
    """Damage the first wizard as the listeners before it leave the damage, and emit that; then the others."""
    job, source = st.environments[env_id].names, st.environments[env_id].source or None
    player, rest = job["targets"][0], job["targets"][1:]
    payload = resolve_modifiers(st, PLAYER_HIT, (player, job["by"], job["amount"], source), commit=True)
    damage = 0 if payload is None else min(max(payload[AMOUNT], 0), MAX_STAT)
    total = job["dealt"] + damage
    bind(st, job["to"], job["name"], amount=total)
    if rest:
        call(st, "wizards/hurt", {**job, "targets": rest, "dealt": total}, source=source or 0)
    if damage:
        change(st, player, WOUNDS, damage, 0, MAX_STAT)
        emit_event(st, PLAYER_DAMAGED, (player, job["by"], damage, source))
    return FRAME_PUSHED


def take_school(st: State, env_id: EnvironmentId, name: str, school: str, target: Entities) -> None:
    """Give wizards a school for the rest of the match; cards alone read it."""
    for player in target:
        if is_player(st, player):
            set_var(st, player, "school", school)


CHANGE_HIT_SCHOOL = modifier(
    "changeHitSchool",
    "Change the school of a hit",
    "改变伤害的派系",
    (
        field(
            "school",
            Value("text"),
            "School",
            "派系",
            "The word of a school, or a value that gives one.",
            "派系的名称（none、fire、frost、arcane），或给出派系的取值。",
            called={option.name: option.title for option in SCHOOL_WORDS},
        ),
    ),
    "Gives a hit another school before its damage is worked out, in a trigger on onHitSchool.",
    "在 onHitSchool 的触发器中，于计算伤害之前改变该次伤害的派系。",
    "The school of that hit becomes {school}.",
    "该次伤害的派系变为{school}。",
    change_hit_school,
    ("damage type, counts as fire, school of damage", "伤害类型、视为火焰、伤害派系"),
    "flame",
    group="fight",
    keys=("school|counts as|fire|frost|arcane", "派系|视为|火焰|冰霜|奥能"),
    changes=("school",),
    example=(
        {
            "type": "addTriggers",
            "triggers": [
                {"event": "onHitSchool", "mode": "round", "do": [{"type": "changeHitSchool", "school": "fire"}]}
            ],
        },
    ),
)
REDIRECT_HIT = effect(
    "redirectHit",
    "fight",
    "Redirect a hit",
    "转移伤害",
    (target_field("monster"),),
    "Lets a hit meet another monster, in a trigger on onHitAimed. It stays the hit of its own card and player.",
    "在 onHitAimed 的触发器中，使该次伤害改为命中另一怪物；仍视为原牌与原玩家造成的伤害。",
    "That hit meets {target} instead.",
    "该次伤害改为命中{target}。",
    redirect_hit,
    ("redirect damage, take the hit, another target", "转移伤害、代为承受、改变目标"),
    "move",
    keys=("redirect|instead|hit", "转移|改为|命中"),
    answers=AIMED,
    example=(
        {
            "type": "addTriggers",
            "triggers": [
                {
                    "event": "onHitAimed",
                    "mode": "round",
                    "do": [{"type": "redirectHit", "target": {"type": "monsterChooser"}}],
                }
            ],
        },
    ),
)
ADD_BODY = effect(
    "addBody",
    "fight",
    "Add a body",
    "增加个体",
    (ID, field("health", Number(1, 99), "Health", "生命值"), target_field("monster")),
    "Puts a new body before those of a monster; hits meet it first.",
    "在怪物的各个体之前增加一个新个体，由其先承受伤害。",
    "{target} gains a new body of {health:health} in front.",
    "{target}在最前增加一个有{health:点生命值}的个体。",
    add_body,
    ("new body, summon in front, shield body, add to group", "新个体、增援、护卫、增加个体"),
    "plus",
    cases=(
        case(
            {"health": COMPUTED},
            "{target} gains a new body in front, its health {health:equal}.",
            "{target}在最前增加一个个体，其生命值等于{health}。",
        ),
    ),
    yields=count_result("the number of bodies added", "增加的个体数", "this adds {n:body|bodies}", "增加了{n:个个体}"),
    keys=("bod(?:y|ies)", "个体"),
)
DAMAGE_PLAYER = effect(
    "damagePlayer",
    "fight",
    "Damage a wizard",
    "对巫师造成伤害",
    (ID, amount_field(0, 99), target_field("player")),
    "Each point of damage costs a wizard one of the steps won this round, or of the next they win.",
    "每点伤害使巫师失去一步：从本轮所得的步数中扣除，不足时从此后所得中扣除。",
    "Deal {amount:damage} to {target:each}.",
    "对{target}{target:each}造成{amount:点伤害}。",
    damage_player,
    ("damage player, hurt wizard, lose steps, retaliate", "对玩家造成伤害、伤害巫师、失去步数、反击"),
    "swords",
    (PLAYER_DAMAGED,),
    cases=(
        case(
            {"amount": COMPUTED},
            "Deal damage to {target:each} {amount:equal}.",
            "对{target}{target:each}造成{amount:点伤害}。",
        ),
    ),
    yields={
        "amount": ("int", result("the damage dealt", "该次伤害", "{n:damage} was dealt", "造成了{n:点伤害}", that=True))
    },
    keys=("damage|wound|hurt|hit|step", "伤害|步"),
)
TAKE_SCHOOL = effect(
    "takeSchool",
    "numbers",
    "School of a wizard",
    "巫师的派系",
    (
        field("school", Enum(SCHOOL_WORDS), "School", "派系"),
        target_field("player"),
    ),
    "Gives a wizard a school for the rest of the match; wizards begin with none. Only cards ask for it.",
    "使巫师在本局剩余时间属于某一派系；开始时不属于任何派系。仅供卡牌读取。",
    "{target} becomes a wizard of {school}.",
    "{target}的派系变为{school}。",
    take_school,
    ("your school, attune, specialise, become a fire wizard", "你的派系、专精、成为火焰巫师"),
    "sparkles",
    keys=("school|fire|frost|arcane", "派系|火焰|冰霜|奥能"),
)
HITS = (CHANGE_HIT_SCHOOL, REDIRECT_HIT, ADD_BODY, DAMAGE_PLAYER, TAKE_SCHOOL)
BLOCKS = (flow("wizards/hurt", hurt),)
