"""The card editor's words as a TypeScript module, in which a text with places is a function of them by name."""

import json
from collections.abc import Iterable, Mapping
from string import Formatter

from cards.editor.texts import CODE_MIRROR, EDITOR, FORM, JSON_SERVICE
from cards.localization import LocalizedText

HEAD = """/** Written by `python -m cards.editor` from cards/editor/texts.py: change it there, then run `make assets`. */

/** Every sentence of the editor, English first; a function of its named places where it has any. */
"""


def module() -> str:
    """Return the module: `texts` with both languages of each text, and a Chinese table for each library."""
    tables = (("codeMirrorZh", CODE_MIRROR), ("jsonServiceZh", JSON_SERVICE))
    return HEAD + _texts({**EDITOR, **FORM}) + "".join(_translations(name, texts) for name, texts in tables)


def _texts(texts: Mapping[str, LocalizedText]) -> str:
    rows = "".join(f"  {name}: [{_value(text.en, text)}, {_value(text.zh, text)}],\n" for name, text in texts.items())
    return f"export const texts = {{\n{rows}}} as const;\n"


def _translations(name: str, texts: Iterable[LocalizedText]) -> str:
    rows = "".join(f"  {_quoted(text.en)}: {_quoted(text.zh)},\n" for text in texts)
    return f"\nexport const {name}: Record<string, string> = {{\n{rows}}};\n"


def _value(sentence: str, text: LocalizedText) -> str:
    """Return a sentence as a literal, or as a function that takes the places of the English text."""
    types = {name: _type(form or "") for _, name, form, _ in Formatter().parse(text.en) if name}
    if not types:
        return _quoted(sentence)
    parts = "".join(_escaped(words) + _place(name, form or "") for words, name, form, _ in Formatter().parse(sentence))
    return f"({{ {', '.join(types)} }}: {{ {'; '.join(map(': '.join, types.items()))} }}) => `{parts}`"


def _type(form: str) -> str:
    return "number" if "|" in form else "string" if form == "lower" else "string | number"


def _place(name: str | None, form: str) -> str:
    singular, bar, plural = form.partition("|")
    if name is None:
        return ""
    if bar:
        return f"${{{name}}} ${{{name} === 1 ? {_quoted(singular)} : {_quoted(plural)}}}"
    return f"${{{name}.toLowerCase()}}" if form == "lower" else f"${{{name}}}"


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _escaped(words: str) -> str:
    return words.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
