"""What a preview came to: `preview-result/2`. Source: engine.md §4.7; engine/simulation/merge.py makes it."""

from __future__ import annotations

from engine.formats.parts import (
    ANY_VALUE,
    BILINGUAL,
    COUNT,
    FLAG,
    NAME,
    SHA256,
    TEXT,
    Key,
    Schema,
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
    whole,
    words,
)
from engine.ruleset import Ruleset

RESULT_FORMAT = "preview-result/2"
ARMS = (("candidate", "With the new card", "使用新牌"), ("baseline", "With the old one", "使用旧牌"))
VERDICTS = ("stronger", "weaker", "even", "unknown")
SHARE = number(0, 1)
NAMES = listed(NAME)
ENDS = (key("low", number(), "Low end", "下端"), key("high", number(), "High end", "上端"))
DIGITS = words(1, 6, "^[0-9]+$")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of a preview, the last word or not."""
    return record(*_head(ruleset), *_course(), *_headline(), *_splits(), *_card_numbers(), *_findings(), *_endings())


def _interval(*more: Key, nullable: bool = False) -> Schema:
    """Return a number that has an interval."""
    return record(key("mean", number(), "Mean", "均值"), *ENDS, *more, nullable=nullable)


def _rate() -> Schema:
    """Return a share that has an interval, null where there is nothing to share."""
    return record(key("rate", SHARE, "Rate", "比率"), *ENDS, key("n", COUNT, "Of so many", "样本数"), nullable=True)


def _change(*extra: Key) -> Schema:
    return _interval(
        key("n", COUNT, "Blocks", "组数"),
        key("unit", NAME, "Unit", "单位"),
        maybe("verdict", or_null(one_of(VERDICTS)), "Verdict", "判定"),
        *extra,
    )


def _head(ruleset: Ruleset) -> tuple[Key, ...]:
    hashes = record(*(key(name, or_null(SHA256), en, zh) for name, en, zh in ARMS))
    against = record(
        key("kind", one_of(("version", "reference", "without")), "Compared with", "对照种类"),
        key("kindChanged", FLAG, "The kind of card changed", "卡牌类型已改变"),
        key("references", NAMES, "Reference cards", "参照卡"),
        key("copies", COUNT, "Copies", "数量"),
        key("replaced", table(NAMES), "Cards it replaces, by deck", "各牌组中被替换的卡牌"),
        key("lent", NAMES, "Shipped cards that fill up", "补足所用的自带卡牌"),
    )
    return (
        key("format", just(RESULT_FORMAT), "Format", "格式"),
        key("ruleset", just(ruleset.name), "Game", "游戏规则"),
        key("engine", or_null(SHA256), "Hash of the engine", "引擎哈希"),
        key("spec", SHA256, "Hash of the plan", "计划哈希"),
        key("contentHash", SHA256, "Hash of the cards", "卡牌内容哈希"),
        key("cardHashes", hashes, "Hashes of the two versions", "两个版本的哈希"),
        key("deckHashes", table(SHA256), "Hashes of the decks", "牌组哈希"),
        key("bots", listed(NAME, 1), "Bots", "机器人"),
        key("preset", NAME, "How precise", "精度"),
        key("seed", COUNT, "Seed of the run", "种子"),
        key("unit", one_of(("seat", "table", "side")), "Whose card it is", "卡牌归属"),
        key("against", against, "What it is compared with", "对照"),
    )


def _course() -> tuple[Key, ...]:
    counted = (("blocks", "Blocks", "组"), ("games", "Matches", "对局"), ("mirrors", "Mirrors", "镜像对局"))
    more = (("identical", "Known without playing", "相同而略过"), ("aborted", "Aborted", "中止"))
    counts = record(*(key(name, COUNT, en, zh) for name, en, zh in (*counted, *more)))
    progress = record(
        key("phase", one_of(("pilot", "planned", "anytime", "smoke")), "Phase", "阶段"),
        key("blocks", COUNT, "Done", "已完成"),
        key("of", COUNT, "Expected", "预计"),
        key("pilot", COUNT, "Blocks of the pilot", "试点组数"),
        key("max", COUNT, "At most", "最多"),
    )
    return (
        key("status", one_of(("running", "finished")), "Status", "状态"),
        key(
            "stopReason",
            or_null(one_of(("planned", "target", "budget", "smoke", "aborted: budget"))),
            "Why it ended",
            "结束原因",
        ),
        key("n", counts, "Played", "已进行"),
        key("progress", progress, "Progress", "进度"),
    )


def _headline() -> tuple[Key, ...]:
    method = one_of(("betting", "repeated", "anytime"))
    change = _interval(
        key("halfWidth", number(0), "Half-width reached", "所达半宽"),
        key("unit", NAME, "Unit", "单位"),
        key("n", COUNT, "Blocks at this update", "该次更新的组数"),
        key("look", COUNT, "Update", "更新序号"),
        key("looks", COUNT, "Updates", "更新次数"),
        key("interval", method, "Method", "方法"),
        key("alpha", SHARE, "Error allowed", "允许误差"),
        nullable=True,
    )
    estimate = record(
        key("mean_pp", number(-100, 100), "Mean", "均值"),
        key("interval_pp", row(number(), number()), "Interval", "区间"),
        key("n", COUNT, "Blocks", "组数"),
        key("verdict", or_null(one_of(VERDICTS)), "Verdict", "判定"),
        nullable=True,
    )
    point = _interval(key("n", COUNT, "Blocks", "组数"), key("interval", method, "Method", "方法"))
    return (
        key("change", change, "Change", "变化"),
        key("verdict", or_null(one_of(VERDICTS)), "Verdict", "判定"),
        key("margin", number(0), "Margin within which cards are even", "持平容差"),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("estimate", estimate, "Headline for lists", "列表所用结论"),
        key("history", listed(point), "Every update", "每次更新"),
    )


def _splits() -> tuple[Key, ...]:
    opponent = record(key("id", NAME, "Deck", "牌组"), key("title", BILINGUAL, "Title", "标题"))
    share = key("share", _rate(), "Share of blocks", "组数占比")
    turns = (key("first", whole(1), "First turn", "首回合"), key("last", or_null(whole(1)), "Last turn", "末回合"))
    first_seen = record(
        key("rows", listed(_change(share, *turns)), "By turn", "按回合"),
        key(
            "never",
            _change(share, key("differing", COUNT, "Blocks that differed", "有差异的组")),
            "Never seen",
            "从未见到",
        ),
        key("seen", {**_change(share), "type": ["object", "null"]}, "Effect given seen", "见到时的效果"),
        nullable=True,
    )
    measure = _interval(
        key("title", BILINGUAL, "Title", "标题"),
        key("kind", one_of(("own", "length", "each", "spread")), "What it is of", "统计对象"),
        key("n", COUNT, "Blocks", "组数"),
        *(key(name, number(), en, zh) for name, en, zh in ARMS),
    )
    return (
        key("opponents", listed(opponent), "Reference decks", "参照牌组"),
        key("perOpponent", listed(_change(key("opponent", NAME, "Deck", "牌组"))), "By opponent", "按对手"),
        key("pairings", listed(_change(key("decks", NAMES, "Decks", "牌组"))), "By pair of decks", "按牌组对阵"),
        key("bySeen", first_seen, "By the turn on which it was first seen", "按首次见到的回合"),
        key("measures", table(measure), "Secondary measures", "次要指标"),
    )


def _card_numbers() -> tuple[Key, ...]:
    results = record(
        *(key(name, COUNT, en, zh) for name, en, zh in (("w", "Won", "胜"), ("d", "Drawn", "平"), ("l", "Lost", "负"))),
        maybe("rate", SHARE, "Rate", "比率"),
        *(maybe(one.name, one.schema, one.title.en, one.title.zh) for one in ENDS),
        maybe("n", COUNT, "Of so many", "样本数"),
    )
    card = record(
        key("copies", COUNT, "Copies", "张数"),
        key("plays", COUNT, "Plays", "打出次数"),
        key("seen", _rate(), "Seen", "见到"),
        key("playedGivenSeen", _rate(), "Played when seen", "见到时打出"),
        key("dead", _rate(), "Seen and never played", "见到而未打出"),
        key("turnPlayed", table(COUNT, names=DIGITS), "First played in round", "首次打出的回合"),
        nullable=True,
    )
    code_record = record(key("code", one_of(("OH", "GD", "GIH", "GNS")), "Code", "代号"), *_arms(_rate()))
    improvement = _interval(key("unit", NAME, "Unit", "单位"), nullable=True)
    descriptions = record(
        key("rows", listed(code_record), "Win rate by when it was held", "按持有时间的胜率"),
        key("iwd", record(*_arms(improvement)), "Held less never", "持有减未持有"),
        nullable=True,
    )
    return (
        key("winRates", record(*(maybe(name, results, en, zh) for name, en, zh in ARMS)), "Win rates", "胜率"),
        key(
            "cardMetrics",
            record(*(maybe(name, card, en, zh) for name, en, zh in ARMS)),
            "What became of the card",
            "卡牌去向",
        ),
        key("descriptions", descriptions, "Descriptions, not evidence", "描述（非证据）"),
    )


def _arms(schema: Schema) -> tuple[Key, ...]:
    return tuple(key(name, schema, en, zh) for name, en, zh in ARMS)


def _findings() -> tuple[Key, ...]:
    node = record(
        key("type", NAME, "Node", "节点"),
        key("reached", COUNT, "Reached", "到达"),
        maybe("true", COUNT, "True", "真"),
        maybe("false", COUNT, "False", "假"),
        maybe("noop", COUNT, "Did nothing", "无效果"),
        key("matches", COUNT, "Matches that reached it", "到达的对局"),
        key("of", COUNT, "Of matches", "总对局"),
        key("share", _rate(), "Share of matches", "对局占比"),
    )
    flag = _remark(
        key("raised", FLAG, "Raised", "触发"),
        key("value", number(), "Value", "数值"),
        *ENDS,
        key("limit", number(), "Limit", "界限"),
        key("unit", one_of(("pp", "share", "ratio")), "Unit", "单位"),
        maybe("node", NAME, "Node", "节点"),
        maybe("direction", one_of(("up", "down")), "Direction", "方向"),
        maybe("opponent", NAME, "Deck", "牌组"),
    )
    smoke = record(
        *(
            key(name, _rate(), en, zh)
            for name, en, zh in (
                ("fired", "It fires", "生效"),
                ("playable", "It can be paid and played", "可支付并打出"),
                ("played", "Played when seen", "见到时打出"),
                ("seen", "Seen", "见到"),
            )
        ),
        key("neverReached", NAMES, "Never reached", "从未到达"),
        key("sample", {**_trace(), "type": ["object", "null"]}, "One match", "一局样例"),
        nullable=True,
    )
    return (
        key("flags", listed(flag), "What is unusual, and what was looked for", "值得注意与已检查"),
        key("coverage", table(node), "What its nodes did", "各节点的执行"),
        key("smoke", smoke, "Smoke preview", "试运行"),
        key("combos", listed(ANY_VALUE), "Combos", "组合"),
        key("traces", listed(_trace()), "Matches worth a look", "值得一看的对局"),
    )


def _endings() -> tuple[Key, ...]:
    units = record(key("critical", NAME, "Critical values", "临界值"), key("alpha", NAME, "Error", "误差"))
    endings = (
        ("pilot", "Before the pilot ends", "试点前"),
        ("early", "At early looks", "早期更新"),
        ("final", "At the end", "结束时"),
    )
    plan = record(
        key("mode", one_of(("planned", "anytime", "smoke")), "Mode", "方式"),
        key("pilot", COUNT, "Blocks of the pilot", "试点组数"),
        key("planned", or_null(COUNT), "Horizon", "计划组数"),
        key("max", COUNT, "At most", "最多"),
        key("looks", listed(COUNT), "Blocks of each look", "各次更新的组数"),
        key("critical", listed(COUNT), "Critical values", "临界值"),
        key("units", units, "Units", "单位"),
        key(
            "alpha",
            record(*(key(*one[:1], COUNT, *one[1:]) for one in (*endings, ("total", "In all", "总计")))),
            "Error",
            "误差",
        ),
        key("chunks", COUNT, "Chunks", "分块"),
        key("strata", NAMES, "Pairs of decks", "牌组对阵"),
    )
    return (
        key("abort", _abort(), "What broke a budget", "超出限额之处"),
        key("warnings", listed(_remark(maybe("nodes", NAMES, "Nodes", "节点"))), "To know before believing", "须知"),
        key("plan", plan, "Plan", "计划"),
    )


def _remark(*more: Key) -> Schema:
    return record(key("id", NAME, "Id", "标识"), key("text", BILINGUAL, "Text", "文字"), *more)


def _abort() -> Schema:
    return record(
        key("node", TEXT, "Node", "节点"),
        key("card", TEXT, "Card", "卡牌"),
        key("pointer", TEXT, "Place", "位置"),
        key("matches", whole(1), "Matches", "对局"),
        key("nodes", table(whole(1)), "All nodes", "全部节点"),
        nullable=True,
    )


def _trace() -> Schema:
    return record(
        key("kind", NAME, "Kind", "种类"),
        key("seed", COUNT, "Seed", "种子"),
        key("block", COUNT, "Block", "组"),
        key("arm", one_of(("candidate", "baseline", "mirror")), "Arm", "组别"),
        key("seat", COUNT, "Seat", "席位"),
        key("opponent", NAME, "Decks by seat", "各席位牌组"),
        key("why", BILINGUAL, "Why", "原因"),
    )
