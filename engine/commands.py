"""The commands of `python -m engine`. stdout carries the answer alone; progress and notes go to stderr."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine import api
from engine.bench import Clock, bench
from engine.errors import BadCard, IllegalAction, Problem
from engine.packs.reader import read_json
from engine.replay import Match, result_json

FINE, FOUND, UNUSABLE = 0, 1, 2


def main(argv: Sequence[str], clock: Clock) -> int:
    """Run one command and return its exit code; the clock tells seconds of processor, for `bench` alone."""
    args = _parser().parse_args(argv)
    args.clock = clock
    try:
        code: int = args.run(args)
    except BadCard as bad:
        for problem in bad.problems:
            print(_line(problem), file=sys.stderr)
        return UNUSABLE
    except (OSError, KeyError, ValueError, IllegalAction) as error:
        print(f"engine: {error}", file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        return FINE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Any], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.add_argument("--format", choices=("text", "json"), default="text")
        sub.set_defaults(run=run)
        return sub

    command("rulesets", _rulesets, "the games")
    schema = command("schema", _schema, "the JSON Schema of a kind of document")
    schema.add_argument("ruleset")
    schema.add_argument("kind", nargs="?", default="card")
    validate = command(
        "validate", _validate, "everything that is wrong with cards: JSON, JSONC, directory, manifest, zip"
    )
    validate.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    validate.add_argument("--ruleset", default="wizards")
    play = command("play", _play, "play a match by bots")
    play.add_argument("ruleset")
    play.add_argument("--seed", type=int, required=True)
    play.add_argument("--seats", type=int)
    play.add_argument("--bots", default="greedy")
    play.add_argument("--log", choices=("text", "json", "none"), default="text")
    play.add_argument("--save", type=Path)
    replay = command("replay", _replay, "verify a replay file")
    replay.add_argument("file", type=Path)
    measure = command("bench", _bench, "how fast matches go")
    measure.add_argument("ruleset", nargs="?")
    measure.add_argument("--seconds", type=float, default=4.0)
    return parser


def _print(args: Any, value: Any, text: str) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2) if args.format == "json" else text)


def _rulesets(args: Any) -> int:
    value = [
        {
            "name": r.name,
            "title": r.title._asdict(),
            "seats": list(r.seats),
            "kinds": list(r.kinds),
            "schemaVersion": r.schema_version,
        }
        for r in api.rulesets()
    ]
    text = "\n".join(
        f"{r.name}  {r.title.en} {r.title.zh}  seats {', '.join(map(str, r.seats))}" for r in api.rulesets()
    )
    _print(args, value, text)
    return FINE


def _schema(args: Any) -> int:
    print(json.dumps(api.schema(args.ruleset, args.kind), ensure_ascii=False, indent=2))
    return FINE


def _validate(args: Any) -> int:
    reports = [api.validate_path(args.ruleset, path) for path in args.paths]
    problems = [problem for report in reports for problem in report.problems]
    cards, ok = sum(report.cards for report in reports), all(report.ok for report in reports)
    value = {"ok": ok, "cards": cards, "problems": [problem.to_json() for problem in problems]}
    summary = f"{cards} cards, {sum(p.severity == 'error' for p in problems)} errors, {sum(p.severity == 'warning' for p in problems)} warnings"
    _print(args, value, "\n".join([*map(_line, problems), summary]))
    return FINE if ok else FOUND


def _line(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}:{problem.column}: {problem.severity} {problem.code} {problem.path or '/'}  {problem.message['en']}"


def _play(args: Any) -> int:
    seats = args.seats or max(next(r.seats for r in api.rulesets() if r.name == args.ruleset))
    match = api.new_match(args.ruleset, seed=args.seed, seats=seats, bots_by_seat=tuple(args.bots.split(",")))
    if args.log != "none":
        _log(match, as_json=args.log == "json")
    if args.save or args.log == "none":
        held = api.play(match)
        if args.save:
            args.save.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
        if args.log == "none":
            print(json.dumps(held["result"]))
    return FINE


def _log(match: Match, *, as_json: bool) -> None:
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


def _replay(args: Any) -> int:
    held = read_json(args.file.read_bytes(), file=args.file.name).value
    answer = api.replay(held)
    _print(
        args,
        answer,
        f"{'ok' if answer['ok'] else 'differs'}: {answer['decisions']} decisions, digest {answer['digest']}",
    )
    return FINE if answer["ok"] else FOUND


START_UP = """
import resource, time
begun = time.process_time()
from engine import api
from engine.cardset import program_of
from engine.rulesets import find
program_of(find("{name}"), api.card_set("{name}"), max(find("{name}").seats))
print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def _bench(args: Any) -> int:
    chosen = [args.ruleset] if args.ruleset else [r.name for r in api.rulesets()]
    found = []
    for name in chosen:
        code = START_UP.format(name=name)
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        found.append(bench(name, args.seconds, args.clock, (float(out[0]), float(out[1]))))
    value = found[0] if args.ruleset else found
    text = "\n\n".join("\n".join(f"{key}: {held}" for key, held in one.items()) for one in found)
    _print(args, value, text)
    return FINE
