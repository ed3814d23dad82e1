"""Previews: plans, chunks and results, all plain documents in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cards.errors import InvalidFields, StateConflict
from engine import api

Document = dict[str, Any]
SWEEP_LEAST, SWEEP_MOST = api.SWEEP_LEAST, api.SWEEP_MOST


@dataclass(frozen=True, slots=True)
class Around:
    """What a card is tried with: its former version, the set that decks are taken from, and cards in their newest form beside it."""

    baseline: Document | None
    pool: Sequence[Document] | None
    beside: Sequence[Document] = ()

    @property
    def plan(self) -> dict[str, Any]:
        """Return it as the engine's plan takes it."""
        return {"baseline": self.baseline, "pool": self.pool, "beside": self.beside}


@contextmanager
def _playable() -> Iterator[None]:
    """Refuse with its problems what cannot be played."""
    try:
        yield
    except api.BadCard as bad:
        said = bad.problems[0].message
        raise StateConflict({"en": said["en"], "zh": said["zh"]}, problems=bad.problems) from bad


def preview_plan(
    ruleset: str,
    *,
    candidate: Document,
    around: Around,
    preset: str,
    seed: int,
) -> Document:
    """Return the plan of a preview: everything that its chunks need.

    Errors: StateConflict with the problems where it cannot be played: a card is named and nowhere, or there is no deck to try it in.
    """
    with _playable():
        return api.preview_plan(ruleset, candidate=candidate, preset=preset, seed=seed, **around.plan)


def preview_chunk_count(spec: Mapping[str, Any]) -> int:
    """Return how many chunks a plan has at most."""
    return api.preview_chunk_count(spec)


def preview_chunk(spec: Mapping[str, Any], no: int) -> Document:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    return api.preview_chunk(spec, no)


def preview_fold(spec: Mapping[str, Any], state: Document | None, chunk: Mapping[str, Any]) -> Document:
    """Return the state of a preview after its next chunk; None is the state before the first."""
    return api.preview_fold(spec, state, chunk)


def preview_report(spec: Mapping[str, Any], state: Mapping[str, Any]) -> Document:
    """Return the result that a state holds."""
    return api.preview_report(spec, state)


def sweep_numbers(document: Document) -> list[Document]:
    """Return the whole numbers of a card, each with its place, its value, and the type of the node around it."""
    return api.sweep_numbers(document)


def sweep_documents(document: Document, pointer: str, values: Sequence[int]) -> list[Document]:
    """Return the card once for each value of one of its whole numbers."""
    return api.sweep_documents(document, pointer, values)


def sweep_plans(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: str,
    *,
    candidate: Document,
    pointer: str,
    values: Sequence[int],
    around: Around,
    preset: str,
    seed: int,
) -> list[Document]:
    """Return one plan for each value of a number of a card, all on the same seeds.

    Errors: InvalidFields for a place without a whole number, and for too few, too many or repeated values.
    """
    options = {**around.plan, "preset": preset, "seed": seed}
    try:
        with _playable():
            return api.sweep_plans(ruleset, candidate, pointer, values, **options)
    except api.IllegalAction as refused:
        if refused.code == "not-a-number":
            raise InvalidFields.of(
                "/pointer", "The card has no whole number there.", "卡牌在此处没有整数。"
            ) from refused
        en = f"Give {SWEEP_LEAST} to {SWEEP_MOST} different values."
        raise InvalidFields.of("/values", en, f"请给出 {SWEEP_LEAST} 到 {SWEEP_MOST} 个不同的值。") from refused


def sweep_curve(
    pointer: str, start: int, values: Sequence[int], results: Sequence[Mapping[str, Any] | None]
) -> Document:
    """Return the curve of a sweep from the results so far, and the value nearest to even."""
    return api.sweep_curve(pointer, start, values, results)


def sweep_confirmed(curve: Mapping[str, Any], result: Mapping[str, Any]) -> Document:
    """Return a curve with the result of its nearest value on fresh seeds."""
    return api.sweep_confirmed(curve, result)


class OtherEngine(Exception):
    """A match was played by another engine, and goes another way in this one."""


def preview_answers(spec: Mapping[str, Any], trace: Mapping[str, Any]) -> Document:
    """Play a match that a result traces once more by its bots.

    Errors: OtherEngine.
    """
    try:
        return api.preview_answers(spec, trace)
    except api.IllegalAction as refused:
        raise OtherEngine from refused


class NotOffered(Exception):
    """An answer is none that the match takes, or there are too many."""


ANSWERS_MOST, STOPPED = api.ANSWERS_MOST, api.STOPPED


def preview_hand(spec: Mapping[str, Any], first: int) -> Document:
    """Return a match of a plan in which a seat holds the card from the start, as a trace."""
    return api.preview_hand(spec, first)


def preview_play(
    spec: Mapping[str, Any], trace: Mapping[str, Any], answers: Sequence[str], *, seat: int, most: int
) -> Document:
    """Play the bots of a match until a person's seat must answer, up to a number of answers.

    Errors: OtherEngine; NotOffered; LookupError for a seat that there is not.
    """
    try:
        return api.preview_play(spec, trace, answers, seat=seat, most=most)
    except api.IllegalAction as refused:
        raise _refusal(refused) from refused


def preview_match_file(spec: Mapping[str, Any], trace: Mapping[str, Any], answers: Sequence[str]) -> Document:
    """Return a match of a preview as a document that `python -m engine replay` verifies.

    Errors: OtherEngine; NotOffered.
    """
    try:
        return api.preview_match_file(spec, trace, answers)
    except api.IllegalAction as refused:
        raise _refusal(refused) from refused


def _refusal(error: api.IllegalAction) -> Exception:
    if error.code == "no-seat":
        return LookupError(str(error))
    return OtherEngine() if error.code in {"other-engine", "no-such-match"} else NotOffered(str(error))


def card_blocks(ruleset: str, document: Document) -> list[Document]:
    """Return the nodes of a card in order, by the pointer that matches name them by and the place that the author wrote them at."""
    return api.card_blocks(ruleset, document)


def preview_watch(
    spec: Mapping[str, Any], trace: Mapping[str, Any], answers: Sequence[str], *, step: int, viewer: int | None
) -> Document:
    """Return a traced match in words, with the table after one of its steps.

    Errors: OtherEngine; LookupError for a step that the match does not have.
    """
    try:
        return api.preview_watch(spec, trace, answers, step=step, viewer=viewer)
    except api.IllegalAction as refused:
        if refused.code == "no-step":
            raise LookupError(step) from refused
        raise OtherEngine from refused
