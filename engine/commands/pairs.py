"""`pairs`: whether cards do more together than each alone, by matches with both, with each, and with neither."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from engine import api
from engine.commands.playing import (
    PLAYED_BY,
    PLAYED_WITH,
    add_options,
    candidate_of,
    check_run,
    report_played,
)
from engine.commands.shell import Arguments, Command, Shell
from engine.json_values import Json
from engine.language.spec import LocalizedText

READINGS = {
    "combo": LocalizedText("combo: more together", "组合：一起更强"),
    "clash": LocalizedText("clash: less together", "相克：一起更弱"),
    "apart": LocalizedText("no interaction that matters", "相互作用可忽略"),
    "unknown": LocalizedText("not known", "尚不确定"),
}
LINKS = {"event": LocalizedText("event", "事件"), "stat": LocalizedText("stat", "属性")}


def _arguments(arguments: Arguments) -> None:
    add_options(
        arguments,
        *PLAYED_WITH,
        (
            "--partner",
            "a card to pair it with; may be repeated (default: those that its events and stats are linked to)",
            "与之配对的卡牌，可多次给出（缺省为事件与属性相联系的卡牌）",
            {"action": "append", "default": [], "metavar": "ID"},
        ),
        (
            "--preset",
            "how precise an interaction is: quick ±8 points, standard ±4 (default: quick)",
            "相互作用的精度：quick 为 ±8 个百分点，standard 为 ±4（缺省 quick）",
            {"choices": api.PAIRS_PRESETS, "default": "quick"},
        ),
        *PLAYED_BY[1:],
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    ruleset, card, pool = candidate_of(shell, args)
    spec = api.pairs_plan(ruleset, candidate=card, pool=pool, partners=args.partner, preset=args.preset, seed=args.seed)
    pairs, cost = len(spec["pairs"]), spec["cost"]
    shell.note(
        LocalizedText(
            f"{pairs} pairs, {spec['blocks_max']} blocks: {cost['matches']} matches, about {cost['cpuSeconds']} s of processor",
            f"{pairs} 对，{spec['blocks_max']} 组：共 {cost['matches']} 局，处理器约 {cost['cpuSeconds']} 秒",
        )
    )
    return report_played(shell, spec, args.workers, _lines)


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield what the card adds alone, a line for each pair with its interaction and what it is made of, and for what the intervals hold."""
    yield f"{_number(result['alone'])}  {shell.say(LocalizedText('the card alone', '卡牌单独'))}"
    for row in result["rows"]:
        if row["problem"]:
            yield shell.say(
                LocalizedText(
                    f"{row['partner']}: no number, its matches exceed their budget",
                    f"{row['partner']}：没有数字，对局超出运算限额",
                )
            )
            continue
        reading = f"  {shell.say(READINGS[row['reading']])}" if row["reading"] else ""
        yield f"{_number(row['interaction'])}  {row['partner']}{reading}"
        alone, together = _number(row["partnerAlone"]), _number(row["both"])
        links = ", ".join(f"{shell.say(LINKS[kind])} {name}" for kind, name in row["links"])
        yield shell.say(
            LocalizedText(
                f"    alone {alone}, both {together}; {links or 'no link'}",
                f"    单独 {alone}，一起 {together}；{links or '无联系'}",
            )
        )
    family, blocks = result["family"], result["n"]["blocks"]
    yield shell.say(
        LocalizedText(
            f"points of win rate; all {family} intervals are simultaneous, 95 %, {blocks} blocks",
            f"胜率的百分点；全部 {family} 个区间同时成立，95%，{blocks} 组",
        )
        if result["stopReason"] == "planned"
        else LocalizedText(f"stopped: {result['stopReason']}", f"已中止：{result['stopReason']}")
    )


def _number(change: Json | None) -> str:
    if change is None:
        return "–"
    if change["low"] is None:
        return f"{change['mean']:+.1f}"
    return f"{change['mean']:+.1f} [{change['low']:+.1f}, {change['high']:+.1f}]"


COMMAND = Command(
    "pairs",
    LocalizedText("what pairs of cards do together, by bot matches", "以对局估计成对卡牌的相互作用"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play a card with others that its events and stats are linked to, together and apart, and report their joint effect.",
        "把一张卡牌与事件、属性相联系的其他卡牌放在一起及分开对局，给出其相互作用。",
    ),
)
