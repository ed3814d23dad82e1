"""A match as a story: who answers what, what happens, and which numbers change; cards by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.decisions import BROKEN_REASONS, MAIN, Decision, Option, entity_of
from engine.kernel.digest import digest
from engine.kernel.machine import Step
from engine.kernel.mutations import EventRaised, RemoveEntity, SetGlobal, SetVariable
from engine.kernel.state import State
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Ruleset

Actions = Callable[[str, str], LocalizedText | None]
"""What a card calls one of its actions, by its id and the verb; None where the verb alone says enough."""
NO_PLAYER = LocalizedText("no player", "无玩家")
NONE = LocalizedText("none", "无")
PLAYER = LocalizedText("Player {seat}", "{seat} 号玩家")
REASONS = {
    "budget": LocalizedText("a budget was broken", "超出运算限额"),
    "loop": LocalizedText("nothing can ever change", "局面陷入循环"),
}
AT = LocalizedText(" (at {node})", "（{node}）")
CHOOSES = LocalizedText("{player} chooses {answer} for {card}.", "{player}为{card}选择{answer}。")
ANSWERS = LocalizedText("{player}, asked “{prompt}”: {answer}.", "{player}回答“{prompt}”：{answer}。")
HEAD = LocalizedText("{title}, seed {seed}: {players}", "{title}，种子 {seed}：{players}")
VICTORY = LocalizedText("\n{player} wins: {reason}.", "\n{player}获胜：{reason}。")
DRAW = LocalizedText("\nA draw: {reason}.", "\n平局：{reason}。")
MARK = LocalizedText(" {decisions} decisions, digest {digest}.", "{decisions} 个决定，摘要 {digest}。")
SECRETLY = LocalizedText("{player} decides in secret: {prompt}", "{player}暗中决定：{prompt}")
ACTS = LocalizedText("{player}: {card} uses {action}.", "{player}：{card}使用{action}。")
PICKS = LocalizedText("{player}: {verb}, {answer}.", "{player}：{verb}，{answer}。")
PICK_KEY = "{verb}…"
"""Under which name a game's story has the sentence for a verb from which only the next question followed yet."""
TARGET_OF = LocalizedText("Which target for {card}?", "为{card}选择目标")
OPTION_OF = LocalizedText("Which option of {card}?", "为{card}选择一项")
COMMA, BETWEEN = LocalizedText(", ", "、"), LocalizedText(": ", "：")


class Story:
    """Tells the steps of one match."""

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int,
        lang: str,
        names: Mapping[str, LocalizedText],
        *,
        beside_table: bool = False,
        actions: Actions = lambda card, verb: None,
    ) -> None:
        """Begin a story; `beside_table` leaves out what a drawn table shows already, and asks in the game's words; actions say what a card calls its own by their verbs."""
        self._ruleset, self._seats, self._lang, self._names = ruleset, seats, lang, names
        self._actions = actions
        self._beside = ruleset.board.layout if beside_table and ruleset.board is not None else None
        self._questions = ruleset.board.layout.questions if ruleset.board is not None else {}
        self._table: dict[str, Any] = {}
        self._asked: Decision | None = None
        self._people: dict[int, str] = {}
        self._cards: dict[int, str] = {}
        self._events = {event.name: event for event in ruleset.vocabulary.events}
        board = ruleset.board
        variables = [*board.seat, *board.card] if board is not None else []
        quiet = self._beside.quiet if self._beside is not None else frozenset()
        self._numbers = {
            variable.name: self._say(variable.title)
            for variable in variables
            if variable.settable and variable.in_story and variable.name not in quiet
        }
        self._flags = (
            {variable.name for variable in variables if (variable.low, variable.high) == (0, 1)}
            if beside_table
            else set()
        )

    def head(self, seed: int, bots: Sequence[str]) -> str:
        """Return the first line: which game, and who plays."""
        players = self._say(COMMA).join(
            f"{self._fill(PLAYER, seat=seat)} ({name})" for seat, name in enumerate(bots, 1)
        )
        return self._fill(HEAD, title=self._say(self._ruleset.title), seed=seed, players=players)

    def step(self, step: Step, action: Sequence[Option], *, secret: bool = False) -> Iterator[str]:
        """Yield the lines of one step; the answer is the one that led to it, and beside a table it is said at least.

        Of a secret answer nothing is said but that it was given.
        """
        decision, has_narrated = self._asked, False
        for line in self._happened(step, action, secret=secret):
            has_narrated = True
            yield line
        if decision is not None and not has_narrated and not secret:
            yield from self._pick(decision, action)

    def _pick(self, decision: Decision, action: Sequence[Option]) -> Iterator[str]:
        """Yield what was picked by an answer from which nothing followed yet but the next question."""
        board, pair = self._ruleset.board, next((option for option in action if isinstance(option, tuple)), None)
        if board is None or self._beside is None or pair is None:
            return
        title = self._actions(self._cards.get(int(pair[1]), ""), str(pair[0]))
        if title is not None:
            words = {"card": self._thing(int(pair[1])), "action": self._say(title)}
            yield self._fill(ACTS, player=self._seat(decision.seat), **words)
            return
        verb = next((self._say(option.title) for option in board.verbs if option.name == pair[0]), str(pair[0]))
        answer = self._say(COMMA).join(
            self._thing(option) if isinstance(option, int) else str(option) for option in pair[1:]
        )
        sentence = self._ruleset.story.get(PICK_KEY.format(verb=pair[0]), PICKS)
        yield self._fill(sentence, player=self._seat(decision.seat), verb=verb, answer=answer)

    def _happened(self, step: Step, action: Sequence[Option], *, secret: bool) -> Iterator[str]:
        """Yield what a step brought: the answer where a sentence reports it, its events, and numbers that changed."""
        state = step.state
        if not self._people:
            self._people = {eid: self._seat(seat) for eid, seat in self._players(state)}
        self.meet(step)
        decision = self._asked
        if decision is not None and secret and decision.kind != MAIN:
            yield self._fill(SECRETLY, player=self._seat(decision.seat), prompt=self._asks(decision.prompt))
        elif decision is not None and not secret and (line := self._answer(decision, action)):
            yield line
        for entry in step.log:
            match entry:
                case EventRaised(_, name, payload):
                    yield from self._event(name, payload)
                case SetGlobal(name, old, new):
                    self._table[name] = new
                    if old is not None:
                        yield from self._heading(name)
                case SetVariable(eid, name, old, new) if name in self._numbers and old != new and self._is_told(eid):
                    yield from self._number(eid, name, 0 if old is None else old, new)
        self.follow(step)

    def _number(self, eid: int, name: str, old: Any, new: Any) -> Iterator[str]:
        """Yield the line of a number that changed; beside a table a flag is said when it is set, and its end shows there."""
        change = "" if name in self._flags else f" {old} → {new}"
        if change or new:
            yield f"    {self._thing(eid)}{self._say(BETWEEN)}{self._numbers[name]}{change}"

    def _heading(self, name: str) -> Iterator[str]:
        """Yield what a change of a number of the table begins, as a turn, before all that happens then; `{now}` is whose turn it is."""
        sentence = self._ruleset.story.get(f"#{name}")
        if sentence is not None:
            yield self._fill(sentence, **{**self._table, "now": self._thing(self._table.get("now", 0))})

    def _is_told(self, eid: int) -> bool:
        """Return whether the story has the changes of an entity: beside a table, of those with a name."""
        return self._beside is None or eid in self._people or eid in self._cards

    def follow(self, step: Step) -> None:
        """Remember the question of a step that is left out, so that the next one's answer is understood."""
        self._asked = step.decision
        self._table |= {entry.name: entry.new for entry in step.log if isinstance(entry, SetGlobal)}

    def end(self, step: Step) -> str:
        """Return the last line: who won, and why."""
        result, state = step.result, step.state
        if result is None:
            return ""
        why = {**REASONS, **self._ruleset.story}.get(result.reason, LocalizedText(result.reason, result.reason))
        reason = self._say(why).rstrip(".。")
        if result.reason in BROKEN_REASONS and result.node:
            reason += self._fill(AT, node=result.node)
        ending = (
            self._fill(DRAW, reason=reason)
            if result.winner < 0
            else self._fill(VICTORY, player=self._seat(result.winner), reason=reason)
        )
        mark = self._fill(MARK, decisions=state.decisions, digest=f"{digest(state):016x}")
        return ending if self._beside is not None else ending + mark

    def meet(self, step: Step) -> None:
        """Learn what the cards of a step are called, those too that left the match in it; what is part of a card is called after it."""
        entities = list(step.state.entities.items())
        entities += [(entry.entity, dict(entry.contents)) for entry in step.log if isinstance(entry, RemoveEntity)]
        self._cards |= {eid: ent["def"] for eid, ent in entities if ent["def"]}
        self._cards |= {
            eid: self._cards[ent["holder"]] for eid, ent in entities if not ent["def"] and ent["holder"] in self._cards
        }

    def _answer(self, decision: Decision, action: Sequence[Option]) -> str:
        """Return the sentence for an answer, by its verb, its question or in general; empty when its events report it."""
        verb = next((one if isinstance(one, str) else one[0] for one in action if not isinstance(one, int)), "")
        chosen = self._of_pool(action) or [self._option(one, decision.prompt) for one in action]
        words = {"player": self._seat(decision.seat), "answer": self._say(COMMA).join(chosen) or self._say(NONE)}
        story = self._ruleset.story
        sentence = story.get(verb, story.get(decision.prompt))
        if sentence is not None:
            return self._fill(sentence, **words)
        card = self._names.get(decision.prompt.partition("#")[0])
        return (
            self._fill(CHOOSES, card=self._say(card), **words)
            if card
            else self._fill(ANSWERS, prompt=self._asks(decision.prompt), **words)
        )

    def _of_pool(self, action: Sequence[Option]) -> list[str]:
        """Return the things of a pool that an answer takes, as a drawn table calls them, each kind with its number; none for another answer."""
        pool = None if self._beside is None else self._beside.pool
        places = (
            [] if pool is None else [place for one in action if isinstance(one, str) for place in pool.matching(one)]
        )
        if pool is None or len(places) < len(action):
            return []
        counts = {place: places.count(place) for place in dict.fromkeys(places)}
        return [f"{n} {self._say(pool.badges[place].title)}" for place, n in counts.items()]

    def _asks(self, prompt: str) -> str:
        """Return what is asked, in the words of the game where it has them."""
        return self._title(prompt) or prompt

    def _title(self, prompt: str) -> str:
        """Return a question in the words of the game, empty where there are none."""
        title = self._questions.get(prompt)
        return "" if title is None else self._say(title)

    def question(self, decision: Decision) -> str:
        """Return what is asked: in the words of the game, for a card that asks by the card's name; empty where there are no words."""
        title, card = self._title(decision.prompt), self._names.get(decision.prompt.partition("#")[0])
        if not title and card is not None:
            return self._fill(OPTION_OF if decision.kind == "choice" else TARGET_OF, card=self._say(card))
        return title

    def _event(self, name: str, payload: Sequence[Any]) -> Iterator[str]:
        spec = self._events[name]
        held = dict(zip(spec.fields, payload, strict=True))
        fields = {
            field: self._word(field, value) or self._value(value, spec.fields[field]) for field, value in held.items()
        }
        sentence = self._ruleset.story.get(name)
        if sentence is not None:
            if text := self._fill(sentence, **fields):
                yield text
            return
        values = self._say(COMMA).join(fields.values())
        yield self._say(spec.title) + (self._say(BETWEEN) + values if values else "")

    def _word(self, where: str, value: Any) -> str:
        """Return what the game calls a value of a field or of a question, empty where it has no word for it."""
        title = self._ruleset.story.get(f"{where}:{value}")
        return self._say(title) if title is not None else ""

    def _value(self, value: Any, kind: str) -> str:
        if value is None:
            return self._say(NO_PLAYER if kind.startswith("player") else NONE)
        if isinstance(value, tuple):
            return self._say(COMMA).join(self._value(one, kind.removesuffix("[]")) for one in value)
        if kind == "cardID":
            return self._named(str(value))
        return self._thing(value) if isinstance(value, int) and kind not in ("int", "bool") else str(value)

    def option(self, decision: Decision, option: Option) -> str:
        """Return what an option of a question is called."""
        entity = entity_of(decision.kind, option)
        word = self._word(decision.prompt, option)
        verb = str(option[0]) if isinstance(option, tuple) else ""
        return (
            word
            or self._say(COMMA).join(filter(None, (verb, "" if entity is None else self._thing(entity))))
            or str(option)
        )

    def working(self, title: LocalizedText, event: str, payload: Mapping[str, Any]) -> str:
        """Return the title of an event in which a number is worked out, with what it names of the payload."""
        kinds = self._events[event].fields
        return self._fill(title, **{name: self._value(value, kinds[name]) for name, value in payload.items()})

    def number(self, name: str) -> str:
        """Return what a number of a seat or card is called."""
        return self._numbers.get(name, name)

    def value(self, field: str, value: Any) -> str:
        """Return what a value of an event's field is called: the game's word for it, or the value itself; empty for none."""
        return self._word(field, value) or (str(value) if value not in (None, False, 0) else "")

    def _option(self, option: Option, prompt: str) -> str:
        named = None if self._asked is None else entity_of(self._asked.kind, option)
        if named is not None:
            return self._thing(named)
        return self._word(prompt, option) or str(option[1] if isinstance(option, tuple) else option)

    def _thing(self, eid: int) -> str:
        """Return the name of a player or card, even of one that has left the match; for anything else its number."""
        if eid in self._people:
            return self._people[eid]
        return self._named(self._cards[eid]) if eid in self._cards else f"#{eid}"

    def _named(self, card: str) -> str:
        return self._say(self._names[card]) if card in self._names else card

    def _players(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the entity of each player and its seat: by the board, else the entities of the kind `player`."""
        board = self._ruleset.board
        if board is not None:
            yield from ((board.player(state, seat), seat) for seat in range(self._seats))
        else:
            yield from ((eid, ent["seat"]) for eid, ent in state.entities.items() if ent["kind"] == "player")

    def _seat(self, seat: int) -> str:
        return self._fill(PLAYER, seat=seat + 1)

    def _say(self, text: LocalizedText) -> str:
        return text.zh if self._lang == "zh" else text.en

    def _fill(self, text: LocalizedText, **values: Any) -> str:
        return self._say(text).format(**values)
