"""The fields of a chooser: who is asked, how many things, how they are picked, and which of them may be."""

from __future__ import annotations

from engine.language.spec import Enum, Field, FieldAnalysis, LocalizedText, Node, Number, Option, Ref

ASK = Field(
    "ask",
    Ref("player"),
    LocalizedText("Asked of", "由谁选择"),
    required=False,
    doc=LocalizedText(
        "The player who picks; the one whose card this is when absent.", "做出选择的玩家；缺省时为此牌所属的玩家。"
    ),
)
MIN = Field(
    "min",
    Number(0, 20),
    LocalizedText("At least", "至少"),
    required=False,
    doc=LocalizedText("How many must be picked.", "至少选几个。"),
    default=1,
)
MAX = Field(
    "max",
    Number(0, 20),
    LocalizedText("At most", "至多"),
    required=False,
    doc=LocalizedText("How many may be picked; as many as `min` when absent.", "至多选几个；缺省时与 `min` 相同。"),
)
PICK = Field(
    "pick",
    Enum(
        (
            Option("ask", LocalizedText("of choice", "由玩家选择")),
            Option("all", LocalizedText("all", "全部")),
            Option("random", LocalizedText("at random", "随机")),
            Option("first", LocalizedText("the first", "最前的")),
            Option("last", LocalizedText("the last", "最后的")),
        )
    ),
    LocalizedText("Picked", "选法"),
    required=False,
    doc=LocalizedText("How they are picked out of those that may be.", "如何从候选中选出。"),
    default="ask",
)


def filter_field(kind: str, *, live: bool = False) -> Field:
    """Return the field of a condition that each candidate, named `$candidate.UUID`, must meet."""
    return Field(
        "filter",
        Node("condition"),
        LocalizedText("Only those", "筛选条件"),
        required=False,
        doc=LocalizedText(
            "What each candidate, `$candidate.UUID`, must meet.", "每个候选（以 `$candidate.UUID` 引用）须满足的条件。"
        ),
        analysis=FieldAnalysis(narrows=True, opens={"candidate": {"UUID": kind}}, live=live),
    )


def choosing(kind: str, *attributes: Field) -> tuple[Field, ...]:
    """Return the fields of a chooser that may ask, over things of a type with attributes."""
    return ASK, MIN, MAX, PICK, *attributes, filter_field(kind)
