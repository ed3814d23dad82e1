"""The types of a game's cards as source: TypeScript and Python, the same bytes from the same schema."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.json_values import JsonObject
from engine.packs.card_types import (
    Alias,
    Constants,
    Declaration,
    List,
    Map,
    Plain,
    Ref,
    Struct,
    Tuple,
    Type,
    Union,
    declarations,
)
from engine.packs.names import TYPES

_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*", re.ASCII)
_TYPESCRIPT: Final = {"integer": "number", "any": "unknown"}
_PYTHON: Final = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None", "any": "Any"}
_HEAD: Final = "Types of the cards of this release, generated from schema/card.json. `Card` is any of them."


def type_files(schema: JsonObject) -> Mapping[str, bytes]:
    """Return the files that declare the cards of a schema, by their path in a pack."""
    types = declarations(schema)
    return {f"{TYPES}cards.d.ts": _typescript(types), f"{TYPES}cards.py": _python(types)}


def _typescript(types: tuple[Declaration, ...]) -> bytes:
    parts = [f"/** {_HEAD} */\n", *(_of_typescript(each) for each in types)]
    return "\n".join(parts).encode()


def _of_typescript(declaration: Declaration) -> str:
    head = f"/** {declaration.title} */\n" if declaration.title else ""
    if isinstance(declaration, Alias):
        return f"{head}export type {declaration.name} = {_in_typescript(declaration.type)};\n"
    lines = [
        (f"  /** {member.title} */\n" if member.title else "")
        + f"  {member.name if _NAME.fullmatch(member.name) else json.dumps(member.name)}"
        + f"{'' if member.is_required else '?'}: {_in_typescript(member.type)};\n"
        for member in declaration.members
    ]
    return f"{head}export interface {declaration.name} {{\n{''.join(lines)}}}\n"


def _in_typescript(shape: Type) -> str:
    match shape:
        case Plain(word):
            return _TYPESCRIPT.get(word, word)
        case Constants(values):
            return " | ".join(json.dumps(value) for value in values)
        case Ref(name):
            return name
        case List(item):
            return f"Array<{_in_typescript(item)}>"
        case Tuple(items, required):
            texts = [_in_typescript(item) for item in items]
            texts[required:] = [f"({text})?" for text in texts[required:]]
            return f"[{', '.join(texts)}]"
        case Map(value):
            return f"Record<string, {_in_typescript(value)}>"
        case Union(parts):
            return " | ".join(map(_in_typescript, parts))


def _python(types: tuple[Declaration, ...]) -> bytes:
    head = f'"""{_HEAD}"""\n\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n'
    structs = [each for each in types if isinstance(each, Struct)]
    aliases = [each for each in types if isinstance(each, Alias)]
    return "\n".join([head, *map(_struct_of_python, structs), *map(_alias_of_python, _in_order(aliases))]).encode()


def _in_order(aliases: Sequence[Alias]) -> list[Alias]:
    """Return names for types, each behind those that it is one of: they are evaluated as they are read."""
    by_name, names, order = {each.name: each for each in aliases}, set[str](), list[Alias]()

    def add(alias: Alias) -> None:
        names.add(alias.name)
        parts = alias.type.parts if isinstance(alias.type, Union) else (alias.type,)
        for part in parts:
            if isinstance(part, Ref) and part.name in by_name and part.name not in names:
                add(by_name[part.name])
        order.append(alias)

    for alias in aliases:
        if alias.name not in names:
            add(alias)
    return order


def _head(declaration: Declaration) -> str:
    return f"# {declaration.title}\n" if declaration.title else ""


def _alias_of_python(alias: Alias) -> str:
    return f"{_head(alias)}{alias.name}: TypeAlias = {_in_python(alias.type)}\n"


def _struct_of_python(struct: Struct) -> str:
    """Return a class, or a call where the name of a member can be none of a class."""
    head = _head(struct)
    members = [(member, _in_python(member.type)) for member in struct.members]
    types = [(each.name, shape if each.is_required else f"NotRequired[{shape}]", each.title) for each, shape in members]
    if all(name.isidentifier() and not keyword.iskeyword(name) and name[:2] != "__" for name, _, _ in types):
        lines = [f"    {name}: {_quoted(shape)}{title and f'  # {title}'}\n" for name, shape, title in types]
        return "".join([f"{head}class {struct.name}(TypedDict):\n", *(lines or ["    pass\n"])])
    lines = [
        f"        {json.dumps(name)}: {_quoted(shape)},{title and f'  # {title}'}\n" for name, shape, title in types
    ]
    return f'{head}{struct.name} = TypedDict(\n    "{struct.name}",\n    {{\n{"".join(lines)}    }},\n)\n'


def _quoted(shape: str) -> str:
    """Return a type as a text, which may name what is declared below."""
    return json.dumps(shape)


def _in_python(shape: Type) -> str:
    match shape:
        case Plain(word):
            return _PYTHON[word]
        case Constants(values):
            return f"Literal[{', '.join(map(repr, values))}]"
        case Ref(name):
            return name
        case List(item):
            return f"list[{_in_python(item)}]"
        case Tuple(items, _):
            return f"list[{' | '.join(dict.fromkeys(map(_in_python, items))) or 'Any'}]"
        case Map(value):
            return f"dict[str, {_in_python(value)}]"
        case Union(parts):
            return " | ".join(map(_in_python, parts))
