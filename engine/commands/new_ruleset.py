"""`new-ruleset`: a small running game of one's own."""

from __future__ import annotations

import re
from argparse import Namespace
from keyword import iskeyword
from pathlib import Path
from typing import Final

from engine import api
from engine.commands.gates import write_records
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable
from engine.gates import publish
from engine.language.spec.shapes import LocalizedText
from engine.rulesets import find, folders_by_name

TEMPLATE: Final = Path(__file__).with_name("new_ruleset")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,29}")


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "name",
        help=LocalizedText("name of the game: lower-case letters, digits and _", "游戏规则名：小写字母、数字和 _"),
        metavar="NAME",
    )
    arguments.add(
        "folder",
        help=LocalizedText(
            "where its folder is made (default: the first of CARDLOOM_RULESETS, else rulesets)",
            "在何处建立其文件夹（缺省为 CARDLOOM_RULESETS 的第一个，否则为 rulesets）",
        ),
        nargs="?",
        type=Path,
        metavar="FOLDER",
    )


def _run(shell: Shell, args: Namespace) -> int:
    added = api.added_folders()
    folder = (args.folder or next(iter(added), Path("rulesets"))).absolute()
    home = folder / args.name
    _refuse(args.name, home)
    for source in sorted(file for file in TEMPLATE.rglob("*") if file.is_file()):
        target = home / source.relative_to(TEMPLATE).as_posix().removesuffix(".txt")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_filled(source.read_text("utf-8"), args.name), encoding="utf-8")
    api.search_rulesets([*(other for other in added if other.resolve() != folder.resolve()), folder])
    publish(find(args.name))
    write_records(args.name)
    files = sorted(
        file.relative_to(home).as_posix() for file in home.rglob("*") if file.is_file() and file.suffix != ".pyc"
    )
    steps = (
        f"export CARDLOOM_RULESETS={':'.join(map(str, api.added_folders()))}",
        f"python -m engine play {args.name} --seed 1 --bots greedy",
        f"python -m engine gates {args.name}",
        "make run",
    )
    answer = LocalizedText(
        f"{home} holds a game that runs. Try it, and change it:", f"{home} 中是一个可运行的游戏规则。试玩并修改它："
    )
    text = "\n".join([shell.say(answer), *(f"  {step}" for step in steps)])
    shell.answer({"ruleset": args.name, "folder": str(home), "files": files, "next": list(steps)}, text)
    return FINE


def _refuse(name: str, home: Path) -> None:
    """Refuse a name that no game can have, and a folder that is there.

    Errors: Unusable.
    """
    if not _NAME.fullmatch(name) or iskeyword(name):
        raise Unusable(
            f"{name} cannot be the name of a game: use 2 to 30 lower-case letters, digits and _, a letter first",
            f"{name} 不能作为游戏规则名：请用 2 到 30 个小写字母、数字或 _，以字母开头",
        )
    if name in folders_by_name():
        raise Unusable(f"there is a game called {name} already", f"已有名为 {name} 的游戏规则")
    if home.exists():
        raise Unusable(f"{home} is there already; nothing was written", f"{home} 已存在；未写入任何内容")


def _filled(text: str, name: str) -> str:
    """Return a text of the template for a game."""
    title = name.replace("_", " ").capitalize()
    return text.replace("@NAME@", name).replace("@TITLE@", title).replace("@SLUG@", f"{name.replace('_', '-')}-first")


COMMAND = Command(
    "new-ruleset",
    LocalizedText("a small running game of your own", "建立一个可运行的小型游戏规则"),
    _arguments,
    _run,
    about=LocalizedText(
        "Write a small game that runs: four cards in two languages, two decks, a scenario, SOURCE.md, schemas and reference pages, in a checkout with its development tools playthroughs and witnesses too. Existing files are not overwritten. Example: python -m engine new-ruleset harbour my-games",
        "创建一个可运行的小型游戏规则：四张双语卡牌、两副牌组、一个场景、SOURCE.md、规范与参考页；在带开发工具的源码中还有整局记录与见证表。不覆盖任何已有内容。例如：python -m engine new-ruleset harbour my-games",
    ),
)
