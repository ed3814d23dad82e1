"""Effects on plays and turns: counter, prevent, copy, pay, take another turn. Source: 000 "反制"; WZ3, WZ11, WZ16."""

from __future__ import annotations

from engine.json_values import JsonObject
from engine.language.compiling.choosing import chosen_before, remember
from engine.language.compiling.compile import Assembly
from engine.language.spec import ABSENT, Number, case, field, one_of, optional, result
from engine.toolkit.nodes import DO, ID, Amount, Entities, count_result, effect, target_field
from engine.toolkit.rules import (
    Environment,
    EnvironmentId,
    Position,
    Resolution,
    Signal,
    State,
    answer,
    ask,
    bind,
    call,
    cancel,
    change,
    definition,
    event_for_change,
    flow,
    move,
    new_question,
    permits,
    set_global,
)

from ..modifiers import cost_of
from ..moving import COPY, drop_triggers, return_to_owner, run_timing
from ..table import TABLE, is_player, is_treasure, seat

BEFORE = 0
"""The stage of a flight in which its default action has not run yet."""
FLIP = "onExplorationFlip"
PLAYED_FROM = ("hand", "deck", "discard", "aside")
"""Where a card may lie that an effect plays."""


def counter(st: State, env_id: EnvironmentId, name: str = "") -> None:
    """Cancel what the trigger answers (WZ11)."""
    cancel(st, st.environments[env_id].flight)


def cast_copy(st: State, env_id: EnvironmentId, name: str, target: Entities) -> Signal | None:
    """Do what cards do when played, once more: nothing is paid, and a copy of the play answered before it happens keeps its targets (WZ16).

    A copy copies nothing, so a card that copies itself ends.
    """
    env = st.environments[env_id]
    if is_copy(env):
        return None
    signal, flight = None, st.events_in_flight.get(env.flight)
    for card in reversed(target):
        if is_event(st, card):
            signal = happen_again(st, card, env) or signal
            continue
        if not is_treasure(st, card):
            continue
        if flight and flight.event == "onPlayCard" and flight.payload[1] == card and flight.stage <= BEFORE:
            notes = event_for_change(st, env.flight).notes
            notes["copies"] = notes.get("copies", 0) + 1
        else:
            signal = run_copy(st, card, env.owner, 0) or signal
    return signal


def is_event(st: State, card: int) -> bool:
    """Return whether a card is an event of the exploration piles."""
    return card in st.entities and bool(st.entities[card]["def"]) and definition(st, card).words.get("type") == "event"


def happen_again(st: State, card: int, env: Environment) -> Signal | None:
    """Repeat an exploration event, for its flipper where this answers the flip; no event repeats itself."""
    if env.source == card:
        return None
    is_flip = env.names.get(f"{FLIP}.cardUUID") == card
    player = env.names[f"{FLIP}.sourcePlayerUUID"] if is_flip else env.owner
    return run_timing(st, card, "onDrawExploration", player)


def play_card(st: State, env_id: EnvironmentId, name: str, target: Entities, pays: str) -> Signal | None:
    """Play the target cards of the acting player one by one, from hand, deck, discard pile or aside."""
    player, signal = st.environments[env_id].owner, None
    played = tuple(card for card in target if _may_play(st, card, player, pays))
    bind(st, env_id, name, count=len(played))
    for card in reversed(played):
        signal = call(st, "wizards/play", {"player": player, "card": card, "pays": pays})
    return signal


def _may_play(st: State, card: int, player: int, pays: str) -> bool:
    if not is_treasure(st, card) or not is_player(st, player):
        return False
    ent = st.entities[card]
    if ent["holder"] != player or ent["zone"] not in PLAYED_FROM:
        return False
    if pays == "cost" and cost_of(st, card, player) > st.entities[player]["mana"]:
        return False
    return permits(st, "onPlayCard", (player, card, ent["def"], False, 0, ()))


def run_copy(st: State, card: int, player: int, memory: int) -> Signal | None:
    """Run a card's onPlay as a copy; with a memory it chooses what was chosen then."""
    repeats = bool(memory) and st.program.config["copiesKeepTargets"]
    return run_timing(st, card, "onPlay", player, Resolution(COPY, memory if repeats else 0, repeats))


def is_copy(env: Environment) -> bool:
    """Return whether an effect belongs to a copy of a card."""
    return env.resolution is not None and env.resolution.kind == COPY


def pay_mana(st: State, env_id: EnvironmentId, name: str, target: Entities, low: Amount, high: Amount) -> Signal | None:
    """Prompt for an amount of mana and pay it; a copy pays nothing and binds the amount of its original."""
    env, key = st.environments[env_id], f"?pay.{name}"
    bind(st, env_id, name, amount=0)
    if env.resolution is not None and env.resolution.repeats:
        held = chosen_before(st, env.resolution, key)
        bind(st, env_id, name, amount=held[0][0] if held else 0)
        return None
    payers = [player for player in target if is_player(st, player)]
    if len(payers) != 1 or is_copy(env):
        return None
    mana = st.entities[payers[0]]["mana"]
    minimum, maximum = max(low or 0, 0), mana if high is None else min(high, mana)
    if minimum > maximum:
        return None
    job = {"player": payers[0], "low": minimum, "high": maximum, "to": env_id, "name": name, "key": key}
    return call(st, "wizards/payMana", job, source=env.source or 0)


def ask_mana(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for the amount."""
    job = st.environments[env_id].names
    amounts = tuple(range(job["low"], job["high"] + 1))
    return ask(
        st,
        env_id,
        new_question(seat(job["player"]), "number", "payMana", amounts, source=st.environments[env_id].source or 0),
    )


def take_mana(st: State, env_id: EnvironmentId) -> None:
    """Read the answer."""
    job, (amount,) = st.environments[env_id].names, answer(st, env_id)
    change(st, job["player"], "mana", -amount, 0, 999)
    bind(st, job["to"], job["name"], amount=amount)
    if job["to"] in st.environments:
        remember(st, job["to"], job["key"], (amount,))


def extra_turn(st: State, env_id: EnvironmentId, name: str, target: Entities, when: str | None) -> None:
    """Give players another battle turn, right after this one or after the phase; outside the battling phase it does nothing."""
    if st.globals["phase"] == "battling":
        count, key = (
            tuple(player for player in target if is_player(st, player)),
            "later" if when == "phaseEnd" else "extra",
        )
        set_global(st, key, (*st.globals.get(key, ()), *count))


def build_spring(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `springUndercurrent`: ask the holder whether to pay; if so turn the card over, do the block, give the card up."""
    after = [Position(0)]

    def offer(st: State, env_id: EnvironmentId) -> Signal | Position | None:
        card = st.environments[env_id].source or 0
        ent = st.entities.get(card)
        if ent is None or ent["zone"] != "undercurrent" or st.entities[ent["holder"]]["mana"] < cost_of(st, card):
            return after[0]
        holder = ent["holder"]
        return ask(st, env_id, new_question(seat(holder), "yesno", "springUndercurrent", ("yes", "no"), source=card))

    def turn_over(st: State, env_id: EnvironmentId) -> Position | None:
        if answer(st, env_id) != ("yes",):
            return after[0]
        card = st.environments[env_id].source or 0
        holder = st.entities[card]["holder"]
        change(st, holder, "mana", -cost_of(st, card), 0, 999)
        drop_triggers(st, card)
        move(st, card, TABLE, "playing")
        return None

    def give_up(st: State, env_id: EnvironmentId) -> None:
        card = st.environments[env_id].source or 0
        if st.entities[card]["zone"] == "playing":
            return_to_owner(st, card)

    to.emit(offer, pointer)
    to.emit(turn_over, pointer)
    to.effects(node["do"], f"{pointer}/do")
    to.emit(give_up, pointer)
    after[0] = to.position


COUNTER = effect(
    "counter",
    "control",
    "Counter",
    "反制",
    (),
    "Cancels the play that the trigger around it answers: the card stays paid, goes to the discard pile and does nothing.",
    "取消外层触发器所响应的出牌：费用照付，该牌进入弃牌堆，效果不发生。",
    "Counter it.",
    "将其反制。",
    counter,
    ("counterspell, cancel play, negate, stop a card", "反制、取消出牌、无效、打断"),
    "ban",
    keys=("counter|cancel|negat", "反制|取消|无效"),
    cancels=True,
)
PREVENT = effect(
    "prevent",
    "control",
    "Prevent",
    "阻止",
    (),
    "Keeps what is about to happen from happening: in a trigger on onLethal the monster does not die; without other help it keeps 1 health.",
    "阻止即将发生之事：在 onLethal 的触发器中，怪物不会死亡；若无其他效果则保留 1 点生命。",
    "Prevent it.",
    "阻止此事发生。",
    counter,
    ("prevent, cancel event, stop it, save from death, protect", "阻止、取消、避免、免死、保护"),
    "shield",
    keys=("prevent|surviv|not die|instead|stays", "阻止|免于|不会|存活|保留"),
    cancels=True,
    example=({"type": "addTriggers", "triggers": [{"event": "onLethal", "do": [{"type": "prevent"}]}]},),
)
CAST_COPY = effect(
    "castCopy",
    "control",
    "Cast a copy",
    "施放复制",
    (ID, target_field("card")),
    "Does what a card does when played, once more. Nothing is paid and the card stays where it is. A copy of the play that the trigger around answers before it happens is made after it and keeps its targets; any other chooses its own. A copy of an event that was flipped lets it happen once more.",
    "再执行一次该牌打出时的效果。不支付费用，该牌留在原处。若外层触发器在出牌发生之前响应，则在其后复制该次出牌并沿用其目标；否则重新选择。对被翻开的事件使用时，该事件再发生一次。",
    "Cast a copy of {target}.",
    "施放{target}的复制。",
    cast_copy,
    ("copy, cast again, duplicate, echo, replay", "复制、再次施放、回响、重复施放"),
    "copy",
    keys=("cop(?:y|ies)|again|twice|repeat|cast", "复制|再次|再执行|施放|重复"),
    example=(
        {
            "type": "addTriggers",
            "triggers": [{"event": "onPlayCard", "do": [{"type": "castCopy", "target": "$onPlayCard.cardUUID"}]}],
        },
    ),
    suspends=True,
)
PLAY_CARD = effect(
    "playCard",
    "control",
    "Play a card",
    "打出卡牌",
    (
        ID,
        target_field("card"),
        field(
            "pays",
            one_of(("nothing", "nothing", "不支付"), ("cost", "its cost", "支付其消耗")),
            "Paying",
            "支付",
            "Whether its cost is paid; who cannot pay does not play it.",
            "是否支付其消耗；法力不足时不打出。",
        ),
    ),
    "Plays cards of yours from hand, deck, discard pile or what is set aside, as plays of their own: `onPlayCard` is raised, they can be countered and lie in the play area afterwards.",
    "从手牌、牌堆、弃牌堆或搁置的牌中打出自己的牌，视为一次出牌：引发 `onPlayCard`，可被反制，之后置于打出区。",
    "Play {target} without paying its cost.",
    "不支付消耗，打出{target}。",
    play_card,
    (
        "play for free, play from deck, play without paying, cast from discard",
        "免费打出、从牌堆打出、不支付费用打出",
    ),
    "play",
    ("onPlayCard", "onLastHandCard"),
    cases=(case({"pays": "cost"}, "Play {target}.", "打出{target}。"),),
    yields=count_result("the number of cards played", "打出的牌数", "this plays {n:card|cards}", "打出了{n:张牌}"),
    keys=(r"\bplay|\bcast", "打出|施放"),
    suspends=True,
    is_self_limiting=True,
)
PAY_MANA = effect(
    "payMana",
    "numbers",
    "Pay any mana",
    "支付任意法力",
    (
        ID,
        target_field("player"),
        optional("min", Number(0, 20), "At least", "至少", "The least that can be paid.", "最少支付多少。", default=0),
        optional("max", Number(0, 20), "At most", "至多", "All the mana there is, when absent.", "缺省时为全部法力。"),
    ),
    "Asks a player how much mana to pay on top of the card's cost, and takes it. Who has too little pays nothing. A copy pays nothing and counts what its original paid.",
    "询问玩家额外支付多少法力并扣除；不足时不支付。复制不支付，按原本支付的数值计算。",
    "{target} pays {min-max:mana}.",
    "{target}支付{min-max:点法力}。",
    pay_mana,
    ("spend mana, x spell, pay x, any amount of mana", "支付法力、花费、X 费、任意法力"),
    "droplet",
    cases=(case({"min": ABSENT, "max": ABSENT}, "{target} pays any amount of mana.", "{target}支付任意点法力。"),),
    yields={
        "amount": (
            "int",
            result("the mana paid", "所支付的法力", "{target} paid {n:mana}", "{target}支付了{n:点法力}", that=True),
        )
    },
    keys=(r"\bpa(?:y|id)|spend|mana", "支付|花费|消耗"),
    example=(
        {"type": "payMana", "id": "x", "target": "$onPlay.playerUUID"},
        {"type": "damage", "amount": "{x.amount}", "target": {"type": "monsterChooser"}},
    ),
    suspends=True,
)
EXTRA_TURN = effect(
    "extraTurn",
    "fight",
    "Another turn",
    "额外回合",
    (
        target_field("player"),
        optional(
            "when",
            one_of(("now", "after this turn", "此回合之后"), ("phaseEnd", "after the battling phase", "战斗阶段之后")),
            "When",
            "何时",
            "After the phase even a player who is out has it, and what lasts for the battle is over.",
            "战斗阶段之后的回合，已退出的玩家亦可获得；此时持续到战斗结束的效果已失效。",
            default="now",
        ),
    ),
    "Gives another battle turn right after this one, to a player who is still in, or one after the battling phase.",
    "在当前战斗回合之后，使仍在战斗中的玩家立即再获得一个回合；或在战斗阶段之后获得一个回合。",
    "{target} takes another turn after this one.",
    "{target}在此回合后再进行一个回合。",
    extra_turn,
    ("another turn, extra turn, time walk, play again", "额外回合、再行动一次、再来一回合"),
    "timer",
    cases=(
        case(
            {"when": "phaseEnd"},
            "{target} takes another turn after this battling phase.",
            "{target}在本战斗阶段之后再进行一个回合。",
        ),
    ),
    keys=("turn", "回合"),
)
SPRING = effect(
    "springUndercurrent",
    "control",
    "Spring the undercurrent",
    "触发暗流",
    (DO,),
    "Used in a trigger of an undercurrent. Its holder may pay its cost; then it is turned over, runs its effects and goes back to where it came from.",
    "用于暗流牌的触发器中：持有者可支付其法力消耗，将其翻开并执行效果，随后该牌回到其来源牌堆。",
    "You may pay this card's cost; if you do, {do}.",
    "你可以支付此牌的消耗；若如此做，{do}。",
    None,
    ("undercurrent, trap, secret, trigger hidden card", "暗流、陷阱、奥秘、触发暗牌"),
    "zap",
    build=build_spring,
    suspends=True,
)
PLAYS = (COUNTER, PREVENT, CAST_COPY, PLAY_CARD, PAY_MANA, EXTRA_TURN, SPRING)
BLOCKS = (flow("wizards/payMana", ask_mana, take_mana),)
