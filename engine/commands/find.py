"""`find`: the cards of a file, a folder or a zip that a query finds, in the language of the portal's searches."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable
from engine.language.spec import LocalizedText


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "path",
        help=LocalizedText("file, folder, manifest.json or zip", "文件、文件夹、manifest.json 或 zip"),
        type=Path,
        metavar="PATH",
    )
    arguments.add(
        "query",
        help=LocalizedText(
            "terms such as cost<=2 kind:unit contains:DRAW, and words; empty for all cards",
            "条件，如 cost<=2 kind:unit contains:DRAW，以及文字；为空则列出全部卡牌",
        ),
        metavar="QUERY",
    )
    arguments.add(
        "--ruleset",
        help=LocalizedText(
            "the game of the cards (default: detected from the cards)", "卡牌所属的游戏规则（缺省按卡牌判断）"
        ),
        metavar="R",
    )


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    try:
        pack = api.load(args.path, ruleset, mode="development")
    except LookupError as several:
        raise Unusable(
            f"these cards may be of several games; say --ruleset, one of {several}",
            f"这些卡牌可能属于多个游戏规则；请用 --ruleset 指定其一：{several}",
        ) from several
    if pack.ruleset is None or not pack.cards:
        raise Unusable(f"there are no cards in {args.path}", f"{args.path} 里没有卡牌")
    documents = [document for document, _ in pack.cards]
    game = api.game(pack.ruleset, documents, pack.texts)
    try:
        cards = list(api.search_cards(game, documents, pack.texts, args.query))
    except api.BadTerm as refused:
        raise Unusable(*refused.text) from refused
    if left_out := len({problem.card for problem in pack.problems if problem.severity == "error"}):
        shell.note(LocalizedText(f"cards with errors, left out: {left_out}", f"有错误而未列入的卡牌：{left_out} 张"))
    rows = [{"id": card.id, "kind": card.kind, "name": card.name} for card in cards]
    lines = [f"{card.id}\t{card.name[shell.lang]}\t{card.kind}" for card in cards]
    summary = LocalizedText(f"{len(rows)} of {len(documents)} cards", f"{len(documents)} 张卡牌中的 {len(rows)} 张")
    shell.answer({"cards": rows, "all": len(documents)}, "\n".join([*lines, shell.say(summary)]))
    return FINE


COMMAND = Command(
    "find",
    LocalizedText("list the cards that match a query", "列出符合查询的卡牌"),
    _arguments,
    _run,
    about=LocalizedText(
        "List the cards that match a query, which is written as in the portal's search: fields of the game by path, last part or title with"
        ' : = != < <= > >=, then kind, contains, keyword, length, text, name and id; other words as they are, exact in "quotes".',
        "用门户的搜索语言列出卡牌：游戏的字段（路径、末段或标题）加 : = != < <= > >=，以及 kind、contains、keyword、length、text、name、id；"
        '其余为普通文字，加"引号"则精确匹配。',
    ),
)
