"""A game, declared in one file: what seats have, where cards lie, what kinds there are, and the rules as functions that ask.

    game = RulesetBuilder("embers", "Embers", "余烬", folder=__file__, …)
    minion = game.kind("minion", "Minion", "随从", …)
    game.use(library.damage, library.draw(fatigue=True), …)

    @game.action("attack", "Attack", "攻击", of="board", can=lambda t, me: t.get(me, "ready"))
    def attack(t, me):
        foe = yield t.ask(t.guards("taunt") or t.enemies(), "Whom does it attack?", "选择攻击目标")
        t.strike(me, foe)

    RULESET = game.build()

`build` checks everything that is declared and reports every fault at its author's line. What it returns is an ordinary
`engine.ruleset.Ruleset`: a game may begin here and later write its own parts by `replace`. The page "A duel, step by step" teaches it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from engine.language.spec import EventSpec, Field, Lifetime, LocalizedText, NodeSpec, Noun, RecordSpec, case, result
from engine.language.spec.constructors import event as event_spec
from engine.packs.decks import DeckRules
from engine.ruleset import ProblemCode, ProblemExample, Ruleset, Setting, Template
from engine.ruleset.faults import Place
from engine.toolkit.arguments import are_texts, are_types, fitting
from engine.toolkit.assembly import assemble
from engine.toolkit.faults import Faults, author, place_of
from engine.toolkit.rule_nodes import RuleNode, declare_node, keys_of
from engine.toolkit.rulebook import Action, Kind, Rulebook, Timing, Var, Zone
from engine.toolkit.table import Table

Rule = TypeVar("Rule", bound=Callable[..., Any])
Part = TypeVar("Part")
Texts = tuple[str, str]
VAR = 'Var(name="health", title=LocalizedText("Health", "生命值"))'
"""How a number is written."""


class Declarations:
    """What a game has declared, each with the line where it stands."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.functions: dict[str, Callable[..., Any]] = {}
        self.nodes: dict[str, RuleNode] = {}
        self.shared: list[NodeSpec] = []
        self.records: list[RecordSpec] = []
        self.trigger_fields: list[Field] = []
        self.events: dict[str, tuple[Place, EventSpec]] = {}
        self.groups: dict[str, LocalizedText] = {}
        self.lifetimes: list[Lifetime] = []
        self.settings: list[Setting] = []
        self.stories: dict[str, LocalizedText] = {}
        self.nouns: dict[str, Noun] = {}
        self.codes: dict[str, tuple[ProblemCode, ProblemExample]] = {}
        self.checks: list[Callable[..., Any]] = []
        self.templates: list[tuple[Place, Template]] = []
        self.weights: dict[str, int] = {}
        self.scorer: Callable[..., int] | None = None
        self.match_ms: Mapping[str, int] = {"random": 6, "greedy": 25}
        self.side: tuple[int, str] | None = None
        self.measure: tuple[str, LocalizedText] | None = None
        self.places: dict[str, Place] = {}
        self.tones: dict[str, str] = {}
        self.icons: dict[str, tuple[str, ...]] = {}
        self.fact_icons: dict[str, str] = {}
        self.kind_faces: dict[str, Callable[..., Any]] = {}


class RulesetBuilder(Declarations):
    """A game under construction."""

    def __init__(  # noqa: PLR0913 - the parts of a game, each by its name
        self,
        name: str,
        en: str,
        zh: str,
        *,
        folder: str,
        sample: tuple[str, Texts, Texts],
        seat: Sequence[Var] = (),
        table: Sequence[Var] = (),
        zones: Sequence[Zone] = (),
        decks: DeckRules | None = None,
        default_decks: Sequence[str] = (),
        life: str = "",
        loses: Callable[..., object] | None = None,
        structure: Literal["turns", "rounds"] = "turns",
        turns: int = 100,
        actions: int = 0,
        leave: tuple[str, str, str] = ("end", "End the turn", "结束回合"),
        first: Literal["random", "seat"] = "random",
        seats: int = 2,
        rules: str = "",
    ) -> None:
        """Begin a game.

        Shapes: `sample` is the shipped set as a pack: slug, name, description; `life` is the number of a seat that hits lower; `loses(values)` says
                of a player's numbers that it has lost; a match lasts `turns` turns of each seat, or rounds, and a turn `actions` actions (any
                number when 0); `rules` are the letters by which SOURCE.md numbers the rules.
        """
        super().__init__()
        self.place = author()
        self.title, self.folder, self.sample = LocalizedText(en, zh), Path(folder).parent, sample
        own_zones = self._fitting("zones", zones, Zone, "deck(), hand(3), zone(…)")
        self.book = Rulebook(
            name=name,
            seats=seats,
            seat=self._fitting("seat", seat, Var, VAR),
            table=self._fitting("table", table, Var, VAR),
            zones={zone.name: zone for zone in own_zones},
            structure=structure,
            limit=turns,
            actions_limit=actions,
            leave=leave[0],
            loses=loses,
            life=life,
            random_first=first == "random",
        )
        self.leave, self.decks, self.default_decks = LocalizedText(*leave[1:]), decks, tuple(default_decks)
        self.table: type[Table] = type("Table", (Table,), {"book": self.book, "__slots__": ()})
        self.rule_letters = rules or name[:2].upper()

    # ------------------------------------------------------------------------------------------- kinds of card

    def kind(  # noqa: PLR0913 - the parts of a kind of card, each by its name
        self,
        name: str,
        en: str,
        zh: str,
        *,
        plural: str = "",
        classifier: str = "张",
        cost: str = "",
        stats: Sequence[Var] = (),
        life: str = "",
        plays_to: str = "",
        starts_in: str = "",
        keywords: Mapping[str, Texts] | None = None,
        timings: Sequence[Timing] = (),
        variables: Sequence[Var] = (),
        triggers: bool = False,
        marker: str = "",
        fields: Sequence[Field] = (),
        colour: str = "",
        facts: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    ) -> Kind:
        """Declare a kind of card and return it.

        Shapes: `cost` names the pool that it is paid from; `life` the stat at 0 of which it dies; it lies in `plays_to` once it is played
                (discarded without), and begins in `starts_in` (the deck without); `keywords` are called in both languages; `variables` are
                numbers that it has in play but not on the card; with `triggers` it answers events while it is in play;
                `marker` is the field that tells it from others, `type` without; `colour` is that of its face.
        """
        self.places[f"kind {name}"] = place = author()
        owner = f"the kind {name}", f"种类 {name}"
        if not are_texts(self.faults, place, owner, dict(keywords or {})):
            keywords = {}
        titles = {word: LocalizedText(*texts) for word, texts in (keywords or {}).items()}
        kind = Kind(
            name=name,
            title=LocalizedText(en, zh),
            noun=(en.lower(), plural or f"{en.lower()}s", zh),
            classifier=classifier,
            pool=cost,
            stats=self._fitting("stats", stats, Var, VAR),
            life=life,
            plays_to=plays_to,
            starts_in=starts_in,
            keywords=titles,
            timings=self._fitting(
                "timings", timings, Timing, 'Timing("battlecry", LocalizedText("Battlecry", "战吼"))'
            ),
            variables=self._fitting("variables", variables, Var, VAR),
            triggers=triggers,
            marker=marker,
            fields=tuple(fields),
            facts=facts,
        )
        self.book.kinds[name] = kind
        if colour:
            self.tones[name] = colour
        return kind

    def _fitting(self, name: str, values: Any, sort: type[Part], example: str) -> tuple[Part, ...]:
        return fitting(self.faults, author(), (f"`{name}`", f"`{name}`"), values, sort, example)

    def template(self, kind: Kind, en: str, zh: str, body: str) -> None:
        """Declare a text that a new card of a kind may start from; `@ID@` stands for its id."""
        key = (
            kind.name
            if all(each.kind != kind.name for _, each in self.templates)
            else f"{kind.name}-{len(self.templates)}"
        )
        self.templates.append((author(), Template(key, kind.name, LocalizedText(en, zh), body)))

    # ------------------------------------------------------------------------------------------- events

    def event(  # noqa: PLR0913 - the parts of an event, each by its name
        self,
        name: str,
        en: str,
        zh: str,
        fields: Mapping[str, str] | None = None,
        *,
        phrase: Texts | None = None,
        moment: Texts | None = None,
        cases: Sequence[tuple[Mapping[str, Any], Texts]] = (),
        search: Texts = ("", ""),
        story: Texts | None = None,
        keys: Texts | None = None,
        numbers: Mapping[str, Texts] | None = None,
        **parts: Any,
    ) -> None:
        """Declare something that happens, and that triggers may wait for: at once, when the rule around it is done unless `mode` says otherwise.

        Shapes: `fields` name its values with their types, in order; `phrase` is its sentence with `{field}` places ("{playerUUID} draws a card"),
                or `moment` what comes and goes by itself ("at the start of each turn"), `cases` the same where a condition asks for a word of
                a field ("at the start of your turn"); `story` is how a match reports it, its
                phrase without; `keys` are patterns of which a written text that mentions it holds one, the first word of its sentence without; `numbers` say what its numbers are called ("the damage dealt").
        """
        place, owner = author(), (f"the event {name}", f"事件 {name}")
        texts = {"phrase": phrase, "moment": moment, "search": search, "story": story, "keys": keys}
        are_good = are_texts(self.faults, place, owner, {"its title": (en, zh), **texts, **(numbers or {})})
        if not (are_types(self.faults, place, owner, fields or {}) and are_good):
            self.events[name] = place, event_spec(name, name, name, {})
            return
        words = phrase or moment
        sentence = LocalizedText(*words) if words else None
        wording: dict[str, Any] = {
            "keys": LocalizedText(*keys) if keys else keys_of(sentence) if sentence is not None else None,
            "each": LocalizedText(*moment) if moment else None,
            "cases": tuple(case(when, *words) for when, words in cases),
            "results": {field: result(*words, that=True) for field, words in (numbers or {}).items()},
        }
        own: dict[str, Any] = {**wording, "mode": "deferred", "search": search, **parts}
        if phrase:
            own["phrase"] = sentence
        spec = event_spec(name, en, zh, fields or {}, **own)
        self.events[name] = place, spec
        if story is not None:
            self.stories[name] = LocalizedText(*story)

    def noun(self, kind: str, one: str, many: str, zh: str, classifier: str = "个") -> None:
        """Declare what things of a type are called."""
        self.nouns[kind] = Noun(one, many, zh, classifier)

    def lifetime(  # noqa: PLR0913 - the parts of a lifetime
        self,
        name: str,
        en: str,
        zh: str,
        *,
        until: str = "",
        once: bool = False,
        owner: str = "",
        phrase: Texts | None = None,
    ) -> None:
        """Declare how long triggers that an effect adds may last."""
        words = LocalizedText(*phrase) if phrase else None
        life = Lifetime(
            name, LocalizedText(en, zh), once=once, until=until or None, owner_field=owner or None, phrase=words
        )
        self.lifetimes.append(life)

    # ------------------------------------------------------------------------------------------- rules

    def rule(self, function: Rule) -> Rule:
        """Declare a rule that others run by its name: `t.run("name", …)`."""
        return self._rule(function.__name__, function)

    def on_match_start(self, function: Rule) -> Rule:
        """Declare what happens when the decks are dealt, before the first turn."""
        return self._hook("match_start", function)

    def on_turn_start(self, function: Rule) -> Rule:
        """Declare what happens when a player's turn starts."""
        return self._hook("turn_start", function)

    def on_turn_end(self, function: Rule) -> Rule:
        """Declare what happens when a player's turn ends."""
        return self._hook("turn_end", function)

    def on_round_start(self, function: Rule) -> Rule:
        """Declare what happens when a round starts."""
        return self._hook("round_start", function)

    def on_round_end(self, function: Rule) -> Rule:
        """Declare what happens when a round ends."""
        return self._hook("round_end", function)

    def on_enter(self, function: Rule) -> Rule:
        """Declare what happens when a card comes into play: `(t, me)`."""
        return self._hook("enter", function)

    def _hook(self, when: str, function: Rule) -> Rule:
        self.book.hooks[f"on_{when}"] = f"{self.book.name}/{function.__name__}"
        return self._rule(function.__name__, function)

    def _rule(self, name: str, function: Rule) -> Rule:
        if name in self.functions:
            self.faults.refuse(place_of(function), f"there are two rules {name}", f"有两条名为 {name} 的规则")
        self.functions[name] = function
        self.book.parameters[name] = tuple(inspect.signature(function).parameters)[1:]
        return function

    def action(
        self, name: str, en: str, zh: str, *, of: str = "", can: Callable[..., Any] | None = None
    ) -> Callable[[Rule], Rule]:
        """Declare what a player may do on its turn: with a card of the zone `of`, or with none; `can(t, card)` says whether it is offered."""
        place = author()

        def declare(function: Rule) -> Rule:
            self.places[f"action {name}"] = place
            self.book.actions[name] = Action(
                name, LocalizedText(en, zh), of, f"{self.book.name}/{function.__name__}", can
            )
            return self._rule(function.__name__, function)

        return declare

    def timeout(self, function: Rule) -> Rule:
        """Declare who wins when the match has lasted its turns: the function says so by `t.win`; a draw without."""
        self.book.timeout = function
        return function

    def score(self, **weights: int) -> None:
        """Declare what a bot looks at: weights of the numbers of seats and cards in play, and of each card in a zone; the other seat's count against it."""
        self.places["score"] = author()
        self.weights = weights

    def scoring(self, function: Rule) -> Rule:
        """Declare the bots' score of a position as a function `(t, player)`."""
        self.scorer = function
        return function

    # ------------------------------------------------------------------------------------------- nodes

    def use(self, *parts: Any) -> None:
        """Take parts of the library, or nodes and records of the language, into the game's vocabulary."""
        for part in parts:
            if isinstance(part, NodeSpec):
                self.shared.append(part)
            elif isinstance(part, RecordSpec):
                self.records.append(part)
            elif isinstance(part, tuple | list):
                self.use(*part)
            else:
                part(self)

    def group(self, name: str, en: str, zh: str) -> None:
        """Declare a group of nodes, under which the palette and the reference show them."""
        self.groups[f"{self.book.name}-{name}"] = LocalizedText(en, zh)

    def effect(
        self, name: str, en: str, zh: str, *fields: Field, phrase: Texts, **parts: Any
    ) -> Callable[[Rule], Rule]:
        """Declare what a card may say, with its sentence; the function `(t, field, …)` does it, and may ask."""
        return declare_node(self, "effect", name, LocalizedText(en, zh), fields, phrase, parts)

    def value(self, name: str, en: str, zh: str, *fields: Field, phrase: Texts, **parts: Any) -> Callable[[Rule], Rule]:
        """Declare a number that a card may read off the table; the function `(t, field, …)` returns it."""
        return declare_node(self, "value", name, LocalizedText(en, zh), fields, phrase, parts)

    def condition(
        self, name: str, en: str, zh: str, *fields: Field, phrase: Texts, **parts: Any
    ) -> Callable[[Rule], Rule]:
        """Declare a condition; `negated` is its sentence where it does not hold."""
        return declare_node(self, "condition", name, LocalizedText(en, zh), fields, phrase, parts)

    def chooser(
        self, name: str, en: str, zh: str, *fields: Field, phrase: Texts | None = None, **parts: Any
    ) -> Callable[[Rule], Rule]:
        """Declare whom an effect may be done to; the function `(t, field, …)` returns these cards or players, all of which are meant; `gives` is their type."""
        return declare_node(self, "chooser", name, LocalizedText(en, zh), fields, phrase, parts)

    # ------------------------------------------------------------------------------------------- the rest

    def setting(self, name: str, value: Any, en: str, zh: str, rule: str = "") -> None:
        """Declare a number or a table of the rules, which a match may change; rules read it with `t.config(name)`."""
        owner = f"the setting {name}", f"设置 {name}"
        if are_texts(self.faults, author(), owner, {"its title": (en, zh)}):
            self.settings.append(Setting(name, value, rule, LocalizedText(en, zh)))

    def result(self, reason: str, en: str, zh: str) -> None:
        """Declare what a reason for which a match ends is called."""
        self.stories[reason] = LocalizedText(en, zh)

    def problem(self, code: str, title: Texts, remedy: Texts, *, wrong: str, right: str) -> Callable[[Rule], Rule]:
        """Declare a check of cards with its code; the function `(document)` yields problems. `wrong` and `right` are cards that show it."""
        self.codes[code] = (
            ProblemCode(LocalizedText(*title), LocalizedText(*remedy)),
            ProblemExample(wrong, right),
        )

        def declare(function: Rule) -> Rule:
            self.checks.append(function)
            return function

        return declare

    def trial(
        self,
        *,
        seat: int | None = None,
        deck: str = "",
        match_ms: Mapping[str, int] | None = None,
        measure: tuple[str, str, str] | None = None,
    ) -> None:
        """Declare how previews try a card: where seats have roles, `seat` with its `deck` has it. `measure` is a number of the table that is compared."""
        if seat is not None:
            self.side = seat, deck
        self.match_ms = match_ms or self.match_ms
        if measure is not None:
            self.measure = measure[0], LocalizedText(*measure[1:])

    def icon(self, name: str, *paths: str) -> str:
        """Declare an icon as the strokes of a drawing of 24 by 24, and return its name."""
        full = f"{self.book.name}-{name}"
        self.icons[full] = paths
        return full

    def show(self, **icons: str) -> None:
        """Declare by which icons faces show numbers: `attack="swords"`."""
        self.places["show"] = author()
        self.fact_icons |= icons

    def face(self, kind: Kind) -> Callable[[Rule], Rule]:
        """Declare what a face of a kind shows beyond its numbers: the function `(document)` returns the parts of the face that are its own, and reads nothing that may be missing."""

        def declare(function: Rule) -> Rule:
            self.kind_faces[kind.name] = function
            return function

        return declare

    def build(self) -> Ruleset:
        """Return the game as a ruleset.

        Errors: BadGame with every fault, each at its author's line.
        """
        return assemble(self)
