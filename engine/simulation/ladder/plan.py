"""The plan of a skill ladder: a card against its former version, played by each bot on the same seeds, and each bot against the one below it.

Its length is fixed before the first block, so the result is read once, at its end, and its cost is known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import owned_plan
from engine.simulation.joint_intervals import joint_critical
from engine.simulation.plan import MARGIN
from engine.simulation.presets import GROWN_MS
from engine.simulation.statistics import MILLION
from engine.simulation.worth.plan import VARIANCE

FORMAT = "ladder-plan/1"
TARGETS = {"quick": 600, "standard": 300}
"""Half-width asked for of each bot's change, in ten-thousandths of a win, by preset."""

MIN_BLOCKS, MAX_BLOCKS, MAX_CHUNKS = 160, 10_000, 600
TOP_SHARE = 5_500
"""The share of matches that the top bot is meant to win against the one below it, in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot of the ladder: its name, what it is called, and what it is poor at. Units: `cost` of a match in hundredths of a greedy one."""

    name: str
    title: LocalizedText
    poor_at: LocalizedText
    cost: int


LEVELS = (
    Level(
        "plain",
        LocalizedText("Plain greedy", "直白贪心"),
        LocalizedText(
            "It takes what leaves the best board now, knows nothing of what triggers are worth, and forgets what an answer added: cards that pay later show less than they should.",
            "只取当下局面最好的一步，不知道触发器的价值，也不记得先前的收益：日后才见效的牌显得偏低。",
        ),
        100,
    ),
    Level(
        "greedy",
        LocalizedText("Greedy", "贪心"),
        LocalizedText(
            "It thinks to the end of its own turn and never holds a card back: discounts, set-up and answers kept for the opponent show less than they should.",
            "只想到自己回合结束，从不留牌：减费、铺垫与留作应对的牌显得偏低。",
        ),
        100,
    ),
    Level(
        "lookahead",
        LocalizedText("Look-ahead", "前瞻"),
        LocalizedText(
            "It plays its four best answers on for 24 questions in guessed worlds: what pays after that is noise to it, its players see each other's guessed hands, and no bluff works on them.",
            "把四个最佳应答在猜测的局面里推演 24 个提问：更晚见效的对它只是噪声；推演中的双方互见猜测的手牌，虚张声势无效。",
        ),
        12_000,
    ),
)
"""The bots, the weakest first."""

STEPS = tuple(zip(LEVELS[1:], LEVELS[:-1], strict=True))
"""Each bot with the one below it."""
DIFFERENCES = ((1, 0), (2, 1), (2, 0))
"""The places of the bots whose changes are compared: the stronger less the weaker."""


def ladder_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    pool: Sequence[HashedCard],
    preset: str = "quick",
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
    companions: Sequence[HashedCard] = (),
) -> JsonObject:
    """Return the plan of a skill ladder.

    Shapes: `levels` are the names of the bots, the weakest first; `family` counts the intervals that hold together: of each bot, of each
            difference, and of each step. `cost` is that of the plan, `costs` that of each preset.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-change` for one that does what its former
            version does.
    """
    if preset not in TARGETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(TARGETS)}")
    base = owned_plan(
        ruleset,
        candidate=candidate,
        baseline=baseline,
        pool=pool,
        seed=seed,
        engine=engine,
        margin=margin,
        companions=companions,
    )
    if base["same"]:
        raise IllegalAction("no-change", "both versions do the same, so every bot finds no change")
    family = len(LEVELS) + len(DIFFERENCES) + len(STEPS)
    courses = {name: _course(ruleset, base, target, family) for name, target in TARGETS.items()}
    return (
        base
        | {
            "format": FORMAT,
            "preset": preset,
            "mode": "fixed",
            "levels": [level.name for level in LEVELS],
            "topShare": TOP_SHARE,
            "family": family,
            "costs": {name: course["cost"] for name, course in courses.items()},
        }
        | courses[preset]
    )


def _course(ruleset: Ruleset, base: Json, target: int, family: int) -> JsonObject:
    """Return how long the plan is, where its chunks end, and what it costs: two matches of the card by each bot, two of each step."""
    strata = len(base["layout"]["strata"])
    z, half = joint_critical(family, MIN_BLOCKS) / MILLION, target / 10_000
    blocks = ceil(z * z * VARIANCE[base["layout"]["unit"]] / (half * half))
    blocks = -(-min(MAX_BLOCKS, max(MIN_BLOCKS, blocks)) // strata) * strata
    hundredths = sum(2 * level.cost for level in LEVELS) + sum(upper.cost + lower.cost for upper, lower in STEPS)
    block_ms = -(-hundredths * ruleset.experiment.match_ms["greedy"] // 100)
    step = max(1, GROWN_MS // block_ms, -(-blocks // MAX_CHUNKS))
    matches = blocks * 2 * (len(LEVELS) + len(STEPS))
    return {
        "target": target,
        "blocks_max": blocks,
        "ends": [*range(step, blocks, step), blocks],
        "cost": {"matches": matches, "cpuSeconds": -(-blocks * block_ms // 1000)},
    }


__all__ = ["DIFFERENCES", "FORMAT", "LEVELS", "STEPS", "TARGETS", "TOP_SHARE", "Level", "ladder_plan"]
