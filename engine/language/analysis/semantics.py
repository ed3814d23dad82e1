"""The second layer: what the words of a document mean in their context.

References are looked up in the scope around them and typed; numbers of passes are bounded; what cancels is only where something
can be cancelled. Whatever the structure layer could not read is skipped here, so each layer reports only its own problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine.checkpoints import checkpoint
from engine.errors import Problem, Problems
from engine.json_values import Json
from engine.language.analysis.changing import changing, is_inline, reason
from engine.language.analysis.folding import constant_answer
from engine.language.analysis.known_words import nearest_word, words_of
from engine.language.analysis.loop_bounds import is_counted, most_of, varies
from engine.language.analysis.naming import named_here
from engine.language.analysis.ranges import crossed_bounds
from engine.language.analysis.scope import Binding, Scope, merged
from engine.language.analysis.structure import is_label, is_whole
from engine.language.analysis.typing import Typing, fits, wanted_type
from engine.language.analysis.uncounted import counts_nothing
from engine.language.diagnostics import messages
from engine.language.diagnostics.messages import report
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.reading import markup
from engine.language.reading.source_map import members, pointer
from engine.language.spec import (
    Block,
    EventName,
    EventSpec,
    Field,
    Identifier,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    Option,
    RecordSpec,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    Value,
    Vocabulary,
)
from engine.language.spec.interpolation import BadTemplate, Path, Template, parse, parsed_text, paths
from engine.language.spec.kinds import is_cancellable, kind_of, unheard
from engine.language.spec.shapes import holds_conditions

INSTANT = "instant"  # the event of a trigger that runs at once and answers no event
PURE = ("check", "modify")  # stages without a pause and without chance
UNREAD = "unread"  # the stage of a trigger whose event is unknown, and reported
FEW_PASSES = 20  # the bound that a fix offers for an unbounded number of passes
MAX_IDS = 500  # effects of one card that may have an id: the names of each place are stored for every place


@dataclass(frozen=True, slots=True)
class Context:
    """One place of the walk: what can be named, what the trigger around answers, and the names outside the innermost loop.

    Shapes: stage_pointer is the pointer of the stage, where the trigger around writes one; fixed says that it cannot write one, so
            that what does not fit the event's own stage is done after the event; guarded says that a condition comes before
            what is done here.
    """

    scope: Scope
    event: EventSpec | None = None
    stage: str | None = None
    outside: Scope | None = None
    stage_pointer: str | None = None
    guarded: bool = False
    fixed: bool = False


def semantics(vocabulary: Vocabulary, document: Any) -> tuple[list[Problem], list[tuple[str, str]]]:
    """Return the problems in the meaning of a document in core form, and the cards that it names, each with its pointer."""
    kind = kind_of(vocabulary, document)
    if kind is None:
        return [], []
    walk = Semantics(vocabulary)
    walk.record(kind.record, document, "", Context(Scope()))
    walk.close()
    return walk.typing.problems, walk.named


class Semantics:
    """The walk over one document."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.typing = Typing(vocabulary)
        self.named: list[tuple[str, str]] = []
        self.count = 0
        self.ids: dict[str, str] = {}
        self.narrowed: list[tuple[str, str]] = []

    def report(self, message: str, path: str, /, **words: Any) -> None:
        """Keep the problem of a message."""
        self.keep(report(message, path, **words))

    def keep(self, problem: Problem) -> None:
        """Keep a problem."""
        self.typing.problems.append(problem)

    def close(self) -> None:
        """Return what only the whole card shows: results that nothing asks for, and choosers that may find nothing without a check."""
        for path, label in self.ids.items():
            if path not in self.typing.read:
                self.keep(self._unread(path, label))
        for path, site in self.narrowed:
            if site not in self.typing.read:
                self.report("chooser-may-be-empty", path)

    def _unread(self, path: str, label: str) -> Problem:
        name = "template-results-never-read" if "{" in label else "results-never-read"
        return report(name, path, found=label, fix=({"op": "remove", "path": path},))

    # ------------------------------------------------------------------------------------------------ records

    def record(self, name: str, value: Any, path: str, context: Context) -> None:
        """Walk an object without a discriminator; what opens a scope opens it for all its fields."""
        if isinstance(value, dict):
            spec = self.vocabulary.record(name)
            self._fields(spec.fields, value, path, self._opened(spec, value, path, context))

    def _opened(self, spec: RecordSpec, value: Json, path: str, context: Context) -> Context:
        for name, given in spec.gives.items():
            context = replace(context, scope=context.scope.event(name, given))
        for key in spec.fields:
            word = value.get(key.name)
            if not isinstance(word, str):
                continue
            if isinstance(key.shape, TimingName) and (timing := self.vocabulary.timing(word)):
                context = replace(context, scope=context.scope.event(timing.name, timing.fields), outside=None)
            if isinstance(key.shape, EventName) and word != INSTANT:
                event = self.vocabulary.event(word)
                if event is None:
                    context = replace(context, stage=UNREAD)
                    continue
                context = replace(
                    self._answering(event, key, value, path, context),
                    fixed=self.vocabulary.modify_gives_way and spec.field("stage") is None,
                )
        return replace(
            context,
            guarded=context.guarded
            or any(value.get(key.name) not in (None, []) for key in spec.fields if holds_conditions(key.shape)),
        )

    def _answering(self, event: EventSpec, key: Field, value: Json, path: str, context: Context) -> Context:
        """Return the place inside a trigger on an event."""
        if message := unheard(self.vocabulary, event):
            self.report(message, pointer(path, key.name), found=event.name)
        stage = value.get("stage")
        scope = replace(context.scope.event(event.name, event.fields), ended=False)
        if isinstance(stage, str):
            return Context(scope, event, stage, stage_pointer=pointer(path, "stage"))
        return Context(scope, event, event.runtime.stage)

    def _fields(self, fields: Sequence[Field], value: Json, path: str, context: Context) -> dict[str, str | None]:
        """Walk the fields in the author's order and return the type found in each."""
        known = {key.name: key for key in fields}
        return {name: self._field(known[name], child, path, context) for name, child in value.items() if name in known}

    def _field(self, key: Field, value: Any, path: str, context: Context) -> str | None:
        if key.analysis.bounded:
            self._bounded(value, pointer(path, key.name), context)
        if key.analysis.live:
            context = replace(context, stage="check")
        for name, fields in key.analysis.opens.items():
            context = replace(context, scope=context.scope.event(name, fields))
        for name, later in key.analysis.too_early.items():
            context = replace(context, scope=context.scope.bind(name, Binding({}, later_in=later)))
        if key.reference.names == "card":
            self.named += [(one.path, one.card) for one in named_here(key, value, pointer(path, key.name))]
        self._unlisted(key, value, pointer(path, key.name))
        return self.value(key.shape, value, pointer(path, key.name), context)

    def value(self, shape: Shape, value: Any, path: str, context: Context) -> str | None:
        """Walk the value in a field of a shape and return its type, where it has one."""
        checkpoint()
        if isinstance(shape, Number | Value | Ref | Targets):
            return self._expression(shape, value, path, context)
        self._structure(shape, value, path, context)
        return None

    def _structure(self, shape: Shape, value: Any, path: str, context: Context) -> None:
        match shape:
            case ObjectShape(name):
                self.record(name, value, path, context)
            case ListOf(item) | MapOf(item) if isinstance(value, list if isinstance(shape, ListOf) else dict):
                for where, child in members(path, value):
                    self.value(item, child, where, context)
            case Block():
                self.block(value, path, context)
            case Node("effect"):
                self.effect(value, path, context)
            case Node(family):
                self._node(family, value, path, context)
            case TextLiteral(pattern=None) if isinstance(value, str):
                self._plain(value, path, blank=shape.min == 0)
                if shape.markup:
                    self._markup(value, path)
            case Identifier():
                self._parsed(value, path, context)

    # ------------------------------------------------------------------------------------------------ effects

    def block(self, value: Any, path: str, context: Context) -> Scope:
        """Walk effects in their order and return what can be named after the last."""
        if not isinstance(value, list):
            return context.scope
        for index, effect in enumerate(value):
            was_ended = context.scope.ended
            context = replace(context, scope=self.effect(effect, f"{path}/{index}", context))
            if context.scope.ended and not was_ended and index + 1 < len(value):
                gone = range(len(value) - 1, index, -1)
                fix = tuple({"op": "remove", "path": f"{path}/{place}"} for place in gone)
                self.report("after-the-end", f"{path}/{index + 1}", fix=fix)
        return context.scope

    def effect(self, value: Any, path: str, context: Context) -> Scope:
        """Walk one effect and return what can be named after it."""
        checkpoint()
        if not isinstance(value, dict):
            return context.scope
        spec = self.vocabulary.spec("effect", value)
        label = self._counted(self._label(value.get("id")), path)
        if spec is None:
            return context.scope if label is None else context.scope.bind(label, Binding({}, open=True))
        if (
            context.stage == "modify"
            and context.fixed
            and not is_inline(self.vocabulary, value)
            and context.event
            and context.event.runtime.has_after
        ):
            context = replace(context, stage="after")
        self._placed(spec, path, context)
        blocks = [key for key in spec.fields if isinstance(key.shape, Block)]
        self._fields([key for key in spec.fields if key not in blocks], value, path, context)
        if label is not None:
            self._unique(label, value["id"], f"{path}/id", context)
            self.ids[f"{path}/id"] = value["id"]
        self._narrowed(spec, value, path, context)
        scope = (
            context.scope
            if label is None
            else context.scope.bind(label, Binding(spec.output.results, sites=(f"{path}/id",), fixed=spec.output.fixed))
        )
        if not blocks:
            return replace(scope, ended=True) if spec.analysis.is_terminal else scope
        outside = context.scope if "index" in spec.output.results else context.outside
        guarded = context.guarded or spec.field("condition") is not None
        return self._forked(spec, blocks, value, path, replace(context, scope=scope, outside=outside, guarded=guarded))

    def _forked(self, spec: NodeSpec, blocks: Sequence[Field], value: Json, path: str, context: Context) -> Scope:
        """Walk the blocks of a control effect; each may or may not be the one that is done."""
        ends = {key.name: self.block(value.get(key.name), pointer(path, key.name), context) for key in blocks}
        if "index" in spec.output.results:
            times = value.get("times")
            if is_whole(times) and times == 0:
                self.report("loop-without-pass", f"{path}/times", found=0)
            return ends["do"] if is_whole(times) and times > 0 else merged(context.scope, (ends["do"], context.scope))
        answer = constant_answer(value.get("condition"))
        if answer is None or len(blocks) != 2:
            return merged(context.scope, tuple(ends.values()) if len(ends) > 1 else (*ends.values(), context.scope))
        first, second = (key.name for key in blocks)
        if answer and value.get(second) and value["condition"].get("type") != "AlwaysTrue":
            unused = pointer(path, second)
            self.report("otherwise-never-done", unused, fix=({"op": "remove", "path": unused},))
        return ends[first if answer else second]

    def _placed(self, spec: NodeSpec, path: str, context: Context) -> None:
        """Check that an effect is allowed under the trigger around it."""
        if spec.analysis.cancels:
            if context.event is None:
                self.report("cancels-outside-a-trigger", path)
            elif context.stage is None or not is_cancellable(self.vocabulary, context.event):
                self.report("cancels-what-stays", path, found=context.event.name)
            elif context.stage != "before":
                self.keep(
                    messages.too_late(
                        path, context.event.name, context.stage, context.stage_pointer, context.event.runtime.stage
                    )
                )
        if spec.analysis.answers and (context.event is None or context.event.name != spec.analysis.answers):
            self.report("answers-another-event", path, found=spec.name, event=spec.analysis.answers)
        if context.stage == "modify":
            for found in changing(self.vocabulary, spec, path, context.event):
                self.keep(found)
        if context.stage not in ("modify", UNREAD) and spec.runtime.run is None and spec.runtime.build is None:
            self.report("inline-alone", path, found=spec.name)

    def _counted(self, label: str | Path | Template | None, path: str) -> str | Path | Template | None:
        """Return an effect's id unless the card has too many, which is reported once."""
        self.count += label is not None
        if self.count == MAX_IDS + 1 and label is not None:
            self.report("too-many-ids", path, wanted=MAX_IDS)
        return label if self.count <= MAX_IDS else None

    def _narrowed(self, spec: NodeSpec, value: Json, path: str, context: Context) -> None:
        """Note the choosers that pick some of a narrowed lot and may find none: that is fine before a condition or a loop."""
        for key in spec.fields if not context.guarded and "index" not in spec.output.results else ():
            chooser = value.get(key.name)
            if isinstance(key.shape, Targets) and isinstance(chooser, dict) and self._may_miss(chooser):
                self.narrowed.append((pointer(path, key.name), f"{path}/id"))

    def _may_miss(self, chooser: Json) -> bool:
        """Return whether a chooser wants something and may find nothing: `all` of none is none, and `min` 0 says that none will do."""
        spec = self.vocabulary.spec("chooser", chooser)
        if spec is None or spec.field("ask") is None or chooser.get("pick") == "all" or chooser.get("min") == 0:
            return False
        return any(key.analysis.narrows and key.name in chooser for key in spec.fields)

    def _label(self, written: Any) -> str | Path | Template | None:
        return parsed_text(written) if isinstance(written, str) and is_label(written) else None

    def _unique(self, label: str | Path | Template, source: str, path: str, context: Context) -> None:
        """A template inside a loop must hold something that each pass of this loop makes again."""
        if isinstance(label, str) or context.outside is None:
            return
        if not any(varies(used, context.scope, context.outside) for used in paths(label)):
            self.report("same-id-in-every-pass", path, found=source)

    def _bounded(self, value: Any, path: str, context: Context) -> None:
        """Check a number of passes: a literal is bounded by its shape, a count by the engine."""
        if isinstance(value, str):
            template, declares = parsed_text(value), self.vocabulary.keyword_kind
            if declares is not None and value.strip("${}").startswith(f"{declares.scope}."):
                return  # a number that each card with the keyword gives, and is bounded by there
            if isinstance(template, Path) and not is_counted(template, context.scope):
                self.report("loop-unbounded", path, what=f"“{value}”", found=value)
        elif isinstance(value, dict) and most_of(value, self.vocabulary.family("value")) is None:
            fix = ({"op": "replace", "path": path, "value": {"type": "min", "values": [value, FEW_PASSES]}},)
            bounded = fix if "min" in self.vocabulary.family("value") else None
            self.report("loop-unbounded", path, what=LocalizedText("a value", "一个取值"), fix=bounded)

    # -------------------------------------------------------------------------------------------- expressions

    def _node(self, family: str, value: Any, path: str, context: Context, *, inner: bool = False) -> str | None:
        """Walk a condition, a value or a chooser and return the type it gives."""
        if (spec := self.vocabulary.spec(family, value)) is None:
            return None
        is_asking = family == "chooser" and spec.field("ask") is not None and value.get("pick") != "all"
        if context.stage in PURE and (spec.analysis.draws_chance or spec.analysis.suspends or is_asking):
            self.report("not-inline", path, found=spec.name, stage=context.stage, why=reason(spec))
        if family == "condition" and not inner and spec.name != "AlwaysFalse" and constant_answer(value) is False:
            self.report("condition-never-true", path)
        for problem in (crossed_bounds(spec, value, path), counts_nothing(self.vocabulary, spec, value, path)):
            if problem is not None:
                self.keep(problem)
        types: dict[str, str | None] = {}
        for name, child in value.items():
            if (key := spec.field(name)) is not None:
                types[name] = self._operand(key, child, path, context)
        self._alike(spec, value, types, path)
        return spec.given_type(value)

    def _operand(self, key: Field, value: Any, path: str, context: Context) -> str | None:
        """Walk a field of a condition: conditions inside a condition are part of it."""
        where = pointer(path, key.name)
        for name, fields in key.analysis.opens.items():
            context = replace(context, scope=context.scope.event(name, fields))
        if key.shape == Node("condition"):
            return self._node("condition", value, where, context, inner=True)
        if key.shape == ListOf(Node("condition")):
            for place, child in members(where, value) if isinstance(value, list) else ():
                self._node("condition", child, place, context, inner=True)
            return None
        return self._field(key, value, path, context)

    def _alike(self, spec: NodeSpec, value: Json, types: Mapping[str, str | None], path: str) -> None:
        """Compare like with like: values that may be of any type must be of one type."""
        keys = [key.name for key in spec.fields if key.shape == Value("any") and types.get(key.name) is not None]
        for first, second in pairwise(keys):
            first_type, second_type = types[first] or "any", types[second] or "any"
            if not fits(self.vocabulary, first_type, second_type):
                digits = _digits(value, path, {first: first_type, second: second_type})
                self.keep(messages.unlike(pointer(path, second), second_type, first_type, digits, self.vocabulary))
            for literal, read in ((first, second), (second, first)):
                self._report_never_equal(value[literal], value[read], pointer(path, literal))
            for kind, key in ((first_type, second), (second_type, first)):
                if kind == "cardID" and isinstance(value[key], str) and isinstance(parsed_text(value[key]), str):
                    self.named.append((pointer(path, key), value[key]))

    def _report_never_equal(self, literal: Any, read: Any, path: str) -> None:
        """Report a word that is compared with what can never be it."""
        if not isinstance(literal, str) or not isinstance(parsed_text(literal), str):
            return
        options = words_of(self.vocabulary, read)
        if options and all(literal != option.name for option in options):
            self.keep(messages.unlisted("word-never-equal", path, literal, options, nearest_word(literal, options)))

    def _unlisted(self, key: Field, value: Any, path: str) -> None:
        """Report a word in a field that takes any text and knows only some words."""
        if key.shape != Value("text") or not key.called or not isinstance(value, str):
            return
        options = tuple(Option(name, title) for name, title in key.called.items())
        if isinstance(parsed_text(value), str) and value not in key.called:
            self.keep(messages.unlisted("word-unknown-here", path, value, options, nearest_word(value, options)))

    def _expression(self, shape: Shape, value: Any, path: str, context: Context) -> str | None:
        """Walk a literal, a reference or a node and check that it is of the type that the field takes."""
        if isinstance(value, dict):
            actual = self._node("chooser" if isinstance(shape, Targets) else "value", value, path, context)
        elif isinstance(value, str):
            actual = self._text(shape, value, path, context)
        else:
            return "bool" if isinstance(value, bool) else "int" if is_whole(value) else None
        expected = wanted_type(shape)
        if actual is not None and not fits(self.vocabulary, actual, expected, is_list=isinstance(shape, Targets)):
            self.keep(
                messages.wrong_type(path, value if isinstance(value, str) else None, actual, expected, self.vocabulary)
            )
            return None
        return actual

    def _text(self, shape: Shape, value: str, path: str, context: Context) -> str | None:
        template = self._parsed(value, path, context)
        if isinstance(template, Path):
            return self.typing.reference(template, context.scope, path, value)
        return "text" if isinstance(shape, Value) and shape.type in ("any", "text") and template is not None else None

    def _parsed(self, value: Any, path: str, context: Context) -> str | Path | Template | None:
        """Read a string and check the references of a template in it."""
        if not isinstance(value, str):
            return None
        try:
            template = parse(value)
        except BadTemplate as bad:
            if bad.long:
                self.report("reference-unreadable", path, why=bad.message, place=bad.offset + 1, found=value)
            return None
        if isinstance(template, Template):
            self.typing.joined_text(template.pieces, context.scope, path, value)
        return template

    def _plain(self, value: str, path: str, *, blank: bool) -> None:
        """Check that a text can be seen, and that it is not blank where it may not be empty."""
        if signs := markup.unseen(value):
            fix = ({"op": "replace", "path": path, "value": markup.UNSEEN.sub("", value)},)
            self.report("unseen-characters", path, found=", ".join(signs[:8]), fix=fix)
        elif value and not blank and markup.is_blank(value):
            self.report("blank-text", path)

    def _markup(self, value: str, path: str) -> None:
        if tags := markup.foreign(value):
            self.keep(foreign_markup(path, tags, value))


def _digits(value: Json, path: str, types: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the place and the number of a text that is only a number in quotes, where a number is compared with it."""
    if set(types.values()) != {"int", "text"}:
        return None
    key = next(name for name, kind in types.items() if kind == "text")
    written = value[key]
    if isinstance(written, str) and written.isascii() and written.isdigit() and len(written) <= 15:
        return pointer(path, key), int(written)
    return None


def references(
    namings: Sequence[tuple[str, str]], document: Any, card_ids: frozenset[str], suggestions: Suggestions
) -> Problems:
    """The third layer: yield the cards that are named and do not exist; a card knows itself."""
    own = document.get("id") if isinstance(document, dict) else None
    for path, card in namings:
        if card != own and card not in card_ids:
            yield messages.no_such("no-such-card", path, card, suggestions.of(card))


def foreign_markup(path: str, tags: Sequence[str], value: str) -> Problem:
    """Return the problem of a text that holds tags beyond the allowed ones."""
    fix = ({"op": "replace", "path": path, "value": markup.stripped(value)},)
    return report("foreign-markup", path, found=", ".join(tags[:8]), wanted=" ".join(markup.ALLOWED_TAGS), fix=fix)
