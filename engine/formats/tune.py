"""Which numbers of a card reach a target: `tune-result/1`. Source: engine/simulation/tuning/report.py makes it."""

from __future__ import annotations

from engine.formats.fixed_results import course, head
from engine.formats.parts import COUNT, FLAG, TEXT, Schema, key, listed, maybe, number, one_of, or_null, record, whole
from engine.language.spec.bounds import INTEGER_MAX
from engine.ruleset import Ruleset

FORMAT = "tune-result/1"
STAGES = ("ranking", "confirmation")
READINGS = ("reached", "missed", "unknown", "budget")
VALUE = whole(-INTEGER_MAX)
ENDS = ("reached", "already", "unconfirmed", "none")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of one plan of a search, a round or the confirmation."""
    change = record(
        key("mean", number(), "Change of the win rate, in points", "胜率变化（百分点）"),
        key("low", or_null(number()), "Low end, of a confirmation alone", "下端（仅确认）"),
        key("high", or_null(number()), "High end, of a confirmation alone", "上端（仅确认）"),
        key("n", COUNT, "Blocks", "组数"),
        maybe("error", or_null(number(0)), "Standard error of the mean, of a round alone", "均值的标准误（仅各轮）"),
        nullable=True,
    )
    step = record(
        key("pointer", TEXT, "Place in the card", "在卡牌中的位置"),
        key("from", VALUE, "Value as it stands", "现值"),
        key("to", VALUE, "Value of the candidate", "候选值"),
    )
    row = record(
        key("candidate", VALUE, "Number of the candidate, -1 for the card as it stands", "候选编号，-1 为不作改动"),
        key("isAsItStands", FLAG, "The card as it stands", "不作改动的卡牌"),
        key("changes", listed(step), "What it changes", "改动"),
        key("change", change, "Change of the win rate", "胜率变化"),
        key("reading", or_null(one_of(READINGS)), "Reading, of a confirmation alone", "判断（仅确认）"),
    )
    left_out = record(
        key("invalid", COUNT, "Candidates that are no valid card", "无效的候选"),
        key("same", COUNT, "Candidates that do what the baseline does", "与对照相同的候选"),
    )
    limit = record(key("pointer", TEXT, "Place in the card", "在卡牌中的位置"), key("value", VALUE, "Value", "取值"))
    return record(
        *head(ruleset, FORMAT),
        *course(),
        key("stage", one_of(STAGES), "Ranking or confirmation", "排序或确认"),
        key("round", COUNT, "Round", "轮次"),
        key("aim", number(), "Change to reach, in points", "目标变化（百分点）"),
        key("tolerance", number(0), "Points around it that count as reached", "视为达到的误差"),
        key("candidates", COUNT, "Candidates of the search", "候选总数"),
        key("excluded", left_out, "Left out beforehand", "事先排除"),
        key("rows", listed(row), "Candidates of this plan", "本计划的候选"),
        key("end", or_null(one_of(ENDS)), "How the search ended", "搜索结果"),
        key("limits", listed(limit), "Numbers at an end of their range", "到达范围边界的数值"),
    )
