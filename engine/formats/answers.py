"""What the commands print with `--format json`, and the lines of `play --log json`. Source: engine.md §5."""

from __future__ import annotations

from engine.formats.documents import match_result
from engine.formats.parts import (
    ANY_VALUE,
    BILINGUAL,
    COUNT,
    DIGEST,
    FLAG,
    NAME,
    SHA256,
    TEXT,
    Key,
    Schema,
    dispatch,
    just,
    key,
    listed,
    maybe,
    number,
    one_of,
    or_null,
    record,
    row,
    whole,
    words,
)
from engine.ruleset import Ruleset

PLAY_FORMAT = "play/1"
BENCH_FORMAT = "bench/1"
VERIFIED_FORMAT = "verified/1"
LANGUAGES = ("en", "zh")


def rulesets(_: Ruleset) -> Schema:
    """Return the schema of `rulesets`."""
    ruleset = record(
        key("name", NAME, "Name", "名称"),
        key("title", BILINGUAL, "Title", "标题"),
        key("seats", listed(whole(1), 1), "Numbers of seats", "可选席位数"),
        key("kinds", listed(NAME, 1), "Kinds of card", "卡牌种类"),
        key("schemaVersion", NAME, "Version of the card schema", "卡牌规范版本"),
    )
    return listed(ruleset)


def problem() -> Schema:
    """Return the schema of one problem of a document."""
    return record(
        key("code", words(1, 40, "^[EW]-[A-Z-]+$"), "Code", "代码"),
        key("severity", one_of(("error", "warning")), "Severity", "严重程度"),
        key("layer", one_of(("structure", "semantics", "references")), "Layer", "层次"),
        key("file", TEXT, "File", "文件"),
        key("card", TEXT, "Card", "卡牌"),
        key("path", words(0, 10_000), "Place, as a JSON Pointer", "位置（JSON Pointer）"),
        key("line", COUNT, "Line, from 1; 0 is unknown", "行，从 1 起；0 表示未知"),
        key("column", COUNT, "Column, from 1; 0 is unknown", "列，从 1 起；0 表示未知"),
        key("message", BILINGUAL, "Message", "问题说明"),
        maybe("found", ANY_VALUE, "What is there", "实际内容"),
        maybe("wanted", ANY_VALUE, "What should be there", "应有内容"),
        maybe("nearest", TEXT, "The nearest that is known", "最接近的可用词"),
        maybe("fix", listed({"type": "object"}), "A JSON Patch that fixes it", "可修正的 JSON Patch"),
        maybe("deck", NAME, "Deck", "牌组"),
    )


def validate(_: Ruleset) -> Schema:
    """Return the schema of `validate`."""
    return record(
        key("ok", FLAG, "No error was found", "没有错误"),
        key("cards", COUNT, "Cards loaded", "载入的卡牌数"),
        key("decks", COUNT, "Decks loaded", "载入的牌组数"),
        key("problems", listed(problem()), "Problems", "问题"),
    )


def describe(_: Ruleset) -> Schema:
    """Return the schema of `describe`."""
    mismatch = record(
        key("path", TEXT, "Place, as a JSON Pointer", "位置（JSON Pointer）"),
        key("written", or_null(TEXT), "What the card says", "卡面文字"),
        key("generated", or_null(TEXT), "What its effects say", "效果所述"),
    )
    return record(
        key("card", TEXT, "Card", "卡牌"),
        key("lang", one_of(LANGUAGES), "Language", "语言"),
        key("text", TEXT, "Rules text from the effects", "由效果生成的规则文本"),
        key("mismatches", listed(mismatch), "Where text and effects differ", "文字与效果不符之处"),
    )


def find(_: Ruleset) -> Schema:
    """Return the schema of `find`."""
    card = record(
        key("id", TEXT, "Card", "卡牌"),
        key("kind", TEXT, "Kind of card", "卡牌种类"),
        key("name", BILINGUAL, "Name", "名称"),
    )
    return record(
        key("cards", listed(card), "Cards that the query finds", "查询到的卡牌"),
        key("all", COUNT, "Cards that were searched", "被搜索的卡牌数"),
    )


def scenario_result(_: Ruleset) -> Schema:
    """Return the schema of `scenario`."""
    failure = record(
        key("path", TEXT, "Place, as a JSON Pointer", "位置（JSON Pointer）"),
        key("expected", ANY_VALUE, "Expected", "期望"),
        key("actual", ANY_VALUE, "Actual", "实际"),
        maybe("code", words(1, 40, "^[EW]-[A-Z-]+$"), "Code of a problem", "问题代码"),
        maybe("message", BILINGUAL, "Why", "原因"),
        maybe("line", whole(1), "Line, from 1", "行，从 1 起"),
        maybe("column", whole(1), "Column, from 1", "列，从 1 起"),
    )
    result = record(
        key("file", TEXT, "File", "文件"),
        key("name", TEXT, "Name", "名称"),
        key("state", one_of(["tests_nothing", "not_set_up", "passed", "failed"]), "State", "状态"),
        key("ok", FLAG, "It holds", "成立"),
        key("failures", listed(failure), "What does not hold", "不成立之处"),
    )
    return record(
        key("ok", FLAG, "All hold", "全部成立"),
        key("passed", COUNT, "Scenarios that hold", "成立的场景数"),
        key("failed", COUNT, "Scenarios that do not", "不成立的场景数"),
        key("not_set_up", COUNT, "Scenarios whose board cannot be set up yet", "尚无法布置的场景数"),
        key("tests_nothing", COUNT, "Scenarios that test nothing yet", "尚未检验任何内容的场景数"),
        key("scenarios", listed(result), "Scenarios", "场景"),
    )


SEQ = key("seq", COUNT, "Number of the newest event", "最近事件的序号")


def _line(kind: str, *keys: Key) -> Schema:
    return record(key("kind", just(kind), "Kind of line", "行的种类"), *keys)


def play_log(ruleset: Ruleset) -> Schema:
    """Return the schema of one line of `play --log json`."""
    seat = whole(0, max(ruleset.seats) - 1)
    cause = row(COUNT, TEXT, {"type": "integer"})
    return dispatch(
        "kind",
        {
            "match": _line(
                "match",
                key("format", just(PLAY_FORMAT), "Format", "格式"),
                key("ruleset", just(ruleset.name), "Game", "游戏规则"),
                key("engine", NAME, "Engine", "引擎版本"),
                key("contentHash", SHA256, "Hash of the cards", "卡牌内容哈希"),
                key("seed", COUNT, "Seed", "随机种子"),
                key("seats", {"type": "integer", "enum": list(ruleset.seats)}, "Seats", "席位数"),
                key("bots", listed(NAME, 1), "Who plays each seat", "各席位的玩家"),
            ),
            "decision": _line(
                "decision",
                SEQ,
                key("seat", seat, "Who was asked", "被询问的席位"),
                key("prompt", NAME, "What was asked", "询问内容"),
                key("answer", NAME, "The answer", "应答"),
            ),
            "event": _line(
                "event",
                SEQ,
                key("event", one_of(event.name for event in ruleset.vocabulary.events), "Event", "事件"),
                key("payload", listed(ANY_VALUE), "What it carries, in the order of its fields", "按字段顺序的内容"),
            ),
            "mutation": _line(
                "mutation",
                SEQ,
                key("op", NAME, "What was done", "操作"),
                key("target", {"type": "integer"}, "To which entity; 0 is the table", "对象实体；0 为牌桌"),
                key("key", ANY_VALUE, "To what of it", "对象的属性"),
                key("old", ANY_VALUE, "Before", "改变前"),
                key("new", ANY_VALUE, "After", "改变后"),
                key("cause", cause, "Why: event, node, source", "起因：事件、节点、来源"),
            ),
            "result": _line(
                "result",
                *_of(match_result()),
                key("decisions", COUNT, "Decisions", "决定数"),
                key("digest", DIGEST, "Digest of the last state", "终局摘要"),
            ),
        },
    )


def _of(schema: Schema) -> list[Key]:
    """Return the keys of an object's schema, to include in another; those that may be left out still may."""
    return [
        (key if name in schema["required"] else maybe)(
            name,
            {word: value for word, value in member.items() if word not in ("title", "x-i18n")},
            member["title"],
            member["x-i18n"]["zh"]["title"],
        )
        for name, member in schema["properties"].items()
    ]


def replay_result(_: Ruleset) -> Schema:
    """Return the schema of `replay`."""
    mismatch = record(
        key("decision", COUNT, "After so many answers", "在若干应答之后"),
        key("expected", TEXT, "Expected", "期望"),
        key("actual", TEXT, "Actual", "实际"),
        nullable=True,
    )
    return record(
        key("ok", FLAG, "It went the same way", "过程一致"),
        key("decisions", COUNT, "Decisions played", "已执行的决定数"),
        key("digest", DIGEST, "Digest where it ended", "结束处的摘要"),
        key("mismatch", mismatch, "The first difference", "首个差异"),
    )


def verified(_: Ruleset) -> Schema:
    """Return the schema of `verify`."""
    return record(
        key("format", just(VERIFIED_FORMAT), "Format", "格式"),
        key("ok", FLAG, "Whether all of it holds", "是否全部通过"),
        key("pack", TEXT, "Pack", "卡包"),
        key("version", TEXT, "Version", "版本"),
        key("files", COUNT, "Number of files", "文件数"),
        key("signature", one_of(("good", "bad", "unknown", "missing")), "State of the signature", "签名状态"),
        key("keyId", or_null(words(16, 16)), "Id of the key that signed", "签名密钥的编号"),
        key("trustedComment", or_null(TEXT), "What the signature says", "签名的可信注释"),
        key("problems", listed(problem()), "Problems", "问题"),
    )


def bench(_: Ruleset) -> Schema:
    """Return the schema of `bench` of one game; without a name of a game it prints a list of these."""
    per_match = record(
        key("decisions", number(0), "Decisions", "决定"),
        key("events", number(0), "Events", "事件"),
        key("mutations", number(0), "Mutations", "变更"),
    )
    with_log = record(key("decisions_per_cpu_second", number(0), "Decisions a second", "每秒决定数"))
    return record(
        key("format", just(BENCH_FORMAT), "Format", "格式"),
        key("ruleset", NAME, "Game", "游戏规则"),
        key("python", NAME, "Python", "Python 版本"),
        key("engine", NAME, "Engine", "引擎版本"),
        key("build", NAME, "Build: compiled or python", "构建：compiled（已编译）或 python"),
        key("decisions_per_cpu_second", number(0), "Decisions a second, random bots", "每秒决定数（随机机器人）"),
        key("matches_per_cpu_second", number(0), "Matches a second, random bots", "每秒局数（随机机器人）"),
        key("greedy_matches_per_cpu_second", number(0), "Matches a second, greedy bots", "每秒局数（贪心机器人）"),
        key(
            "preview_matches_per_cpu_second",
            or_null(number(0)),
            "Matches a second, a quick preview",
            "每秒局数（快速模拟）",
        ),
        key("digest", DIGEST, "Digest of the first three matches", "前三局的摘要"),
        key("with_log_and_coverage", with_log, "With log and coverage on", "开启日志与覆盖率时"),
        key("per_match", per_match, "In a match on average", "每局平均"),
        key("options_per_decision", number(0), "Options of a decision on average", "每个决定的平均选项数"),
        key("aborted", COUNT, "Matches that broke a budget", "超出限额的局数"),
        key("fork_us", number(0), "A fork between decisions, µs", "决定之间分叉，微秒"),
        key("fork_mid_effect_us", number(0), "A fork in the middle of an effect, µs", "效果中途分叉，微秒"),
        key("import_seconds", or_null(number(0)), "Import with all cards, s", "载入引擎与全部卡牌，秒"),
        key("memory_mib", or_null(number(0)), "Memory after that, MiB", "载入后的内存，MiB"),
        key("calibration_seconds", number(0), "A fixed loop of Python, s", "固定 Python 循环，秒"),
    )
