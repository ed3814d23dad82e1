"""One word for what a chooser with some fields finds: it opens into that chooser (ADR 92), and may stand alone (ADR 141)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import LocalizedText, NodeSpec, chooser


def short_chooser(
    of: tuple[str, str], name: str, title: tuple[str, str], search: tuple[str, str], example: Any, **fields: Any
) -> NodeSpec:
    """Return the word for what the chooser `of`, which finds things of a type, finds with these fields; `example` is given the word."""
    chooser_name, gives = of
    core = {"type": chooser_name, **fields}
    fields_text = ", ".join(f"`{key}: {value}`" for key, value in fields.items())
    return chooser(
        name,
        *title,
        (),
        doc=LocalizedText(
            f"Short for `{chooser_name}` with {fields_text}.", f"`{chooser_name}`（{fields_text}）的简写。"
        ),
        gives=gives,
        group="shorthands",
        search=search,
        extension=True,
        opens=lambda node, around: core,
        example=(example(name),),
    )


def damaging(**fields: Any) -> Any:
    """Return what makes an example of such a word: damage to those whom it means."""

    def example(name: str) -> Mapping[str, Any]:
        return {"type": "damage", "target": name, "amount": 2, **fields}

    return example
