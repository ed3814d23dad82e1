"""What sentences mean by the nodes that games share, for those that write a node's fields beside its type, as the core form does."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.readings import Reading, reading

COMPARISONS = {"<=": "LessThanOrEqual", ">=": "GreaterThanOrEqual", "<": "LessThan", ">": "GreaterThan", "=": "Equals"}
"""The conditions that compare two numbers, by what a sentence says."""


def flow(owner: str) -> tuple[Reading, ...]:
    """Return the blocks that hold other blocks; `owner` is the reference of the player who chooses."""
    return (
        reading("if", "", {"type": "if", "condition": "%condition", "do": "%do", "elsedo": "%else?"}),
        reading("loop", "", {"type": "loop", "times": "%times", "do": "%do"}),
        reading("named", "", {"type": "foreach", "id": "%label", "in": "%target", "do": "%do"}),
        reading("choose", "", {"type": "choose", "ask": owner, "options": "%options"}, item={"do": "%do"}),
        reading("randomly", "", {"type": "randomly", "options": "%options"}, item={"do": "%do"}),
        reading("flip", "", {"type": "flip", "heads": "%first", "tails": "%second?"}),
    )


AMOUNT_PER = reading("each", "", {"type": "each", "amount": "%number", "per": "%per?", "of": "%of", "max": "%max?"})
AMOUNT_PER_TARGET = reading(
    "eachOf", "", {"type": "eachOf", "amount": "%number", "per": "%per?", "of": "%target", "max": "%max?"}
)
AMOUNTS = (
    reading("times", "", {"type": "mul", "value1": "%value", "value2": "%number"}),
    reading("part", "", {"type": "mul", "value1": "%value", "value2": 1, "divisor": "%number"}),
    reading("plus", "", {"type": "add", "values": ["%first", "%second"]}),
    reading("min", "", {"type": "min", "values": ["%first", "%second"]}),
    reading("max", "", {"type": "max", "values": ["%first", "%second"]}),
    reading("minus", "", {"type": "sub", "value1": 0, "value2": "%value"}),
    reading("instead", "", {"type": "instead", "value": "%value", "then": "%then", "condition": "%condition"}),
)

LOGIC = (
    reading("not", "", {"type": "Not", "condition": "%condition"}),
    reading("and", "", {"type": "And", "conditions": "%conditions"}),
    reading("compare", "", {"type": "%op", "value1": "%first", "value2": "%second"}, COMPARISONS),
)


def skill_frames(modes: Mapping[str, str]) -> tuple[Reading, ...]:
    """Return the frames around an event where rules are skills with `triggerOn`, `filter` and `action`; `modes` are lifetimes by what a sentence says."""
    rule = {
        "%...": "event",
        "times": "%times?",
        "usagePerRound": "%perTurn?",
        "every": "%interval?",
        "filter": "%conditions",
        "action": "%do",
    }
    return (
        reading("frame", "", {"id": "%label", **rule}, of="skill"),
        reading("frame", "", {"type": "when", **rule, "times": 1}, of="effect", kind="next"),
        reading("frame", "", {"type": "when", "mode": "%mode?", **rule}, of="effect", once=True, modes=modes),
    )


def hand_changes(how: str, opponent: str) -> tuple[Reading, ...]:
    """Return the discards and draws up to a number; `how` is the field that says who picks, `opponent` the word for the other side."""

    def discard(choice: str, **side: str) -> dict[str, str]:
        return {"type": "discard", **side, "count": "%count", how: choice}

    picks = (("discard", "choice"), ("discard random", "random"))
    return (
        *(
            reading("effect", words, [discard(choice), discard(choice, side=opponent)], player="allplayers")
            for words, choice in picks
        ),
        reading("effect", "drawto", {"type": "drawUpTo", "hand": "%count"}),
        *(reading("effect", words, discard(choice, side="%player?")) for words, choice in picks),
    )


COST_RULES = (
    reading(
        "costRule", "cost free", {"op": "set", "value": 0}, guard="condition", owner="$self.playerUUID", numberless=True
    ),
    reading("costRule", "minimum", {"op": "min", "value": "%amount"}),
    reading("costRule", "cost less", {"op": "less", "value": "%amount"}, guard="condition", owner="$self.playerUUID"),
    reading("costRule", "cost", {"op": "more", "value": "%amount"}, guard="condition", owner="$self.playerUUID"),
)
"""What changes the cost of the card that says it."""

__all__ = [
    "AMOUNTS",
    "AMOUNT_PER",
    "AMOUNT_PER_TARGET",
    "COMPARISONS",
    "COST_RULES",
    "LOGIC",
    "flow",
    "hand_changes",
    "skill_frames",
]
