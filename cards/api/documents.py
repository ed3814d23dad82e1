"""Documents of the engine as components of the description: its own schemas, one for all games.

Schemas of cards are linked and not copied: they are as long as all the rest, and each release ships its own.
"""

import json
from collections.abc import Mapping
from typing import Any

from cards.gateway import rulesets
from cards.shape import TEXT, TRACE, Json, component, listing, shape

INTERNAL = ("$id", "$schema", "x-i18n", "x-ui")
"""Keywords that only the editor and the engine read."""
NEWER = ("file", "state")
"""Members of an outcome that stored ones of before may lack."""
MIGRATION = shape(oldId=TEXT, newId=TEXT, date={"type": "string", "format": "date"})
"""A card that was renamed, as `migration_records` writes it."""
DRAFTS = "drafts"
"""The member of a manifest that a working copy has and a release never."""


def components() -> dict[str, Json]:
    """Return the schema of each kind of document by the name of its component."""
    manifest, result = _of_every_game("manifest"), _of_every_game("result")
    trace = result["properties"]["traces"]["items"]
    result["properties"]["traces"]["items"] = TRACE
    problem = _of_every_game("validate")["properties"]["problems"]["items"]
    problem["properties"]["fix"] = listing(component("PatchStep"))
    outcome = _of_every_game("scenario-result")["properties"]["scenarios"]["items"]
    return {
        "EngineCard": _card(),
        "Problem": problem,
        "ScenarioOutcome": {**outcome, "required": [name for name in outcome["required"] if name not in NEWER]},
        "Manifest": _released(manifest),
        "PreviewResult": result,
        "Trace": trace,
        "WorthResult": _of_every_game("worth"),
        "TuneResult": _of_every_game("tune"),
        "CompareResult": _of_every_game("compare"),
        "LadderResult": _of_every_game("ladder"),
        "PairsResult": _of_every_game("pairs"),
    }


def _card() -> Json:
    links = {ruleset.name: rulesets.schema_id(ruleset.name) for ruleset in rulesets.rulesets()}
    names = ", ".join(f"`{link}`" for link in links.values())
    return {
        "type": "object",
        "description": f"A card of one of the games. What is in it is said by the schema of its game: {names}.",
        "properties": {"id": TEXT},
        "required": ["id"],
        "additionalProperties": True,
        "externalDocs": {"url": "/schemas/", "description": "The schemas of all games"},
        "x-schemas": links,
    }


def _released(manifest: Json) -> Json:
    """Return the schema of the manifest of a release, which has every member; that of a working copy may leave some out."""
    manifest = _without(manifest, DRAFTS)
    cards = manifest["properties"]["cards"]["items"]
    cards["required"] = [*cards["required"], "version"]
    cards["properties"]["deprecated"] = component("Deprecation")
    manifest["properties"]["migrations"] = listing(MIGRATION)
    return {**manifest, "required": list(manifest["properties"])}


def _without(schema: Json, name: str) -> Json:
    properties = {key: value for key, value in schema["properties"].items() if key != name}
    required = [key for key in schema.get("required", ()) if key != name]
    return {**schema, "properties": properties, **({"required": required} if required else {})}


def _of_every_game(kind: str) -> Json:
    """Return the schema of a kind of document that those of all games are special cases of."""
    schemas = [rulesets.schema(ruleset.name, kind) for ruleset in rulesets.rulesets()]
    return dict(_plain(_merged(schemas)))


def _merged(schemas: list[Any]) -> Any:
    """Return what several schemas have in common: where they differ in a constant, one of these; in members, all of them."""
    first = schemas[0]
    if all(schema == first for schema in schemas):
        return first
    if not all(isinstance(schema, Mapping) for schema in schemas):
        return first
    names = list(dict.fromkeys(name for schema in schemas for name in schema))
    common = {name: _merged([schema[name] for schema in schemas if name in schema]) for name in names}
    words = list(dict.fromkeys(word for schema in schemas for word in _words(schema)))
    if len(words) > 1:
        common = {name: value for name, value in common.items() if name not in ("const", "enum")} | {"enum": words}
    if "required" in common:
        common["required"] = [name for name in first["required"] if all(name in each["required"] for each in schemas)]
    return common


def _words(schema: Mapping[str, Any]) -> list[Any]:
    if "const" in schema:
        return [schema["const"]]
    enum = schema.get("enum")
    return list(enum) if isinstance(enum, list | tuple) else []


def _plain(schema: Any, *, is_named: bool = False) -> Any:
    """Return a schema without what only the engine reads, its constants as texts with their type; names of members are data."""
    if isinstance(schema, list | tuple):
        return [_plain(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    if is_named:
        return {name: _plain(value) for name, value in schema.items()}
    plain = {
        name: _plain(value, is_named=name == "properties") for name, value in schema.items() if name not in INTERNAL
    }
    if plain.get("items") is False and (
        places := plain.pop("prefixItems", None)
    ):  # as generators of clients read a pair
        kinds = list({json.dumps(kind): kind for kind in places}.values())
        plain["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if (
        {"const", "enum"} & plain.keys()
        and "type" not in plain
        and all(isinstance(word, str) for word in _words(plain))
    ):
        plain["type"] = "string"
    return plain
