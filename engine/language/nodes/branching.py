"""Control nodes beside 000's own: once for each of several, one of several, and no further.

All are compiled to jumps inside one block, like `if` and `loop`, so a question in the middle of them is an ordinary question.
"""

from __future__ import annotations

from typing import Any

from engine.json_values import Json, JsonObject
from engine.kernel.decisions import DecisionSpec
from engine.kernel.ground import EnvironmentId
from engine.kernel.machine import answer, ask
from engine.kernel.signals import RETURN, Position, Signal
from engine.kernel.state import State
from engine.language.analysis.loop_bounds import MAX_PASSES
from engine.language.compiling.compile import Assembly, bind
from engine.language.compiling.control import emit_iterations
from engine.language.nodes.core import DO, ID
from engine.language.spec import (
    Block,
    Case,
    Field,
    ListOf,
    LocalizedText,
    NodeAnalysis,
    NodeOutput,
    NodeRuntime,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Ref,
    Targets,
    TextLiteral,
    Wording,
    search_words,
)
from engine.language.spec.shorthands import Around, AuthorField


def build_foreach(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Emit `foreach`: the targets are read once, before the first pass; `target` is the one at hand, `index` counts from 1."""
    spec = to.unit.vocabulary.family("effect")[node["type"]].field("in")
    targets, label = to.field(node["in"], spec, f"{pointer}/in") if spec else None, to.label(node)
    counter, targets_name = f"?{pointer}.index", f"?{pointer}.targets"

    def begin(st: State, env_id: EnvironmentId) -> None:
        env = st.writable_environment(env_id)
        names = env.names
        names[counter], names[targets_name] = 0, (targets(st, env) if targets else ())[:MAX_PASSES]
        if label is not None:
            bind(st, env_id, label(st, env), count=len(names[targets_name]))

    def step(st: State, env_id: EnvironmentId) -> bool:
        env = st.writable_environment(env_id)
        names = env.names
        place = names[counter]
        if place >= len(names[targets_name]):
            return False
        names[counter] = place + 1
        if label is not None:
            bind(st, env_id, label(st, env), index=place + 1, target=names[targets_name][place])
        return True

    emit_iterations(to, node, pointer, begin, step)


def build_choose(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Emit `choose`: the player names one of the options, and its effects are done."""
    asker, label = to.unit.getter(node["ask"], None, f"{pointer}/ask"), to.label(node)
    options = node["options"]
    names = tuple(str(number) for number in range(1, len(options) + 1))
    prompt = f"{to.unit.card}#{pointer}"
    starts: list[Position] = []
    end = [Position(0)]

    def put(st: State, env_id: EnvironmentId) -> Signal | Position | None:
        env = st.environments[env_id]
        player = asker(st, env)
        if player is None:
            return end[0]
        question = DecisionSpec(st.entities[player]["seat"], "choice", prompt, names, 1, 1, env.source or 0)
        return ask(st, env_id, question)

    def take(st: State, env_id: EnvironmentId) -> Position:
        (chosen,) = answer(st, env_id)
        number = int(chosen)
        if label is not None:
            bind(st, env_id, label(st, st.environments[env_id]), chosen=number)
        return starts[number - 1]

    to.emit(put, pointer)
    to.emit(take, pointer)
    for place, option in enumerate(options):
        starts.append(to.position)
        to.count(f"{pointer}/options/{place}")
        to.effects(option["do"], f"{pointer}/options/{place}/do")
        to.emit(lambda st, env_id: end[0], pointer)
    end[0] = to.position


def build_stop(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Emit `stop`: the block around it is done."""
    to.emit(lambda st, env_id: RETURN, pointer)


FOREACH = NodeSpec(
    "effect",
    "foreach",
    LocalizedText("For each", "逐一执行"),
    (
        ID,
        Field(
            "in",
            Targets("any"),
            LocalizedText("Of", "对象"),
            doc=LocalizedText("Read once, before the first pass.", "在第一次执行之前取值一次。"),
        ),
        DO,
    ),
    doc=LocalizedText(
        "Does its effects once for each target; `id.target` is the one at hand.",
        "对每个目标各执行一次效果；`id.target` 为当前目标。",
    ),
    phrase=LocalizedText("For {in:every}: {do}.", "依次对{in:every}：{do}。"),
    wording=Wording(
        results={
            "index": (Case({}, LocalizedText("the number of times so far", "当前的次数")),),
            "count": (Case({}, LocalizedText("the number of targets", "目标的数量")),),
        }
    ),
    output=NodeOutput(results={"index": "int", "count": "int", "target": "any"}, fixed=("count",)),
    runtime=NodeRuntime(build=build_foreach),
    group="control",
    search=search_words("each, every, all of them, for each target, one by one", "每个、所有、逐个、依次"),
    icon="repeat",
)
CHOICE = RecordSpec(
    "choice",
    LocalizedText("Option", "选项"),
    (
        Field(
            "label",
            TextLiteral(80),
            LocalizedText("Label", "名称"),
            required=False,
            doc=LocalizedText("What the player reads.", "展示给玩家的文字。"),
        ),
        DO,
    ),
)
CHOOSE = NodeSpec(
    "effect",
    "choose",
    LocalizedText("Choose one", "选择一项"),
    (
        ID,
        Field("ask", Ref("player"), LocalizedText("Who chooses", "由谁选择")),
        Field("options", ListOf(ObjectShape("choice"), 2, 6), LocalizedText("Options", "选项")),
    ),
    doc=LocalizedText("A player chooses one of several lists of effects.", "由玩家在若干组效果中选择一组执行。"),
    phrase=LocalizedText("{ask} chooses one", "{ask}选择一项"),
    wording=Wording(results={"chosen": (Case({}, LocalizedText("the number of the chosen option", "所选项的序号")),)}),
    output=NodeOutput(results={"chosen": "int"}),
    analysis=NodeAnalysis(suspends=True),
    runtime=NodeRuntime(build=build_choose),
    group="control",
    search=search_words("modal, choose one, options, either or, pick an option, or", "抉择、任选、选项、二选一、或"),
    icon="split",
)
STOP = NodeSpec(
    "effect",
    "stop",
    LocalizedText("Stop", "停止"),
    (),
    doc=LocalizedText("What follows in this behaviour or trigger is not done.", "不再执行该行为或触发器中其后的效果。"),
    phrase=LocalizedText("Stop here.", "到此为止。"),
    wording=Wording(keys=LocalizedText("stop|end|ignore|no further", "停止|到此为止|终止|结束")),
    analysis=NodeAnalysis(is_terminal=True),
    runtime=NodeRuntime(build=build_stop),
    group="control",
    search=search_words("stop here, abort, do nothing more", "到此为止、终止、中断、跳出"),
    icon="ban",
)


def _open_either(node: Json, around: Around) -> Any:
    """Return the choice between two options for which `either` stands; the player whose card it is chooses."""
    options = [{"do": AuthorField(key)} for key in ("do", "or") if key in node]
    return {"type": CHOOSE.name, "ask": around.own("player"), "options": options}


CHOICE_OF_TWO = NodeSpec(
    "effect",
    "either",
    LocalizedText("Either, or", "二选一"),
    (
        Field("do", Block(), LocalizedText("Either", "选项一")),
        Field("or", Block(), LocalizedText("Or", "选项二")),
    ),
    doc=LocalizedText(
        "You choose one of two lists of effects. Short for `choose` with two options that asks the player whose card it is.",
        "由你在两组效果中选择一组执行；即由此牌所属的玩家选择、有两个选项的 `choose` 的简写。",
    ),
    extension=True,
    group="shorthands",
    search=search_words("choose one, either or, modal, one or the other", "抉择、二选一、或、任选"),
    icon="split",
    opens=_open_either,
)
BRANCHING = (FOREACH, CHOOSE, CHOICE_OF_TWO, STOP)
