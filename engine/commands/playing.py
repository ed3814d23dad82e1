"""What commands share that play matches: the card of a file, the cards around it, processes that play, and what it took."""

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
from engine.commands.loading import valid_pack
from engine.commands.shell import FINE, Arguments, Shell, Unusable, plain
from engine.errors import BadCard
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText
from engine.language.spec.bounds import INTEGER_MAX

Playing = Callable[[], JsonObject]

WORKERS_MAX = 64
NONE = "none"
"""In place of a file: no former version."""
CHUNKS_WAITING = 2
"""Chunks that are played beyond what every worker plays now."""

PLAYED_WITH = (
    (
        "--cards",
        "the cards from which decks and piles are built (default: the shipped ones)",
        "组成牌组与牌堆的卡牌（缺省为自带卡牌）",
        {"type": Path, "metavar": "PACK"},
    ),
    (
        "--ruleset",
        "the game of the card (default: detected from the card)",
        "卡牌所属的游戏规则（缺省按卡牌判断）",
        {"metavar": "R"},
    ),
)
PLAYED_BY = (
    (
        "--bots",
        "who plays: greedy or random (default: greedy)",
        "机器人：greedy 或 random（缺省 greedy）",
        {"default": "greedy", "metavar": "B"},
    ),
    (
        "--seed",
        "seed of the run; another seed gives independent matches (default: 7)",
        "本次运行的种子；换一个即得独立对局（缺省 7）",
        {"type": int, "default": 7, "metavar": "N"},
    ),
    (
        "--workers",
        "number of processes (default: 1)",
        "同时运行的进程数（缺省 1）",
        {"type": int, "default": 1, "metavar": "N"},
    ),
)


def add_options(arguments: Arguments, *rows: tuple[str, str, str, JsonObject]) -> None:
    """Add the card of a file, and options from rows of a name, its help in English and Chinese, and what argparse takes."""
    help = LocalizedText("a file with one card", "含一张卡牌的文件")
    arguments.add("card", help=help, type=Path, metavar="CARD.json")
    add_rows(arguments, *rows)


def add_rows(arguments: Arguments, *rows: tuple[str, str, str, JsonObject]) -> None:
    """Add options from rows of a name, its help in English and Chinese, and what argparse takes."""
    for name, en, zh, options in rows:
        arguments.add(name, help=LocalizedText(en, zh), **options)


def check_run(args: Namespace) -> None:
    """Refuse a number of workers or a seed that there cannot be."""
    if not 1 <= args.workers <= WORKERS_MAX:
        raise Unusable(f"--workers wants a number from 1 to {WORKERS_MAX}", f"--workers 应为 1 到 {WORKERS_MAX}")
    if not 0 <= args.seed <= INTEGER_MAX:
        raise Unusable(f"--seed wants a whole number from 0 to {INTEGER_MAX}", f"--seed 应为 0 到 {INTEGER_MAX} 的整数")


def canonical(result: Json) -> str:
    """Return a result in the bytes whose hash the portal keeps: keys in order, no space."""
    return json.dumps(result, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def card_of(shell: Shell, path: Path, ruleset: str | None, companions: Sequence[str]) -> tuple[str, JsonObject]:
    """Return the game of the one card of a file, and the card, which may name some cards beside it.

    Errors: BadCard with all errors, when there is one.
    """
    pack, game = valid_pack(path, ruleset, companions)
    if len(pack.cards) != 1:
        count = len(pack.cards)
        raise Unusable(f"{path} has {count} cards; a preview wants one", f"{path} 含 {count} 张卡牌；模拟只接受一张")
    return game.name, pack.cards[0][0]


def candidate_of(shell: Shell, args: Namespace) -> tuple[str, JsonObject, list[JsonObject] | None]:
    """Return the game of a command's card, the card, and the cards that decks are taken from, None for the shipped ones.

    Errors: as `card_of`; the card may name those cards.
    """
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    pool = pool_of(args.cards, ruleset)
    return *card_of(shell, args.card, ruleset, _ids(pool)), pool


def former_of(shell: Shell, args: Namespace, ruleset: str, pool: list[JsonObject] | None) -> JsonObject | None:
    """Return the former version that a command's card is played against; None where its option says NONE."""
    return None if args.against == NONE else card_of(shell, Path(args.against), ruleset, _ids(pool))[1]


def _ids(pool: list[JsonObject] | None) -> list[str]:
    return [document["id"] for document in pool or ()]


def pool_of(path: Path | None, ruleset: str | None) -> list[JsonObject] | None:
    if path is None:
        return None
    pack = api.load(path, ruleset)
    if not pack.ok:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    return [document for document, _ in pack.cards]


def played(shell: Shell, spec: JsonObject, workers: int) -> JsonObject:
    """Return the result of a plan, its chunks played by `workers` processes and folded in order."""
    return played_to_end(shell, spec, workers)[1]


def report_played(shell: Shell, spec: JsonObject, workers: int, lines: Callable[[Shell, Json], Iterator[str]]) -> int:
    """Play a plan to its end, print its result, as JSON or in lines, and what it cost; return the exit code."""
    start = os.times()
    result = played(shell, spec, workers)
    print(canonical(result) if shell.as_json else plain("\n".join(lines(shell, result))))
    note_times(shell, start, result["n"]["games"])
    return FINE


def played_to_end(shell: Shell, spec: JsonObject, workers: int) -> tuple[JsonObject, JsonObject]:
    """Return the last state of a plan and its result."""
    show = shell.progress(LocalizedText("blocks", "组"))
    state: JsonObject | None = None
    result: JsonObject = {"progress": {"of": spec["ends"][-1]}}
    with _players(spec, workers) as submit:
        waiting: list[Playing] = []
        next_chunk = 0
        while state is None or not state["reason"]:
            while len(waiting) < workers * CHUNKS_WAITING and _is_wanted(
                spec, next_chunk, result["progress"]["of"], waiting
            ):
                waiting.append(submit(next_chunk))
                next_chunk += 1
            state = api.preview_fold(spec, state, waiting.pop(0)())
            result = api.preview_report(spec, state)
            show(result["progress"]["blocks"], result["progress"]["of"])
    return state, result


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


def note_times(shell: Shell, start: os.times_result, games: int) -> None:
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
