"""What an import did or would do, as its answer holds it: in the API, in the row of a job, on its page."""

from collections.abc import Iterable
from typing import Any

from cards.gateway import signatures
from cards.gateway.problems import Problem
from cards.services.import_report import MODES, ImportReport
from cards.shape import FLAG, PROBLEM, TEXT, TWO_LANGUAGES, WHOLE, Member, Named, Shape, listing, maybe, one_of, shape
from cards.values import frozen_dataclass

MAX_PROBLEMS = 1_000
"""So many problems are listed; `problems_left` counts the others."""


@frozen_dataclass
class Imported:
    """The report of an import, who signed the release that the file was, whether it was written, and the repairs as warnings."""

    report: ImportReport
    signature: signatures.VerifiedRelease | None
    written: bool
    repairs: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return every problem of the file, errors first: they decide whether anything is written."""
        return errors_first((*self.repairs, *self.report.problems, *self.report.beside.problems))


def errors_first(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems with all errors before the warnings, each in their order."""
    return tuple(sorted(problems, key=lambda problem: problem.severity != "error"))


def _names(name: str) -> Member:
    """Return the member that lists the ids of one kind."""
    return Member(listing(TEXT), lambda done: list(getattr(done.report, name)))


PART_KEYS = ("new", "changed", "unchanged")
PART = Named("ImportedPart", shape((), **dict.fromkeys(PART_KEYS, listing(TEXT))))
RENAMING = Named("Renamed", shape((), **{"from": TEXT}, to=TEXT))
NOT_TAKEN = Named("NotTaken", shape(name=TEXT, why=TWO_LANGUAGES))
SIGNED = Named("SignedBy", shape(pack=TEXT, version=TEXT, key_id=TEXT, known=FLAG))


def _part(name: str) -> Member:
    """Return the member for the decks or the scenarios."""
    return Member(
        PART.ref,
        lambda done: {key: list(getattr(getattr(done.report.beside, name), key)) for key in PART_KEYS},
    )


def _signed(done: Imported) -> Any:
    signature = done.signature
    return signature and {
        "pack": signature.pack,
        "version": signature.version,
        "key_id": signature.key_id,
        "known": signature.signature == "good",
    }


IMPORT = Shape(
    "Import",
    ok=Member(FLAG, "report.ok"),
    written=FLAG,
    mode=Member(one_of(MODES), "report.mode"),
    new=_names("new"),
    changed=_names("changed"),
    unchanged=_names("unchanged"),
    left_out=_names("left_out"),
    drafts=_names("drafts"),
    trashed=_names("trashed"),
    restored=_names("restored"),
    moved=_names("moved"),
    renamed=Member(
        listing(RENAMING.ref),
        lambda done: [{"from": old, "to": new} for old, new in done.report.renamed],
    ),
    decks=_part("deck_part"),
    scenarios=_part("scenario_part"),
    art=Member(listing(TEXT), lambda done: sorted(done.report.beside.art)),
    not_taken=Member(
        listing(NOT_TAKEN.ref),
        lambda done: [{"name": left.name, "why": dict(left.why)} for left in done.report.beside.not_taken],
    ),
    problems=Member(listing(PROBLEM), lambda done: [problem.to_json() for problem in done.problems[:MAX_PROBLEMS]]),
    problems_left=Member(WHOLE, lambda done: max(0, len(done.problems) - MAX_PROBLEMS)),
    signature=Member(maybe(SIGNED.ref), _signed),
)
