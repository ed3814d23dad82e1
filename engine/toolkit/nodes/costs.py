"""The record of a rule of a card's own cost, and the field that lists them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import (
    COMPUTED,
    EACH,
    Case,
    ListOf,
    LocalizedText,
    Node,
    Number,
    ObjectShape,
    RecordSpec,
    Wording,
    case,
    field,
    one_of,
    optional,
    record,
)

COSTS_FIELD = optional(
    "costs",
    ListOf(ObjectShape("costRule"), 1, 6),
    "Rules of its cost",
    "消耗规则",
    "What changes the cost of this card itself, such as 1 less for each ally (added by this project).",
    "改变此牌自身费用的规则，例如每有一个友方单位减少 1 点（本项目扩展）。",
)


def cost_rule(zh: str, gives: Mapping[str, str], measure: str = "点") -> RecordSpec:
    """Return the record of a rule of a card's own cost.

    Shapes: `zh` is what Chinese rules text calls the cost ("此牌的费用"), `measure` its measure word; `gives` are the fields of `$self`
            and their types.
    """
    return record(
        "costRule",
        "Rule of its cost",
        "消耗规则",
        field(
            "op",
            one_of(
                ("less", "less", "减少"),
                ("more", "more", "增加"),
                ("set", "is", "变为"),
                ("max", "at most", "至多为"),
                ("min", "at least", "至少为"),
            ),
            "Operation",
            "运算",
        ),
        field(
            "value",
            Number(0, 99),
            "Value",
            "数值",
            "Read each time that the cost is asked for.",
            "每次查询消耗时取值。",
            live=True,
        ),
        optional(
            "condition",
            Node("condition"),
            "Condition",
            "条件",
            "When it applies; always when absent.",
            "何时适用；缺省时始终适用。",
            live=True,
        ),
        doc=LocalizedText(
            "Changes what the card itself costs, wherever it lies; `$self.playerUUID` is who would play it.",
            "改变此牌自身的消耗，无论其位于何处；`$self.playerUUID` 为将打出它的玩家。",
        ),
        gives={"self": dict(gives)},
        phrase=LocalizedText("this card costs {value} more", f"{zh}增加{{value}}{measure}"),
        wording=Wording(cases=_cases(zh, measure)),
    )


def _cases(zh: str, measure: str) -> tuple[Case, ...]:
    """Return the sentences of the operations, those for each of something and those of a computed value first."""
    return (
        case({"op": "set"}, "this card costs {value}", f"{zh}变为{{value}}{measure}"),
        *(
            Case(
                {"op": op},
                LocalizedText(f"this card costs at {en} {{value}}", f"{zh}至{bound}为{{value}}{measure}"),
                bound=LocalizedText(f", but at {en} {{value}}", f"（最{end}为{{value}}{measure}）"),
            )
            for op, en, bound, end in (("max", "most", "多", "高"), ("min", "least", "少", "低"))
        ),
        case(
            {"op": "less", "value": EACH},
            "this card costs {value:base} less {value:per}",
            f"{{value:per}}，{zh}减少{{value:base}}{measure}",
        ),
        case(
            {"op": "less", "value": COMPUTED},
            "this card's cost is lowered by {value}",
            f"{zh}减少，减少量等于{{value}}",
        ),
        case({"op": "less"}, "this card costs {value} less", f"{zh}减少{{value}}{measure}"),
        case(
            {"value": EACH},
            "this card costs {value:base} more {value:per}",
            f"{{value:per}}，{zh}增加{{value:base}}{measure}",
        ),
        case({"value": COMPUTED}, "this card's cost is raised by {value}", f"{zh}增加，增加量等于{{value}}"),
    )
