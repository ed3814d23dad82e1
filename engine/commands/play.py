"""`play`: a match played by bots, written out as it goes."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine import api
from engine.cardset import CardSet
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable, plain
from engine.errors import BadCard
from engine.formats.answers import PLAY_FORMAT
from engine.json_values import Json, JsonObject
from engine.kernel.decisions import action_key
from engine.kernel.machine import Step
from engine.kernel.mutations import EventRaised, LogEntry, as_row
from engine.language.spec import LocalizedText
from engine.language.spec.bounds import INTEGER_MAX
from engine.packs.loading import read_file
from engine.packs.reader import MANIFEST_LIMITS, Document, read_json
from engine.replay import Match, Recorder, result_json
from engine.story import Story


def _arguments(arguments: Arguments) -> None:
    arguments.add("ruleset", help=LocalizedText("name of a game", "游戏规则名"), metavar="RULESET")
    arguments.add(
        "--seed",
        help=LocalizedText("seed of the match: a whole number from 0", "对局的随机种子，0 起的整数"),
        type=int,
        required=True,
        metavar="N",
    )
    arguments.add(
        "--seats",
        help=LocalizedText("number of seats (default: as many as the game allows)", "席位数（缺省为最多）"),
        type=int,
        metavar="N",
    )
    arguments.add(
        "--bots",
        help=LocalizedText(
            "one for all seats, or one for each by comma: random, greedy, lookahead (default: greedy)",
            "所有席位通用一个，或以逗号分隔每席一个：random、greedy、lookahead（缺省 greedy）",
        ),
        default="greedy",
        metavar="B",
    )
    arguments.add(
        "--log",
        help=LocalizedText(
            "a story, a JSON object per line, or only the result (default: text)",
            "叙述文本、每行一个 JSON 对象、或仅结果（缺省 text）",
        ),
        choices=("text", "json", "none"),
    )
    arguments.add(
        "--cards",
        help=LocalizedText(
            "the pack to play with: a folder, manifest or zip (default: the shipped cards)",
            "对局所用的卡包：文件夹、清单或 zip（缺省为自带卡牌）",
        ),
        type=Path,
        metavar="PACK",
    )
    arguments.add(
        "--deck",
        help=LocalizedText(
            "a deck file, once for each seat in order (default: the decks of the pack, else the shipped ones)",
            "牌组文件，按席位顺序每席一个（缺省为卡包中的牌组，否则为自带牌组）",
        ),
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
    )
    arguments.add(
        "--save", help=LocalizedText("write the replay file here", "录像文件的写入位置"), type=Path, metavar="FILE"
    )


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset)
    seats = args.seats if args.seats is not None else max(ruleset.seats)
    if args.save is not None and not args.save.parent.is_dir():
        raise Unusable(f"there is no folder {args.save.parent}", f"没有文件夹 {args.save.parent}")
    bots = tuple(args.bots.split(","))
    _refuse(ruleset, args.seed, seats, bots)
    cards = _pack(ruleset, args.cards) if args.cards is not None else None
    decks = _decks(ruleset, args.deck, seats) or (_decks_of(ruleset, cards, seats) if cards is not None else None)
    match = api.new_match(ruleset.name, seed=args.seed, seats=seats, bots_by_seat=bots, cards=cards, decks=decks)
    recorder = Recorder(match)
    for line in LOGS[args.log or ("json" if shell.as_json else "text")](shell, match, recorder):
        print(line if shell.as_json else plain(line))
    if args.save is not None:
        _save(args.save, recorder.file())
    return FINE


def _refuse(ruleset: api.RulesetInfo, seed: int, seats: int, bots: Sequence[str]) -> None:
    """Raise for what cannot be played: a seed that JSON would not keep, seats that the game has not, bots without a known name."""
    known = api.bots(ruleset.name)
    names, numbers = ", ".join(known), ", ".join(map(str, ruleset.seats))
    unknown = next((name for name in bots if name not in known), None)
    if not 0 <= seed <= INTEGER_MAX:
        raise Unusable(f"--seed wants a whole number from 0 to {INTEGER_MAX}", f"--seed 应为 0 到 {INTEGER_MAX} 的整数")
    if seats not in ruleset.seats:
        raise Unusable(
            f"{ruleset.name} is played by {numbers}, not by {seats}",
            f"{ruleset.name} 的席位数为 {numbers}，不能是 {seats}",
        )
    if unknown is not None:
        raise Unusable(
            f"there is no bot called {unknown}; known are {names}", f"没有名为 {unknown} 的机器人；可用的有 {names}"
        )
    if len(bots) not in (1, seats):
        raise Unusable(
            f"{len(bots)} bots were named for {seats} seats; name one for all, or one for each",
            f"为 {seats} 个席位指定了 {len(bots)} 个机器人；请指定一个，或每席一个",
        )


def _decks(ruleset: api.RulesetInfo, paths: Sequence[Path], seats: int) -> list[Document] | None:
    """Return the decks named, none where the shipped ones are meant; their problems are reported by file.

    Errors: BadCard for a file that cannot be read.
    """
    if not paths:
        return None
    if not ruleset.has_decks:
        raise Unusable(f"{ruleset.name} is played without decks", f"{ruleset.name} 没有牌组")
    if len(paths) != seats:
        raise Unusable(
            f"{len(paths)} deck{'s' * (len(paths) != 1)} for {seats} seats; name one for each, or none",
            f"为 {seats} 个席位指定了 {len(paths)} 套牌组；请每席一套，或不指定",
        )
    return [read_json(read_file(path), limits=MANIFEST_LIMITS, jsonc=True, file=path.as_posix()) for path in paths]


def _pack(ruleset: api.RulesetInfo, path: Path) -> CardSet:
    """Return the cards and decks of a pack.

    Errors: BadCard with all its errors; Unusable for a pack of another game, and for one without cards.
    """
    pack = api.load(path, ruleset.name)
    if not pack.ok or pack.ruleset is None:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    if pack.ruleset.name != ruleset.name:
        raise Unusable(
            f"{path} is a pack of {pack.ruleset.name}, not of {ruleset.name}",
            f"{path} 是 {pack.ruleset.name} 的卡包，不是 {ruleset.name} 的",
        )
    if not pack.cards:
        raise Unusable(f"there are no cards in {path}", f"{path} 里没有卡牌")
    return pack


def _decks_of(ruleset: api.RulesetInfo, cards: CardSet, seats: int) -> list[Json] | None:
    """Return the decks of a pack for the seats in order, the first ones again where there are fewer."""
    if not ruleset.has_decks:
        return None
    if not cards.decks:
        raise Unusable(
            "the pack has no deck; name one for each seat with --deck", "卡包中没有牌组；请用 --deck 为每席指定一套"
        )
    return [cards.decks[seat % len(cards.decks)] for seat in range(seats)]


def _save(path: Path, document: JsonObject) -> None:
    """Write a replay file whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _text(shell: Shell, match: Match, recorder: Recorder) -> Iterator[str]:
    """Write the match as a story."""
    story = Story(match.ruleset, match.seats, shell.lang, _names(match))
    yield story.head(match.seed, [name for name, _ in match.bots])
    last = None
    for last, action in match.played(log=True):
        recorder.take(last, action_key(action) if action is not None else "")
        yield from story.step(last, action or ())
    if last is not None:
        yield story.end(last)


def _names(match: Match) -> dict[str, LocalizedText]:
    """Return what the cards of a match are called: by their definitions, where they are not the shipped ones."""
    shipped = api.card_names(match.ruleset)
    own = {name: card.words.get("name", name) for name, card in match.program.cards.items() if name not in shipped}
    return {**shipped, **{name: LocalizedText(said, said) for name, said in own.items()}}


def _json(_: Shell, match: Match, recorder: Recorder) -> Iterator[str]:
    """Write the match as objects, one a line."""
    head = {
        "format": PLAY_FORMAT,
        "ruleset": match.ruleset.name,
        "engine": api.VERSION,
        "contentHash": match.program.content_hash,
        "seed": match.seed,
        "seats": match.seats,
        "bots": [name for name, _ in match.bots],
    }
    yield _line("match", head)
    seq, decision, last = 0, None, None
    for last, key in match.steps(log=True):
        recorder.take(last, key)
        if decision is not None:
            yield _line("decision", {"seq": seq, "seat": decision.seat, "prompt": decision.prompt, "answer": key})
        for entry in last.log:
            seq = entry.seq if isinstance(entry, EventRaised) else seq
            yield _entry(seq, entry)
        decision = last.decision
    if last is not None:
        yield _line("result", _end(last))


def _entry(seq: int, entry: LogEntry) -> str:
    """Return the line of an event or a mutation; `seq` is the number of the newest event."""
    if isinstance(entry, EventRaised):
        return _line("event", {"seq": seq, "event": entry.event, "payload": entry.payload})
    return _line("mutation", {"seq": seq, **as_row(entry)._asdict()})


def _end(last: Step) -> JsonObject:
    digest = f"{api.digest(last.state):016x}"
    return {**(result_json(last.result) or {}), "decisions": last.state.decisions, "digest": digest}


def _line(kind: str, held: JsonObject) -> str:
    return json.dumps({"kind": kind, **held}, ensure_ascii=False)


def _result(shell: Shell, match: Match, recorder: Recorder) -> Iterator[str]:
    """Report only how the match ends."""
    last = None
    for last, key in match.steps():
        recorder.take(last, key)
    if last is not None:
        ending = Story(match.ruleset, match.seats, shell.lang, {}).end(last).strip()
        yield _line("result", _end(last)) if shell.as_json else ending


LOGS = {"text": _text, "json": _json, "none": _result}
COMMAND = Command(
    "play",
    LocalizedText("let bots play a match", "让机器人玩一局"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play a match of the shipped cards by bots and print it as it goes. The same seed, seats, bots and decks give the same match. Example: python -m engine play wizards --seed 7 --seats 2 --save match.json",
        "用自带卡牌让机器人玩一局并逐步叙述；种子、席位数、机器人和牌组相同，对局就相同。例如：python -m engine play wizards --seed 7 --seats 2 --save match.json",
    ),
)
