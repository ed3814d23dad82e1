"""`schema`: the JSON Schema of a kind of document."""

from __future__ import annotations

import json
from argparse import Namespace

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable
from engine.language.spec import LocalizedText


def _arguments(arguments: Arguments) -> None:
    kinds = ", ".join(api.schema_kinds())
    arguments.add("ruleset", help=LocalizedText("name of a game", "游戏规则名"), metavar="RULESET")
    arguments.add(
        "kind",
        help=LocalizedText(f"one of {kinds} (default: card)", f"以下之一：{kinds}（缺省为 card）"),
        nargs="?",
        default="card",
        metavar="KIND",
    )
    arguments.add(
        "--version",
        help=LocalizedText(
            "an older major version, such as 1 (default: the newest)", "较旧的主版本，例如 1（缺省为最新）"
        ),
        type=int,
        metavar="N",
    )


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset).name
    if args.kind not in api.schema_kinds(aliases=True):
        kinds = ", ".join(api.schema_kinds())
        raise Unusable(
            f"there is no kind called {args.kind}; known are {kinds}", f"没有名为 {args.kind} 的种类；可用的有 {kinds}"
        )
    versions = api.schema_versions(ruleset, args.kind)
    if args.version is not None and args.version not in versions:
        kinds = ", ".join(map(str, versions))
        raise Unusable(
            f"there is no version {args.version} of {args.kind}; known are {kinds}",
            f"{args.kind} 没有版本 {args.version}；可用的有 {kinds}",
        )
    print(json.dumps(api.schema(ruleset, args.kind, args.version), ensure_ascii=False, indent=2))
    return FINE


COMMAND = Command(
    "schema",
    LocalizedText("the JSON Schema of a kind of document", "输出某类文档的 JSON Schema"),
    _arguments,
    _run,
    about=LocalizedText(
        "Print the JSON Schema (Draft 2020-12) of a kind of document, or of what a command answers with --format json.",
        "输出某类文档、或某命令在 --format json 下输出的 JSON Schema（Draft 2020-12）。",
    ),
)
