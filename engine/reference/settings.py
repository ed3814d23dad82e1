"""The page of a ruleset's settings: every number of its rules."""

from __future__ import annotations

from typing import Any

from engine.reference.book import Book
from engine.reference.field_types import json_text
from engine.reference.markdown import code, page, table
from engine.rulesets import shipped_names


def settings_page(book: Book) -> str:
    """Return the page of the settings, each with its default and the rule it belongs to."""
    say = book.say
    name = book.ruleset.name
    source = f"../../../../engine/rulesets/{name}/SOURCE.md" if name in shipped_names() else "../../../SOURCE.md"
    intro = say(
        "Every number of the rules is listed here under its name. Where the source document is silent, the rule is a reading chosen by this project; "
        f"[SOURCE]({source}) gives the source of each rule id.",
        f"规则中的每个数都以名称列在这里，别处不再出现。来源文档未作规定之处，采用我们的解读；[各条规则的出处]({source})按规则编号说明。",
    )
    head = (say("setting", "设置"), say("default", "缺省值"), say("rule", "规则"), say("meaning", "含义"))
    rows = [
        (code(setting.name), _value_text(setting.value), setting.rule, book.pick(setting.title))
        for setting in book.ruleset.settings
    ]
    return page(book.head(f"{say('Settings', '设置')} · {book.title()}", "settings.md"), intro, table(head, rows))


def _value_text(value: Any) -> str:
    """Return a setting's value; a table as its rows."""
    if isinstance(value, tuple):
        return ", ".join(f"{row[0]} → {row[1]}" if isinstance(row, tuple) else str(row) for row in value)
    return json_text(value)
