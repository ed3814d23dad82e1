"""`compare`: what a release does to its game, by matches of every deck against every other with the cards before it and after."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine import api
from engine.cardset import CardSet
from engine.commands.loading import valid_pack
from engine.commands.playing import PLAYED_BY, add_rows, check_run, report_played
from engine.commands.shell import Arguments, Command, Shell, Unusable
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText

MAX_DRAWN = 8
READINGS = {
    "up": LocalizedText("stronger", "变强"),
    "down": LocalizedText("weaker", "变弱"),
    "small": LocalizedText("too small to matter", "变化可忽略"),
    "unknown": LocalizedText("no change shown", "未显示变化"),
    "same": LocalizedText("the same matches", "对局完全相同"),
}
MEASURED = {
    "up": LocalizedText("rises", "上升"),
    "down": LocalizedText("falls", "下降"),
    "unknown": READINGS["unknown"],
    "same": LocalizedText("unchanged", "不变"),
}
STATES = {
    "illegal": LocalizedText("became illegal", "不再合法"),
    "new": LocalizedText("legal since the release alone", "发布后才合法"),
    "broken": LocalizedText("illegal before and after", "前后均不合法"),
    "spare": LocalizedText("legal, and not among those that play", "合法，但未参与对局"),
}
VERDICTS = {
    "changed": LocalizedText("the release changes who wins", "此次发布改变了胜负"),
    "even": LocalizedText("no deck gains or loses more than the margin", "没有牌组的增减超过容差"),
    "unknown": LocalizedText(
        "no change shown; a greater one than the intervals may be there", "未显示变化；区间之内仍可能有变化"
    ),
}
KINDS = {
    "changed": LocalizedText("changed", "改动"),
    "added": LocalizedText("new", "新增"),
    "removed": LocalizedText("gone", "移除"),
}


def _arguments(arguments: Arguments) -> None:
    for name, en, zh in (
        ("before", "the pack before: a file, folder or archive", "发布前的卡包：文件、文件夹或压缩包"),
        ("after", "the pack after", "发布后的卡包"),
    ):
        arguments.add(name, help=LocalizedText(en, zh), type=Path, metavar=name.upper())
    add_rows(
        arguments,
        (
            "--ruleset",
            "the game of the packs (default: detected)",
            "卡包所属的游戏规则（缺省自动判断）",
            {"metavar": "R"},
        ),
        (
            "--draw",
            f"random legal decks that join the others, {MAX_DRAWN} at most (default: 0)",
            f"另加入的随机合法牌组，至多 {MAX_DRAWN} 套（缺省 0）",
            {"type": int, "default": 0, "metavar": "N"},
        ),
        (
            "--preset",
            "how precise the share of a deck is: quick ±6 points, standard ±3 (default: quick)",
            "牌组胜率的精度：quick 为 ±6 个百分点，standard 为 ±3（缺省 quick）",
            {"choices": api.COMPARE_PRESETS, "default": "quick"},
        ),
        (
            "--card",
            "measure the change of this card alone: compare the new pack with itself where only this card is as before",
            "把发布后的卡包与其中仅此卡保持原样的卡包相比：该改动本身的影响",
            {"metavar": "ID"},
        ),
        *PLAYED_BY,
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    if not 0 <= args.draw <= MAX_DRAWN:
        raise Unusable(f"--draw wants a number from 0 to {MAX_DRAWN}", f"--draw 应为 0 到 {MAX_DRAWN}")
    named = shell.ruleset(args.ruleset).name if args.ruleset else None
    after, game = valid_pack(args.after, named)
    before = valid_pack(args.before, game.name)[0]
    own = {deck["deckId"]: deck for pack in (before, after) for deck in pack.decks}
    decks = [{"id": name, "title": None, "document": deck} for name, deck in sorted(own.items())]
    spec = api.compare_plan(
        game.name,
        before=_before(before, after, args.card),
        after=[card for card, _ in after.cards],
        decks=decks or None,
        preset=args.preset,
        bots=(args.bots,),
        seed=args.seed,
        random_decks=args.draw,
    )
    _note_cost(shell, spec)
    return report_played(shell, spec, args.workers, _lines)


def _before(before: CardSet, after: CardSet, carrier: str | None) -> list[JsonObject]:
    """Return the cards to compare with: those before, or those after with one card as it was.

    Errors: Unusable for a card that one of the two packs does not have.
    """
    old = {str(card["id"]): card for card, _ in before.cards}
    if carrier is None:
        return [*old.values()]
    new = {str(card["id"]): card for card, _ in after.cards}
    if carrier not in old.keys() & new.keys():
        raise Unusable(f"--card: {carrier} is not in both packs", f"--card：{carrier} 不在两个卡包中")
    return [*(new | {carrier: old[carrier]}).values()]


def _note_cost(shell: Shell, spec: Json) -> None:
    """Write to stderr what the run will cost, before it starts."""
    matches, seconds = spec["cost"]["matches"], spec["cost"]["cpuSeconds"]
    pairs, pairs_differing = len(spec["pairs"]), sum(spec["touched"])
    shell.note(
        LocalizedText(
            f"{pairs} pairs of decks, {pairs_differing} of them with cards that differ: {matches} matches, about {seconds} s of processor",
            f"{pairs} 组对阵，其中 {pairs_differing} 组含有差异的卡牌：共 {matches} 局，处理器约 {seconds} 秒",
        )
    )


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield a line for each deck, each pair of decks and each measure, the cards that differ, and for what the intervals hold."""
    titles = {deck["id"]: deck["title"][shell.lang] for deck in result["decks"]}
    for deck in result["decks"]:
        if deck["state"] in STATES:
            codes = f" ({', '.join(deck['problems'])})" if deck["problems"] else ""
            yield f"{titles[deck['id']]}: {shell.say(STATES[deck['state']])}{codes}"
    for row in result["rows"]:
        yield f"{_number(shell, row)}  {titles[row['deck']]}"
    for cell in result["cells"]:
        yield f"{_number(shell, cell)}  {_pair(titles, cell['decks'])}"
    for measure in result["measures"]:
        yield f"{_number(shell, measure, MEASURED, sign='')}  {measure['title'][shell.lang]}"
    for card in result["cards"]:
        share = f", {shell.say(_seen_share(card['seen']))}" if card["seen"] is not None else ""
        yield f"{card['id']}: {shell.say(KINDS[card['kind']])}{share}"
    if result["verdict"] is not None:
        yield shell.say(VERDICTS[result["verdict"]])
    yield shell.say(_holding(result))


def _pair(titles: Json, decks: Sequence[str]) -> str:
    return " : ".join(titles.get(name, name) for name in decks)


def _seen_share(share: float) -> LocalizedText:
    return LocalizedText(f"seen in {share:.0f} % of matches", f"出现于 {share:.0f}% 的对局")


def _number(shell: Shell, row: JsonObject, words: Mapping[str, LocalizedText] = READINGS, sign: str = " %") -> str:
    """Return what was before and after, the change with its interval, and the reading."""
    change = row["change"]
    if change is None:
        return shell.say(LocalizedText("no number: matches exceed their budget", "没有数字：对局超出运算限额"))
    head = f"{row['before']:5.1f} → {row['after']['mean']:5.1f}{sign}"
    if change["low"] is None:
        return f"{head}  {change['mean']:+.1f}"
    interval = f"[{change['low']:+.1f}, {change['high']:+.1f}]"
    return f"{head}  {change['mean']:+5.1f} {interval}  {shell.say(words[row['reading']])}"


def _holding(result: Json) -> LocalizedText:
    family, blocks = result["family"], result["n"]["blocks"]
    if result["stopReason"] != "planned":
        return LocalizedText(f"stopped: {result['stopReason']}", f"已中止：{result['stopReason']}")
    return LocalizedText(
        f"before → after, with the change; all {family} intervals are simultaneous, 95 %, {blocks} blocks",
        f"发布前 → 发布后及变化；全部 {family} 个区间同时成立，95%，{blocks} 组",
    )


COMMAND = Command(
    "compare",
    LocalizedText("what a release changes in its game, by bot matches", "以机器人对局估计一次发布对游戏的影响"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play every deck against every other with the cards of a pack before a release and after it, and report what changed.",
        "让所有牌组两两对局，分别使用发布前与发布后的卡牌，给出变化。",
    ),
)
