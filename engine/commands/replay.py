"""`replay`: play a match again and compare."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from engine import api
from engine.cardset import CardSet
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.errors import BadCard, IllegalAction
from engine.json_values import Json
from engine.language.spec import LocalizedText
from engine.packs.loading import read_file
from engine.packs.reader import MANIFEST_LIMITS, read_json
from engine.replay import OtherContent


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "file",
        help=LocalizedText(
            "replay file, as play --save writes it, or a match of a preview",
            "录像文件，由 play --save 写出；或模拟中的对局",
        ),
        type=Path,
        metavar="FILE",
    )
    arguments.add(
        "--cards",
        help=LocalizedText(
            "the cards it was played with (default: the shipped ones)", "对局所用的卡牌（缺省为自带卡牌）"
        ),
        type=Path,
        metavar="PATH",
    )


def _run(shell: Shell, args: Namespace) -> int:
    document = read_json(read_file(args.file), limits=MANIFEST_LIMITS, file=args.file.name)
    if isinstance(document.value, dict) and document.value.get("format") == api.MATCH_FORMAT:
        return _of_a_preview(shell, document.value)
    ruleset = document.value.get("ruleset") if isinstance(document.value, dict) else None
    cards = _cards(args.cards, ruleset) if args.cards is not None else None
    try:
        answer = api.replay(document, cards)
    except OtherContent as other:
        raise Unusable(
            f"the replay was played with other cards: it names {other.wanted}, these are {other.found}",
            f"录像所用的卡牌不同：录像为 {other.wanted}，此处为 {other.found}",
        ) from other
    if answer["mismatch"] is not None and document.value["engine"] != api.VERSION:
        shell.note(
            LocalizedText(
                f"the replay was played by engine {document.value['engine']}, this is {api.VERSION}",
                f"录像由引擎 {document.value['engine']} 进行，此引擎为 {api.VERSION}",
            )
        )
    shell.answer(answer, shell.say(_verdict(answer)))
    return FINE if answer["ok"] else FOUND


def _of_a_preview(shell: Shell, document: Json) -> int:
    """Verify a match of a preview: its file holds the plan, and with it the cards."""
    try:
        answer = api.preview_match_verify(document)
    except IllegalAction as refused:
        if refused.code == "other-engine":
            raise Unusable(
                "the match was played by another engine, whose rules may differ", "对局由另一引擎进行，规则可能不同"
            ) from refused
        raise Unusable(f"this is no match that can be read here: {refused}", f"无法读取此对局：{refused}") from refused
    shell.answer(answer, shell.say(_verdict(answer)))
    return FINE if answer["ok"] else FOUND


def _cards(path: Path, ruleset: Any) -> CardSet:
    """Return the cards of a path, all of them or none.

    Errors: BadCard with their errors.
    """
    known = {rules.name for rules in api.rulesets()}
    pack = api.load(path, ruleset if ruleset in known else None)
    if not pack.ok:
        raise BadCard(problem for problem in pack.problems if problem.severity == "error")
    return pack


def _verdict(answer: Json) -> LocalizedText:
    """Return in one line whether the match went the same way, and where it did not."""
    if answer["mismatch"] is None:
        return LocalizedText(
            f"ok: {answer['decisions']} decisions, digest {answer['digest']}",
            f"一致：{answer['decisions']} 个决定，摘要 {answer['digest']}",
        )
    decision, expected_digest, actual = (answer["mismatch"][key] for key in ("decision", "expected", "actual"))
    return LocalizedText(
        f"differs after {decision} decisions: expected {expected_digest}, found {actual}",
        f"第 {decision} 个决定之后不一致：应为 {expected_digest}，实际为 {actual}",
    )


COMMAND = Command(
    "replay",
    LocalizedText("verify a replay file", "验证录像文件"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play a saved match again and compare it with what was saved. Exit code 1 when it takes another course, 2 when it was played with other cards.",
        "重放保存的对局并与记录比较；过程不同则退出码为 1，所用卡牌不同则为 2。",
    ),
)
