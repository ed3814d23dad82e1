"""The effects that 003 does not list: their fields, what they may raise and how they read. Source: SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.kernel.records import EnvironmentId
from engine.kernel.signals import Position
from engine.kernel.state import State
from engine.language.compiling.choosing import Choice, ask_op, pick_op, take_op
from engine.language.compiling.compile import Assembly, bind
from engine.language.nodes.chooser_fields import filter_field
from engine.language.nodes.core import ID
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number, Option, Targets
from engine.rulesets.halo.fields import resource_field
from engine.rulesets.halo.nodes import more_handlers as do
from engine.rulesets.halo.nodes.ability_context import Env, Row, enemy, open_to_view, standing
from engine.rulesets.halo.nodes.more_conditions import KIND
from engine.rulesets.halo.nodes.numbers import NAME, number_of, targets_of
from engine.rulesets.halo.table import LANES
from engine.rulesets.halo.words import FACTIONS

Json = dict[str, Any]


def _to(kind: str, doc: LocalizedText | None = None) -> Field:
    return Field("target", Targets(kind), LocalizedText("Target", "目标"), doc=doc)


def _yes(name: str, title: LocalizedText, *options: tuple[str, str, str], default: str, doc: LocalizedText | None = None) -> Field:  # fmt: skip
    """Return a field with one of a few words, which may be left out."""
    words = Enum(tuple(Option(word, LocalizedText(en, zh)) for word, en, zh in options))
    return Field(name, words, title, required=False, default=default, doc=doc)


def build_pick(to: Assembly, node: dict[str, Any], pointer: str) -> None:
    """Build PICK: of the things of a target so many, asked or at random; they stay known under `id.target`."""
    unit, label = to.unit, to.label(node)
    held, how = targets_of(unit, node["target"]), node.get("how", "ASK")
    spec = unit.vocabulary.family("effect")[node["type"]].field("filter")
    keeps = unit.predicate(node["filter"], spec, f"{pointer}/filter") if "filter" in node and spec else None

    def pool(st: State, env: Env) -> tuple[int, ...]:
        things = held(st, env)
        found = dict.fromkeys(eid for one in things for eid in (standing(st, one) if isinstance(one, Row) else (one,)))
        foe = enemy(st, env)
        open_ = tuple(eid for eid in found if st.entities[eid]["own"] != foe or open_to_view(st, eid))
        return tuple(filter(keeps(st, env), open_)) if keeps else open_

    low, high = node.get("min", 1), node.get("max", max(node.get("min", 1), 1))
    key = f"?{pointer}"
    bounds = (unit.getter(low), unit.getter(high))
    choice = Choice(pool, lambda st, env: env.owner, *bounds, f"{unit.card}#{pointer}", key)
    if "budget" in node:
        _one_by_one(to, choice, unit.getter(node["budget"]), pointer)
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
    """Build SECRET_LANES: each player is asked in turn, and nobody learns an answer before all have answered."""
    unit, label = to.unit, to.label(node)
    one = unit.getter(1)
    for place, who in enumerate((lambda st, env: env.owner, enemy)):
        key = f"?{pointer}.{place}"
        choice = Choice(lambda st, env: LANES, who, one, one, f"{unit.card}#{pointer}", key)
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
    taken, one = choice.key, f"{choice.key}.one"

    def left(st: State, env: Env) -> tuple[int, ...]:
        held = env.names[taken]
        if len(held) >= (choice.high(st, env) or 0):
            return ()
        rest = (budget(st, env) or 0) - sum(number_of(st, eid, "cost") for eid in held)
        return tuple(eid for eid in choice.pool(st, env) if eid not in held and number_of(st, eid, "cost") <= rest)

    def wanted(st: State, env: Env) -> int:
        return int(len(env.names[taken]) < (choice.low(st, env) or 0))

    def begin(st: State, env_id: EnvironmentId) -> None:
        st.writable_environment(env_id).names[taken] = ()

    end = [Position(0)]
    to.emit(begin, pointer)
    top = to.emit(ask_op(Choice(left, choice.asker, wanted, lambda st, env: 1, choice.prompt, one)), pointer)
    to.emit(take_op(one), pointer)

    def more(st: State, env_id: EnvironmentId) -> Position:
        names = st.writable_environment(env_id).names
        names[taken] = (*names[taken], *names[one])
        return top if names[one] else end[0]

    to.emit(more, pointer)
    end[0] = to.position


MIN = Field("min", IntegerLiteral(0, 9), LocalizedText("At least", "至少"), required=False, default=1)
MAX = Field("max", Number(0, 9), LocalizedText("At most", "至多"), required=False, doc=LocalizedText("As many as `min` when absent.", "缺省时与 `min` 相同。"))  # fmt: skip
BUDGET = Field("budget", Number(0, 99), LocalizedText("Costs at most", "费用合计至多"), required=False, doc=LocalizedText("What those picked may cost together in supply; no bound when absent. They are asked for one after another.", "所选对象补给费用之和的上限，逐个选择；缺省时不限。"))  # fmt: skip
HOW = _yes("how", LocalizedText("Picked", "选法"), ("ASK", "chosen by you", "由你选择"), ("RANDOM", "at random", "随机"), default="ASK")  # fmt: skip
TURNS = Field("turns", IntegerLiteral(1, 20), LocalizedText("Turns", "回合数"), required=False, doc=LocalizedText("How many turns it lasts, this one counted; for good when absent.", "持续的回合数，含本回合；缺省时永久。"))  # fmt: skip
AMOUNT = Field("amount", Number(-99, 99), LocalizedText("Amount", "数值"))


def _pick(
    name: str, title: LocalizedText, kind: str, doc: LocalizedText, search: tuple[str, str], example: tuple[Json, ...]
) -> NodeSpec:
    """Return the effect that picks some things of a target and remembers them; `~` is what they are called in Chinese."""
    one, noun = {"max": Is.ABSENT}, ("个", "目标") if kind == "piece" else ("张", "牌")

    def said(en: str, zh: str) -> LocalizedText:
        return LocalizedText(en, zh.replace("个", noun[0]).replace("~", noun[1]))

    return NodeSpec(
        "effect",
        name,
        title,
        (ID, _to(kind), HOW, MIN, MAX, BUDGET, filter_field(kind)),
        doc,
        said("Choose {min-max:} of the {target:many}{filter:which}.", "从{target:many}中选择{min-max:个}{filter:which}~。"),
        Wording(
            cases=(
                Case({"how": "RANDOM", **one}, said("Pick one of the {target:many}{filter:which} at random.", "从{target:many}中随机选取一个{filter:which}~。")),
                Case({"how": "RANDOM"}, said("Pick {max} of the {target:many}{filter:which} at random.", "从{target:many}中随机选取{max:个}{filter:which}~。")),
                Case({"min": 0, "budget": Is.PRESENT}, said("Choose up to {max} of the {target:many}{filter:which} that cost {budget} together at most.", "从{target:many}中选择至多{max:个}{filter:which}~，其费用合计不超过{budget}。")),
                Case({"min": 0, **one}, said("You may choose one of the {target:many}{filter:which}.", "你可以从{target:many}中选择一个{filter:which}~。")),
                Case({"min": 0}, said("Choose up to {max} of the {target:many}{filter:which}.", "从{target:many}中选择至多{max:个}{filter:which}~。")),
                Case(one, said("Choose one of the {target:many}{filter:which}.", "从{target:many}中选择一个{filter:which}~。")),
                Case({}, said("Choose {max} of the {target:many}{filter:which}.", "从{target:many}中选择{max:个}{filter:which}~。")),
            ),
            results={
                "target": (
                    Result(LocalizedText("that target", "该目标"), when=one),
                    Result(LocalizedText("each of those targets", "这些目标")),
                ) if kind == "piece" else (
                    Result(LocalizedText("that card", "该牌"), when=one),
                    Result(LocalizedText("each of those cards", "这些牌")),
                ),
                "count": (Result(LocalizedText("the number of those chosen", "选出的数量")),),
            },
            keys=LocalizedText("", ""),  # authors say in words of their own what is picked, where they say it at all
        ),
        output=NodeOutput(results={"target": kind, "count": "int"}),
        analysis=NodeAnalysis(suspends=True, draws_chance=True),
        runtime=NodeRuntime(build=build_pick),
        group="control",
        search=search_words(*search),
        icon="crosshair",
        extension=True,
        example=example,
    )  # fmt: skip


def _effect(
    name: str, title: LocalizedText, fields: tuple[Field, ...], doc: LocalizedText, phrase: LocalizedText, run: Any, **more: Any
) -> NodeSpec:  # fmt: skip
    runtime = more.pop("runtime", None) or NodeRuntime(run=run)
    return NodeSpec("effect", name, title, fields, doc, phrase, runtime=runtime, extension=True, **more)


_PICKED: tuple[Json, ...] = (
    {"type": "PICK", "target": "ALL_ENEMIES", "params": {"id": "picked", "max": 2}},
    {"type": "DEAL_DAMAGE", "target": "$picked.target", "params": {"amount": 1}},
)
_FETCHED: tuple[Json, ...] = (
    {"type": "PICK_CARD", "target": "OWN_DISCARD", "params": {"id": "picked"}},
    {"type": "TO_HAND", "target": "$picked.target", "params": {}},
)
_DEARER: tuple[Json, ...] = (
    {"type": "PICK_CARD", "target": "OWN_HAND", "params": {"id": "picked"}},
    {"type": "MODIFY_COST", "target": "$picked.target", "params": {"delta": -1, "turns": 1}},
)
PICKS = (
    _pick("PICK", LocalizedText("Pick targets", "选取目标"), "piece", LocalizedText("Picks some of a target's units and vessels; `id.target` is what was picked, for the effects after it. Enemies in camo are not picked.", "从目标中选取若干单位或舰船；其后的效果以 `id.target` 引用所选者。隐身的敌方不会被选取。"), ("choose, random target, up to three targets, several targets", "选择、随机目标、至多三个目标、多个目标"), _PICKED),
    _pick("PICK_CARD", LocalizedText("Pick cards", "选取牌"), "card", LocalizedText("Picks some cards of a hand, deck or discard pile; `id.target` is what was picked, for the effects after it.", "从手牌、牌库或弃牌堆中选取若干张牌；其后的效果以 `id.target` 引用所选者。"), ("search deck, choose a card, discard pile", "检索牌库、选择牌、弃牌堆"), _FETCHED),
)  # fmt: skip
SECRET = NodeSpec(
    "effect", "SECRET_LANES", LocalizedText("Lanes in secret", "秘密选择战线"), (ID,),
    LocalizedText("Each player chooses a lane, and nobody learns the other's choice before both have chosen; `id.alone` are the players whose lane nobody else chose.", "每名玩家选择一条战线，双方选定之前互不知晓；`id.alone` 为所选战线与他人不同的玩家。"),
    LocalizedText("Each player chooses a lane in secret.", "每名玩家秘密选择一条战线。"),
    Wording(keys=LocalizedText("secret", "秘密"), results={"alone": (Result(LocalizedText("the players who chose a lane alone", "所选战线与他人不同的每名玩家")),)}),
    output=NodeOutput(results={"alone": "player[]"}), analysis=NodeAnalysis(suspends=True), runtime=NodeRuntime(build=build_secret_lanes),
    group="control", search=search_words("secret, simultaneous, hidden choice, bid", "秘密、同时选择、暗选"), icon="eye-off", extension=True,
)  # fmt: skip
IN_EVENT = (
    _effect(
        "SCALE_DAMAGE", LocalizedText("Multiply damage", "伤害乘算"),
        (_to("aim"), Field("factor", IntegerLiteral(0, 9), LocalizedText("Factor", "倍数")), Field("divisor", IntegerLiteral(1, 9), LocalizedText("Divided by", "除以"), required=False, default=1), _yes("round", LocalizedText("Rounded", "取整"), ("DOWN", "down", "向下"), ("UP", "up", "向上"), default="DOWN")),
        LocalizedText("Multiplies and divides damage while it is calculated; a factor of 0 prevents it.", "在计算伤害时将其乘以倍数再除以除数；倍数为 0 时防止该伤害。"),
        LocalizedText("That damage is multiplied by {factor}.", "该伤害乘以{factor}。"), None,
        runtime=NodeRuntime(inline=do.scale_damage), analysis=NodeAnalysis(changes=("amount",)), group="fight",
        wording=Wording(keys=LocalizedText("hal[fv]|doubl|twice|prevent|multipl|no damage", "减半|一半|翻倍|双倍|防止|乘以|不受"), cases=(
            Case({"factor": 0}, LocalizedText("Prevent that damage.", "防止该伤害。")),
            Case({"factor": 1, "divisor": 2, "round": "UP"}, LocalizedText("That damage is halved (rounded up).", "该伤害减半（向上取整）。")),
            Case({"factor": 1, "divisor": 2}, LocalizedText("That damage is halved (rounded down).", "该伤害减半（向下取整）。")),
            Case({"factor": 2, "divisor": Is.ABSENT}, LocalizedText("That damage is doubled.", "该伤害翻倍。")),
            Case({"divisor": Is.PRESENT, "round": "UP"}, LocalizedText("That damage is multiplied by {factor} and divided by {divisor} (rounded up).", "该伤害乘以{factor}再除以{divisor}（向上取整）。")),
            Case({"divisor": Is.PRESENT}, LocalizedText("That damage is multiplied by {factor} and divided by {divisor} (rounded down).", "该伤害乘以{factor}再除以{divisor}（向下取整）。")),
        )),
        search=search_words("halve, double, prevent damage, half damage, twice", "减半、翻倍、防止伤害、加倍"),
    ),
    _effect(
        "REDIRECT_DAMAGE", LocalizedText("Redirect damage", "转移伤害"),
        (_to("aim"), Field("to", Targets("piece"), LocalizedText("To", "转移给"))),
        LocalizedText("Gives the damage that is being calculated another target.", "将正在计算的伤害转移给另一目标。"),
        LocalizedText("That damage goes to {to} instead.", "该伤害改由{to}承受。"), None,
        runtime=NodeRuntime(inline=do.redirect_damage), analysis=NodeAnalysis(changes=("amount", "targetEntityId", "targetPlayerId", "base")), group="fight",
        wording=Wording(keys=LocalizedText("instead|redirect|hits", "改由|转移|承受")),
        search=search_words("intercept, bodyguard, taunt, instead of", "拦截、护卫、嘲讽、代替"), icon="shield",
    ),
    _effect(
        "INSTEAD_OF_DEATH", LocalizedText("Instead of dying", "免于阵亡"),
        (_to("aim"), Field("fate", Enum((Option("EXILED", LocalizedText("exiled", "放逐")), Option("SURVIVES", LocalizedText("left with 1 health", "保留 1 点生命")))), LocalizedText("Becomes", "改为"))),
        LocalizedText("In UNIT_WOULD_DIE: it is exiled, or stays with 1 health.", "用于 UNIT_WOULD_DIE：改为放逐，或保留 1 点生命。"),
        LocalizedText("It is {fate} instead.", "改为将其{fate}。"), None,
        runtime=NodeRuntime(inline=do.survive), analysis=NodeAnalysis(changes=("fate",)), group="fight",
        wording=Wording(keys=LocalizedText("exile|instead|surviv|stays", "放逐|改为|存活|保留")),
        search=search_words("survive, cannot die, exile instead, last stand", "存活、不死、放逐、免于阵亡"), icon="heart",
    ),
    _effect(
        "CANCEL", LocalizedText("Cancel", "取消"), (_to("event"),),
        LocalizedText("Cancels what is about to happen.", "取消即将发生的事件。"), LocalizedText("Cancel it.", "将其取消。"), do.cancel_event,
        group="control", analysis=NodeAnalysis(cancels=True), wording=Wording(keys=LocalizedText("cancel|counter|does nothing", "取消|无效|反制")),
        search=search_words("counter, negate, stop, does nothing", "反制、无效、取消"), icon="ban",
    ),
)  # fmt: skip
ON_TABLE = (
    _effect(
        "REMEMBER", LocalizedText("Remember", "记数"),
        (ID, _to("any", LocalizedText("The players, units or vessels that bear the number.", "带有该数值的玩家、单位或舰船。")), NAME,
         _yes("mode", LocalizedText("Mode", "方式"), ("ADD", "add", "增加"), ("SET", "set", "设置"), default="ADD"), AMOUNT,
         _yes("lasts", LocalizedText("Lasts", "持续"), ("MATCH", "for the rest of the match", "此后整局游戏中"), ("TURN", "this turn", "本回合中"), default="MATCH")),
        LocalizedText("Adds to a named number of a player, unit or vessel, or sets it; players see it on its bearer. A flag is a number that is 0 or 1.", "增加或设置玩家、单位或舰船上一个有名称的数值；玩家可在其载体上看到。标记即取值为 0 或 1 的数值。"),
        LocalizedText("{target's name} rises by {amount}.", "{target}的{name}增加{amount}。"), do.remember,
        output=NodeOutput(results={"value": "int"}), group="numbers",
        wording=Wording(keys=LocalizedText("", ""), results={"value": (Result(LocalizedText("that number", "该数值"), that=True),)}, cases=(
            Case({"mode": "SET", "lasts": "TURN"}, LocalizedText("{target's name} becomes {amount} this turn.", "本回合中{target}的{name}变为{amount}。")),
            Case({"mode": "SET"}, LocalizedText("{target's name} becomes {amount}.", "{target}的{name}变为{amount}。")),
            Case({"amount": Is.NEGATIVE}, LocalizedText("{target's name} falls by {amount:-}.", "{target}的{name}减少{amount:-}。")),
            Case({"lasts": "TURN"}, LocalizedText("{target's name} rises by {amount} this turn.", "本回合中{target}的{name}增加{amount}。")),
        )),
        search=search_words("counter, token, mark, memory, flag, tally, resource", "计数、标记、记录、累计、资源"),
    ),
    *(
        _effect(
            f"{word}_RESOURCE", LocalizedText(f"{word.capitalize()} a resource", f"{zh}资源"), (_to("player"), resource_field(), AMOUNT),
            LocalizedText(f"Players {word.lower()} so much of a resource that the pack declares, within its limit.", f"玩家{zh}若干卡包自有的资源，不超出其范围。"),
            LocalizedText(f"{{target}} {word.lower()}s {{amount}} {{resource:called}}.", f"{{target}}{zh}{{amount:点}}{{resource:called}}。"), run, group="numbers",
            analysis=NodeAnalysis(emits=("RESOURCE_CHANGED",), is_self_limiting=word == "LOSE"),
            wording=Wording(keys=LocalizedText(f"{word.lower()}|spend|resource", f"{zh}|花费|资源")),
            search=search_words(f"{word.lower()} resource, pool, faith, biomass, points", f"{zh}资源、资源池、信仰、生物质"), icon="coins",
        )
        for word, zh, run in (("GAIN", "获得", do.gain_resource), ("LOSE", "失去", do.lose_resource))
    ),
    _effect(
        "RESTORE_SHIELD", LocalizedText("Restore shields", "恢复护盾"),
        (_to("piece"), Field("amount", Number(0, 99), LocalizedText("Amount", "数值"), required=False, doc=LocalizedText("All that was lost when absent.", "缺省时恢复全部。"))),
        LocalizedText("Gives lost shield points back, up to the most.", "恢复失去的护盾，不超过上限。"),
        LocalizedText("Restore the shield of {target}.", "使{target}的护盾全部恢复。"), do.restore_shield, group="fight",
        wording=Wording(keys=LocalizedText("shield", "护盾"), cases=(Case({"amount": Is.PRESENT}, LocalizedText("Restore {amount:shield} of {target}.", "为{target}恢复{amount:点护盾}。")),)),
        search=search_words("recharge shield, refill shield, shields come back", "充能护盾、补满护盾、护盾恢复"), icon="shield",
    ),
    _effect(
        "READY", LocalizedText("Ready", "重置行动"), (_to("piece"),),
        LocalizedText("Units may attack once more this turn, and vessels strike once more.", "单位本回合可再次攻击，舰船可再次发动轨道打击。"),
        LocalizedText("{target} may act once more this turn.", "{target}本回合可再次行动。"), do.ready, group="fight",
        wording=Wording(keys=LocalizedText("again|once more|ready|free|does not use", "再次|再行动|重置|不消耗")),
        search=search_words("ready, refresh, attack again, free strike, second attack", "重置、再次攻击、再次行动、免费打击"), icon="rotate-ccw",
    ),
    _effect(
        "MODIFY_COST", LocalizedText("Change costs", "改变费用"), (_to("card"), Field("delta", Number(-20, 20), LocalizedText("Change", "变化")), TURNS),
        LocalizedText("Cards in hand cost more or less supply, never below 0.", "手牌的补给费用增加或减少，不低于 0。"),
        LocalizedText("{target} costs {delta} more supply.", "{target}的补给费用增加{delta:点}。"), do.modify_cost, group="cards",
        wording=Wording(keys=LocalizedText("cost", "费用"), cases=(
            Case({"delta": Is.NEGATIVE, "turns": 1}, LocalizedText("{target} costs {delta:-} less supply this turn.", "{target}的补给费用本回合减少{delta:-点}。")),
            Case({"delta": Is.NEGATIVE}, LocalizedText("{target} costs {delta:-} less supply.", "{target}的补给费用减少{delta:-点}。")),
            Case({"turns": 1}, LocalizedText("{target} costs {delta} more supply this turn.", "{target}的补给费用本回合增加{delta:点}。")),
        )),
        search=search_words("costs more, costs less, tax", "费用增加、费用减少、加费"), icon="coins", example=_DEARER,
    ),
    _effect(
        "TO_HAND", LocalizedText("Put into hand", "加入手牌"), (_to("any", LocalizedText("Cards of a deck or discard pile, or units and vessels.", "牌库或弃牌堆中的牌，或在场的单位与舰船。")),),
        LocalizedText("Cards go to their owners' hands, as printed; a deck that was searched is shuffled.", "将牌置入其主人手中，恢复为印刷数值；检索过的牌库重新洗牌。"),
        LocalizedText("Put {target} into its owner's hand.", "将{target}置入其主人手中。"), do.to_hand, group="cards",
        analysis=NodeAnalysis(is_self_limiting=True), wording=Wording(keys=LocalizedText("hand|return|take", "手中|回手|手牌(?!数)|返回|拿取")),
        search=search_words("return to hand, bounce, search, recall, discard pile", "回手、返回手牌、检索、弹回"),
    ),
    _effect(
        "DEPLOY", LocalizedText("Deploy", "部署"),
        (_to("any", LocalizedText("Cards of a hand, deck or discard pile.", "手牌、牌库或弃牌堆中的牌。")), _yes("row", LocalizedText("Row", "战排"), ("FRONT", "the front row", "前排"), ("BACK", "the back row", "后排"), default="FRONT"), _yes("exhausted", LocalizedText("Exhausted", "疲惫"), ("NO", "no", "否"), ("YES", "exhausted", "疲惫"), default="NO", doc=LocalizedText("It may not attack this turn.", "本回合不能攻击。"))),
        LocalizedText("Units come into this card's lane without being played; without room in both rows they stay where they are.", "单位不经打出直接进入此牌所在的战线；两排均无空位时留在原处。"),
        LocalizedText("Deploy {target} to {row} of this lane.", "将{target}部署到本战线的{row}。"), do.deploy, group="cards",
        analysis=NodeAnalysis(emits=("UNIT_DEPLOYED",), is_self_limiting=True),
        wording=Wording(keys=LocalizedText("deploy|comes", "部署|进场"), cases=(
            Case({"exhausted": "YES", "row": "BACK"}, LocalizedText("Deploy {target} to the back row of this lane, exhausted.", "将{target}部署到本战线的后排，且处于疲惫状态。")),
            Case({"exhausted": "YES"}, LocalizedText("Deploy {target} to the front row of this lane, exhausted.", "将{target}部署到本战线的前排，且处于疲惫状态。")),
            Case({"row": Is.ABSENT}, LocalizedText("Deploy {target} to the front row of this lane.", "将{target}部署到本战线的前排。")),
        )),
        search=search_words("put into play, reinforce, cheat into play, from deck", "直接进场、增援、从牌库部署"),
    ),
    _effect(
        "MOVE_UNIT", LocalizedText("Move", "移动"), (ID, _to("piece"), Field("to", Targets("row"), LocalizedText("To", "移至"))),
        LocalizedText("Units of the ground move into a row of a lane, or the other row of it where the first is full; `id.others` is how many units were in that lane.", "地面单位移至战线的一排，该排已满时移至同战线另一排；`id.others` 为移动前该战线的单位数。"),
        LocalizedText("Move {target} to {to}.", "将{target}移至{to}。"), do.move_unit, group="fight",
        output=NodeOutput(results={"moved": "int", "others": "int"}), analysis=NodeAnalysis(emits=("UNIT_MOVED",)),
        wording=Wording(keys=LocalizedText("move", "移动|移至"), results={
            "moved": (Result(LocalizedText("the number of units moved", "移动的单位数")),),
            "others": (Result(LocalizedText("the number of units that were there", "原本在该战线的单位数")),),
        }),
        search=search_words("move, reposition, change lane, adjacent lane", "移动、换线、移位、相邻战线"), icon="move",
    ),
    _effect(
        "CREATE_CARD", LocalizedText("Create a card", "生成卡牌"),
        (_to("player"), KIND, Field("faction", Enum((Option("OWN", LocalizedText("this card's faction", "此牌所属阵营")), *FACTIONS)), LocalizedText("Faction", "阵营"), required=False, doc=LocalizedText("Any when absent.", "缺省时不限。"))),
        LocalizedText("Players get a new card of a kind in hand, at random of those that the match has.", "玩家手中获得一张该类型的新牌，从本局已有的牌中随机选取。"),
        LocalizedText("Put a random {kind} into {target's hand}.", "生成一张随机的{kind}，置入{target}的手牌。"), do.create_card, group="cards",
        analysis=NodeAnalysis(draws_chance=True), wording=Wording(keys=LocalizedText("random|create|add", "随机|生成|获得"), cases=(
            Case({"faction": "OWN"}, LocalizedText("Put a random {kind} of your faction into {target's hand}.", "生成一张本阵营的随机{kind}，置入{target}的手牌。")),
            Case({"faction": Is.PRESENT}, LocalizedText("Put a random {faction} {kind} into {target's hand}.", "生成一张{faction}阵营的随机{kind}，置入{target}的手牌。")),
        )),
        search=search_words("random card, generate, discover, add to hand", "随机牌、生成、发现、加入手牌"), icon="plus",
    ),
    _effect(
        "RETURN", LocalizedText("Return later", "稍后返回"),
        (_to("piece"), Field("when", Enum((Option("END_OF_TURN", LocalizedText("at the end of the turn", "在回合结束时")), Option("YOUR_NEXT_TURN", LocalizedText("at the start of its player's next turn", "在其玩家的下个回合开始时")))), LocalizedText("When", "何时")), Field("health", IntegerLiteral(1, 99), LocalizedText("Health", "生命"), required=False, doc=LocalizedText("As printed when absent.", "缺省时为印刷数值。"))),
        LocalizedText("What dies or is exiled comes back into the lane and row where it was, as printed, if there is room.", "阵亡或被放逐者返回原战线与原排，恢复为印刷数值；没有空位时不返回。"),
        LocalizedText("Return {target} {when}.", "{target}{when}返回。"), do.return_later, group="cards",
        analysis=NodeAnalysis(emits=("UNIT_DEPLOYED",)), wording=Wording(keys=LocalizedText("return|revive", "返回|复活"), cases=(
            Case({"health": Is.PRESENT}, LocalizedText("Return {target} with {health} health {when}.", "{target}{when}返回，生命为{health}。")),
        )),
        search=search_words("revive, reborn, resurrect, come back", "复活、重生、返回、再起"), icon="rotate-ccw",
    ),
)  # fmt: skip
MORE_EFFECTS = (*PICKS, SECRET, *IN_EVENT, *ON_TABLE)
