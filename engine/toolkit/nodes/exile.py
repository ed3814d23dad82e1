"""Exile: things leave the match until a moment comes, and come back by themselves to where they were. ADR 121.

A game passes how a thing leaves and how it comes back:

    def leave(st, eid): move(st, eid, 0, "gone")
    def return_exiled(st, eid, place): move(st, eid, *place)

    EXILE = exile(target_field("card"), LIFETIMES, leave, return_exiled, …)
    BLOCKS = (return_block(return_exiled),)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.json_values import JsonObject
from engine.kernel.state_writers import events_heard, listen, take_id
from engine.language.compiling.compile import Assembly, bind
from engine.language.nodes.core import ID
from engine.language.spec import ABSENT, Enum, Field, Lifetime, LocalizedText, NodeSpec, case, optional, options, result
from engine.toolkit.nodes.rows import count_result, effect
from engine.toolkit.rules import EnvironmentId, Jump, Listener, Signal, State, Test, flow
from engine.toolkit.steps import step

RETURN_BLOCK, EXILED = "toolkit/exileEnds", "exiled"
"""The block that brings things back, and the name under which it knows them: for each its id, holder, zone and place there."""

Place = tuple[int, str, int]
Leave = Callable[[State, int], Signal | None]
ComeBack = Callable[[State, int, Place], Signal | None]


def return_block(return_exiled: ComeBack, where: tuple[int, str]) -> Any:
    """Return the block that brings back, in the order in which they left, the things that still lie where exile puts them.

    Shapes: `where` is that holder and zone; `return_exiled` is called with the id, and the holder, the zone and the place that it left.
    """

    def bring_back(st: State, env_id: EnvironmentId) -> Jump:
        signal: Signal | None = None
        for eid, *place in st.environments[env_id].names[EXILED]:
            if eid in st.zone(*where):
                signal = return_exiled(st, eid, (place[0], place[1], place[2])) or signal
        return signal

    return flow(RETURN_BLOCK, step("bring_back", bring_back))


def exile(
    target: Field, lifetimes: tuple[Lifetime, ...], leave: Leave, where: tuple[int, str], **parts: Any
) -> NodeSpec:
    """Return the effect `exile`, whose `until` names the end of one of these spans; without it nothing comes back.

    Shapes: `leave` moves one thing to `where` (holder and zone), or does not where it may not leave. A thing that an effect moves out of
            there stays where that put it. The waiting return has no host, so that it does not end with the card that exiled.
    """
    words = options(
        *((f"{span.name}End", f"the end of {_span(span).en}", f"{_span(span).zh}结束") for span in lifetimes)
    )
    spans = {f"{span.name}End": span for span in lifetimes}

    return effect(
        "exile",
        parts.pop("group"),
        "Exile",
        "放逐",
        (
            ID,
            target,
            optional(
                "until",
                Enum(words),
                "Until",
                "直到",
                "When it comes back by itself to where it was; never when absent.",
                "何时自动回到原处；缺省时不再返回。",
            ),
        ),
        "Takes things out of the match; with `until` each comes back by itself to the place that it left, if nothing has moved it since.",
        "将目标移出对局；若写明 `until`，则到时自动回到原处，除非此后已被移动。",
        "Exile {target} until {until}.",
        "放逐{target}，直到{until}。",
        None,
        (
            "exile, banish, blink, flicker, phase out, remove until, exile until",
            "放逐、流放、暂时移除、闪烁、除外、放逐直到",
        ),
        "timer",
        cases=(case({"until": ABSENT}, "Exile {target}.", "放逐{target}。"),),
        keys=("exile|banish|remove", "放逐|流放|移出|移除"),
        build=_build(target, spans, leave, where),
        yields={
            "UUID": (
                target.shape.type if hasattr(target.shape, "type") else "any",
                result("the exiled card", "被放逐的牌"),
            ),
            **count_result("the number of cards exiled", "放逐的张数", "this exiles {n:card|cards}", "放逐了{n:张牌}"),
        },
        is_self_limiting=True,
        extension=True,
        **parts,
    )


def _build(
    target: Field, spans: Mapping[str, Lifetime], leave: Leave, where: tuple[int, str]
) -> Callable[[Assembly, JsonObject, str], None]:
    """Return what builds `exile`: things leave, and a listener waits for the end of the span."""

    def build(to: Assembly, node: JsonObject, pointer: str) -> None:
        getter, label = to.field(node["target"], target, f"{pointer}/target"), to.label(node)
        span = spans.get(str(node.get("until")))
        condition = _owner_test(to, span, pointer)

        def run(st: State, env_id: EnvironmentId) -> Signal | None:
            env, signal, rows = st.environments[env_id], None, list[tuple[int, int, str, int]]()
            for eid in dict.fromkeys(getter(st, env)):
                row = _row(st, eid)
                if row is None:
                    continue
                signal = leave(st, eid) or signal
                if eid in st.zone(*where):
                    rows.append(row)
            if label is not None:
                bind(st, env_id, str(label(st, env)), UUID=rows[0][0] if rows else None, count=len(rows))
            if rows and span is not None and span.until is not None:
                waiting = Listener(
                    take_id(st),
                    span.until,
                    "after",
                    RETURN_BLOCK,
                    condition,
                    env.owner,
                    0,
                    True,
                    "",
                    ((EXILED, tuple(rows)),),
                    0,
                )
                listen(st, waiting, events_heard(st, span.until))
            return signal

        to.emit(run, pointer)

    return build


def _span(span: Lifetime) -> LocalizedText:
    """Return what the moment in which a span ends is called after: "the round" / “本轮”."""
    phrase = span.phrase or span.title
    return LocalizedText(phrase.en.replace("this ", "the "), phrase.zh.removesuffix("中"))


def _row(st: State, eid: int) -> tuple[int, int, str, int] | None:
    entity = st.entities.get(eid)
    if entity is None:
        return None
    return eid, entity["holder"], entity["zone"], st.zone(entity["holder"], entity["zone"]).index(eid)


def _owner_test(to: Assembly, span: Lifetime | None, pointer: str) -> str:
    """Register the test that the moment is that of the player who exiled, where the span is a player's own; return its name."""
    if span is None or span.owner_field is None:
        return ""
    name, key = f"{to.unit.name}#{pointer}/until", f"{span.until}.{span.owner_field}"
    tests: dict[str, Test] = to.unit.tests
    tests[name] = lambda st, env: bool(env.names[key] == env.owner)
    return name
