"""Previews: plans, chunks and results, all plain documents in and out."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from cards.errors import InvalidFields, StateConflict
from cards.shape import Json, JsonObject
from cards.values import frozen_dataclass
from engine import api

preview_chunk_count = api.preview_chunk_count
preview_chunk = api.preview_chunk
preview_fold = api.preview_fold
preview_report = api.preview_report
tune_next = api.tune_next
tune_matches_ahead = api.tune_matches_ahead
tune_confirmation_ahead = api.tune_confirmation_ahead
with_numbers = api.tuned
unplayed_numbers = api.unplayed_numbers
sweep_numbers = api.sweep_numbers
sweep_documents = api.sweep_documents
sweep_curve = api.sweep_curve
sweep_confirmed = api.sweep_confirmed
preview_hand = api.preview_hand
SKILLS = api.SKILLS
rate_interval = api.rate_interval
card_blocks = api.card_blocks

Document = Json
MIN_SWEEP, MAX_SWEEP = api.MIN_SWEEP, api.MAX_SWEEP


@frozen_dataclass
class Around:
    """What a card is tried with: its former version, the set that decks are taken from, and cards in their newest form beside it."""

    baseline: Document | None
    pool: Sequence[Document] | None
    beside: Sequence[Document] = ()

    @property
    def plan(self) -> Json:
        """Return it as the engine's plan takes it."""
        return {"baseline": self.baseline, "pool": self.pool, "beside": self.beside}


@contextmanager
def _playable() -> Iterator[None]:
    """Refuse with its problems what cannot be played."""
    try:
        yield
    except api.BadCard as bad:
        said = bad.problems[0].message
        raise StateConflict(said["en"], said["zh"], problems=bad.problems) from bad


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
                "/pointer", "There is no whole number at that place in the card.", "卡牌在此处没有整数。"
            ) from refused
        en = f"Give {MIN_SWEEP} to {MAX_SWEEP} different values."
        raise InvalidFields.of("/values", en, f"请给出 {MIN_SWEEP} 到 {MAX_SWEEP} 个不同的值。") from refused


WORTH_PRESETS = api.WORTH_PRESETS


def worth_plan(ruleset: str, *, candidate: Document, around: Around, preset: str, seed: int) -> Document:
    """Return the plan of what each block of a card is worth.

    Errors: StateConflict for a card that no player has or that does nothing, and where it cannot be played.
    """
    try:
        with _playable():
            return api.worth_plan(
                ruleset, candidate=candidate, pool=around.pool, companions=around.beside, preset=preset, seed=seed
            )
    except api.IllegalAction as refused:
        if refused.code == "no-parts":
            raise StateConflict(
                "The card does nothing that could be left out.", "此卡没有可以去掉的效果。"
            ) from refused
        raise _no_win_rate() from refused


def _no_win_rate() -> StateConflict:
    return StateConflict(
        "No player has this card by itself, so no match is won by it.",
        "没有玩家单独拥有此卡，因此没有对局因它而胜。",
    )


MAX_CANDIDATES, TUNE_TOLERANCE = api.MAX_CANDIDATES, api.TUNE_TOLERANCE
_TUNE_REFUSALS = {
    "not-a-number": ("/vary", "There is no whole number at one of these places.", "其中一处没有整数。"),
    "bad-values": (
        "/vary",
        "Each number needs a value that it does not have now.",
        "每个数值都需要一个不同于现值的取值。",
    ),
    "too-many-candidates": (
        "/vary",
        f"More than {MAX_CANDIDATES} combinations; narrow the ranges or take longer steps.",
        f"组合超过 {MAX_CANDIDATES} 种；请缩小范围或加大步长。",
    ),
    "bad-aim": ("/aim_bp", "The target is beyond half a win.", "目标超出半场胜利。"),
}


def tune_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: str,
    *,
    candidate: Document,
    around: Around,
    ranges: Mapping[str, Sequence[int]],
    aim: int,
    tolerance: int,
    seed: int,
) -> Document:
    """Return the plan of the first round of a search for numbers.

    Units:  `aim` and `tolerance` in ten-thousandths of a win.
    Errors: InvalidFields for numbers, ranges or a target that cannot be searched; StateConflict for a card that no player has, where no
            combination is a valid card that plays differently, and where it cannot be played.
    """
    try:
        with _playable():
            return api.tune_plan(
                ruleset,
                candidate=candidate,
                baseline=around.baseline,
                pool=around.pool,
                companions=around.beside,
                ranges=ranges,
                aim=aim,
                tolerance=tolerance,
                seed=seed,
            )
    except api.IllegalAction as refused:
        if refused.code in _TUNE_REFUSALS:
            raise InvalidFields.of(*_TUNE_REFUSALS[refused.code]) from refused
        if refused.code == "no-candidates":
            raise StateConflict(
                "No other numbers within these ranges give a valid card.",
                "在这些范围内，没有其他取值能构成有效的卡牌。",
            ) from refused
        raise _no_win_rate() from refused


LADDER_PRESETS, LADDER = api.LADDER_PRESETS, api.LADDER


def ladder_plan(ruleset: str, *, candidate: Document, around: Around, preset: str, seed: int) -> Document:
    """Return the plan of a card against its former version by bots of different skill.

    Errors: StateConflict for a card that no player has, for one that does what its former version does, and where it cannot be played.
    """
    try:
        with _playable():
            return api.ladder_plan(
                ruleset,
                candidate=candidate,
                baseline=around.baseline,
                pool=around.pool,
                companions=around.beside,
                preset=preset,
                seed=seed,
            )
    except api.IllegalAction as refused:
        if refused.code == "no-change":
            raise StateConflict(
                "Both versions do the same, so every bot finds no change.",
                "两个版本的效果相同，任何机器人都不会测出变化。",
            ) from refused
        raise _no_win_rate() from refused


PAIRS_PRESETS, MAX_PAIRS = api.PAIRS_PRESETS, api.MAX_PAIRS


def pairs_plan(
    ruleset: str, *, candidate: Document, around: Around, partners: Sequence[str], preset: str, seed: int
) -> Document:
    """Return the plan of what a card does together with others.

    Errors: InvalidFields for too many partners, and for one that is no other card or has no place beside it; StateConflict for a card that
            no player has, where no card is linked to it, and where it cannot be played.
    """
    if len(set(partners)) > MAX_PAIRS:
        raise InvalidFields.of("/partners", f"At most {MAX_PAIRS} cards.", f"最多 {MAX_PAIRS} 张卡牌。")
    try:
        with _playable():
            return api.pairs_plan(
                ruleset,
                candidate=candidate,
                pool=around.pool,
                companions=around.beside,
                partners=partners,
                preset=preset,
                seed=seed,
            )
    except api.IllegalAction as refused:
        if refused.code == "no-partner":
            raise InvalidFields.of(
                "/partners",
                "One of these is no other card that is played with this one, or has no place in a deck beside it.",
                "其中有的不是与此卡一同对局的其他卡牌，或无法与它同在一套牌组中。",
            ) from refused
        if refused.code == "no-pairs":
            raise StateConflict(
                "No event and no stat links another card to this one. Name the cards to play it with.",
                "没有事件或属性把其他卡牌与此卡联系起来。请指明要与它一同对局的卡牌。",
            ) from refused
        raise _no_win_rate() from refused


def link_title(ruleset: str, kind: str, name: str) -> Mapping[str, str]:
    """Return what the event or the stat that links two cards is called."""
    return api.link_title(ruleset, kind, name)._asdict()


COMPARE_PRESETS = api.COMPARE_PRESETS


def compare_plan(
    ruleset: str,
    *,
    before: Sequence[Document],
    after: Sequence[Document],
    decks: Sequence[Document],
    preset: str,
    seed: int,
) -> Document:
    """Return the plan of a comparison of two states of a pack; where its own decks are too few, the shipped ones join.

    Errors: StateConflict where no two decks are legal with both, and where it cannot be played.
    """
    all_decks = [*decks, *(api.shipped_decks(ruleset) if len(decks) < MIN_DECKS else ())]
    try:
        with _playable():
            return api.compare_plan(ruleset, before=before, after=after, decks=all_decks, preset=preset, seed=seed)
    except api.IllegalAction as refused:
        if refused.code == "too-few-decks":
            raise StateConflict(
                "Fewer than two decks are legal with the cards before and after.",
                "前后都合法的牌组不足两套。",
            ) from refused
        raise _no_win_rate() from refused


MIN_DECKS = 2


class OtherEngine(Exception):
    """A match was played by another engine, and goes another way in this one."""


def preview_answers(spec: JsonObject, trace: JsonObject) -> Document:
    """Play a match that a result traces once more by its bots.

    Errors: OtherEngine.
    """
    try:
        return api.preview_answers(spec, trace)
    except api.IllegalAction as refused:
        raise OtherEngine from refused


class NotOffered(Exception):
    """An answer is none that the match takes, or there are too many."""


class ChangeRefused(Exception):
    """A table does not take a change by hand; `text` says why."""

    def __init__(self, text: api.LocalizedText) -> None:
        super().__init__(text.en)
        self.text = text


MAX_ANSWERS, STOPPED = api.MAX_ANSWERS, api.STOPPED
change_line, is_change = api.change_line, api.is_change


@contextmanager
def match_refusals() -> Iterator[None]:
    """Raise the refusal of a match that does not take its answers.

    Errors: OtherEngine; NotOffered; ChangeRefused; LookupError for a seat that there is not.
    """
    try:
        yield
    except api.BoardRefusal as refused:
        raise ChangeRefused(refused.text) from refused
    except api.IllegalAction as refused:
        if refused.code == "no-seat":
            raise LookupError(str(refused)) from refused
        is_other = refused.code in {"other-engine", "no-such-match"}
        raise (OtherEngine() if is_other else NotOffered(str(refused))) from refused


def preview_play(  # noqa: PLR0913 - which match, and who plays it, each by keyword
    spec: JsonObject,
    trace: JsonObject,
    answers: Sequence[str],
    *,
    seat: int,
    max_answers: int,
    guests: Sequence[int] = (),
    own: Sequence[int] = (),
    skill: str = "",
) -> Document:
    """Play the bots of a match, of a skill, until a seat of a person or of a guest must answer, up to a number of answers.

    Errors: OtherEngine; NotOffered; ChangeRefused; LookupError for a seat that there is not.
    """
    with match_refusals():
        return api.preview_play(
            spec, trace, answers, seat=seat, max_answers=max_answers, guests=guests, own=own, skill=skill
        )


def preview_take_back(
    spec: JsonObject, trace: JsonObject, answers: Sequence[str], *, seat: int, own: Sequence[int] = ()
) -> list[str]:
    """Return the answers of a match before the last one of a person's seats.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.preview_take_back(spec, trace, answers, seat=seat, own=own)


def preview_sandbox(spec: JsonObject, trace: JsonObject, answers: Sequence[str]) -> Document | None:
    """Return what can be changed by hand after some answers of a match; None while another question than a main one waits.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.preview_sandbox(spec, trace, answers)


def preview_thought(
    spec: JsonObject, trace: JsonObject, answers: Sequence[str], *, seat: int, is_open: bool, skill: str = ""
) -> Document | None:
    """Return what the last bot that was asked what it does weighed then; None where no bot was.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.preview_thought(spec, trace, answers, seat=seat, is_open=is_open, skill=skill)


def preview_chance(
    spec: JsonObject, trace: JsonObject, answers: Sequence[str], *, seat: int, first: int, count: int
) -> Document | None:
    """Return how some worlds that a seat holds possible end; None where that seat is not asked.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.preview_chance(spec, trace, answers, seat=seat, first=first, count=count)


def preview_match_file(spec: JsonObject, trace: JsonObject, answers: Sequence[str]) -> Document:
    """Return a match of a preview as a document that `python -m engine replay` verifies.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.preview_match_file(spec, trace, answers)


def preview_watch(
    spec: JsonObject, trace: JsonObject, answers: Sequence[str], *, step: int, viewer: int | None, language: str = ""
) -> Document:
    """Return a traced match in words, with the table after one of its steps, its cards with their rules text in a language.

    Errors: OtherEngine; LookupError for a step that the match does not have.
    """
    try:
        return api.preview_watch(spec, trace, answers, step=step, viewer=viewer, lang=language)
    except api.IllegalAction as refused:
        if refused.code == "no-step":
            raise LookupError(step) from refused
        raise OtherEngine from refused
