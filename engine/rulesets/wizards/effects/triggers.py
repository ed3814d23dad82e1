"""Effects on triggers, and the choice that is made once and used often. Source: 000 "removeTriggers"; the core grammar's `ask`."""

from __future__ import annotations

from typing import Any

from engine.json_values import JsonObject
from engine.language.compiling.compile import Assembly
from engine.language.spec import ListOf, Targets, Value, case, field, one_of, result
from engine.toolkit.nodes import ID, count_result, effect
from engine.toolkit.rules import EnvironmentId, State, bind, unlisten


def remove_triggers(st: State, env_id: EnvironmentId, name: str, mode: str, targets: tuple[Any, ...]) -> None:
    """Remove the triggers with these UUIDs or ids; a list among the targets means all its items."""
    names: set[str] = set()
    for target in targets:
        names.update(map(str, target) if isinstance(target, tuple) else () if target is None else (str(target),))
    matches = [
        listener.id
        for listener in st.listeners.values()
        if not listener.removes and (listener.label if mode == "id" else str(listener.id)) in names
    ]
    for lid in matches:
        unlisten(st, lid)
    bind(st, env_id, name, count=len(matches))


def build_ask(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `ask`: the chooser asks, and the answer is bound, even an empty one."""
    spec = to.unit.vocabulary.family("effect")["ask"].field("target")
    chooser, label = to.field(node["target"], spec, f"{pointer}/target") if spec else None, to.label(node)

    def op(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        targets = chooser(st, env) if chooser else ()
        if label is not None:
            first = targets[0] if targets else None
            bind(st, env_id, str(label(st, env)), UUID=first, selected=targets, count=len(targets))

    to.emit(op, pointer)


REMOVE_TRIGGERS = effect(
    "removeTriggers",
    "control",
    "Remove triggers",
    "移除触发器",
    (
        ID,
        field(
            "mode",
            one_of(("UUID", "by UUID", "按 UUID"), ("id", "by id", "按 id")),
            "Found",
            "查找方式",
            "One trigger by its UUID, or all that bear an id.",
            "按 UUID 移除单个触发器，或移除带有该 id 的全部触发器。",
        ),
        field(
            "targets",
            ListOf(Value("any"), 1, 20),
            "Triggers",
            "触发器",
            "UUIDs or ids; a `triggers` value stands for all that it finds.",
            "UUID 或 id；`triggers` 取值代表其找到的全部触发器。",
            names="trigger",
            when=("mode", "id"),
        ),
    ),
    "Takes triggers away, and what would have removed them with them.",
    "移除触发器，以及为其生命周期创建的移除触发器。",
    "End {targets}.",
    "移除{targets}。",
    remove_triggers,
    ("remove effect, cancel trigger, end effect, unsubscribe, silence", "移除效果、取消触发、解除、沉默"),
    "x",
    cases=(case({"mode": "id"}, "End {targets:effects}.", "移除{targets:effects}。"),),
    yields={
        "count": (
            "int",
            result(
                "the number of effects ended",
                "移除的持续效果数",
                "this ends {n:lasting effect|lasting effects}",
                "移除了{n:个持续效果}",
                that=True,
            ),
        )
    },
    keys=(r"\bend|remov|stop|no longer|cancel", "移除|结束|停止|不再|取消"),
)
ASK = effect(
    "ask",
    "control",
    "Choose",
    "选择",
    (ID, field("target", Targets("any"), "Of what", "选择对象")),
    "Chooses once, so that several effects can be done to the same: `id.UUID`, `id.selected`.",
    "选择一次，供后续多个效果使用：`id.UUID`、`id.selected`。",
    "Choose {target:bare}.",
    "选择{target:bare}。",
    None,
    ("choose, target, pick, select, prompt", "选择、目标、指定、询问"),
    "hand",
    yields={
        "UUID": ("any",),
        "selected": ("any[]",),
        **count_result("the number of things chosen", "所选的数量"),
    },
    build=build_ask,
    suspends=True,
)
TRIGGERS = (REMOVE_TRIGGERS, ASK)
