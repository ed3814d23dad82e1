"""The board of a scenario as its page draws it: its sentence, its table at one moment, and what can be done with what is pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from urllib.parse import urlencode

from cards.gateway import editing, scenario_files
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Card, Pack
from cards.queries.names import draft_name
from cards.queries.scenario import cards_to_place, scenario_documents
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.replay import Answer, Refused, Watched, answers_in_words, prompt_of, refused_in_words, table_view
from cards.web.sandbox import (
    Choice,
    NumberField,
    holder_title,
    number_fields,
    place_choices,
    whole_number,
)
from cards.web.text import bilingual_plain

PARTS = ("given", "when", "then")
MAX_CANDIDATES = 24  # cards that a zone offers at once
SEPARATOR = {"en": "; ", "zh": "；"}


@frozen_dataclass
class Line:
    """A line of the sentence: what it says, the part of the page behind it, and its place in the scenario.

    Shapes: `actual` is what is there in place of a fact that does not hold, `refused` why an answer cannot be given; facts in between are `facts` of a step.
    """

    words: str
    url: str
    path: str = ""
    actual: str = ""
    refused: str = ""
    is_current: bool = False
    is_reached: bool = True
    story: tuple[str, ...] = ()
    facts: tuple[Line, ...] = ()


@frozen_dataclass
class Statement:
    """A fact that could be stated of the board; a number can be stated as another than it is."""

    key: str
    words: str
    value: int | None
    low: int
    high: int
    is_stated: bool


@frozen_dataclass
class Candidate:
    """A card that a zone may hold."""

    id: str
    name: Mapping[str, str]


@frozen_dataclass
class Picked:
    """What was pointed at on the board: a seat, the table, a zone or a card.

    Shapes: before the phase begins it has numbers to set, places to go to, candidates to put there, of a cell also the `others` whose cards may stand on it;
            in the facts statements.
    """

    key: str
    title: str
    card: int = 0
    seat: int = 0
    zone: str = ""
    cells: tuple[Choice, ...] = ()
    cell: str = ""
    others: tuple[tuple[str, str], ...] = ()
    numbers: tuple[NumberField, ...] = ()
    places: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    lying: tuple[Choice, ...] = ()
    statements: tuple[Statement, ...] = ()


@frozen_dataclass
class BoardView:
    """A scenario on its board.

    Shapes: `place` counts the entries of `when` that were done; `urls` are the parts with their addresses; `changed` are the statements of what the actions changed, `other` those of
            events and of what comes next; `wrong` says of what is on the board where a fact does not hold; `phases` and `seats` are choices with what is chosen.
    """

    part: str
    place: int
    last: int
    is_end: bool
    urls: tuple[tuple[str, str, str, bool], ...]
    table_view: Watched
    beginning: tuple[Line, ...]
    steps: tuple[Line, ...]
    facts: tuple[Line, ...]
    elsewhere: tuple[str, ...]
    picked: Picked | None = None
    prompt: str = ""
    least: int = 0
    most: int = 0
    options: tuple[Answer, ...] = ()
    refused: tuple[Refused, ...] = ()
    changed: tuple[Statement, ...] = ()
    other: tuple[Statement, ...] = ()
    phases: tuple[tuple[str, str, bool], ...] = ()
    seats: tuple[tuple[int, str, bool], ...] = ()
    seed: int = 0
    holders: tuple[Line, ...] = field(default_factory=tuple)
    wrong: tuple[tuple[str, str], ...] = ()
    pick: str = ""
    q: str = ""

    @property
    def is_many(self) -> bool:
        """Return whether an answer may take several options, so that each is marked first."""
        return self.is_playing and (self.most > 1 or self.least != self.most)

    @property
    def pointing(self) -> str:
        """Return in which part the board is pointed at, empty where answers are given."""
        return "" if self.part == "when" else self.part

    @property
    def is_playing(self) -> bool:
        """Return whether answers are given on the board."""
        return self.part == "when"


def board_view(pack: Pack, card: Card, text: str, params: Mapping[str, str]) -> BoardView:
    """Return a scenario as its board shows it; the query names `part`, `at`, `pick` and `q`.

    Errors: BoardRefused where it cannot be set up.
    """
    part = params.get("part", "")
    document = editing.json_object(text) or {}
    if part not in PARTS:
        part = "then" if document.get("when") or document.get("steps") else "given"
    place = whole_number(params["at"]) if params.get("at") else 10**5
    documents = scenario_documents(pack=pack, text=text)
    view = scenario_files.scenario_view(
        pack.ruleset,
        text,
        documents,
        place=None if part == "given" else place,
        card=card.written_id,
        language=data_language(),
    )
    pick = params.get("pick", "")
    return _Drawing(pack, card, view, document, part, min(place, view["last"])).board(pick, search_words(params, "q"))


class _Drawing:
    """Draws one view of the engine."""

    def __init__(self, pack: Pack, card: Card, view: JsonObject, document: JsonObject, part: str, place: int) -> None:
        self._pack, self._card, self._view, self._document = pack, card, view, document
        self._part, self._place = part, place

    def board(self, pick: str, q: str) -> BoardView:
        """Return the view in the words of the page."""
        view, offer = self._view, self._view["offer"]
        question = view["board"]["asked"] if self._part == "when" else None
        no_words = {"en": "", "zh": ""}
        table = {
            "step": self._place,
            "last": view["last"],
            "rounds": [],
            "rows": [],
            "end": no_words,
            "seats": view["seats"],
        }
        board = table_view(
            {**view["board"], **table, "asked": question}, self._card.written_id, None, "", shows_empty=True
        )
        statements = [self._statement(row) for row in view["open"]] if self._part == "then" else []
        rows = list(zip(view["open"], statements, strict=False))
        last = len(view["steps"])
        return BoardView(
            part=self._part,
            place=self._place,
            last=last,
            is_end=self._place == last,
            urls=self._parts(last),
            table_view=board,
            beginning=tuple(self._line(row, "given") for row in view["given"]),
            steps=tuple(self._steps()),
            facts=tuple(self._line(row, "then") for row in view["facts"]),
            elsewhere=tuple(bilingual_plain(row["words"]) for row in view["elsewhere"]),
            picked=self._picked(pick, q) if self._part != "when" else None,
            prompt="" if question is None else _prompt(question),
            least=0 if question is None else question["min"],
            most=0 if question is None else question["max"],
            options=() if question is None else answers_in_words(question, view["board"]["scene"]),
            refused=() if question is None else refused_in_words(question),
            changed=tuple(one for row, one in rows if row["changed"] and not row["stated"]),
            other=tuple(one for row, one in rows if not row["holder"] and not row["stated"] and not row["changed"]),
            phases=tuple(
                (row["name"], bilingual_plain(row["title"]), row["name"] == offer["phase"]) for row in offer["phases"]
            )
            if offer
            else (),
            seats=tuple((seat, holder_title(seat), seat == offer["active"]) for seat in range(view["seats"]))
            if offer
            else (),
            seed=offer["seed"] if offer else 0,
            holders=tuple(self._holders()),
            wrong=tuple(
                (
                    self._pick_of(row["holder"]),
                    f"{bilingual_plain(row['words'])}{SEPARATOR[data_language()]}{bilingual_plain(row['actual'])}",
                )
                for row in view["facts"]
                if row["actual"] is not None
            ),
            pick=pick,
            q=q,
        )

    def _url(self, part: str, place: int | None = None, pick: str = "") -> str:
        query = {
            "part": part,
            **({} if place is None or part == "given" else {"at": place}),
            **({"pick": pick} if pick else {}),
        }
        return f"?{urlencode(query)}#work"

    def _parts(self, last: int) -> tuple[tuple[str, str, str, bool], ...]:
        titles = {
            "given": localize("Given", "前提"),
            "when": localize("When", "操作"),
            "then": localize("Then", "结果"),
        }
        return tuple((part, titles[part], self._url(part, last), part == self._part) for part in PARTS)

    def _line(self, row: JsonObject, part: str, place: int | None = None) -> Line:
        actual = row.get("actual")
        return Line(
            words=bilingual_plain(row["words"]),
            url=self._url(part, len(self._view["steps"]) if place is None else place, self._pick_of(row["holder"])),
            path=row.get("path", ""),
            actual="" if actual is None else bilingual_plain(actual),
        )

    def _pick_of(self, holder: str) -> str:
        """Return what is pointed at for the holder of a fact: a named card by its number."""
        kind, _, name = holder.partition(":")
        if kind != "entity":
            return holder
        return next((f"card:{eid}" for eid, word in self._view["cards"].items() if word == name), "")

    def _steps(self) -> Iterable[Line]:
        for place, step in enumerate(self._view["steps"]):
            facts = tuple(self._line(row, "then", place) for row in step["facts"] or ())
            lines = [line.strip() for line in (step["lines"] or {"en": (), "zh": ()})[data_language()]]
            reason = step["refused"]
            yield Line(
                words="" if step["words"] is None else bilingual_plain(step["words"]),
                url=self._url("when", place),
                path=step["path"],
                refused=""
                if reason is None
                else bilingual_plain(reason) or localize("This is not offered.", "没有这个选项。"),
                is_current=self._part == "when" and place == self._place,
                is_reached=step["is_reached"],
                story=tuple(filter(None, lines)),
                facts=facts,
            )

    def _holders(self) -> Iterable[Line]:
        """Yield the seats and the table, which are pointed at from the list where the pointer does not reach."""
        for seat in range(self._view["seats"]):
            yield Line(holder_title(seat), self._url(self._part, self._place, f"seat:{seat}"))
        yield Line(holder_title(-1), self._url(self._part, self._place, "table"))

    def _statement(self, row: JsonObject) -> Statement:
        return Statement(
            row["key"],
            bilingual_plain(row["words"]),
            row.get("value"),
            row.get("low", 0),
            row.get("high", 0),
            row["stated"],
        )

    def _picked(self, pick: str, q: str) -> Picked | None:
        """Return what is pointed at, with what can be done with it; None for what is not there."""
        kind, _, rest = pick.partition(":")
        if kind == "cell":
            return self._cell(pick, *rest.partition(":")[::2], q=q) if self._view["offer"] else None
        title = self._title(kind, rest)
        if not title:
            return None
        if self._part == "then":
            rows = [row for row in self._view["open"] if row["holder"] == pick]
            return Picked(pick, title, statements=tuple(map(self._statement, rows)))
        offer = self._view["offer"]
        if kind == "card":
            row = next(row for row in offer["placed"] if str(row["id"]) == rest)
            places = place_choices(zone for zone in offer["zones"] if row["sort"] in zone["sorts"])
            return Picked(pick, title, card=row["id"], numbers=number_fields(row["numbers"]), places=places)
        if kind == "zone":
            zone = self._zone(rest)
            if zone is None:
                return None
            lying = [row for row in offer["placed"] if (row["seat"], row["zone"]) == (zone["seat"], zone["name"])]
            return Picked(
                pick,
                title,
                seat=zone["seat"],
                zone=zone["name"],
                cells=tuple((str(place), word) for place, word in enumerate(zone["cells"])),
                candidates=self._candidates(zone["sorts"], q),
                lying=tuple((f"card:{row['id']}", bilingual_plain(row["title"])) for row in lying),
            )
        seat = -1 if kind == "table" else int(rest)
        return Picked(
            pick, title, seat=seat, numbers=number_fields(offer["table"] if seat < 0 else offer["seats"][seat])
        )

    def _cell(self, pick: str, cell: str, where: str, q: str) -> Picked | None:
        """Return a free cell that is pointed at: a card of a seat may be put there, or of none."""
        zones = [zone for zone in self._view["offer"]["zones"] if cell in zone["cells"]]
        zone = next((zone for zone in zones if f"{zone['seat']}:{zone['name']}" == where), next(iter(zones), None))
        if zone is None:
            return None
        titles = {f"cell:{cell}:{one['seat']}:{one['name']}": holder_title(one["seat"]) for one in zones}
        return Picked(
            pick,
            f"{cell} · {holder_title(zone['seat'])}",
            seat=zone["seat"],
            zone=zone["name"],
            cell=str(zone["cells"].index(cell)),
            others=tuple(
                (key, title) for key, title in titles.items() if not key.endswith(f":{zone['seat']}:{zone['name']}")
            ),
            candidates=self._candidates(zone["sorts"], q),
        )

    def _zone(self, rest: str) -> JsonObject | None:
        zones: Sequence[JsonObject] = self._view["offer"]["zones"]
        return next((zone for zone in zones if f"{zone['seat']}:{zone['name']}" == rest), None)

    def _title(self, kind: str, rest: str) -> str:
        """Return what is pointed at in words, empty for what is not there."""
        scene = self._view["board"]["scene"]
        sides = [(-1, scene["table"]), *((side["seat"], side) for side in scene["seats"])]
        if kind == "table":
            return holder_title(-1)
        if kind == "seat":
            return next((holder_title(seat) for seat, _ in sides if seat >= 0 and str(seat) == rest), "")
        if kind == "zone":
            zones = ((f"{seat}:{zone['name']}", seat, zone["title"]) for seat, side in sides for zone in side["zones"])
            return next(
                (f"{holder_title(seat)} · {bilingual_plain(title)}" for key, seat, title in zones if key == rest), ""
            )
        if kind == "card" and (
            self._view["offer"] is None or any(str(row["id"]) == rest for row in self._view["offer"]["placed"])
        ):
            cards = [card for _, side in sides for zone in side["zones"] for card in zone["cards"]]
            cards += [held for card in cards for held in card["attached"]]
            return next((bilingual_plain(card["name"]) for card in cards if str(card["id"]) == rest), "")
        return ""

    def _candidates(self, sorts: Sequence[str], q: str) -> tuple[Candidate, ...]:
        """Return cards that a zone may hold: the card itself and the scenario's own first."""
        own = [
            card
            for card in self._document.get("cards", ())
            if isinstance(card, dict) and isinstance(card.get("id"), str)
        ]
        kinds = scenario_files.card_sorts(self._pack.ruleset, own)
        fitting = [
            Candidate(card["id"], {"en": str(card.get("name", card["id"])), "zh": ""})
            for card, kind in zip(own, kinds, strict=True)
            if kind in sorts and q.casefold() in f"{card['id']} {card.get('name')}".casefold()
        ]
        drafts = cards_to_place(pack=self._pack, sorts=sorts, q=q, first=self._card, limit=MAX_CANDIDATES)
        return (*fitting, *(Candidate(draft.card.written_id, draft_name(self._pack, draft.card)) for draft in drafts))


def _prompt(question: JsonObject) -> str:
    words = {"player": holder_title(question["seat"]), "prompt": prompt_of(question)}
    return localize("{player}: {prompt}", "{player}：{prompt}", **words)
