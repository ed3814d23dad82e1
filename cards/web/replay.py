"""A watched match as its page shows it: the steps of one round, the table after one of them, who may see what."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

from django.core.cache import cache

from cards.errors import NotFound
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.models import Match, Preview, PreviewKind
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.board import PLAY, Side, SignView, Zone, offers_of, side_of, sign_of
from cards.web.board_grid import Grid, grid_of
from cards.web.board_track import TrackView, track_of
from cards.web.text import bilingual_plain

TWO = 2  # seats that face each other
LINES = 2  # lines of a step up to which all are shown
BETWEEN = {"en": ": ", "zh": "："}
CACHE_SECONDS = 3600  # seconds for which the answers of a match spare its bots' thinking


@frozen_dataclass
class Row:
    """One step of the shown round.

    Shapes: `lines` say what happened, each with whether it is a number that changed; `nodes` are the nodes of cards that ran, each with the
            address where its card is edited, or none; a change by hand is no answer.
    """

    no: int
    seat: int | None
    url: str
    is_current: bool
    lines: tuple[tuple[str, bool], ...]
    nodes: tuple[tuple[str, str, str], ...]
    is_change: bool

    @property
    def head(self) -> str:
        """Return the line that stands for the step: the first that is no number."""
        return next((line for line, is_number in self.lines if not is_number), self.lines[0][0] if self.lines else "")

    @property
    def rest(self) -> tuple[tuple[str, bool], ...]:
        """Return the lines beside the head."""
        place = next((no for no, (_, is_number) in enumerate(self.lines) if not is_number), 0)
        return (*self.lines[:place], *self.lines[place + 1 :])

    @property
    def effects(self) -> tuple[tuple[str, str, str], ...]:
        """Return the nodes that the step ran, one of each name: one with an address where there is any."""
        by_name = {
            name: (name, pointer, url) for name, pointer, url in sorted(self.nodes, key=lambda node: node[2] != "")
        }
        return tuple(by_name[name] for name in dict.fromkeys(name for name, _, _ in self.nodes))

    @property
    def is_long(self) -> bool:
        """Return whether the step is drawn folded."""
        return len(self.lines) > LINES


@frozen_dataclass
class Answer:
    """One option of a question in words.

    Shapes: `changes` are what it would make of cards, as `card: before → after`, `data` the same for scripts; `signs` are the things of the pool that it
            takes; `copies` are the equal options that it stands for; `steps` are the events in which its numbers are worked out.
    """

    key: str
    words: str
    is_chosen: bool
    entity: int
    verb: str
    signs: tuple[SignView, ...]
    changes: tuple[tuple[str, int, int], ...]
    data: str
    copies: int
    steps: tuple[tuple[str, str], ...]


@frozen_dataclass
class Refused:
    """An action that a player sees and cannot take now, with the reason."""

    words: str
    why: str


@frozen_dataclass
class Watched:
    """A match at one step.

    Shapes: `rounds` are the rounds with the address of the first step of each; `urls` those of the buttons by their names; `viewers` are the
            choices of who looks, each with address and whether it is chosen; `options` are what the next question offers; `sides` are
            in the order in which they are drawn, the viewer's last; `phases` are those of a round, each with whether it is now; `grid` is none in a game without one.
    """

    step: int
    last: int
    round: int
    urls: Mapping[str, str]
    rounds: tuple[tuple[int, str, bool], ...]
    viewers: tuple[tuple[str, str, bool], ...]
    rows: tuple[Row, ...]
    table: Side
    sides: tuple[Side, ...]
    asked: str
    options: tuple[Answer, ...]
    grid: Grid | None
    track: TrackView | None
    phase: str
    phases: tuple[tuple[str, bool], ...]
    end: str
    digest: str
    hand_seat: int

    @property
    def hand(self) -> tuple[Zone, ...]:
        """Return the zones into which one seat alone looks: the viewer's, else those of the seat that acts."""
        return tuple(zone for side in self.sides if side.seat == self.hand_seat for zone in side.zones if zone.is_held)

    @property
    def is_front(self) -> bool:
        """Return whether two seats face each other over places of their own, which are drawn as one front."""
        return len(self.sides) == TWO and all(side.places for side in self.sides)


def watched(preview: Preview, index: int, params: Mapping[str, str], card_url: str) -> Watched:
    """Return a match behind a preview's numbers at one step; the query names `step` and `seat`.

    Errors: NotFound for a match, step or seat that there is not; OtherEngine for a preview of another engine.
    """
    traces = kept_matches(preview)
    if not 0 <= index < len(traces):
        raise NotFound
    step, viewer = whole(params.get("step", "0")), whole(params["seat"]) if params.get("seat") else None
    answers = answers_of(preview, index, traces[index])
    card = preview.card.written_id if preview.card else ""
    return _at(preview.spec, traces[index], answers, (step, viewer), card, card_url)


PAIRED_KINDS = (PreviewKind.WORTH, PreviewKind.LADDER)
"""Kinds whose results keep matches two by two."""


def kept_matches(preview: Preview) -> Sequence[JsonObject]:
    """Return the matches that a result keeps to be watched: those behind its numbers, those that blocks turned, or those on which bots part."""
    result = preview.result or {}
    matches: Sequence[JsonObject] = result.get("matches" if preview.kind in PAIRED_KINDS else "traces") or []
    return matches


def watched_match(match: Match, params: Mapping[str, str], card_url: str, player: int | None) -> Watched:
    """Return a match that a person played at one step, its last where the query names none; `player` is the seat of the one player who may look, if any.

    Errors: as `watched`.
    """
    last = sum(answer != previews.STOPPED for answer in match.answers)
    step, viewer = whole(params.get("step", str(last))), whole(params["seat"]) if params.get("seat") else None
    viewer = viewer if player is None else player
    card = str(match.spec["candidate"]["id"])
    return _at(match.spec, match.trace, match.answers, (step, viewer), card, card_url)


def _at(
    spec: JsonObject,
    trace: JsonObject,
    answers: Sequence[str],
    place: tuple[int, int | None],
    card: str,
    card_url: str,
) -> Watched:
    """Return a match at a step as a viewer sees it."""
    step, viewer = place
    try:
        view = previews.preview_watch(spec, trace, answers, step=step, viewer=viewer, language=data_language())
    except LookupError:
        raise NotFound from None
    if viewer is not None and viewer >= view["seats"]:
        raise NotFound
    return table_view(view, card, viewer, card_url)


def whole(text: str) -> int:
    """Return a whole number of an address.

    Errors: NotFound for anything else.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise NotFound
    return int(text)


def answers_of(preview: Preview, index: int, trace: JsonObject) -> Sequence[str]:
    """Return the answers of a match: remembered, or found by letting its bots think again."""
    place = ":".join(str(trace.get(name, "")) for name in ("block", "arm", "seat", "variant", "bot"))
    key = f"watched:{preview.pk}:{preview.spec_sha256}:{index}:{place}"
    answers: Sequence[str] | None = cache.get(key)
    if answers is None:
        answers = previews.preview_answers(preview.spec, trace)["answers"]
        cache.set(key, answers, CACHE_SECONDS)
    return answers


def table_view(view: JsonObject, card: str, viewer: int | None, card_url: str, *, shows_empty: bool = False) -> Watched:
    """Return a match as the engine describes it in the words of the page."""
    step, last, number = view["step"], view["last"], view["round"]
    decision = view["asked"] or {}
    offers = offers_of(decision)
    draw = partial(side_of, card=card, offers=offers, shows_empty=shows_empty)
    table = draw(None, view["scene"]["table"])
    sides = _sides(view["scene"]["seats"], draw, viewer)
    return Watched(
        step=step,
        last=last,
        round=number,
        urls={
            "first": _url(0, viewer),
            "back": _url(max(0, step - 1), viewer),
            "next": _url(min(last, step + 1), viewer),
            "last": _url(last, viewer),
        },
        rounds=tuple((one, _url(no, viewer), one == number) for one, no in view["rounds"]),
        viewers=_viewers(view["seats"], step, viewer),
        rows=tuple(_row(row, step, viewer, card, card_url) for row in view["rows"]),
        table=table,
        sides=sides,
        asked=_question(decision),
        options=answers_in_words(decision, view["scene"]),
        grid=grid_of(view["scene"]["grid"], (*sides, table), decision),
        track=track_of(view["scene"]["track"]),
        phase=view["scene"]["phase"][data_language()] if view["scene"]["phase"] else "",
        phases=tuple((phase["title"][data_language()], phase["now"]) for phase in view["scene"]["phases"]),
        end=view["end"][data_language()] if step == last else "",
        digest=view["digest"],
        hand_seat=_acting_seat(view) if viewer is None else viewer,
    )


def _acting_seat(view: JsonObject) -> int:
    """Return the seat that is asked, else the one that answered last, 0 where neither is known."""
    if view["asked"]:
        return int(view["asked"]["seat"])
    return next((row["seat"] for row in view["rows"] if row["no"] == view["step"] and row["seat"] is not None), 0)


def _sides(seats: Sequence[JsonObject], draw: Callable[..., Side], viewer: int | None) -> tuple[Side, ...]:
    """Return the sides in the order in which they are drawn: of two the viewer's last, and the other turned towards it."""
    near = viewer or 0
    if len(seats) != TWO:
        return tuple(draw(each["seat"], each) for each in seats)
    far = seats[1 - near]
    return draw(far["seat"], far, is_far=True), draw(seats[near]["seat"], seats[near])


def answers_in_words(decision: JsonObject, scene: JsonObject) -> tuple[Answer, ...]:
    """Return the options of a question in words."""
    signs = {sign["place"]: sign for seat in scene["seats"] for sign in ((seat["pool"] or {}).get("held") or ())}
    return tuple(_answer(option, decision, signs) for option in decision.get("options", ()))


def _answer(option: JsonObject, decision: JsonObject, signs: Mapping[int, JsonObject]) -> Answer:
    language = data_language()
    outcome = option["foreseen"] or {"changes": (), "steps": ()}
    changes = tuple((change["name"][language], change["from"], change["to"]) for change in outcome["changes"])
    return Answer(
        option["key"],
        _words(option, language),
        option["key"] in decision["chosen"],
        option["entity"],
        option["verb"],
        tuple(sign_of(signs[place]) for place in option["signs"] if place in signs),
        changes,
        " ".join(f"{change['entity']}:{change['from']}:{change['to']}" for change in outcome["changes"]),
        1,
        tuple(
            (change["title"][language], " ".join(filter(None, change["values"][language])))
            for change in outcome["steps"]
        ),
    )


def refused_in_words(decision: JsonObject) -> tuple[Refused, ...]:
    """Return the actions that a seat sees and cannot take now, but those of cards in a hand, which say it themselves."""
    language = data_language()
    return tuple(
        Refused(_words(one, language), one["why"][language]) for one in decision["refused"] if one["verb"] != PLAY
    )


def _words(option: JsonObject, language: str) -> str:
    """Return an option in words: what its card calls it, else the verb with the card that it names."""
    if option["worded"] is not None:
        return str(option["worded"][language])
    if option["does"] is None:
        return str(option[language])
    does, named = option["does"][language], option[language].removeprefix(f"{option['verb']}, ")
    named = named.removeprefix(f"{option['verb']}、")
    return f"{does}{BETWEEN[language]}{named}" if option["entity"] else str(does)


def _url(step: int, viewer: int | None) -> str:
    return "?" + urlencode({"step": step, **({} if viewer is None else {"seat": viewer})})


def _viewers(seats: int, step: int, viewer: int | None) -> tuple[tuple[str, str, bool], ...]:
    everybody = (localize("Everything", "全部公开"), _url(step, None), viewer is None)
    return (everybody, *((_player(seat), _url(step, seat), viewer == seat) for seat in range(seats)))


def _player(seat: int) -> str:
    return localize("Player {seat}", "{seat} 号玩家", seat=seat + 1)


def _question(decision: JsonObject) -> str:
    if not decision:
        return ""
    words = {"player": _player(decision["seat"]), "prompt": prompt_of(decision)}
    return localize("Next decision, {player}: {prompt}", "接下来由{player}决定：{prompt}", **words)


def prompt_of(asked: JsonObject) -> str:
    """Return what is asked, in the words of the game where it has any."""
    return str(asked["title"][data_language()] if asked["title"] else asked["prompt"])


def _row(row: JsonObject, step: int, viewer: int | None, card: str, card_url: str) -> Row:
    lines = tuple((line.strip(), line.startswith(" ")) for line in row["lines"][data_language()] if line.strip())
    nodes = tuple(
        (
            bilingual_plain(node["name"]),
            node["place"],
            f"{card_url}?{urlencode({'node': node['place']})}" if card_url and node["card"] == card else "",
        )
        for node in row["nodes"]
    )
    return Row(row["no"], row["seat"], _url(row["no"], viewer), row["no"] == step, lines, nodes, row["change"])
