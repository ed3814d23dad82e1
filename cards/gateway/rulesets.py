"""The rulesets of this engine: what each is called, its schemas, and what new packs and cards begin with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cards.errors import Refusal
from engine import api

rulesets = api.rulesets
load_failures = api.load_failures
standing_in = api.standing_in
interrupt_game = api.interrupt_game
engine_hash = api.engine_hash
running_build = api.running_build
is_newly_compiled = api.is_newly_compiled
source_hash = api.source_hash
problem_codes = api.problem_codes
schema = api.schema
schema_kinds = api.schema_kinds
templates = api.templates
sample_pack = api.sample_pack
sample_change = api.sample_change
first_card = api.first_card

FirstCard = api.FirstCard
SampleCard = api.SampleCard
SampleChange = api.SampleChange
SamplePreview = api.SamplePreview
BadSearchPath = api.BadSearchPath
GameTimeout = api.GameTimeout


class GameMissing(Refusal, api.MissingGame):
    """The engine has no game of this name, or cannot load it."""

    slug = "game-missing"

    def __init__(self, game: str, fault: api.Fault | None) -> None:
        super().__init__(
            f"This portal cannot load the game {game}: nothing was changed. What is stored can be read and exported.",
            f"门户无法载入游戏规则 {game}：未作任何改动。已保存的内容仍可查看和导出。",
        )
        self.name, self.fault = game, fault


class GameFailed(Refusal):
    """Code of a game that a studio added stopped with an error, or did not come to an end."""

    slug = "game-failed"

    def __init__(self, fault: api.Fault, file: Path) -> None:
        super().__init__(
            f"The game {fault.name} failed at {file}:{fault.line}: {fault.text.en}.",
            f"游戏规则 {fault.name} 在 {file}:{fault.line} 处出错：{fault.text.zh}。",
        )


def failed_game(error: BaseException) -> GameFailed | None:
    """Return the refusal for an error that came through the code of an added game, None for every other error.

    An error of a game that ships with the engine is an error of the portal itself.
    """
    fault = api.fault_of_game(error)
    if fault is None:
        return None
    folder = next((folder for folder in api.added_folders() if fault.file.is_relative_to(folder)), None)
    return None if folder is None else GameFailed(fault, fault.file.relative_to(folder))


def search_rulesets(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders, too; what cannot be done without a game that is missing is refused from now on.

    Errors: BadSearchPath for a folder that is none.
    """
    api.refuse_missing_by(GameMissing)
    api.search_rulesets(folders)


def has_ruleset(ruleset: str) -> bool:
    """Return whether the engine knows a ruleset of this name."""
    return ruleset_info(ruleset) is not None


def ruleset_info(ruleset: str) -> api.RulesetInfo | None:
    """Return what a ruleset is called and has, or None where the engine does not know it."""
    return next((info for info in api.rulesets() if info.name == ruleset), None)


def schema_id(ruleset: str, kind: str = "card") -> str:
    """Return the `$id` of that schema, which every portal serves at the same path."""
    return str(api.schema(ruleset, kind)["$id"])


def schema_version(ruleset: str) -> str:
    """Return the version of the ruleset's card schema, an empty text where the engine does not know it."""
    return "" if (info := ruleset_info(ruleset)) is None else info.schema_version
