"""What two things exchange: both sides are read before either is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.language.nodes.core import ID
from engine.language.spec import ABSENT, Case, Enum, LocalizedText, NodeSpec, Option, Targets, field, optional
from engine.toolkit.nodes.phrases import by_word
from engine.toolkit.nodes.rows import effect
from engine.toolkit.rules import State
from engine.toolkit.types import Entities


def pair_of(first: Entities, second: Entities, fits: Callable[[int], bool]) -> Entities:
    """Return the first two different things among those chosen that may be swapped; none where there are not two."""
    things = tuple(dict.fromkeys(eid for eid in (*first, *second) if fits(eid)))[:2]
    return things if len(things) > 1 else ()


def swapped_values(st: State, pair: Entities, key: str) -> Iterator[tuple[int, Any]]:
    """Return each thing of a pair with what the other has of a variable: both are read before either is written."""
    values = [st.entities[eid][key] for eid in pair]
    return zip(pair, reversed(values), strict=True)


def swap(
    name: str,
    kind: str,
    subjects: tuple[Option, ...],
    run: Any,
    doc: LocalizedText,
    cases: tuple[Case, ...] = (),
    **parts: Any,
) -> NodeSpec:
    """Return the effect by which two things exchange what a word says, such as `hand` or `health`.

    Shapes: `kind` is the type of the things, `subjects` are the words; `run` takes the word and two tuples of things: those of `first` and of
            `second`, which is empty where `first` chooses both. `cases` say it in another way than "swap the health of … and …".
    """
    alone = by_word("what", subjects, "Swap the ~ of {first}.", "交换{first}的~。", second=ABSENT)
    pairs = cases or by_word("what", subjects, "Swap the ~ of {first} and {second}.", "交换{first}与{second}的~。")
    return effect(
        name,
        parts.pop("group"),
        "Swap",
        "交换",
        (
            ID,
            field("what", Enum(subjects), "What", "交换什么"),
            field("first", Targets(kind), "First", "一方"),
            optional(
                "second",
                Targets(kind),
                "Second",
                "另一方",
                "May be left out where the first names two.",
                "若一方已包含两个对象，可省略。",
            ),
        ),
        *doc,
        "Swap {first} and {second}.",
        "交换{first}与{second}。",
        run,
        ("swap, exchange, trade, switch numbers", "交换、互换、对调"),
        "move",
        cases=(*alone, *pairs),
        keys=("swap|exchange|trade", "交换|互换|对调"),
        extension=True,
        **parts,
    )
