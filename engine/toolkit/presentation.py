"""How a game of the toolkit is shown: faces, the board of scenarios, the words of a match. A match runs none of it."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.face import Face, Fact, Icon, Texts, Tone, facts, words_of
from engine.language.spec import EventSpec, LocalizedText, Option
from engine.ruleset import Board, BoardLayout, BoardRefusal, Json, Variable, Verb, ZoneSpec
from engine.toolkit.boards import enter_block, facts_of
from engine.toolkit.rulebook import Kind, Pool
from engine.toolkit.rules import State, set_turn, set_var
from engine.toolkit.seats import TABLE, set_globals
from engine.toolkit.table import bring, run_timings, take_seats

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

PHASE = "acting"
_PLACE = re.compile(r"\{(\w++)[^{}]*+\}")
ICONS = {"attack": "swords", "health": "heart", "cost": "droplet", "life": "heart"}
"""Icons of numbers that go by common names."""


class Presentation:
    """How one game is shown."""

    def __init__(self, game: RulesetBuilder, questions: Mapping[str, LocalizedText]) -> None:
        self.game, self.book, self.questions = game, game.book, questions
        self.tones = tuple(tone(f"{self.book.name}-{kind}", colour) for kind, colour in game.tones.items())
        self.icons = tuple(Icon(name, paths) for name, paths in game.icons.items())

    # ------------------------------------------------------------------------------------------- faces

    def face(self, document: Json, texts: Texts) -> Face:
        """Return what a card's face shows, also of a half-written card."""
        kind = self._kind(document)
        keywords = document.get("keywords")
        words = [word for word in keywords if isinstance(word, str)] if isinstance(keywords, list) else []
        face = Face(
            str(document.get("id", "")),
            kind.name,
            words_of(document, texts, "name"),
            words_of(document, texts, "description"),
            kind.title,
            tone=f"{self.book.name}-{kind.name}" if kind.name in self.game.tones else "none",
            keywords=tuple(kind.keywords[word] for word in words if word in kind.keywords),
            cost=facts((LocalizedText("Cost", "费用"), _number(document, "cost"), self._icon("cost"), "/cost"))
            if kind.pool
            else (),
            stats=tuple(fact for stat in kind.stats for fact in self._stat(document, stat.name, stat.title)),
        )
        own = self.game.kind_faces.get(kind.name)
        return face if own is None else replace(face, **own(document))

    def _stat(self, document: Json, name: str, title: LocalizedText) -> tuple[Fact, ...]:
        return facts((title, _number(document, name), self._icon(name), f"/{name}"))

    def _icon(self, name: str) -> str:
        return self.game.fact_icons.get(name, ICONS.get(name, ""))

    def _kind(self, document: Json) -> Kind:
        kinds = self.book.kinds
        marked = next((kind for kind in kinds.values() if kind.marker and kind.marker in document), None)
        named = document.get("type")
        return marked or kinds.get(named if isinstance(named, str) else "") or list(kinds.values())[-1]

    # ------------------------------------------------------------------------------------------- scenarios

    def board(self) -> Board:
        """Return what scenarios may name."""
        book = self.book
        return Board(
            phases=(Option(PHASE, LocalizedText("Acting", "行动")),),
            seat=tuple(self._seat_variables()),
            table=(
                Variable("round", LocalizedText("Round", "轮数"), low=1),
                *(Variable(var.name, var.title, low=var.low, high=var.high) for var in book.table),
            ),
            card=tuple(self._card_variables()),
            zones=tuple(
                ZoneSpec(zone.name, zone.title, self._sorts(zone.name), zone.cap, zone.shared)
                for zone in book.zones.values()
            ),
            verbs=(
                *(Verb(action.name, action.title, entity=bool(action.of)) for action in book.actions.values()),
                Verb(book.leave, self.game.leave),
            ),
            sort=lambda document: self._kind(document).name,
            set_up=self.set_up,
            place=self.place,
            enter=self.enter,
            facts=self.facts,
            layout=BoardLayout(
                questions={f"{book.name}/turn": LocalizedText("What do you do?", "选择行动"), **self.questions}
            ),
            trigger_timing=self.trigger_timing if any(kind.timings for kind in book.kinds.values()) else None,
        )

    def _sorts(self, zone: str) -> tuple[str, ...]:
        """Return the kinds of card that may lie in a zone: those that begin or are played there; elsewhere those of the deck."""
        own = self.book.zones[zone].sorts
        at_home = tuple(kind.name for kind in self.book.kinds.values() if zone in (kind.plays_to, kind.starts_in))
        loose = tuple(kind.name for kind in self.book.kinds.values() if not kind.starts_in)
        return own or at_home or loose

    def _seat_variables(self) -> Any:
        for var in self.book.seat:
            yield Variable(var.name, var.title, low=var.low, high=var.high)
            if isinstance(var, Pool):
                yield Variable(
                    var.maximum, LocalizedText(f"Most {var.title.en.lower()}", f"{var.title.zh}上限"), high=var.cap
                )
        if self.book.structure == "rounds":
            yield Variable("passed", LocalizedText("Has passed", "本轮已跳过"), high=1)

    def _card_variables(self) -> Any:
        owners: dict[str, list[str]] = {}
        titles: dict[str, tuple[LocalizedText, int, int]] = {}
        for kind in self.book.kinds.values():
            numbers = {var.name: (var.title, var.low, var.high) for var in (*kind.stats, *kind.variables)}
            numbers |= {word: (title, 0, 1) for word, title in kind.keywords.items()}
            numbers |= {"cost": (LocalizedText("Cost", "费用"), 0, 99)} if kind.pool else {}
            for name, row in numbers.items():
                owners.setdefault(name, []).append(kind.name)
                titles[name] = row
        for name, (title, low, high) in titles.items():
            yield Variable(name, title, low=low, high=high, of=tuple(owners[name]))

    def set_up(self, st: State, values: Json) -> None:
        """Seat the players at an empty table; a number that a scenario does not give, or gives as 0, begins as in a match."""
        table = values["table"]
        take_seats(st, self.book, [{name: value for name, value in seat.items() if value} for seat in values["seats"]])
        number = table.get("round", 1)
        numbers = {var.name: table[var.name] for var in self.book.table if var.name in table}
        set_globals(st, {**numbers, "round": number, "now": values["active"] + 1})
        set_turn(st, number)

    def place(self, st: State, seat: int, zone: str, card: str, values: Mapping[str, int]) -> int:
        """Put a card into a zone, with its printed numbers except those given; in play it has been there for a turn.

        Errors: BoardRefusal `no-room`.
        """
        place_rules, player = self.book.zones[zone], seat + 1
        holder = TABLE if place_rules.shared else player
        if len(st.zone(holder, zone)) >= place_rules.cap:
            text = LocalizedText(
                f"“{zone}” has room for {place_rules.cap}.", f"“{zone}”最多容纳 {place_rules.cap} 张。"
            )
            raise BoardRefusal("no-room", text)
        eid = bring(st, self.book, player, zone, card)
        if place_rules.role == "board" and "ready" in st.entities[eid]:
            set_var(st, eid, "ready", 1)
        for name, value in values.items():
            set_var(st, eid, name, value)
        return eid

    def enter(self, st: State, phase: str) -> None:
        """Go on at the main question."""
        name = f"{self.book.name}/match"
        label = "turn" if self.book.structure == "turns" else "seat"
        enter_block(st, st.program.codes[name], label)

    def facts(self, st: State) -> Json:
        """Return what is true of the table as a whole."""
        return {"phase": PHASE, **facts_of("round", *(var.name for var in self.book.table))(st)}

    def trigger_timing(self, st: State, card: int, moment: str, seat: int) -> None:
        """Put on the stack what a card does at one of its timings.

        Errors: BoardRefusal `no-moment`.
        """
        if moment not in st.program.cards[st.entities[card]["def"]].timings:
            raise BoardRefusal(
                "no-moment", LocalizedText(f"It does nothing at {moment}.", f"此牌在 {moment} 时没有效果。")
            )
        run_timings(st, card, seat + 1, (moment,))

    # ------------------------------------------------------------------------------------------- words

    def story(self) -> dict[str, LocalizedText]:
        """Return the words of a match: what happens by the sentences of events, what is done by its title."""
        sentences = {name: _sentence(spec) for name, (_, spec) in self.game.events.items()}
        verbs = {action.name: LocalizedText("", "") for action in self.book.actions.values()}
        leave = self.game.leave
        done = LocalizedText(f"{{player}}: {leave.en.lower()}.", f"{{player}}：{leave.zh}。")
        return {**sentences, **verbs, self.book.leave: done, **self.game.stories}


def _sentence(spec: EventSpec) -> LocalizedText:
    """Return the sentence of an event as a match reports it: the plain names of its values."""
    if spec.phrase is None:
        return LocalizedText("", "")
    return LocalizedText(_PLACE.sub(r"{\1}", spec.phrase.en) + ".", _PLACE.sub(r"{\1}", spec.phrase.zh) + "。")


def _number(document: Json, name: str) -> Any:
    value = document.get(name)
    return value if type(value) is int else None


def tone(name: str, colour: str) -> Tone:
    """Return the tone of a colour: its frame, a pale paper, a sky from light to dark."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)

    def shade(light: float, strength: float = 1.0) -> str:
        parts = colorsys.hls_to_rgb(hue, light, saturation * strength)
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)

    return Tone(name, (shade(0.38), shade(0.24)), shade(0.95, 0.6), (shade(0.84), shade(0.5), shade(0.16)))
