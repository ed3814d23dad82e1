"""A scenario in sentences: its board, its facts, and what a fact could state of a board, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.formats.scenario import TABLE
from engine.json_values import Json, JsonObject
from engine.language.reading.source_map import pointer
from engine.language.spec import LocalizedText
from engine.ruleset import Board, ComputedFact, Ruleset, Variable
from engine.scenario.facts import Failure, kind_of

Names = Mapping[str, LocalizedText]
COMMA, BETWEEN = LocalizedText(", ", "、"), LocalizedText(": ", "：")
PLAYER, THE_TABLE = LocalizedText("Player {seat}", "{seat} 号玩家"), LocalizedText("Table", "场上")
WITH_NAME = LocalizedText("{card} ({name})", "{card}（{name}）")
EMPTY, NONE = LocalizedText("empty", "空"), LocalizedText("none", "无")
CARDS = LocalizedText("{count} cards", "{count} 张牌")
COPIES = LocalizedText("{card} ×{count}", "{card} ×{count}")
NUMBER_IS = LocalizedText("{holder}: {title} is {value}", "{holder}：{title}为 {value}")
ZONE_HAS = LocalizedText("{holder}, {title}: {value}", "{holder}的{title}：{value}")
BEGINS = LocalizedText("{phase} begins, with player {seat}", "{phase}开始，由 {seat} 号玩家先行")
ONE_EVENT = LocalizedText("{title}: at least once", "{title}：至少一次")
EVENT_COUNT = LocalizedText("{title}: {count}×", "{title}：{count} 次")
IN_ORDER = LocalizedText("In this order: {titles}", "依次发生：{titles}")
EXACT_ORDER = LocalizedText("Exactly, in this order: {titles}", "恰好依次发生：{titles}")
DECISION = LocalizedText("{player} must decide: {question}", "待{player}决定：{question}")
A_DECISION = LocalizedText("a decision", "一项选择")
NOT_ASKED = LocalizedText("No one has to decide anything", "没有待决的选择")
MAY, MAY_NOT = (
    LocalizedText("{player} may: {options}", "{player}可以：{options}"),
    LocalizedText("{player} may not: {options}", "{player}不可以：{options}"),
)
WINS = LocalizedText("{player} wins", "{player}获胜")
DRAW, GOES_ON = LocalizedText("The match is drawn", "对局平局"), LocalizedText("The match goes on", "对局继续")
TRIGGERS = LocalizedText("Registered triggers: {titles}", "已注册的触发器：{titles}")
FAULT = LocalizedText("The card has the problem {code}", "卡牌有问题 {code}")
IS_NOT = LocalizedText("is {value}", "实为{value}")


class Part(NamedTuple):
    """One statement of a fact, with its place in the scenario and what is there instead where it does not hold.

    Shapes: `holder` names what it is about: `seat:0`, `table`, `zone:0:hand`, or a card's name in the scenario as `entity:NAME`.
    """

    path: str
    holder: str
    words: LocalizedText
    actual_words: LocalizedText | None

    def to_json(self) -> JsonObject:
        """Return the public form."""
        actual = None if self.actual_words is None else self.actual_words._asdict()
        return {"path": self.path, "holder": self.holder, "words": self.words._asdict(), "actual": actual}


def filled(text: LocalizedText, **parts: LocalizedText | str | int) -> LocalizedText:
    """Return a sentence with its parts, each in the language of the sentence."""
    words = [
        {name: part[place] if isinstance(part, LocalizedText) else part for name, part in parts.items()}
        for place in (0, 1)
    ]
    return LocalizedText(text.en.format(**words[0]), text.zh.format(**words[1]))


def listed(parts: Sequence[LocalizedText], none: LocalizedText = EMPTY) -> LocalizedText:
    """Return some words as a list."""
    if not parts:
        return none
    return LocalizedText(COMMA.en.join(part.en for part in parts), COMMA.zh.join(part.zh for part in parts))


def plain(value: Any) -> LocalizedText:
    """Return a value as it is written."""
    return LocalizedText(str(value), str(value))


class Phrases:
    """Says parts of one scenario.

    Shapes: `cards` are the cards that the scenario names, by these names; `names` what cards are called.
    """

    def __init__(self, ruleset: Ruleset, board: Board, cards: Mapping[str, str], names: Names) -> None:
        self._ruleset, self._board, self._cards, self._names = ruleset, board, cards, names

    def player(self, seat: int) -> LocalizedText:
        """Return what a seat is called; -1 is the table."""
        return THE_TABLE if seat < 0 else filled(PLAYER, seat=seat + 1)

    def card(self, card: str) -> LocalizedText:
        """Return what a card is called."""
        return self._names.get(card, plain(card))

    def label(self, label: Any) -> LocalizedText:
        """Return what a scenario calls by a label: a seat, a card on its board, or a card by its id; a verb may stand before it."""
        if isinstance(label, int) and not isinstance(label, bool):
            return self.player(label)
        verb, mark, word = str(label).rpartition(":")
        title = next((one.title for one in self._board.verbs if one.name == (verb or word)), None)
        if mark and title is not None:
            return LocalizedText(*(f"{title[at]}{BETWEEN[at]}{self.label(word)[at]}" for at in (0, 1)))
        if word in self._cards:
            name, card = self.card(self._cards[word]), self._cards[word]
            is_only = sum(other == card for other in self._cards.values()) == 1
            return name if is_only else filled(WITH_NAME, card=name, name=word)
        return title if title is not None else self.card(str(label))

    def number(self, holder: LocalizedText, variable: Variable, value: LocalizedText) -> LocalizedText:
        """Return a statement of a number."""
        return filled(NUMBER_IS, holder=holder, title=variable.title, value=value)

    def value(self, variable: Variable, value: Any) -> LocalizedText:
        """Return a value of a variable: a card of a zone by its name, a seat by its player."""
        if variable.is_seat and isinstance(value, int):
            return self.player(value)
        return self.label(value) if variable.zone and isinstance(value, str) else plain(value)

    def zone(self, seat: int, name: str, value: LocalizedText) -> LocalizedText:
        """Return a statement of what lies in a zone."""
        title = next((zone.title for zone in self._board.zones if zone.name == name), plain(name))
        return filled(ZONE_HAS, holder=self.player(seat), title=title, value=value)

    def count(self, count: int) -> LocalizedText:
        """Return a number of cards."""
        return filled(CARDS, count=count) if count else EMPTY

    def begins(self, phase: str, active: int) -> LocalizedText:
        """Return where a scenario begins."""
        title = next((one.title for one in self._board.phases if one.name == phase), plain(phase))
        return filled(
            BEGINS, phase=LocalizedText(title.en.partition(",")[0], title.zh.partition("（")[0]), seat=active + 1
        )

    def side(self, seat: int, holder: Json) -> Iterator[LocalizedText]:
        """Yield what a seat or the table has when a scenario begins: its numbers in one sentence, each of its zones in one."""
        numbers = [
            LocalizedText(*(f"{one.title[at]} {self.value(one, holder[one.name])[at]}" for at in (0, 1)))
            for one in (self._board.table if seat < 0 else self._board.seat)
            if one.name in holder
        ]
        yield LocalizedText(*(f"{self.player(seat)[at]}{BETWEEN[at]}{listed(numbers, NONE)[at]}" for at in (0, 1)))
        for zone in self._board.zones:
            if holder.get(zone.name):
                yield LocalizedText(
                    *(
                        f"{zone.title[at]}{BETWEEN[at]}{listed([*map(self.entry, holder[zone.name])])[at]}"
                        for at in (0, 1)
                    )
                )

    def entry(self, entry: Json) -> LocalizedText:
        """Return a placed card with its numbers."""
        card = self.label(entry["as"]) if entry.get("as") in self._cards else self.card(entry["card"])
        if entry.get("count", 1) > 1:
            card = filled(COPIES, card=card, count=entry["count"])
        numbers = [
            LocalizedText(*(f"{one.title[at]} {entry[one.name]}" for at in (0, 1)))
            for one in self._board.card
            if one.name in entry and one.in_story
        ]
        return filled(WITH_NAME, card=card, name=listed(numbers)) if numbers else card

    def parts(self, fact: Json, path: str, failures: Sequence[Failure]) -> list[Part]:
        """Return the statements of a fact, each with its failure if it has one."""
        kind = kind_of(fact)
        parts = [(path, "", plain(fact))] if kind is None else self._sayings[kind](self, fact, path)
        return [Part(where, holder, words, self._actual_words(where, fact, failures)) for where, holder, words in parts]

    def _actual_words(self, path: str, fact: Json, failures: Sequence[Failure]) -> LocalizedText | None:
        """Return what is there instead of what a statement says."""
        failed = next((one for one in failures if one.path == path or one.path.startswith(path + "/")), None)
        if failed is None:
            return None
        if failed.message.en:
            return failed.message
        actual = failed.actual
        if "zone" in fact and isinstance(actual, list):
            return filled(IS_NOT, value=listed([*map(self.label, actual)]))
        if "zone" in fact or isinstance(actual, int | str):
            return filled(IS_NOT, value=self.label(actual) if isinstance(actual, str) else plain(actual))
        if isinstance(actual, dict) and "seat" in actual:
            return filled(IS_NOT, value=self._asked(actual))
        return filled(IS_NOT, value=NONE if actual in (None, []) else plain(actual))

    def _seat(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        holder = self.player(fact["seat"])
        return self._values(fact["is"], f"{path}/is", f"seat:{fact['seat']}", holder, self._board.seat)

    def _entity(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        holder = self.label(fact["entity"])
        return self._values(fact["is"], f"{path}/is", f"entity:{fact['entity']}", holder, self._board.card)

    def _table(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        return self._values(fact[TABLE], f"{path}/{TABLE}", TABLE, THE_TABLE, self._board.table)

    def _values(
        self, values: Json, path: str, key: str, holder: LocalizedText, variables: Sequence[Variable]
    ) -> list[tuple[str, str, LocalizedText]]:
        titled: list[Variable | ComputedFact] = [*self._board.computed_facts, *variables]
        by_name = {variable.name: variable for variable in titled}
        out = []
        for name, value in values.items():
            variable = by_name.get(name)
            title = plain(name) if variable is None else variable.title
            if isinstance(variable, Variable):
                words = self.value(variable, value)
            else:
                words = next((p.title for p in self._board.phases if name == "phase" and p.name == value), plain(value))
            out.append((pointer(path, name), key, filled(NUMBER_IS, holder=holder, title=title, value=words)))
        return out

    def _zone(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        holder, name = fact["zone"]
        seat = -1 if holder == TABLE else holder
        key = f"zone:{seat}:{name}"
        out = []
        if "holds" in fact:
            out.append((f"{path}/holds", key, self.zone(seat, name, listed([*map(self.label, fact["holds"])]))))
        if "count" in fact:
            out.append((f"{path}/count", key, self.zone(seat, name, self.count(fact["count"]))))
        return out

    def event(self, name: str, count: int | None) -> LocalizedText:
        """Return a statement of an event."""
        return (
            filled(ONE_EVENT, title=self._event_title(name))
            if count is None
            else filled(EVENT_COUNT, title=self._event_title(name), count=count)
        )

    def _event_title(self, name: str) -> LocalizedText:
        event = self._ruleset.vocabulary.event(name)
        return plain(name) if event is None else event.title

    def _event(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        words = self.event(fact["event"], fact.get("count"))
        values = fact.get("with", {})
        about = listed(
            [
                LocalizedText(*(f"{name} {self._event_value(value)[at]}" for at in (0, 1)))
                for name, value in values.items()
            ]
        )
        return [(path, "", filled(WITH_NAME, card=words, name=about) if values else words)]

    def _event_value(self, value: Any) -> LocalizedText:
        return self.label(value) if isinstance(value, str) else plain(value)

    def _events(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        titles = listed([*map(self._event_title, fact["events"])], NONE)
        return [(path, "", filled(EXACT_ORDER if fact.get("exactly") else IN_ORDER, titles=titles))]

    def _asked(self, question: Json) -> LocalizedText:
        prompt = self._board.layout.questions.get(str(question.get("prompt", "")), A_DECISION)
        return filled(DECISION, player=self.player(question.get("seat", 0)), question=prompt)

    def _decision(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        question = fact["decision"]
        return [(f"{path}/decision", "", NOT_ASKED if question is None else self._asked(question))]

    def _legal(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        offer = fact["legal"]
        player = self.player(offer["seat"])
        return [
            (f"{path}/legal/{key}", "", filled(words, player=player, options=listed([*map(self.label, offer[key])])))
            for key, words in (("has", MAY), ("lacks", MAY_NOT))
            if key in offer
        ] or [(path, "", filled(MAY, player=player, options=NONE))]

    def result(self, result: Json | None) -> LocalizedText:
        """Return how a match ended."""
        if result is None:
            return GOES_ON
        winner = result.get("winner")
        return filled(WINS, player=self.player(winner)) if isinstance(winner, int) and winner >= 0 else DRAW

    def _result(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        return [(f"{path}/result", "", self.result(fact["result"]))]

    def _triggers(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        titles = listed([*map(self._event_title, fact["triggers"])], NONE)
        return [(path, "", filled(TRIGGERS, titles=titles))]

    def _problem(self, fact: Json, path: str) -> list[tuple[str, str, LocalizedText]]:
        return [(path, "", filled(FAULT, code=fact["problem"]))]

    _sayings: Mapping[str, Callable[[Phrases, Json, str], list[tuple[str, str, LocalizedText]]]] = {
        "entity": _entity,
        "zone": _zone,
        "events": _events,
        "event": _event,
        "decision": _decision,
        "legal": _legal,
        "result": _result,
        "triggers": _triggers,
        "problem": _problem,
        TABLE: _table,
        "seat": _seat,
    }
