"""The rulesets of this engine: what each is called, its schemas, and what new packs and cards begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cards.gateway.pack_names import Game
from engine import api

BadSearchPath = api.BadSearchPath


def rulesets() -> tuple[api.RulesetInfo, ...]:
    """Return the rulesets of this engine."""
    return api.rulesets()


def search_rulesets(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders, too.

    Errors: BadSearchPath for a folder that is none, and for a name that is found twice.
    """
    api.search_rulesets(folders)


def has_ruleset(ruleset: str) -> bool:
    """Return whether the engine knows a ruleset of this name."""
    return ruleset_info(ruleset) is not None


def ruleset_info(ruleset: str) -> api.RulesetInfo | None:
    """Return what a ruleset is called and has, or None where the engine does not know it."""
    return next((info for info in api.rulesets() if info.name == ruleset), None)


def engine_hash(ruleset: str) -> str:
    """Return the hash that changes when the code changes that decides matches of a ruleset or results of previews."""
    return api.engine_hash(ruleset)


def source_hash(ruleset: str) -> str:
    """Return the hash that changes with any code of the engine but that of other rulesets."""
    return api.source_hash(ruleset)


def problem_codes() -> Mapping[str, Any]:
    """Return the codes of problems of cards, each with its title and its remedy in both languages."""
    return api.problem_codes()


def schema(ruleset: Game, kind: str = "card") -> dict[str, Any]:
    """Return the JSON Schema of one kind of document."""
    return api.schema(ruleset, kind)


def schema_id(ruleset: str, kind: str = "card") -> str:
    """Return the `$id` of that schema, which every portal serves at the same path."""
    return str(api.schema(ruleset, kind)["$id"])


def schema_kinds() -> tuple[str, ...]:
    """Return the kinds of document that have a schema, the card first."""
    return api.schema_kinds()


def schema_version(ruleset: str) -> str:
    """Return the version of the ruleset's card schema."""
    return next(info.schema_version for info in api.rulesets() if info.name == ruleset)


def templates(ruleset: str) -> tuple[api.Template, ...]:
    """Return the texts that a new card may begin with."""
    return api.templates(ruleset)


def sample_pack(ruleset: str) -> api.SamplePack:
    """Return the set of cards that the ruleset brings along."""
    return api.sample_pack(ruleset)
