"""Checks over the cards of a pack: problems that they have only as a set, reported at a place in the file of one of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.errors import Problem, Problems
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.cross_card_checks import cross_card_problems
from engine.packs.card import CardReport
from engine.packs.loading import Source


@dataclass(slots=True)
class Together:
    """Gathers the summaries of cards while they are read one by one; their documents need not be kept.

    Shapes: files holds the file of each summary, at the same index.
    """

    summaries: list[CardSummary] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def add(self, report: CardReport, file: str, *, gives: bool = True) -> None:
        """Add one card; one that could not be read adds nothing, and an invalid one gives others nothing."""
        if report.card_summary is not None:
            self.summaries.append(report.card_summary if gives else replace(report.card_summary, trigger_ids=[]))
            self.files.append(file)

    def problems(self, source: Source) -> Problems:
        """Yield the problems of the set; only the files with a problem are read again, for line and column."""
        problems_by_file: dict[str, list[Problem]] = {}
        for number, problem in cross_card_problems(self.summaries):
            card, file = self.summaries[number].card, self.files[number]
            problems_by_file.setdefault(file, []).append(replace(problem, card=card, file=file))
        for file, problems in problems_by_file.items():
            document = source.load(file).document
            for problem in problems:
                yield problem if document is None else problem.at(*document.locate(problem.path))
