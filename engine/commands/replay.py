"""`replay`: play a match again and compare."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell
from engine.language.shapes import Bi
from engine.packs.reader import MANIFEST_LIMITS, read_json


def _arguments(arguments: Arguments) -> None:
    arguments.add("file", help=Bi("replay file", "录像文件"), type=Path, metavar="FILE")


def _run(shell: Shell, args: Namespace) -> int:
    answer = api.replay(read_json(args.file.read_bytes(), limits=MANIFEST_LIMITS, file=args.file.name))
    verdict = Bi("ok", "一致") if answer["ok"] else Bi("differs", "不一致")
    text = Bi(
        f"{verdict.en}: {answer['decisions']} decisions, digest {answer['digest']}",
        f"{verdict.zh}：{answer['decisions']} 个决定，摘要 {answer['digest']}",
    )
    shell.answer(answer, shell.say(text))
    return FINE if answer["ok"] else FOUND


COMMAND = Command("replay", Bi("verify a replay file", "验证录像文件"), _arguments, _run)
