"""What a preview came to: `preview-result/1`. Source: engine.md §4.7; engine/simulation/merge.py makes it."""

from __future__ import annotations

from engine.formats.parts import (
    ANYTHING,
    SHA256,
    Key,
    Schema,
    both,
    just,
    key,
    listed,
    maybe,
    number,
    one_of,
    or_null,
    record,
    row,
    table,
    titled,
    whole,
    words,
)
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Ruleset

RESULT_FORMAT = "preview-result/1"
ARMS = (("candidate", "With the card", "使用该牌"), ("baseline", "Without it", "对照"))
YES = {"type": "boolean"}
SHARE = number(0, 1)
INTERVAL = row(number(), number())
NAMES = listed(words(1))


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of a preview, the last word or not."""
    return record(*_head(ruleset), *_numbers(ruleset), *_findings())


def _head(ruleset: Ruleset) -> tuple[Key, ...]:
    hashes = record(*(key(name, or_null(SHA256), en, zh) for name, en, zh in ARMS))
    decks = record(key("plain", SHA256, "Without the card", "不含该牌"), key("candidate", SHA256, "With it", "含该牌"))
    return (
        key("format", just(RESULT_FORMAT), "Format", "格式"),
        key("ruleset", just(ruleset.name), "Game", "游戏规则"),
        key("engine", or_null(SHA256), "Hash of the engine", "引擎哈希"),
        key("spec", SHA256, "Hash of the plan", "计划哈希"),
        key("contentHash", SHA256, "Hash of the cards", "卡牌内容哈希"),
        key("cardHashes", hashes, "Hashes of the two versions", "两个版本的哈希"),
        key("deckHashes", decks, "Hashes of the decks", "牌组哈希"),
        key("bots", listed(words(1), 1), "Bots", "机器人"),
        key("preset", words(1), "How precise", "精度"),
        key("seedBase", whole(), "First seed", "起始种子"),
        key("unit", one_of(("seat", "table")), "Whose card it is", "卡牌归属"),
        key("copies", whole(), "Copies", "数量"),
        key("replaced", NAMES, "Cards it replaces", "被替换的卡牌"),
        key("lent", NAMES, "Shipped cards that fill up", "补足所用的自带卡牌"),
        key("mirror", YES, "The opponent has the plain deck", "对手使用原牌组"),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("status", one_of(("running", "finished")), "Status", "状态"),
        key("stopReason", or_null(words(1)), "Why it ended", "结束原因"),
    )


def _numbers(ruleset: Ruleset) -> tuple[Key, ...]:
    counted = ("quads", "games", "aborted", "skippedIdentical", "skippedMirror")
    titles = (
        ("Blocks", "组"),
        ("Matches", "对局"),
        ("Aborted", "中止"),
        ("Identical", "相同而略过"),
        ("Mirrored", "镜像而略过"),
    )
    played = record(*(key(name, whole(), *title) for name, title in zip(counted, titles, strict=True)))
    blocks = record(
        key("done", whole(), "Done", "已完成"),
        key("of", whole(), "Expected", "预计"),
        key("max", whole(), "At most", "最多"),
    )
    opponent = record(
        key("opponent", words(1), "Opponent", "对手"), key("mean", number(), "Mean", "均值"),
        key("cs", INTERVAL, "Interval", "区间"), key("n", whole(), "Blocks", "组数"),
    )  # fmt: skip
    delta = record(
        key("mean", number(), "Mean", "均值"),
        key("cs", INTERVAL, "Interval that holds at any time", "任意时刻有效的区间"),
        key("alpha", SHARE, "Error allowed", "允许误差"),
        key("variance", number(0), "Variance", "方差"),
        key("perOpponent", listed(opponent), "By opponent", "按对手"),
        nullable=True,
    )  # fmt: skip
    return (
        key("n", played, "Played", "已进行"),
        key("blocks", blocks, "Blocks", "组"),
        key("estimate", {**_estimate(), "type": ["object", "null"]}, "Estimate, percentage points", "估计，百分点"),
        key("delta", delta, "Change of the win rate, shares", "胜率变化（比例）"),
        key("comparison", _comparison(ruleset), "Measures of both arms", "两组指标对比"),
        key("verdict", _verdict(), "Sequential verdict", "序贯判定"),
        key("varianceFactor", or_null(number(0)), "Matches saved by pairing, as a factor", "配对节省的倍数"),
        key("history", listed(_point()), "The interval as it went", "区间的变化"),
    )


def _estimate() -> Schema:
    return record(
        key("mean_pp", number(-100, 100), "Mean", "均值"),
        key("interval_pp", INTERVAL, "Interval", "区间"),
        key("n", whole(), "Blocks", "组数"),
    )


def _point() -> Schema:
    """A card of a seat has the estimate at each point, one of the table the change of the length of a match."""
    table_point = record(
        key("n", whole(), "Pairs", "对数"),
        key("mean", number(), "Mean", "均值"),
        key("interval", INTERVAL, "Interval", "区间"),
    )
    return {"type": "object", "if": {"required": ["mean_pp"]}, "then": _estimate(), "else": table_point}


def _comparison(ruleset: Ruleset) -> Schema:
    measure = record(
        key("title", both(), "Title", "标题"),
        key("candidate", number(), "With the card", "使用该牌"),
        key("baseline", or_null(number()), "Without it", "对照"),
        key("change", or_null(number()), "Change", "变化"),
        key("interval", or_null(INTERVAL), "Interval", "区间"),
        key("n", whole(), "Pairs", "对数"),
    )
    return record(*(maybe(name, measure, *title) for name, title in ruleset.experiment.measures))


def _verdict() -> Schema:
    ratios = record(key("up", number(), "Stronger", "更强"), key("down", number(), "Weaker", "更弱"))
    return record(
        key("test", just("gsprt"), "Test", "检验"),
        key("step", number(0), "Step that is asked about", "所问的差异"),
        key("llr", ratios, "Log-likelihood ratios", "对数似然比"),
        key("bounds", INTERVAL, "Bounds", "界限"),
        key("decision", words(1), "Decision", "判定"),
        nullable=True,
    )  # fmt: skip


def _results() -> Schema:
    return record(
        key("w", whole(), "Won", "胜"),
        key("d", whole(), "Drawn", "平"),
        key("l", whole(), "Lost", "负"),
        key("rate", or_null(SHARE), "Win rate", "胜率"),
        key("wilson", INTERVAL, "Interval", "区间"),
    )


def _rate() -> Schema:
    return record(
        key("rate", SHARE, "Rate", "比率"),
        key("interval", INTERVAL, "Interval", "区间"),
        key("n", whole(), "Of so many", "样本数"),
        nullable=True,
    )  # fmt: skip


def _card() -> Schema:
    seen = record(
        key("copies", whole(), "Copies", "张数"), key("matches", whole(), "Matches", "对局"),
        key("rate", or_null(SHARE), "Share of matches", "占比"),
    )  # fmt: skip
    played = record(
        key("copies", whole(), "Copies", "张数"),
        key("matches", whole(), "Matches", "对局"),
        key("times", whole(), "Times", "次数"),
    )
    when_seen = (
        ("opening", "At once", "起手"),
        ("later", "Later", "之后"),
        ("seen", "Seen", "见到"),
        ("never", "Never", "未见"),
    )
    when_played = (("early", "Early", "早"), ("late", "Late", "晚"), ("never", "Never", "从未"))
    improvement = key("improvement", or_null(number(-1, 1)), "Seen less never", "见到减未见")
    return record(
        key("matches", whole(), "Matches", "对局"),
        key("copies", whole(), "Copies", "张数"),
        key("seen", seen, "Seen", "见到"),
        maybe("played", played, "Played", "打出"),
        maybe("playedGivenSeen", _rate(), "Played when seen", "见到时打出"),
        maybe("deadRate", _rate(), "Seen and never played", "见到而未打出"),
        maybe("unplayedRate", _rate(), "Matches without a play of it", "未打出的对局"),
        maybe("turnPlayed", table(whole(), names=words(1, 6, "^[0-9]+$")), "First played in round", "首次打出的回合"),
        maybe("winWhenSeen", record(*(key(name, _rate(), en, zh) for name, en, zh in when_seen), improvement),
              "Win rate by when it was seen", "按见到时间的胜率"),
        maybe("winWhenPlayed", record(*(key(name, _rate(), en, zh) for name, en, zh in when_played)),
              "Win rate by when it was played", "按打出时间的胜率"),
        nullable=True,
    )  # fmt: skip


def _findings() -> tuple[Key, ...]:
    candidate, baseline = ARMS
    exact = {"exact": titled(LocalizedText("By symmetry", "由对称性得出"), or_null(SHARE))}
    seats = record(
        maybe(candidate[0], table(_results()), *candidate[1:]),
        maybe(baseline[0], {"type": "object", "properties": exact, "additionalProperties": _results()}, *baseline[1:]),
    )
    node = record(
        key("type", words(1), "Node", "节点"), key("reached", whole(), "Reached", "到达"), maybe("true", whole(), "True", "真"),
        maybe("false", whole(), "False", "假"), maybe("noop", whole(), "Did nothing", "无效果"),
        key("matches", whole(), "Matches that reached it", "到达的对局"), key("of", whole(), "Of matches", "总对局"),
    )  # fmt: skip
    return (
        key("winRates", seats, "Win rates by arm and seat", "各组各席位胜率"),
        key("cardMetrics", record(*(maybe(name, _card(), en, zh) for name, en, zh in ARMS)), "What became of the card", "卡牌去向"),
        key("coverage", table(node), "What its nodes did", "各节点的执行"),
        key("abort", _abort(), "What broke a budget", "超出限额之处"),
        key("flags", listed(_remark(maybe("raised", YES, "Raised", "触发"), maybe("value", number(), "Value", "数值"),
                                    maybe("node", words(1), "Node", "节点"))), "What is unusual", "值得注意"),
        key("combos", listed(ANYTHING), "Combos", "组合"),
        key("traces", listed(_trace()), "Matches worth a look", "值得一看的对局"),
        key("warnings", listed(_remark(maybe("nodes", NAMES, "Nodes", "节点"))), "To know before believing", "须知"),
    )  # fmt: skip


def _remark(*more: Key) -> Schema:
    return record(key("id", words(1), "Id", "标识"), key("text", both(), "Text", "文字"), *more)


def _abort() -> Schema:
    return record(
        key("node", words(), "Node", "节点"),
        key("card", words(), "Card", "卡牌"),
        key("pointer", words(), "Place", "位置"),
        key("matches", whole(1), "Matches", "对局"),
        key("nodes", table(whole(1)), "All nodes", "全部节点"),
        nullable=True,
    )  # fmt: skip


def _trace() -> Schema:
    return record(
        key("kind", words(1), "Kind", "种类"),
        key("seed", whole(), "Seed", "种子"),
        key("arm", one_of([name for name, *_ in ARMS]), "Arm", "组"),
        key("seat", whole(-1), "Seat", "席位"),
        key("why", both(), "Why", "原因"),
    )
