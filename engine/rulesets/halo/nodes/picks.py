"""Effects that ask players for targets or lanes, all of them extensions. Source: SOURCE.md, extensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.compiling.choosing import Choice, ask_op, pick_op, take_op
from engine.language.compiling.compile import Assembly
from engine.language.compiling.narrowing import narrowing
from engine.language.spec import (
    ABSENT,
    PRESENT,
    Case,
    IntegerLiteral,
    LocalizedText,
    NodeSpec,
    Number,
    case,
    effect,
    extensions,
    field,
    one_of,
    optional,
    result,
)
from engine.toolkit.nodes import ID, Entities, filter_field, target_field
from engine.toolkit.nodes.piles import scry, search
from engine.toolkit.rules import EnvironmentId, Position, Signal, State, bind

from ..table import LANES, PLAYERS, discard
from .ability_context import Env, Row, enemy, open_to_view, units_in_row
from .attributes import SEARCH_ATTRIBUTES, attributes
from .card_effects import take_searched
from .numbers import number_of, targets_of


def build_pick(to: Assembly, node: dict[str, Any], pointer: str) -> None:
    """Build PICK: some things of a target, chosen or at random, are bound to `id.target`."""
    unit, label = to.unit, to.label(node)
    things_of, how = targets_of(unit, node["target"]), node.get("how", "ASK")
    keeps = narrowing(unit, unit.vocabulary.family("effect")[node["type"]].fields, node, pointer)

    def pool(st: State, env: Env) -> Entities:
        things = things_of(st, env)
        entities = dict.fromkeys(
            eid for one in things for eid in (units_in_row(st, one) if isinstance(one, Row) else (one,))
        )
        foe = enemy(st, env)
        open_ = tuple(eid for eid in entities if st.entities[eid]["own"] != foe or open_to_view(st, eid))
        return tuple(filter(keeps(st, env), open_)) if keeps else open_

    low, high = node.get("min", 1), node.get("max", max(node.get("min", 1), 1))
    key = f"?{pointer}"
    bounds = (unit.getter(low, None, f"{pointer}/min"), unit.getter(high, None, f"{pointer}/max"))
    choice = Choice(pool, lambda st, env: env.owner, *bounds, f"{unit.card}#{pointer}", key)
    if "budget" in node:
        _one_by_one(to, choice, unit.getter(node["budget"], None, f"{pointer}/budget"), pointer)
    else:
        to.emit(ask_op(choice) if how == "ASK" else pick_op(choice, how.lower()), pointer)
        to.emit(take_op(key), pointer)

    def keep(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        if label is not None:
            taken = env.names[choice.key]
            bind(st, env_id, str(label(st, env)), target=taken, count=len(taken))

    to.emit(keep, pointer)


def build_secret_lanes(to: Assembly, node: dict[str, Any], pointer: str) -> None:
    """Build SECRET_LANES: each player answers in turn, and all answers are revealed together."""
    unit, label = to.unit, to.label(node)
    single = unit.getter(1)
    for place, who in enumerate((lambda st, env: env.owner, enemy)):
        key = f"?{pointer}.{place}"
        choice = Choice(lambda st, env: LANES, who, single, single, f"{unit.card}#{pointer}", key)
        to.emit(ask_op(choice), pointer)
        to.emit(take_op(key), pointer)

    def compare(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        mine, theirs = (env.names[f"?{pointer}.{place}"] for place in (0, 1))
        if label is not None:
            both = (env.owner, enemy(st, env))
            bind(st, env_id, str(label(st, env)), alone=both if mine != theirs else ())

    to.emit(compare, pointer)


def _one_by_one(to: Assembly, choice: Choice, budget: Any, pointer: str) -> None:
    """Emit a choice of one thing after another, as long as their costs together stay within a budget."""
    picks_key, last_key = choice.key, f"{choice.key}.one"

    def affordable(st: State, env: Env) -> Entities:
        picks = env.names[picks_key]
        if len(picks) >= (choice.high(st, env) or 0):
            return ()
        rest = (budget(st, env) or 0) - sum(number_of(st, eid, "cost") for eid in picks)
        return tuple(eid for eid in choice.pool(st, env) if eid not in picks and number_of(st, eid, "cost") <= rest)

    def minimum(st: State, env: Env) -> int:
        return int(len(env.names[picks_key]) < (choice.low(st, env) or 0))

    def begin(st: State, env_id: EnvironmentId) -> None:
        st.writable_environment(env_id).names[picks_key] = ()

    end = [Position(0)]
    to.emit(begin, pointer)
    top = to.emit(
        ask_op(Choice(affordable, choice.asker, minimum, lambda st, env: 1, choice.prompt, last_key)), pointer
    )
    to.emit(take_op(last_key), pointer)

    def pick_again(st: State, env_id: EnvironmentId) -> Position:
        names = st.writable_environment(env_id).names
        names[picks_key] = (*names[picks_key], *names[last_key])
        return top if names[last_key] else end[0]

    to.emit(pick_again, pointer)
    end[0] = to.position


def build_discard(to: Assembly, node: dict[str, Any], pointer: str) -> None:
    """Build DISCARD: one player after the other discards cards of their own choice, or at random."""
    unit = to.unit
    players_of, count, is_random = (
        targets_of(unit, node["target"]),
        unit.getter(node["count"], None, f"{pointer}/count"),
        node.get("how") == "RANDOM",
    )
    for place in range(len(PLAYERS)):
        key = f"?{pointer}.{place}"

        def player(st: State, env: Env, place: int = place) -> int | None:
            players = players_of(st, env)
            return players[place] if place < len(players) else None

        def hand(st: State, env: Env, player: Any = player) -> Entities:
            who = player(st, env)
            return st.zone(who, "hand") if who is not None else ()

        def discard_picks(st: State, env_id: EnvironmentId, key: str = key) -> Signal | None:
            return discard(st, st.environments[env_id].names[key])

        choice = Choice(hand, player, count, count, f"{unit.card}#{pointer}", key)
        to.emit(pick_op(choice, "random") if is_random else ask_op(choice), pointer)
        to.emit(take_op(key), pointer)
        to.emit(discard_picks, pointer)


MIN = optional("min", IntegerLiteral(0, 9), "At least", "至少", default=1)
MAX = optional("max", Number(0, 9), "At most", "至多", "As many as `min` when absent.", "缺省时与 `min` 相同。")
BUDGET = optional(
    "budget",
    Number(0, 99),
    "Cost together at most",
    "费用合计至多",
    "What those picked may cost together in supply; no bound when absent. They are asked for one after another.",
    "所选对象补给费用之和的上限，逐个选择；缺省时不限。",
)
HOW = optional(
    "how",
    one_of(("ASK", "chosen by you", "由你选择"), ("RANDOM", "at random", "随机")),
    "Picked",
    "选法",
    default="ASK",
)


SINGLE: tuple[Mapping[str, Any], ...] = ({"max": ABSENT, "min": ABSENT}, {"max": ABSENT, "min": 1})
"""Where one is picked."""
OWN_CARDS: tuple[tuple[Mapping[str, Any], str], ...] = tuple(
    ({"target": {"type": word}}, place)
    for word, place in (("OWN_HAND", "你的手牌"), ("OWN_DECK", "你的牌库"), ("OWN_DISCARD", "你的弃牌堆"))
)
"""Where the cards that are picked are the player's own, and where that is in Chinese."""
WAYS: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"how": "RANDOM", "budget": ABSENT}, "{target:random}"),
    ({"budget": ABSENT}, "{target:chosen}"),
)
"""How the one that is picked is called by the effect behind the pick."""
WITHIN_BUDGET = LocalizedText(", which together cost at most {budget}.", "，其费用合计不超过{budget}。")
PICK_SENTENCES: tuple[tuple[Mapping[str, Any], str, str], ...] = (
    *(
        (
            {"how": "RANDOM", **number},
            f"Pick {count} of the {{target:many}}{{filter:which}} at random.",
            f"从{{target:many}}中随机选取{count_zh}{{filter:which}}~。",
        )
        for number, count, count_zh in (
            *((single, "one", "一个") for single in SINGLE),
            ({"max": ABSENT}, "{min}", "{min:个}"),
            ({"min": ABSENT}, "{max}", "{max:个}"),
            ({}, "{min-max:}", "{min-max:个}"),
        )
    ),
    (
        {"min": 0, "max": ABSENT},
        "You may choose one of the {target:those}{filter:that}.",
        "你可以从{target:those}中选择一个{filter:that}~。",
    ),
    (
        {"min": 0},
        "Choose up to {max} of the {target:those}{filter:that}.",
        "从{target:those}中选择至多{max:个}{filter:that}~。",
    ),
    *(
        (single, "Choose one of the {target:those}{filter:that}.", "从{target:those}中选择一个{filter:that}~。")
        for single in SINGLE
    ),
    (
        {"max": ABSENT},
        "Choose {min} of the {target:those}{filter:that}.",
        "从{target:those}中选择{min:个}{filter:that}~。",
    ),
    (
        {"min": ABSENT},
        "Choose {max} of the {target:those}{filter:that}.",
        "从{target:those}中选择{max:个}{filter:that}~。",
    ),
)
"""Where a pick has other sentences: its fields, and the sentence; `个` and `~` are the classifier and the noun in Chinese."""


PLAIN_PICK = (
    "Choose {min-max:} of the {target:those}{filter:that}.",
    "从{target:those}中选择{min-max:个}{filter:that}~。",
)


def _pick(name: str, en: str, zh: str, kind: str, *doc: str, **parts: Any) -> NodeSpec:
    """Return the effect that picks some things of a target and remembers them; `~` is what they are called in Chinese."""
    classifier, word, noun = ("个", "target", "目标") if kind == "piece" else ("张", "card", "牌")
    owners = (*(OWN_CARDS if kind == "card" else ()), ({}, ""))

    def sentence(en: str, zh: str, place: str = "") -> LocalizedText:
        if place:
            zh = zh.replace("{target:those}", place).replace("{filter:that}~", "{filter:which}{filter:things}")
        return LocalizedText(en, zh.replace("个", classifier).replace("~", noun))

    return effect(
        name,
        en,
        zh,
        (ID, target_field(kind), HOW, MIN, MAX, BUDGET, *attributes(kind == "card"), filter_field(kind)),
        *doc,
        *sentence(*PLAIN_PICK),
        cases=tuple(
            Case(
                {**when, **limit, **pile},
                sentence(en.removesuffix(".") + within.en, zh.removesuffix("。") + within.zh, place),
            )
            for pile, place in owners
            for limit, within in (({"budget": PRESENT}, WITHIN_BUDGET), ({}, LocalizedText(".", "。")))
            for when, en, zh in (*PICK_SENTENCES, ({}, *PLAIN_PICK))
        ),
        yields={
            "target": (
                kind,
                *(
                    result(*called, when={**when, **pile}, yours=bool(pile), first=first)
                    for pile, _ in owners
                    for when, called, first in (
                        *(
                            ({**single, **way}, (f"that {word}", f"该{noun}"), LocalizedText(form, form))
                            for single in SINGLE
                            for way, form in WAYS
                        ),
                        ({"max": ABSENT, "min": 0}, (f"that {word}", f"该{noun}"), None),
                        *(
                            (way, (f"each of those {word}s", f"这些{noun}"), LocalizedText(form, form))
                            for way, form in WAYS
                        ),
                        ({}, (f"each of those {word}s", f"这些{noun}"), None),
                    )
                ),
            ),
            "count": ("int", result("the number of those chosen", "选出的数量")),
        },
        keys=LocalizedText("", ""),  # authors say in words of their own what is picked, where they say it at all
        suspends=True,
        draws_chance=True,
        build=build_pick,
        group="control",
        icon="crosshair",
        **parts,
    )


_PICK_EXAMPLE = (
    {"type": "PICK", "target": "ALL_ENEMIES", "params": {"id": "picked", "max": 2}},
    {"type": "DEAL_DAMAGE", "target": "$picked.target", "params": {"amount": 1}},
)
_FETCH_EXAMPLE = (
    {"type": "PICK_CARD", "target": "OWN_DISCARD", "params": {"id": "picked"}},
    {"type": "TO_HAND", "target": "$picked.target", "params": {}},
)
SECRET_LANES = effect(
    "SECRET_LANES",
    "Lanes in secret",
    "秘密选择战线",
    (ID,),
    "Each player chooses a lane, and nobody learns the other's choice before both have chosen; `id.alone` are the players whose lane nobody else chose.",
    "每名玩家选择一条战线，双方选定之前互不知晓；`id.alone` 为所选战线与他人不同的玩家。",
    "Each player chooses a lane in secret.",
    "每名玩家秘密选择一条战线。",
    keys=("secret", "秘密"),
    yields={"alone": ("player[]", result("the players who chose a lane alone", "所选战线与他人不同的每名玩家"))},
    suspends=True,
    build=build_secret_lanes,
    group="control",
    search=("secret, simultaneous, hidden choice, bid", "秘密、同时选择、暗选"),
    icon="eye-off",
    extension=True,
)
DISCARD = effect(
    "DISCARD",
    "Discard cards",
    "弃牌",
    (
        target_field("player"),
        field("count", Number(1, 20), "Number", "数量"),
        optional(
            "how",
            one_of(("ASK", "of their choice", "由其选择"), ("RANDOM", "at random", "随机")),
            "Picked",
            "选法",
            default="ASK",
        ),
    ),
    "Players discard cards of their hand, of their own choice or at random; all of them where there are no more.",
    "玩家弃置手牌，由其自行选择或随机；手牌不足时全部弃置。",
    "{target} discards {count:card|cards}.",
    "{target}弃{count:张牌}。",
    cases=(
        case(
            {"how": "RANDOM"},
            "{target} discards {count:random card|random cards}.",
            "{target}随机弃{count:张牌}。",
        ),
        *(
            case(
                {"target": {"type": word}},
                "{target} discards {count:card|cards} of their choice.",
                "{target}自选弃{count:张牌}。",
            )
            for word in ("OPPONENT", "EACH_PLAYER")
        ),
    ),
    keys=("discard", "弃"),
    suspends=True,
    draws_chance=True,
    is_self_limiting=True,
    build=build_discard,
    emits=("CARD_DISCARDED",),
    group="cards",
    search=("discard, bin, dump, mill a hand, throw away", "弃牌、弃置、丢弃、弃"),
    icon="trash-2",
)
PICKS = extensions(
    DISCARD,
    _pick(
        "PICK",
        "Pick targets",
        "选取目标",
        "piece",
        "Picks some of a target's units and vessels; `id.target` is what was picked, for the effects after it. Enemies in camo are not picked.",
        "从目标中选取若干单位或舰船；其后的效果以 `id.target` 引用所选者。隐身的敌方不会被选取。",
        search=(
            "choose, random target, up to three targets, several targets",
            "选择、随机目标、至多三个目标、多个目标",
        ),
        example=_PICK_EXAMPLE,
    ),
    _pick(
        "PICK_CARD",
        "Pick cards",
        "选取牌",
        "card",
        "Picks some cards of a hand, deck or discard pile; `id.target` is what was picked, for the effects after it.",
        "从手牌、牌库或弃牌堆中选取若干张牌；其后的效果以 `id.target` 引用所选者。",
        search=("search deck, choose a card, discard pile, tutor, fetch", "检索牌库、选择牌、弃牌堆、检索、找"),
        example=_FETCH_EXAMPLE,
    ),
    search(
        "SEARCH",
        "牌库",
        SEARCH_ATTRIBUTES,
        take_searched,
        example=({"type": "SEARCH", "params": {"tag": "INFANTRY", "costAtMost": 2}},),
    ),
    scry("SCRY", "牌库"),
    SECRET_LANES,
)
