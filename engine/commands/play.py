"""`play`: a match played by bots, told as it goes."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell
from engine.language.shapes import Bi
from engine.replay import Match, Recorder, result_json


def _arguments(arguments: Arguments) -> None:
    arguments.add("ruleset", help=Bi("name of a game", "游戏规则名"), metavar="RULESET")
    arguments.add("--seed", help=Bi("the match's chance", "对局的随机种子"), type=int, required=True, metavar="N")
    arguments.add(
        "--seats", help=Bi("players (default: as many as can sit)", "人数（缺省为最多）"), type=int, metavar="N"
    )
    arguments.add(
        "--bots", help=Bi("one for all seats or one a seat, by comma", "一个通用，或每席一个，以逗号分隔"),
        default="greedy", metavar="B",
    )  # fmt: skip
    arguments.add("--log", help=Bi("what is told", "输出的内容"), choices=("text", "json", "none"), default="text")
    arguments.add("--save", help=Bi("write the replay file here", "录像文件的写入位置"), type=Path, metavar="FILE")


def _run(_: Shell, args: Namespace) -> int:
    seats = args.seats or max(next(r.seats for r in api.rulesets() if r.name == args.ruleset))
    match = api.new_match(args.ruleset, seed=args.seed, seats=seats, bots_by_seat=tuple(args.bots.split(",")))
    recorder = Recorder(match)
    if args.log == "none":
        for step, key in match.steps():
            recorder.take(step, key)
    else:
        _log(match, recorder, as_json=args.log == "json")
    held = recorder.file()
    if args.save:
        args.save.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
    if args.log == "none":
        print(json.dumps(held["result"]))
    return FINE


def _log(match: Match, recorder: Recorder, *, as_json: bool) -> None:
    """Print a match as it goes: one JSON object a line, or a line a decision and event."""
    head = {
        "kind": "match",
        "format": "play/1",
        "ruleset": match.ruleset.name,
        "engine": api.VERSION,
        "contentHash": match.program.content_hash,
        "seed": match.seed,
        "seats": match.seats,
        "bots": [name for name, _ in match.bots],
    }
    _say(
        as_json,
        head,
        f"{head['ruleset']} seed {head['seed']}, {head['seats']} seats: {', '.join(name for name, _ in match.bots)}",
    )
    asked = None
    last = None
    for last, key in match.steps(log=True):
        recorder.take(last, key)
        if asked is not None:
            _say(
                as_json,
                {"kind": "decision", "seq": last.state.seq, "seat": asked.side, "prompt": asked.prompt, "answer": key},
                f"seat {asked.side}: {asked.prompt} → {key}",
            )
        for entry in last.log:
            _say_entry(as_json, last.state.seq, entry)
        asked = last.decision
    assert last is not None, "a match has a first step"
    end = {
        **(result_json(last.result) or {}),
        "kind": "result",
        "decisions": last.state.decisions,
        "digest": f"{api.digest(last.state):016x}",
    }
    _say(
        as_json,
        end,
        f"{end.get('outcome')}: seat {end.get('winner')} ({end.get('reason')}), {end['decisions']} decisions, digest {end['digest']}",
    )


def _say_entry(as_json: bool, seq: int, entry: tuple[Any, ...]) -> None:
    if entry[0] == "event":
        _, number, name, payload = entry
        _say(
            as_json,
            {"kind": "event", "seq": number, "event": name, "payload": payload},
            f"  {name} {payload or ''}".rstrip(),
        )
    elif as_json:
        op, target, key, old, new, cause = entry
        _say(
            True,
            {
                "kind": "mutation",
                "seq": seq,
                "op": op,
                "target": target,
                "key": key,
                "old": old,
                "new": new,
                "cause": cause,
            },
            "",
        )


def _say(as_json: bool, value: Any, text: str) -> None:
    print(json.dumps(value, ensure_ascii=False, default=str) if as_json else text)


COMMAND = Command("play", Bi("play a match by bots", "让机器人玩一局"), _arguments, _run)
