"""The documents beside cards: deck, manifest, texts of a language, and replay."""

from __future__ import annotations

from typing import Any

from engine.formats.parts import (
    COUNT,
    DIGEST,
    FLAG,
    PATH,
    SHA256,
    Key,
    Schema,
    just,
    key,
    listed,
    maybe,
    one_of,
    or_null,
    record,
    row,
    table,
    whole,
    words,
)
from engine.language.reading.inner_texts import INNER_NAME
from engine.language.reading.versions import PATTERN
from engine.language.spec import LocalizedText
from engine.packs.decks import DeckRules
from engine.packs.directory import MAX_ENTRIES
from engine.packs.names import CARD_ID
from engine.packs.release import RELEASE_FORMAT, TEXT_FORMAT
from engine.replay import FORMAT as REPLAY_FORMAT
from engine.ruleset import Ruleset

DECK_FORMAT = "deck/1"
VERSION = f"^{PATTERN}$"
_NUMBER = "(0|[1-9][0-9]{0,8})"
RELEASE_VERSION = rf"^{_NUMBER}(\.{_NUMBER}){{1,2}}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$"
"""The version of a release, which may be a pre-release (1.1.0-rc.1)."""
COUNT_MAX = 999
SETTING_MAX = 100_000
TEXT_NAME = f"^(?:name|description|notes|{INNER_NAME.pattern})$"
ID = words(1, 128, f"^{CARD_ID.pattern}$")


def deck(ruleset: Ruleset) -> Schema:
    """Return the schema of a deck: which cards, and how many of each; in a game with decks as 003§7.2 writes them."""
    decks = ruleset.decks
    entry = record(
        key(decks.entry if decks else "cardId", ID, "Card", "卡牌"), key("count", whole(1, COUNT_MAX), "Copies", "数量")
    )
    if decks is not None:
        return record(
            key("deckId", words(1, 128), "Id of the deck", "牌组标识"),
            maybe("owner", words(0, 128), "Owner", "所有者"),
            maybe("name", words(0, 80), "Name", "名称"),
            *(Key(name, listed(entry, 0, 1_000), _list_title(decks.rules, name)) for name in decks.rules.keys),
        )
    return record(
        key("format", just(DECK_FORMAT), "Format", "格式"),
        key("deckId", words(1, 128), "Id of the deck", "牌组标识"),
        maybe("name", words(0, 80), "Name", "名称"),
        key("cards", listed(entry, 0, 1_000), "Cards", "卡牌"),
    )


def _list_title(rules: DeckRules, name: str) -> LocalizedText:
    """Return what a list of a deck holds: its part where it is one of several lists, else cards."""
    titles = [part.name for part in rules.parts if part.key == name]
    if len(rules.keys) == 1 or not titles:
        return LocalizedText("Cards", "卡牌")
    en = " and ".join(each.en for each in titles)
    return LocalizedText(en[:1].upper() + en[1:], "和".join(each.zh for each in titles))


def manifest(ruleset: Ruleset) -> Schema:
    """Return the schema of a manifest: a hand-written one lists files (003§9), that of a release pins every one of them."""
    names = record(
        key("id", ID, "Card", "卡牌"),
        maybe("version", whole(1), "Version", "版本"),
        key("sha256", SHA256, "Hash", "哈希"),
        key("path", PATH, "File", "文件"),
        maybe("deprecated", table({}), "Deprecated", "已弃用"),
        maybe("art", SHA256, "Hash of its image", "图片的哈希"),
    )
    pin = record(
        key("path", PATH, "File", "文件"), key("size", COUNT, "Bytes", "字节数"), key("sha256", SHA256, "Hash", "哈希")
    )
    return record(
        maybe("format", just(RELEASE_FORMAT), "Format", "格式"),
        maybe("pack", words(1, 80), "Pack", "卡包"),
        maybe("name", table(words(0, 200)), "Name by language", "各语言名称"),
        maybe("ruleset", just(ruleset.name), "Game", "游戏规则"),
        maybe("cardDataVersion", words(1, 64, RELEASE_VERSION), "Version of the cards", "卡牌数据版本"),
        maybe("schemaVersion", words(1, 32, VERSION), "Version of the card schema", "卡牌规范版本"),
        maybe("engine", words(0, 80), "Versions of the engine that can play it", "适用的引擎版本"),
        maybe("languages", listed(words(1, 16), 0, 64), "Languages", "语言"),
        maybe("releasedAt", words(1, 40), "Released at", "发布时间"),
        maybe("previous", or_null(words(0, 80)), "Release before it", "上一发布版"),
        maybe("cardFiles", listed(PATH, 0, MAX_ENTRIES), "Files of cards", "卡牌文件"),
        maybe(
            "drafts",
            table(ID, names=PATH),
            "Card ids of drafts whose text does not give them",
            "文本未写明 id 的草稿所属的卡牌",
        ),
        maybe("files", listed(pin, 0, MAX_ENTRIES), "All files, pinned", "全部文件及其哈希"),
        maybe("cards", listed(names, 0, MAX_ENTRIES), "All cards, pinned", "全部卡牌及其哈希"),
        maybe("migrations", listed(table({})), "Migrations made", "已执行的迁移"),
        maybe("changelog", table(words(0, 100_000)), "What changed, by language", "各语言的更新说明"),
    )


def text(_: Ruleset) -> Schema:
    """Return the schema of the texts of one language."""
    card = record(
        maybe("name", words(0, 80), "Name", "名称"),
        maybe("description", words(0, 1_000), "Rules text", "规则文本"),
        maybe("notes", words(0, 10_000), "Notes", "备注"),
    ) | {"additionalProperties": words(0, 1_000), "propertyNames": words(1, 160, TEXT_NAME)}
    return record(
        key("format", just(TEXT_FORMAT), "Format", "格式"),
        key("lang", words(1, 16), "Language", "语言"),
        key("cards", table(card, names=ID), "Texts by card", "各卡牌文本"),
    )


def replay(ruleset: Ruleset) -> Schema:
    """Return the schema of a match that can be played again."""
    return record(
        key("format", just(REPLAY_FORMAT), "Format", "格式"),
        key("engine", words(1, 32), "Engine that played it", "对局所用引擎版本"),
        key("ruleset", just(ruleset.name), "Game", "游戏规则"),
        key("cardDataVersion", or_null(words(1, 64)), "Version of the cards", "卡牌数据版本"),
        key("contentHash", SHA256, "Hash of the cards", "卡牌内容哈希"),
        key("seed", COUNT, "Seed", "随机种子"),
        key("config", config(ruleset), "Settings of the rules", "规则设置"),
        key("decks", _decks(ruleset), "Decks, by seat", "各席位牌组"),
        key("seats", {"type": "integer", "enum": list(ruleset.seats)}, "Seats", "席位数"),
        key("bots", listed(words(1, 40), 0, max(ruleset.seats)), "Who played each seat", "各席位的玩家"),
        key("actions", listed(words(1, 10_000)), "Every answer, in order", "依次的每个应答"),
        key(
            "checks", listed(row(COUNT, DIGEST), 1), "Digests: after so many answers, which", "校验：若干应答之后的摘要"
        ),
        key("result", match_result(), "How it ended", "结果"),
    )


def _decks(ruleset: Ruleset) -> Schema:
    """Return the schema of the decks of a match: one for each seat in a game that is played with them."""
    least = min(ruleset.seats) if ruleset.decks is not None else 0
    return listed(deck(ruleset), least, max(ruleset.seats))


def match_result() -> Schema:
    """Return the schema of how a match ended; null for one that goes on."""
    return record(
        key("outcome", one_of(("win", "draw")), "Outcome", "结局"),
        key("winner", or_null(COUNT), "Seat that won", "获胜席位"),
        key("reason", words(0, 200), "Why", "原因"),
        key("ranks", listed(whole(1)), "Place of each seat, best 1", "各席位名次，1 为最佳"),
        key("node", words(0, 1_000), "Node that broke a budget", "超出限额的节点"),
        key("trail", listed(words(0, 1_000)), "What it ran for, innermost first", "执行来由，由内到外"),
        maybe("reports", listed(match_report()), "What it reports beyond that", "对局另外报告的结果"),
        nullable=True,
    )


def match_report() -> Schema:
    """Return the schema of one thing that a match reports to its caller: how much of what, for which seat."""
    return record(
        key("seat", COUNT, "Seat", "席位"),
        key("sort", words(1, 40), "Sort", "类别"),
        key("name", words(1, 100), "Name", "名称"),
        key("number", whole(0), "Number", "数量"),
    )


def config(ruleset: Ruleset) -> Schema:
    """Return the schema of a match's settings: each as its default is, all of them optional."""
    return record(
        *(maybe(one.name, _setting(ruleset.config[one.name]), one.title.en, one.title.zh) for one in ruleset.settings)
    )


def _setting(default: Any) -> Schema:
    match default:
        case bool():
            return FLAG
        case int():
            return whole(0, SETTING_MAX)
        case str():
            return words(0, 200)
        case dict():
            return record(*(maybe(str(name), _setting(held), str(name), str(name)) for name, held in default.items()))
        case _:
            return listed(_setting(default[0]) if default else {}, len(default), len(default))
