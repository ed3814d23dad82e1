"""The form of a scenario, drawn from the schema of the game and read back: fields, repeated rows, kinds of rows.

What the schema does not foresee (an unknown key, a value of another type) is drawn as JSON in its place, so that nothing is lost.
The form works without a script: a button adds or removes a row and the server draws the form again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cards.errors import BadText
from cards.gateway import packs, rulesets
from cards.shape import Json, JsonObject
from cards.web.scenario_shapes import ABSENT, Shape, kinds_of, options_of, resolved, title_of, widget_of

ROOT = "s"
PARTS = ("given", "when", "then")
MAX_VISIBLE_FIELDS = 8  # fields of a record that are all shown
FIELDS = 900  # of a form; Django reads a thousand
_WHOLE = re.compile(r"-?\d{1,16}")
_BETWEEN = re.compile(r"[,，、]")


class Unreadable(str):
    """JSON that was typed and cannot be read."""


@dataclass(slots=True)
class Node:
    """One part of the form.

    Shapes: kind is a widget; rows are the rows of a list, fields the fields of a record; kinds are what a row may be, and more the
            fields that can be opened, with titles.
    """

    kind: str
    name: str
    label: str
    value: Any = ""
    options: list[tuple[str, str]] = field(default_factory=list)
    fields: list[Node] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    more: list[tuple[str, str]] = field(default_factory=list)
    is_here: bool = False
    is_null: bool = False
    is_nullable: bool = False
    is_fresh: bool = False
    is_row: bool = False
    key: str = ""

    @property
    def is_blank(self) -> bool:
        """Return whether no field of this record says anything, so that the record itself must be sent."""
        return not any(each.is_here for each in self.fields)

    @property
    def count(self) -> int:
        """Return how many fields the browser sends."""
        return 2 + sum(each.count for each in self.fields)


class Form:
    """The form of one game's scenarios."""

    def __init__(self, ruleset: str) -> None:
        schema = rulesets.schema(ruleset, "scenario")
        self.shapes: JsonObject = schema["$defs"]
        self.opened: set[str] = set()
        self.parts = {name: self.shapes["scenario"]["properties"][name] for name in PARTS}

    def draw(self, value: JsonObject, *, new_path: str = "", open_paths: Iterable[str] = ()) -> list[Node] | None:
        """Return the parts of a scenario as nodes; None above the number of fields of a form.

        Shapes: fresh is the node that the focus goes to; opened are names of fields to be shown though they say nothing.
        """
        self.opened = {new_path, *open_paths}
        nodes = [self._node(self.parts[name], value.get(name, ABSENT), f"{ROOT}/{name}") for name in PARTS]
        for node in _walk(nodes):
            if new_path and node.name == new_path:
                next((leaf for leaf in _walk(node.fields) if not leaf.fields), node).is_fresh = True
        return nodes if sum(node.count for node in nodes) <= FIELDS else None

    def read(self, posted: Mapping[str, str]) -> Json:
        """Return the parts as they were typed; JSON that cannot be read is `Unreadable` in its place."""
        found = {name: self._read(self.parts[name], posted, f"{ROOT}/{name}") for name in PARTS}
        return {name: value for name, value in found.items() if value is not ABSENT}

    def act(self, value: Json, act: str, params: Mapping[str, str]) -> str:
        """Add or remove the row that a button names, or open a field, and return the name of what is new."""
        verb, _, name = act.partition(":")
        steps = name.split("/")[1:]
        if verb == "add" and steps:
            rows = _list_at(value, steps)
            kind = params.get(f"{name}?add", "")
            rows.append({kind: ""} if kind else {})
            return f"{name}/{len(rows) - 1}"
        if verb == "open":
            return f"{name}/{params.get(f'{name}?field', '')}"
        if verb == "remove" and len(steps) > 1 and steps[-1].isdecimal():
            rows = _list_at(value, steps[:-1])
            del rows[int(steps[-1]) : int(steps[-1]) + 1]
        return ""

    def _node(self, shape: Shape, value: Any, name: str, label: str = "") -> Node:
        shape = resolved(shape, self.shapes)
        kind = widget_of(shape, self.shapes)
        node = Node(kind, name, label or title_of(shape, name.rpartition("/")[2]), is_here=value is not ABSENT)
        if isinstance(value, Unreadable) or not self._draws(node, shape, value):
            text = value if isinstance(value, Unreadable) else "" if value is ABSENT else _json(value)
            return Node("raw", name, node.label, text, is_here=bool(text))
        return node

    def _draws(self, node: Node, shape: Shape, value: Any) -> bool:
        """Fill a node with a value, and say whether the node can show it."""
        draw = {"record": self._record, "kinds": self._kinds, "list": self._list, "row": self._row}.get(node.kind)
        if draw is not None:
            return draw(node, shape, value)
        node.options = options_of(shape)
        text = _text(node.kind, value, [option for option, _ in node.options])
        node.value = text
        return text is not None

    def _record(self, node: Node, shape: Shape, value: Any) -> bool:
        properties = shape["properties"]
        node.is_nullable = isinstance(shape.get("type"), list)
        node.is_null = value is None
        members = {} if value is ABSENT or (value is None and node.is_nullable) else value
        if not isinstance(members, dict) or set(members) - set(properties):
            return False
        visible_keys = [key for key in properties if key in members or self._is_shown(shape, key, node.name)]
        node.fields = [
            self._node(properties[key], members.get(key, ABSENT), f"{node.name}/{key}", title_of(properties[key], key))
            for key in visible_keys
        ]
        node.more = [(key, title_of(each, key)) for key, each in properties.items() if key not in visible_keys]
        return True

    def _is_shown(self, shape: Shape, key: str, name: str) -> bool:
        """Return whether a field of a record that says nothing has its place all the same."""
        is_open = {f"{name}/{key}", f"{name}/{key}?open"} & self.opened
        return len(shape["properties"]) <= MAX_VISIBLE_FIELDS or key in shape.get("required", ()) or bool(is_open)

    def _kinds(self, node: Node, shape: Shape, value: Any) -> bool:
        kinds = kinds_of(shape)
        key = next((key for key in kinds if isinstance(value, dict) and key in value), None)
        if key is None:
            return False
        node.key, node.kind = key, "record"
        node.label = f"{node.label}: {title_of(kinds[key]['properties'][key], key)}"
        held = {name: ABSENT if name == key and each == "" else each for name, each in value.items()}
        return self._record(node, kinds[key], held)

    def _list(self, node: Node, shape: Shape, value: Any) -> bool:
        item = resolved(shape["items"], self.shapes)
        node.kinds = [(key, title_of(child["properties"][key], key)) for key, child in kinds_of(item).items()]
        if value is not ABSENT and not isinstance(value, list):
            return False
        rows: list[Any] = value if isinstance(value, list) else []
        named = title_of(shape, node.name.rpartition("/")[2])
        node.fields = [self._node(item, row, f"{node.name}/{at}", f"{named} {at}") for at, row in enumerate(rows)]
        for child in node.fields:
            child.is_row = True
        return True

    def _row(self, node: Node, shape: Shape, value: Any) -> bool:
        places = shape["prefixItems"]
        items: Any = [ABSENT] * len(places) if value is ABSENT else value
        if not isinstance(items, list) or len(items) != len(places):
            return False
        node.fields = [
            self._node(_place(shape, at), each, f"{node.name}/{at}", f"{node.label} {at + 1}")
            for at, each in enumerate(items)
        ]
        return True

    def _read(self, shape: Shape, params: Mapping[str, str], name: str, *, must: bool = False) -> Any:
        if f"{name}?json" in params:
            return _json_value(params[f"{name}?json"])
        shape = resolved(shape, self.shapes)
        kind = widget_of(shape, self.shapes)
        if kind == "kinds":
            return self._read_kind(shape, params, name)
        if kind == "record":
            return self._read_record(shape, params, name, must)
        if kind == "list":
            return self._read_list(shape, params, name)
        if kind == "row":
            held = [self._read(_place(shape, at), params, f"{name}/{at}") for at in range(len(shape["prefixItems"]))]
            return ABSENT if all(each is ABSENT for each in held) else ["" if each is ABSENT else each for each in held]
        return _field_value(kind, params.get(name, ""), must, shape)

    def _read_record(self, shape: Shape, params: Mapping[str, str], name: str, must: bool) -> Any:
        if params.get(f"{name}?null"):
            return None
        required_keys = shape.get("required", ())
        members = {
            key: value
            for key, each in shape["properties"].items()
            if (value := self._read(each, params, f"{name}/{key}", must=key in required_keys)) is not ABSENT
        }
        return members if members or must or params.get(f"{name}?here") else ABSENT

    def _read_kind(self, shape: Shape, params: Mapping[str, str], name: str) -> Any:
        kinds, key = kinds_of(shape), params.get(f"{name}?kind", "")
        if key not in kinds:
            return {}
        found = self._read_record(kinds[key], params, name, must=True)
        return {key: "", **found} if isinstance(found, dict) else found

    def _read_list(self, shape: Shape, params: Mapping[str, str], name: str) -> Any:
        rows: list[Any] = []
        while f"{name}/{len(rows)}?row" in params:
            rows.append(self._read(shape["items"], params, f"{name}/{len(rows)}", must=True))
        return rows if rows or params.get(f"{name}?here") else ABSENT


def check_readable(value: Any) -> None:
    """Refuse a form with JSON in it that cannot be read.

    Errors: BadText.
    """
    if isinstance(value, Unreadable):
        raise BadText(f"This is not JSON: {value[:80]}", f"这不是 JSON：{value[:80]}")
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in held:
        check_readable(each)


def _walk(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk(node.fields)


def _list_at(value: Any, steps: list[str]) -> list[Any]:
    """Return the list at a path; one that is not there yet is made.

    Errors: BadText where the path leads nowhere.
    """
    try:
        for step in steps[:-1]:
            value = value[int(step)] if isinstance(value, list) else value.setdefault(step, {})
        rows = value[int(steps[-1])] if isinstance(value, list) else value.setdefault(steps[-1], [])
    except (ValueError, IndexError, AttributeError) as error:
        raise BadText("This row no longer exists.", "这一行已不存在。") from error
    if not isinstance(rows, list):
        raise BadText("This row no longer exists.", "这一行已不存在。")
    return rows


def _place(shape: Shape, index: int) -> Shape:
    """Return what a place of a row may hold, with the words that its branches allow."""
    plain = shape["prefixItems"][index]
    branches = [
        shape[each]["prefixItems"][index]
        for each in ("then", "else")
        if index < len(shape.get(each, {}).get("prefixItems", ()))
    ]
    words = [branch for branch in branches if "enum" in branch]
    if not words:
        return plain
    options: Json = {}
    for branch in words:
        options |= dict(options_of(branch))
    return {**plain, "enum": list(options), "titles": options}


def _text(kind: str, value: Any, options: list[str]) -> str | None:
    """Return the text of a field for a value; None where it would not be read back as the same value."""
    if value is ABSENT:
        return ""
    if kind == "raw":
        return _json(value)
    if kind == "boolean":
        return json.dumps(value) if isinstance(value, bool) else None
    if kind == "words":
        return _words_of_list(value)
    if value is None:
        return "null" if kind == "nullable" else None
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value)
    if kind == "select":
        return text if text in options or not text else None
    is_same = isinstance(value, int) == (kind != "text" and bool(_WHOLE.fullmatch(text)))
    return text if is_same and text == text.strip() and "\n" not in text else None


def _words_of_list(value: Any) -> str | None:
    if not isinstance(value, list):
        return None
    if not value:
        return "[]"
    plain = all(isinstance(each, int | str) and not isinstance(each, bool) for each in value)
    text = ", ".join(map(str, value)) if plain else ""
    return text if plain and _split(text) == value else None


def _split(text: str) -> list[Any]:
    words = [word.strip() for word in _BETWEEN.split(text)]
    return [int(word) if _WHOLE.fullmatch(word) else word for word in words if word]


def _field_value(kind: str, text: str, must: bool, shape: Shape) -> Any:
    """Return the value of a field; a number that is none stays the text that was typed, and the engine says what is wrong."""
    text = text.strip()
    if kind == "words":
        return [] if text == "[]" or (must and not text) else _split(text) if text else ABSENT
    if not text:
        return ABSENT
    if kind == "boolean":
        return text == "true"
    if kind == "nullable" and text == "null":
        return None
    is_number = kind in {"number", "nullable", "label"} or (kind == "select" and "integer" in shape.get("type", ""))
    return int(text) if is_number and _WHOLE.fullmatch(text) else text


def _json_value(text: str) -> Any:
    if not text.strip():
        return ABSENT
    try:
        return packs.read_json(text, jsonc=True)
    except BadText:
        return Unreadable(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
