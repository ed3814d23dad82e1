"""The words of a call, read in the reader's language: help and complaints alike."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from engine.commands.shell import UNUSABLE, Arguments, Command, plain
from engine.language.spec import LocalizedText

ABOUT = LocalizedText(
    "Check, play and measure card games written as data. Exit code 0: fine, 1: problems found, 2: the command cannot run.",
    "检查、试玩和测量以数据写成的卡牌游戏。退出码 0：正常，1：发现问题，2：命令无法执行。",
)
FORMAT = LocalizedText(
    "text for people or JSON for programs (default: text)", "给人看的文本，或给程序用的 JSON（缺省 text）"
)
LANG = LocalizedText("language of the text (default: the shell's)", "文本语言（缺省按终端环境）")
HELP = LocalizedText("show this help and exit", "显示此帮助并退出")
USAGE, WANTED, OPTIONS = (
    LocalizedText("usage: ", "用法："),
    LocalizedText("arguments", "参数"),
    LocalizedText("options", "选项"),
)
COMMAND = LocalizedText("what to do; COMMAND --help says more", "要执行的命令；用 COMMAND --help 查看详情")

COMPLAINTS = (
    (r"the following arguments are required: (.*)", r"缺少参数：\1"),
    (r"unrecognized arguments: (.*)", r"无法识别的参数：\1"),
    (r"argument (.*): expected one argument", r"参数 \1 缺少值"),
    (r"argument (.*): expected at least one argument", r"参数 \1 至少需要一个值"),
    (r"argument (.*): invalid int value: (.*)", r"参数 \1 应为整数，而不是 \2"),
    (r"argument (.*): invalid float value: (.*)", r"参数 \1 应为数字，而不是 \2"),
    (r"argument (.*): invalid choice: (.*) \(choose from (.*)\)", r"参数 \1 不能是 \2；可用的有 \3"),
)
"""What argparse says, and how that is in Chinese; anything else it says stays as it is."""


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks one of our languages."""

    def __init__(self, lang: str, **options: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=_formatter(lang), **options)
        self.lang = lang
        self._positionals.title, self._optionals.title = _say(WANTED, lang), _say(OPTIONS, lang)
        self.add_argument("-h", "--help", action="help", help=_say(HELP, lang))

    def error(self, message: str) -> NoReturn:
        """Report in one line the problem of the call, and how it should look."""
        print(plain(f"engine: {_complaint(message, self.lang)}"), file=sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(UNUSABLE)


def _formatter(lang: str) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.HelpFormatter):
        def add_usage(
            self, usage: str | None, actions: Iterable[Any], groups: Iterable[Any], prefix: str | None = None
        ) -> None:
            super().add_usage(usage, actions, groups, _say(USAGE, lang) if prefix is None else prefix)

    return Formatter


def _complaint(message: str, lang: str) -> str:
    for english, chinese in COMPLAINTS if lang == "zh" else ():
        if (found := re.fullmatch(english, message)) is not None:
            return found.expand(chinese)
    return message


def parser(commands: Sequence[Command], lang: str) -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = Parser(lang, prog="python -m engine", description=_say(ABOUT, lang))
    subs = whole.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser, help=_say(COMMAND, lang))
    for command in commands:
        help = _say(command.help, lang)
        sub = subs.add_parser(command.name, lang=lang, help=help, description=_say(command.about or command.help, lang))
        command.arguments(Arguments(sub, lang))
        sub.add_argument("--format", choices=("text", "json"), default="text", help=_say(FORMAT, lang))
        sub.add_argument("--lang", choices=("en", "zh"), help=_say(LANG, lang))
        sub.set_defaults(run=command.run)
    return whole


def _say(text: LocalizedText, lang: str) -> str:
    return text.zh if lang == "zh" else text.en
