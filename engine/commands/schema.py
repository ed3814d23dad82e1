"""`schema`: the JSON Schema of a kind of document."""

from __future__ import annotations

import json
from argparse import Namespace

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell
from engine.language.shapes import Bi


def _arguments(arguments: Arguments) -> None:
    arguments.add("ruleset", help=Bi("name of a game", "游戏规则名"), metavar="RULESET")
    arguments.add(
        "kind", help=Bi("kind of document (default: card)", "文档种类（缺省为 card）"), nargs="?", default="card",
        metavar="KIND",
    )  # fmt: skip


def _run(_: Shell, args: Namespace) -> int:
    print(json.dumps(api.schema(args.ruleset, args.kind), ensure_ascii=False, indent=2))
    return FINE


COMMAND = Command("schema", Bi("the JSON Schema of a kind of document", "输出某类文档的 JSON Schema"), _arguments, _run)
