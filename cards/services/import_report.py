"""What an import is asked to do, what it would do or did, and the refusals that name its cards."""

from collections.abc import Mapping, Sequence
from dataclasses import field

from cards.errors import IdTaken, StateConflict
from cards.gateway import editing, packs
from cards.gateway.problems import Problem
from cards.refusals import text
from cards.services.bulk import some_names
from cards.services.import_beside import NOTHING_BESIDE, BesidePlan
from cards.values import frozen_dataclass

STRICT, DEVELOPMENT = MODES = ("strict", "development")


@frozen_dataclass
class Incoming:
    """One card of an import: its text, its name and rules text in other languages, and where it is in a file.

    Shapes: problems are those of a file that is no JSON and that no manifest says the card of; its text is empty. written_id is the id
            that a manifest gives, for a text that does not give it.
    """

    text: str
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    place: packs.CardPlace | None = None
    problems: tuple[Problem, ...] = ()
    written_id: str = ""

    @property
    def id(self) -> str:
        """Return the id of the card; empty where it has none."""
        return self.written_id or editing.card_id(self.text)

    def name(self, number: int) -> str:
        """Return what a card without an id is called: its file, with its place in it, or its number among the cards."""
        return f"{self.place.document.file}{self.place.pointer}" if self.place else f"#{number}"


@frozen_dataclass
class ImportOrder:
    """How an import is done.

    Shapes: restore takes cards of the file out of the trash; repairs reads a file that is almost JSON as what it would be; based_on are the marks of the cards that an earlier look at the same file
            found (`ImportReport.based_on`), those of now unless they are given.
    """

    mode: str = STRICT
    message: str = ""
    dry_run: bool = False
    restore: bool = False
    repairs: bool = False
    based_on: Mapping[str, str] | None = None


@frozen_dataclass
class ImportReport:
    """What an import would do or did.

    Shapes: new, changed, unchanged and left_out hold ids; drafts are those new and changed cards that have errors, which are written
            without a version; renamed holds pairs of the id that looks like the former one of a new card; problems are the engine's, with
            the card and the file that each is about; restored come out of the trash, trashed lie in it and are refused; moved were saved
            by another account since they were looked at; based_on is the mark of each card then.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    problems: tuple[Problem, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    mode: str = STRICT
    restored: tuple[str, ...] = ()
    trashed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    beside: BesidePlan = NOTHING_BESIDE
    based_on: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Return whether strict mode accepts it: no error anywhere, and no card that lies in the trash or was saved meanwhile."""
        is_sound = all(problem.severity != "error" for problem in (*self.problems, *self.beside.problems))
        return is_sound and not self.trashed and not self.moved


def in_trash(names: Sequence[str]) -> IdTaken:
    """Return the refusal that names the cards of a file that lie in the trash."""
    detail = (
        f"In the trash: {some_names(names, 'en')}. Choose “Restore and update”, or take them out of the file.",
        f"以下卡牌在回收站中：{some_names(names, 'zh')}。请选择“恢复并更新”，或将它们从文件中去掉。",
    )
    error = text("A card with this id is in the trash.", "使用此 id 的卡牌在回收站中。")
    return IdTaken(*detail, errors=[{"pointer": f"/cards/{name}", "detail": error} for name in names])


def moved_on_import(names: Sequence[str]) -> StateConflict:
    """Return the refusal that names the cards that were saved since the file was checked."""
    detail = (
        f"Saved by somebody else since the file was checked: {some_names(names, 'en')}. Nothing was written; check the file again.",
        f"检查文件之后，以下卡牌已被他人保存：{some_names(names, 'zh')}。未写入任何内容，请重新检查文件。",
    )
    error = text("The draft has changed.", "草稿已有更新。")
    return StateConflict(*detail, errors=[{"pointer": f"/cards/{name}", "detail": error} for name in names])
