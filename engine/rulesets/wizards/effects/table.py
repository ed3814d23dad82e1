"""Effects on the table: the wheel, schools, defeats without a hit, and cards that are made. Source: SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    ABSENT,
    ID_LETTERS,
    NEGATIVE,
    PRESENT,
    Enum,
    IntegerLiteral,
    TextLiteral,
    case,
    field,
    one_of,
    optional,
    options,
    result,
)
from engine.toolkit.nodes import ID, Amount, Entities, amount_field, count_result, effect, target_field
from engine.toolkit.rules import (
    FRAME_PUSHED,
    EnvironmentId,
    Signal,
    State,
    bind,
    call,
    create,
    definition,
    emit,
    flow,
    move,
    set_var,
)

from ..damage import end_defeated, pay
from ..moving import SLOTS, run_timing
from ..table import TABLE, is_monster, is_player, is_treasure, shuffle_deck
from .fields import SCHOOL_WORDS
from .plays import is_copy, run_copy

MAX_POSITION = 999


WHAT = options(
    ("marker", "the marker, at once", "立即移动标记"),
    ("steps", "the steps won this round", "本轮所得的步数"),
)


def wheel(st: State, env_id: EnvironmentId, name: str, amount: Amount, target: Entities, what: str | None) -> None:
    """Move markers on the wheel, never behind its start, where cells pay nothing; or change the steps that players won."""
    steps, key = 0, "steps" if what == "steps" else "pos"
    for player in target:
        if is_player(st, player):
            before = st.entities[player][key]
            set_var(st, player, key, min(max(before + (amount or 0), 0), MAX_POSITION))
            steps += st.entities[player][key] - before
    bind(st, env_id, name, applied=steps)


def change_school(st: State, env_id: EnvironmentId, name: str, school: str, target: Entities) -> None:
    """Give cards a school for the rest of the match."""
    for card in target:
        if is_treasure(st, card):
            set_var(st, card, "school", school)


def slay(st: State, env_id: EnvironmentId, name: str, pays: str, target: Entities) -> Signal | None:
    """Defeat monsters without a hit or an answer; bounty and steps go to this card's player or are lost."""
    targets = tuple(dict.fromkeys(one for one in target if is_monster(st, one)))
    env = st.environments[env_id]
    job = {"targets": targets, "by": env.owner, "pays": pays == "you"}
    bind(st, env_id, name, count=len(targets))
    return call(st, "wizards/slay", job, source=env.source or 0) if targets else None


def slay_first(st: State, env_id: EnvironmentId) -> Signal:
    """Defeat the first monster and emit that, then the others."""
    job, source = st.environments[env_id].names, st.environments[env_id].source
    monster, rest = job["targets"][0], job["targets"][1:]
    if rest:
        call(st, "wizards/slay", {**job, "targets": rest}, source=source)
    if not is_monster(st, monster):
        return FRAME_PUSHED
    call(st, "wizards/slain", {"monster": monster, "by": job["by"]})
    if job["pays"]:
        pay(st, monster, job["by"])
    move(st, monster, TABLE, "explored")
    card = definition(st, monster)
    emit(st, "onDefeat", (monster, job["by"], card.id, card.words["level"], source or None, 0))
    return FRAME_PUSHED


def last_words(st: State, env_id: EnvironmentId) -> Signal | None:
    """Do what the defeated monster does then, after the triggers that heard of the defeat."""
    job = st.environments[env_id].names
    return run_timing(st, job["monster"], "deathrattle", job["by"])


def slain(st: State, env_id: EnvironmentId) -> None:
    """End what a monster left that was defeated, after it has heard of it."""
    end_defeated(st, st.environments[env_id].names["monster"])


def create_card(st: State, env_id: EnvironmentId, name: str, card_id: str, *held: Any) -> Signal | None:
    """Make copies of a card for players, or one that is cast and is no more; wands and undercurrents go to no hand's slot by it."""
    count, to, target = held
    card, signal, new_cards = st.program.cards.get(card_id), None, list[int]()
    if card is None or card.kind != "treasure":
        bind(st, env_id, name, UUID=None, UUIDs=(), count=0)
        return None
    for player in target:
        for _ in range((count or 1) if is_player(st, player) else 0):
            place = (TABLE, "gone") if to == "cast" else (player, "deck" if to.startswith("deck") else to)
            new_cards.append(create(st, card_id, card.kind, player, place, dict(card.numbers)))
            if to == "cast" and not is_copy(st.environments[env_id]) and card.words["cardType"] not in SLOTS:
                signal = run_copy(st, new_cards[-1], player, 0) or signal
        if to == "deck" and is_player(st, player):
            shuffle_deck(st, player)
    bind(st, env_id, name, UUID=new_cards[0] if new_cards else None, UUIDs=tuple(new_cards), count=len(new_cards))
    return signal


WHEEL = effect(
    "wheel",
    "numbers",
    "Move on the wheel",
    "在时间轮上移动",
    (
        ID,
        amount_field(-24, 24),
        target_field("player"),
        optional(
            "what",
            Enum(WHAT),
            "What",
            "对象",
            "The marker moves at once; steps are added to those that the player advances by, or taken from them.",
            "标记立即移动；步数则加到该玩家前进所用的步数上，或从中扣除。",
            default="marker",
        ),
    ),
    "Moves players' markers forward or back, never behind the start; the cells pay nothing for it. Or changes the steps that they have won this round; who has none left does not advance.",
    "使玩家的标记前进或后退，不会退到起点之前；所到的格不给予奖励。也可改变玩家本轮所得的步数；没有步数的玩家不前进。",
    "{target} moves {amount:cell|cells} forward.",
    "{target}前进{amount:格}。",
    wheel,
    ("steps, move forward, move back, race, wheel, cells", "步数、前进、后退、时间轮、格"),
    "move",
    cases=(
        case(
            {"what": "steps", "amount": NEGATIVE},
            "{target} loses {amount:-step|steps}.",
            "{target}失去{amount:-步}。",
        ),
        case({"what": "steps"}, "{target} gains {amount:step|steps}.", "{target}获得{amount:步}。"),
        case({"amount": NEGATIVE}, "{target} moves {amount:-cell|cells} back.", "{target}后退{amount:-格}。"),
    ),
    yields=count_result(
        "the cells moved", "移动的格数", "{target} moved {n:cell|cells}", "{target}移动了{n:格}", name="applied"
    ),
    keys=("cell|step|forward|back|move", "格|步|前进|后退|移动"),
)
CHANGE_SCHOOL = effect(
    "changeSchool",
    "cards",
    "Change the school",
    "改变派系",
    (ID, field("school", Enum(SCHOOL_WORDS), "School", "派系"), target_field("card")),
    "Gives cards another school for the rest of the match.",
    "使牌在本局剩余时间改为另一派系。",
    "The school of {target} becomes {school}.",
    "{target}的派系变为{school}。",
    change_school,
    ("change school, colour, convert, becomes fire", "改变派系、转换、变为火焰"),
    "",
    keys=("school|fire|frost|arcane", "派系|火焰|冰霜|奥能"),
)
SLAY = effect(
    "slay",
    "fight",
    "Defeat outright",
    "直接击败",
    (
        ID,
        field(
            "pays",
            one_of(("you", "to you", "归你"), ("nobody", "to nobody", "不归任何人")),
            "Reward",
            "奖励",
            "Who gets its bounty and steps.",
            "其赏金与步数归谁。",
        ),
        target_field("monster"),
    ),
    "Defeats monsters without a hit, so nothing changes or prevents it; `onDefeat` follows.",
    "不经伤害直接击败怪物，不能被改变或阻止；随后引发 `onDefeat`。",
    "Defeat {target}.",
    "击败{target}。",
    slay,
    ("destroy, kill, defeat outright, instant kill, remove monster", "消灭、击杀、直接击败、秒杀、移除怪物"),
    "swords",
    ("onDefeat",),
    cases=(case({"pays": "nobody"}, "Defeat {target}; nobody gets its reward.", "击败{target}，无人获得其奖励。"),),
    yields=count_result(
        "the number of monsters defeated", "击败的怪物数", "this defeats {n:monster|monsters}", "击败了{n:个怪物}"
    ),
    keys=("defeat|destroy|slay|kill", "击败|消灭|击杀"),
    is_self_limiting=True,
)
CREATE_CARD = effect(
    "createCard",
    "cards",
    "Make a card",
    "制造牌",
    (
        ID,
        field(
            "card",
            TextLiteral(128, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", says=ID_LETTERS),
            "Card",
            "卡牌",
            "The id of a treasure card.",
            "宝藏牌的标识。",
            names="card",
            kinds=("treasure",),
        ),
        optional("count", IntegerLiteral(1, 5), "Copies", "张数", "One when absent.", "缺省为一张。", default=1),
        field(
            "to",
            one_of(
                ("hand", "the hand", "手牌"),
                ("discard", "the discard pile", "弃牌堆"),
                ("deck", "the deck, shuffled", "牌堆（洗入）"),
                ("cast", "nowhere: it is cast, and is no more", "不进入任何区域：施放后消失"),
            ),
            "To",
            "置于",
        ),
        target_field("player"),
    ),
    "Makes copies of a card for players, or casts one that was made for this play only.",
    "为玩家制造牌的复制，或施放只为此次而制造的牌。",
    "Put {count:copy|copies} of {card:called} into {target's to}.",
    "将{count:张}{card:called}置入{target}的{to}。",
    create_card,
    (
        "create card, add a card, token card, conjure, play by id, copy of a card",
        "制造牌、加入一张牌、衍生牌、召唤牌、施放指定牌",
    ),
    "plus",
    cases=(
        case(
            {"to": "cast", "count": PRESENT},
            "{target} casts {count:copy|copies} of {card:called}.",
            "{target}施放{card:called}的{count:张}复制。",
        ),
        case({"to": "cast"}, "{target} casts a copy of {card:called}.", "{target}施放{card:called}的复制。"),
        case(
            {"count": ABSENT},
            "Put a copy of {card:called} into {target's to}.",
            "将一张{card:called}置入{target}的{to}。",
        ),
    ),
    yields={
        "UUID": ("card", result("the first card made", "制造的第一张牌")),
        "UUIDs": ("card[]", result("the cards made", "制造的牌")),
        **count_result("the number of cards made", "制造的牌数", "this makes {n:card|cards}", "制造了{n:张牌}"),
    },
    keys=("cop(?:y|ies)|add|put|make|cast", "复制|加入|置入|制造|施放"),
    suspends=True,
)
TABLE_EFFECTS = (WHEEL, CHANGE_SCHOOL, SLAY, CREATE_CARD)
BLOCKS = (flow("wizards/slay", slay_first), flow("wizards/slain", last_words, slain))
