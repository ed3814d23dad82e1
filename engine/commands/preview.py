"""`preview`: what a card does to its game, from matches that are really played; the same bytes as the portal stores."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable, plain
from engine.errors import BadCard
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.language.spec.bounds import INTEGER_MAX

Playing = Callable[[], JsonObject]

NONE = "none"
WORKERS_MAX = 64
AHEAD = 2
"""Chunks that are played beyond what every worker plays now."""

WORDS = {
    "stronger": LocalizedText("stronger", "更强"),
    "weaker": LocalizedText("weaker", "更弱"),
    "even": LocalizedText("even", "持平"),
    "unknown": LocalizedText("inconclusive", "尚不确定"),
    None: LocalizedText("no verdict", "不作判断"),
}


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "card", help=LocalizedText("a file with one card", "含一张卡牌的文件"), type=Path, metavar="CARD.json"
    )
    for name, en, zh, options in (
        (
            "--against",
            "the former version, or none: reference cards of its kind (default: none)",
            "对照的旧版本文件；none 表示同类参照卡（缺省 none）",
            {"default": NONE, "metavar": "FILE"},
        ),
        (
            "--cards",
            "the cards that decks and piles are taken from (default: the shipped ones)",
            "组成牌组与牌堆的卡牌（缺省为自带卡牌）",
            {"type": Path, "metavar": "PACK"},
        ),
        (
            "--ruleset",
            "the game of the card (default: detected from the card)",
            "卡牌所属的游戏规则（缺省按卡牌判断）",
            {"metavar": "R"},
        ),
        (
            "--preset",
            "how precise (default: quick)",
            "精度（缺省 quick）",
            {"choices": ("smoke", "quick", "standard", "deep"), "default": "quick"},
        ),
        (
            "--bots",
            "who plays: greedy or random (default: greedy)",
            "机器人：greedy 或 random（缺省 greedy）",
            {"default": "greedy", "metavar": "B"},
        ),
        (
            "--seed",
            "the run's seed; another one gives independent matches (default: 7)",
            "本次运行的种子；换一个即得独立对局（缺省 7）",
            {"type": int, "default": 7, "metavar": "N"},
        ),
        (
            "--workers",
            "processes that play at once (default: 1)",
            "同时运行的进程数（缺省 1）",
            {"type": int, "default": 1, "metavar": "N"},
        ),
    ):
        arguments.add(name, help=LocalizedText(en, zh), **options)


def _run(shell: Shell, args: Namespace) -> int:
    if not 1 <= args.workers <= WORKERS_MAX:
        raise Unusable(f"--workers wants a number from 1 to {WORKERS_MAX}", f"--workers 应为 1 到 {WORKERS_MAX}")
    if not 0 <= args.seed <= INTEGER_MAX:
        raise Unusable(f"--seed wants a whole number from 0 to {INTEGER_MAX}", f"--seed 应为 0 到 {INTEGER_MAX} 的整数")
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    pool = _pool(args.cards, ruleset)
    ids = [document["id"] for document in pool or ()]
    ruleset, card = _card(shell, args.card, ruleset, ids)
    former = None if args.against == NONE else _card(shell, Path(args.against), ruleset, ids)[1]
    spec = api.preview_plan(
        ruleset, candidate=card, baseline=former, pool=pool, preset=args.preset, bots=(args.bots,), seed=args.seed
    )
    start = os.times()
    result = _played(shell, spec, args.workers)
    print(canonical(result) if shell.as_json else plain("\n".join(_lines(shell, result))))
    _note_times(shell, start, result["n"]["games"])
    return FINE


def canonical(result: Json) -> str:
    """Return a result in the bytes whose hash the portal keeps: keys in order, no space."""
    return json.dumps(result, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _card(shell: Shell, path: Path, ruleset: str | None, companions: Sequence[str]) -> tuple[str, JsonObject]:
    """Return the game of the one card of a file, and the card, which may name some cards beside it.

    Errors: BadCard with all errors, when there is one.
    """
    try:
        pack = api.load(path, ruleset, neighbours=companions)
    except LookupError as several:
        raise Unusable(
            f"this card may be of several games; say --ruleset, one of {several}",
            f"此卡牌可能属于多个游戏规则；请用 --ruleset 指定其一：{several}",
        ) from several
    if not pack.ok or pack.ruleset is None:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    if len(pack.cards) != 1:
        count = len(pack.cards)
        raise Unusable(f"{path} has {count} cards; a preview wants one", f"{path} 含 {count} 张卡牌；模拟只接受一张")
    return pack.ruleset.name, pack.cards[0][0]


def _pool(path: Path | None, ruleset: str | None) -> list[JsonObject] | None:
    if path is None:
        return None
    pack = api.load(path, ruleset)
    if not pack.ok:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    return [document for document, _ in pack.cards]


def _played(shell: Shell, spec: JsonObject, workers: int) -> JsonObject:
    """Return the result of a plan, its chunks played by `workers` processes and folded in order."""
    show = shell.progress(LocalizedText("blocks", "组"))
    state: JsonObject | None = None
    result = api.preview_merge(spec, [])
    with _players(spec, workers) as submit:
        waiting: list[Playing] = []
        block = 0
        while state is None or not state["reason"]:
            while len(waiting) < workers * AHEAD and _is_wanted(spec, block, result["progress"]["of"], waiting):
                waiting.append(submit(block))
                block += 1
            state = api.preview_fold(spec, state, waiting.pop(0)())
            result = api.preview_report(spec, state)
            show(result["progress"]["blocks"], result["progress"]["of"])
    return result


def _is_wanted(spec: JsonObject, no: int, of: int, waiting: Sequence[Playing]) -> bool:
    """Return whether a chunk begins before what is expected to be the end; one is always under way."""
    begins = spec["ends"][no - 1] if no else 0
    return no < api.preview_chunk_count(spec) and (begins < of or not waiting)


@contextmanager
def _players(spec: JsonObject, workers: int) -> Iterator[Callable[[int], Playing]]:
    """Give what starts to play a chunk, here or in processes, and returns what waits for it."""
    if workers == 1:
        yield lambda no: partial(api.preview_chunk, spec, no)
        return
    pool = ProcessPoolExecutor(workers, initializer=api.search_rulesets, initargs=(api.ruleset_folders(os.environ),))
    try:
        yield lambda no: pool.submit(api.preview_chunk, spec, no).result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield what a person wants to know first; every number with its interval."""
    change, smoke = result["change"], result["smoke"]
    if change is not None:
        verdict = shell.say(WORDS[result["verdict"]])
        yield f"{change['mean']:+.1f} {change['unit']} [{change['low']:+.1f}, {change['high']:+.1f}]  {verdict}  n = {change['n']}"
    if smoke is not None:
        for name in ("seen", "playable", "played", "fired"):
            held = smoke[name]
            yield f"{name:<10}{held['rate']:.0%} [{held['low']:.0%}, {held['high']:.0%}]" if held else f"{name:<10}–"
        yield from (f"never      {pointer}" for pointer in smoke["neverReached"])
    yield f"{result['stopReason']}"
    yield from (flag["text"][shell.lang] for flag in result["flags"] if flag["raised"])
    if result["abort"]:
        yield result["abort"]["node"]


def _note_times(shell: Shell, start: os.times_result, games: int) -> None:
    """Write times to stderr: seconds on the wall and of the processor, and matches a second."""
    now = os.times()
    wall = now.elapsed - start.elapsed
    cpu = sum(now[:4]) - sum(start[:4])
    rate = games / cpu if cpu else 0.0
    shell.note(
        LocalizedText(
            f"{games} matches in {wall:.1f} s, {cpu:.1f} s of processor, {rate:.1f} matches a second of it",
            f"{games} 局，用时 {wall:.1f} 秒，处理器 {cpu:.1f} 秒，每处理器秒 {rate:.1f} 局",
        )
    )


COMMAND = Command(
    "preview",
    LocalizedText("what a card does to its game, by matches of bots", "以机器人对局估计一张卡牌对游戏的影响"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play matches with a card and with its former version, and say how the win rate changes, with an interval and a verdict.",
        "以新旧两个版本进行对局，给出胜率变化、区间与判断。",
    ),
)
