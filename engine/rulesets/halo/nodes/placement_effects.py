"""Effects that put cards into play, elsewhere or back, all of them extensions. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.language.spec import (
    ABSENT,
    PRESENT,
    Enum,
    IntegerLiteral,
    Targets,
    case,
    extensions,
    field,
    one_of,
    option,
    optional,
    result,
)
from engine.toolkit.nodes import ID, effect, target_field
from engine.toolkit.rules import EnvironmentId, Signal, State, bind, chance, definition, put, set_global, set_var

from ..deploying import enter, make, origin
from ..table import (
    PLACES,
    PLAYERS,
    ROWS,
    active,
    controller,
    emit_event,
    free_row,
    ground_units,
    lane_of,
    renew,
    row_of,
    turn,
)
from ..words import FACTIONS
from .ability_context import Row, Things, lane, players_among, this, units
from .card_effects import shuffle_decks
from .effect_fields import OF_GROUND, grounded
from .thing_conditions import KIND

HELD_ZONES = ("hand", "deck", "discard")
"""Where a card lies that is not in play."""
DEPLOYED_FROM = (*HELD_ZONES, "exile")
GROUND = ("UNIT", "TOKEN")
"""The kinds of card with a place in a row of a lane."""


def deploy(
    st: State, env_id: EnvironmentId, name: str, target: Things, row: str | None, exhaustion: str | None
) -> Signal | None:
    """Put units from a deck, a discard pile, a hand or exile into this card's lane, in a row with room, else the other."""
    where, signal, searched_decks = lane(st, st.environments[env_id]), None, dict[int, None]()
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["zone"] not in DEPLOYED_FROM or ent["kind"] not in GROUND:
            continue
        spot = free_row(st, ent["own"], where, (row or "FRONT").lower())
        if not spot:
            continue
        if ent["zone"] == "deck":
            searched_decks[ent["own"]] = None
        if ent["zone"] != "hand":
            renew(st, eid)
        signal = enter(st, eid, spot) or signal
        if exhaustion == "YES":
            set_var(st, eid, "attacked", turn(st))
    shuffle_decks(st, searched_decks)
    return signal


def move_unit(st: State, env_id: EnvironmentId, name: str, target: Things, to: Things) -> Signal | None:
    """Move units of the ground into a row of a lane, where it has room; how many others were in that lane is `id.others`."""
    signal, move_count, other_count = None, 0, 0
    row = next((one for one in to if isinstance(one, Row)), None)
    for eid in units(st, target):
        if row is None or st.entities[eid]["zone"] not in PLACES or row_of(st, eid) not in ROWS:
            continue
        player = controller(st, eid)
        spot = free_row(st, player, row.lane, row.row)
        if not spot or spot == st.entities[eid]["zone"]:
            continue
        was = lane_of(st, eid)
        other_count = sum(len(ground_units(st, who, row.lane)) for who in PLAYERS) if row.lane != was else 1
        put(st, eid, player, spot)
        move_count += 1
        signal = emit_event(st, "UNIT_MOVED", eid, eid, row.lane) or signal
    bind(st, env_id, name, moved=move_count, others=other_count)
    return signal


def create_card(st: State, env_id: EnvironmentId, name: str, target: Things, kind: str, faction: str | None) -> None:
    """Put a new card into players' hands: one of a kind, and of a faction, at random of those that the match has."""
    me = this(st, st.environments[env_id])
    mine = definition(st, me).words["faction"] if me in st.entities and st.entities[me]["def"] else ""
    card_faction = mine if faction == "OWN" else faction
    able = [
        card
        for _, card in sorted(st.program.cards.items())
        if card.kind == kind and card_faction in (None, card.words.get("faction"))
    ]
    for player in players_among(st, target):
        if able:
            card = able[chance(st, f"create/{kind}", len(able))]
            make(st, card.id, "hand", origin(st, player, me))


def return_later(st: State, env_id: EnvironmentId, name: str, target: Things, when: str, health: int | None) -> None:
    """Note that something that left comes back: at the end of this turn, or at the start of its player's next one."""
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["kind"] not in GROUND:
            continue
        owner: int = ent["printedOwner"] if "printedOwner" in ent else ent["own"]
        due = turn(st) if when == "END_OF_TURN" else turn(st) + (2 if active(st) == owner else 1)
        entry = (
            due,
            when,
            eid,
            lane_of(st, eid) or int(ent.get("fell", 0)),
            row_of(st, eid) or ROWS[ent.get("fellBack", 0)],
            health or 0,
        )
        set_global(st, "returns", (*st.globals["returns"], entry))


PLACEMENT_EFFECTS = extensions(
    effect(
        "DEPLOY",
        "cards",
        "Deploy",
        "部署",
        (
            target_field("any", "Cards of a hand, deck or discard pile.", "手牌、牌库或弃牌堆中的牌。"),
            optional(
                "row",
                one_of(("FRONT", "the front row", "前排"), ("BACK", "the back row", "后排")),
                "Row",
                "战排",
                default="FRONT",
            ),
            optional(
                "exhausted",
                one_of(("NO", "no", "否"), ("YES", "exhausted", "疲惫")),
                "Exhausted",
                "疲惫",
                "It may not attack this turn.",
                "本回合不能攻击。",
                default="NO",
            ),
        ),
        "Units come into this card's lane without being played; without room in both rows they stay where they are.",
        "单位不经打出直接进入此牌所在的战线；两排均无空位时留在原处。",
        "Deploy {target} to {row} of this lane.",
        "将{target}部署到本战线的{row}。",
        deploy,
        ("put into play, reinforce, cheat into play, from deck", "直接进场、增援、从牌库部署"),
        "",
        ("UNIT_DEPLOYED",),
        is_self_limiting=True,
        keys=("deploy|comes", "部署|进场"),
        cases=(
            case(
                {"exhausted": "YES", "row": "BACK"},
                "Deploy {target} to the back row of this lane, exhausted.",
                "将{target}部署到本战线的后排，且处于疲惫状态。",
            ),
            case(
                {"exhausted": "YES"},
                "Deploy {target} to the front row of this lane, exhausted.",
                "将{target}部署到本战线的前排，且处于疲惫状态。",
            ),
            case({"row": ABSENT}, "Deploy {target} to the front row of this lane.", "将{target}部署到本战线的前排。"),
        ),
    ),
    effect(
        "MOVE_UNIT",
        "fight",
        "Move",
        "移动",
        (ID, target_field("piece"), field("to", Targets("row"), "To", "移至")),
        "Units of the ground move into a row of a lane, or the other row of it where the first is full; `id.others` is how many units were in that lane.",
        "地面单位移至战线的一排，该排已满时移至同战线另一排；`id.others` 为移动前该战线的单位数。",
        "Move {target} to {to}.",
        "将{target}移至{to}。",
        move_unit,
        ("move, reposition, change lane, adjacent lane", "移动、换线、移位、相邻战线"),
        "move",
        ("UNIT_MOVED",),
        takes=OF_GROUND,
        eligible=grounded,
        keys=("move", "移动|移至"),
        yields={
            "moved": (
                "int",
                result("the number of units moved", "移动的单位数", "this moves {n:unit|units}", "移动了{n:个单位}"),
            ),
            "others": (
                "int",
                result(
                    "the number of units that were there",
                    "原本在该战线的单位数",
                    "that lane had {n:other unit|other units}",
                    "该战线原来有{n:个其他单位}",
                ),
            ),
        },
    ),
    effect(
        "CREATE_CARD",
        "cards",
        "Create a card",
        "生成卡牌",
        (
            target_field("player"),
            KIND,
            optional(
                "faction",
                Enum((option("OWN", "this card's faction", "此牌所属阵营"), *FACTIONS)),
                "Faction",
                "阵营",
                "Any when absent.",
                "缺省时不限。",
            ),
        ),
        "Players get a new card of a kind in hand, at random of those that the match has.",
        "玩家手中获得一张该类型的新牌，从本局已有的牌中随机选取。",
        "Put a random {kind} into {target's hand}.",
        "生成一张随机的{kind}，置入{target}的手牌。",
        create_card,
        ("random card, generate, discover, add to hand", "随机牌、生成、发现、加入手牌"),
        "plus",
        draws_chance=True,
        keys=("random|create|add", "随机|生成|获得"),
        cases=(
            case(
                {"faction": "OWN"},
                "Put a random {kind} of your faction into {target's hand}.",
                "生成一张本阵营的随机{kind}，置入{target}的手牌。",
            ),
            case(
                {"faction": PRESENT},
                "Put a random {faction} {kind} into {target's hand}.",
                "生成一张{faction}阵营的随机{kind}，置入{target}的手牌。",
            ),
        ),
    ),
    effect(
        "RETURN",
        "cards",
        "Return later",
        "稍后返回",
        (
            target_field("piece"),
            field(
                "when",
                one_of(
                    ("END_OF_TURN", "at the end of the turn", "在回合结束时"),
                    ("YOUR_NEXT_TURN", "at the start of its player's next turn", "在其玩家的下个回合开始时"),
                ),
                "When",
                "何时",
            ),
            optional(
                "health", IntegerLiteral(1, 99), "Health", "生命", "As printed when absent.", "缺省时为印刷数值。"
            ),
        ),
        "A unit of the ground that dies or is exiled comes back into the lane and row where it was, as printed, if there is room.",
        "阵亡或被放逐的地面单位返回原战线与原排，恢复为印刷数值；没有空位时不返回。",
        "Return {target} {when}.",
        "{target}{when}返回。",
        return_later,
        ("revive, reborn, resurrect, come back", "复活、重生、返回、再起"),
        "rotate-ccw",
        ("UNIT_DEPLOYED",),
        keys=("return|revive", "返回|复活"),
        cases=(
            case(
                {"health": PRESENT},
                "Return {target} with {health} health {when}.",
                "{target}{when}返回，生命为{health}。",
            ),
        ),
    ),
)
