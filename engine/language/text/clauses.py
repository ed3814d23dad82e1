"""Puts single effects into clauses, binds their results, and joins clauses that belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine.json_values import Json
from engine.language.planning.document_reader import LIFETIME, may_ask, pick_of, takes_one, targets_field
from engine.language.planning.plan import Effect, Item, only_chooses, sentence_of
from engine.language.planning.templates import Place, lower_first, parts, places
from engine.language.spec import Case, LocalizedText, NodeSpec, Number, Targets
from engine.language.text.amounts import Margin, with_each
from engine.language.text.discourse import Fact, FillPlace, Meaning, Phrase
from engine.language.text.realizer import Realizer

BY_YOU = "you"
BY_OWNER = "?own"
"""The subject of a clause about a property, which no other clause shares."""

_SPAN = re.compile(rf"^{{{LIFETIME}:span}}(?:, |，)")
_RESULTS = {
    "int": LocalizedText("the resulting number", "所得数值"),
    "bool": LocalizedText("this succeeds", "此举成功"),
    "text": LocalizedText("the resulting word", "所得的词"),
}
_NUMBER_OF = LocalizedText("the number of {1}{0}", "{0}{1}的数量")
_UNKNOWN = LocalizedText("something unknown happens", "发生未知的效果")
_YOU_CHOOSE = LocalizedText("choose {}", "选择{}")
_CHOOSES = LocalizedText("{} chooses {}", "{}选择{}")
_EACH_DOES = LocalizedText("each {}", "各{}")
_TURNS = re.compile(r" for \d+ turns?[.]?$|，持续\d+回合[。]?$")
"""How long a clause says that something lasts."""
_NEGATION = LocalizedText("it is not so that {}", "并非{}")


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that is done.

    Shapes: `agent` identifies the subject, empty if there is none; `subject` is its text, empty when implied;
            `head` is the text between subject and first place, `rest` what follows; `counts` marks a `rest` that is a
            number of things, so that another can follow it; `kind` is the type of effect, `target` the one thing it
            is done to.
    """

    agent: str
    subject: str = ""
    head: str = ""
    rest: str = ""
    counts: bool = False
    kind: str = ""
    target: str = ""

    @property
    def predicate(self) -> str:
        return self.head + self.rest


# ------------------------------------------------------------------------------------------------ sentences


def clause_of(
    realizer: Realizer, sentence: str, put: FillPlace, *, negate: bool = False, forbidden: bool = False
) -> str:
    """Return a sentence of an event or condition, its verb conjugated; a `forbidden` one cannot happen."""
    realizer.clock += 1
    first, *rest = parts(sentence) or ("",)
    if isinstance(first, str):
        text = realizer.fill(parts(sentence), put)
        return realizer.say(_NEGATION, text) if negate else text
    subject = put(first)
    agreeing = replace(subject, distributive=False)
    head = conjugated_run(realizer, first.after, agreeing, negate=negate, forbidden=forbidden)
    space = " " if first.after.startswith(" ") else ""
    predicate = head + realizer.fill(rest[bool(first.after) :], put)
    text = realizer.grammar.put_behind(realizer.grammar.subject(subject.text) + space, predicate)
    return realizer.say(_NEGATION, text) if negate and realizer.chinese else text


def conjugated_run(
    realizer: Realizer, run: str, subject: Phrase, *, negate: bool = False, forbidden: bool = False
) -> str:
    """Return the words after a subject, with the verb as it asks."""
    words = run.removeprefix(" ")
    if words == run and not realizer.chinese:
        return run
    third = not (subject.you or subject.plural)
    words = realizer.grammar.conjugate(words, third=third, negate=negate, forbidden=forbidden)
    return realizer.say(_EACH_DOES, words) if subject.distributive and not run.startswith("的") else words


def effect_clause(realizer: Realizer, item: Effect) -> Clause:
    """Put one effect that contains no others into a clause, and bind its results."""
    if item.spec is None:
        return Clause("?", rest=realizer.translate(_UNKNOWN))
    realizer.mentioned, realizer.takes = {}, item.spec.wording.takes
    realizer.clock += 1
    node = with_each(realizer, item.spec, item.node)
    if id(item.node) in realizer.letters:
        realizer.letters = {**realizer.letters, id(node): realizer.letters[id(item.node)]}
    sentence = _sentence_with_losses(realizer, item.spec, node)
    if realizer.is_unstated(item.node.get(LIFETIME)):
        sentence = _SPAN.sub("", sentence)
    if not sentence[1:2].isupper():
        sentence = lower_first(sentence)
    outside, realizer.margin = realizer.margin, Margin()
    clause = _clause(realizer, sentence, realizer.of_node(item.spec, node), item.spec.name)
    clause, realizer.margin = _with_margin(clause, realizer.margin), outside
    referents = realizer.mentioned.values()
    targets = {referent.key for referent in referents if not (referent.you or referent.key == referent.text)}
    realizer.unchanged.clear()
    bind(realizer, item.spec, item.node, dict(realizer.mentioned))
    is_shared = len(targets) == 1 and clause.agent not in (BY_YOU, BY_OWNER)
    return replace(clause, target=targets.pop() if is_shared else "")


def _sentence_with_losses(realizer: Realizer, spec: NodeSpec, node: Json) -> str:
    """Return the sentence of an effect, that of a loss where its number is one and the sentence can state what it equals."""
    roles = realizer.with_roles(spec, node)
    sentence = realizer.translate(sentence_of(spec, roles))
    for field in spec.fields:
        value = node.get(field.name)
        if isinstance(field.shape, Number) and realizer.is_loss(value):
            lost = realizer.translate(sentence_of(spec, {**roles, field.name: -1}))
            if not isinstance(value, dict) or Place(field.name, form="-") not in places(lost):
                roles, sentence = {**roles, field.name: -1}, lost
    return sentence


def _with_margin(clause: Clause, margin: Margin) -> Clause:
    """Return a clause with what its amounts say around it; such a clause stands alone."""
    before, after = "".join(margin.before), "".join(write() for write in margin.after)
    if not before and not after:
        return clause
    part = "subject" if clause.subject else "head"
    clause = replace(clause, **{part: before + getattr(clause, part)})
    stop = clause.rest[-1:] if clause.rest[-1:] in (".", "。") else ""
    return replace(clause, agent=BY_OWNER, rest=clause.rest.removesuffix(stop) + after + stop, counts=False)


def _clause(realizer: Realizer, sentence: str, put: FillPlace, kind: str) -> Clause:
    """Return a sentence as a clause; one whose subject is you goes without subject."""
    first, *rest = parts(sentence) or ("",)
    if isinstance(first, str) or first.own or first.form:
        is_owned = isinstance(first, Place) and not realizer.chinese
        return Clause(BY_OWNER if is_owned else "", rest=realizer.fill(parts(sentence), put), kind=kind)
    subject = put(first)
    is_named = realizer.inside and realizer.kind is not None and realizer.kind.names_you
    is_named = is_named and not any(role.you for role in realizer.roles.values())
    is_named = is_named or (realizer.chinese and (realizer.others or first.after.startswith("的")))
    is_implied = subject.you and not is_named
    if subject.referent is not None and not subject.you:
        realizer.others = True
    head = conjugated_run(realizer, first.after, subject)
    text = realizer.fill(rest[bool(first.after) :], put)
    counts = len(rest) > 1 and isinstance(rest[1], Place)
    agent = BY_YOU if subject.you else subject.referent.key if subject.referent else subject.text
    return Clause(agent, "" if is_implied else realizer.grammar.subject(subject.text), head, text, counts, kind)


def whole(realizer: Realizer, clause: Clause) -> str:
    """Return a clause in full."""
    space = realizer.grammar.SPACE if clause.subject else ""
    return realizer.grammar.put_behind(clause.subject + space, clause.predicate)


# ------------------------------------------------------------------------------------------------ choices


def is_said_by(realizer: Realizer, item: Effect, following: Sequence[Item]) -> bool:
    """Return whether the next effect is done to what an effect picks, and bind that so that it says the choice at its first mention."""
    after = following[0] if following else None
    name = item.node.get("id")
    if item.spec is None or not isinstance(name, str) or not isinstance(after, Effect) or after.spec is None:
        return False
    results = {result: item.spec.wording.result(result, item.node) for result in item.spec.output.results}
    result, words = next(((key, case) for key, case in results.items() if case is not None and case.first), ("", None))
    field = targets_field(after.spec, after.node)
    if words is None or words.first is None or field is None or after.node[field.name] != f"${name}.{result}":
        return False
    sentence = realizer.translate(words.first)
    text = realizer.fill(parts(sentence), realizer.of_node(item.spec, item.node))
    if not text:
        return False
    bind(realizer, item.spec, item.node, {})
    for fields in realizer.bindings.values():
        meaning = fields.get(result)
        if isinstance(meaning, Phrase) and meaning is realizer.meaning(f"${name}.{result}"):
            fields[result] = replace(meaning, first=text)
    return True


def choice_clause(realizer: Realizer, item: Effect) -> Clause | None:
    """Put the choice of what an effect is done to into a clause, if there is one, and bind it."""
    realizer.mentioned, realizer.takes = {}, ""
    if item.spec is None:
        return None
    realizer.takes = item.spec.wording.takes
    field = targets_field(item.spec, item.node)
    clause = None
    if field is not None and isinstance(field.shape, Targets):
        clause = _choice(realizer, field.name, item.node[field.name], field.shape.type)
    bind(realizer, item.spec, item.node, dict(realizer.mentioned))
    return clause


def _choice(realizer: Realizer, name: str, value: Any, kind: str) -> Clause | None:
    """Return a choice as a clause; a reference, or all that there is, needs none."""
    is_node = isinstance(value, dict)
    phrase = realizer.node(value, kind, bare=True) if is_node else Phrase("", referent=realizer.referent(value))
    if phrase.referent is None:
        return None
    realizer.mentioned[name] = phrase.referent
    if not is_node or (phrase.referent.text == phrase.text and not _is_described(realizer, value)):
        return None
    by = realizer.value(value["ask"], "player") if "ask" in value else Phrase("", you=True)
    text = realizer.say(_YOU_CHOOSE, phrase.text) if by.you else realizer.say(_CHOOSES, by.text, phrase.text)
    return Clause(BY_YOU if by.you else by.text, rest=text)


def _is_described(realizer: Realizer, value: Json) -> bool:
    """Return whether a chooser that does not ask describes its thing by its fields: "the last card that you played"."""
    spec = realizer.declaration("chooser", value)
    if spec is None or may_ask(spec):
        return False
    return any(spec.field(place.name) for place in places(sentence_of(spec, value).en))


# ------------------------------------------------------------------------------------------------ results


def bind(realizer: Realizer, spec: NodeSpec, node: Json, referents: Mapping[str, Phrase]) -> None:
    """Bind the results of an effect to its id."""
    fields: dict[str, Meaning] = {}
    current: list[Meaning] = []
    for name, kind in spec.output.results.items():
        result = spec.wording.result(name, node)
        fields[name] = referents.get(name) or _result(realizer, spec, node, kind, result, referents)
        if kind == "any" or (result is not None and result.that):
            current.append(fields[name])
    realizer.recent = tuple(fields.values())
    for meaning in current:
        if isinstance(meaning, Phrase):
            realizer.introduce(meaning, is_result=True)
    if "id" in node:
        realizer.bind(node["id"], fields)


def _result(
    realizer: Realizer, spec: NodeSpec, node: Json, kind: str, result: Case | None, referents: Mapping[str, Phrase]
) -> Meaning:
    plain, is_list = kind.removesuffix("[]"), kind.endswith("[]")
    number = _number_of_all(realizer, spec, node)
    if number is not None and plain == "int":
        return Fact(Case({}, number))
    if plain == "any" and len(referents) == 1:
        return _same(realizer, spec, node, next(iter(referents.values())), is_list=is_list)
    if plain in _RESULTS:
        return Fact(result or Case({}, _RESULTS[plain]), referents)
    referent = realizer.new(plain, plural=is_list, definite=realizer.translate(result.phrase) if result else "")
    referent = replace(referent, yours=result is not None and result.yours)
    if "id" in node:
        realizer.rename_earlier(referent.text)
    return referent


def _number_of_all(realizer: Realizer, spec: NodeSpec, node: Json) -> LocalizedText | None:
    """Return the number of things that an effect chooses which only chooses; None where it takes some of them."""
    field = next((field for field in spec.fields if isinstance(field.shape, Targets)), None)
    value = node.get(field.name) if field is not None and only_chooses(spec) else None
    chooser = realizer.declaration("chooser", value)
    if chooser is None or not isinstance(value, dict) or not may_ask(chooser) or pick_of(chooser, value) != "all":
        return None
    which = realizer.which(chooser, {**value, "pick": "random", "max": 2})
    noun = realizer.grammar.form(realizer.noun(chooser.given_type(value)), plural=True)
    text = realizer.say(_NUMBER_OF, which, noun)
    return LocalizedText(text, text)


def _same(realizer: Realizer, spec: NodeSpec, node: Json, referent: Phrase, *, is_list: bool) -> Phrase:
    """Return what an effect was done to as its result: the thing itself, or the current one of several."""
    field = targets_field(spec, node)
    if field is not None and takes_one(realizer.declaration("chooser", node[field.name]), node[field.name]):
        is_list = False
    if referent.plural is is_list:
        return referent
    letter, noun = realizer.letters.get(id(node)), realizer.noun(referent.type)
    words = [] if letter is None else [realizer.grammar.form(noun), realizer.grammar.letter(letter)]
    name = realizer.grammar.SPACE.join(words)
    return replace(realizer.new(referent.type, plural=is_list, definite=name), has_letter=bool(name))


# ------------------------------------------------------------------------------------------------ joining


def _merge(realizer: Realizer, clauses: Sequence[Clause]) -> list[Clause]:
    """Merge neighbours that do the same to the same subject: "gain 2 gold and 2 mana", "gains 2 attack and 1 range for 1 turn"."""
    out: list[Clause] = []
    counts: list[list[str]] = []
    for clause in clauses:
        last = out[-1] if out else None
        body, span = _without_turns(clause.rest)
        if last is not None and _does_the_like(realizer, last, clause) and _without_turns(last.rest)[1] == span:
            counts[-1] = [_without_turns(count)[0] for count in counts[-1]] + [body]
            joined = "、".join(counts[-1]) if realizer.chinese else realizer.grammar.several(counts[-1])
            out[-1] = replace(last, rest=joined + span)
        elif (
            last is not None
            and clause.counts
            and last.counts
            and (last.agent, last.head) == (clause.agent, clause.head)
            and clause.kind not in last.kind.split()
        ):
            counts[-1].append(clause.rest)
            rest = realizer.grammar.several(counts[-1])
            out[-1] = replace(last, rest=rest, kind=f"{last.kind} {clause.kind}")
        else:
            out.append(clause)
            counts.append([clause.rest])
    return out


def _without_turns(rest: str) -> tuple[str, str]:
    """Return what is done without how long, and how long."""
    match = _TURNS.search(rest)
    return (rest[: match.start()], rest[match.start() :]) if match is not None else (rest, "")


def _does_the_like(realizer: Realizer, last: Clause, clause: Clause) -> bool:
    """Return whether two clauses give one thing numbers of two stats, so that one verb and one span can say it."""
    if (last.agent, last.head, last.kind) != (clause.agent, clause.head, clause.kind) or not _shares_subject(
        last, clause
    ):
        return False
    (before, span), (after, _) = _without_turns(last.rest), _without_turns(clause.rest)
    if realizer.chinese:
        return bool(span)
    return last.counts and clause.counts and before.split()[-1] != after.split()[-1]


def sentences_of(realizer: Realizer, clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield sentences, without capital and stop; neighbours share one if they share a subject or target."""
    run: list[Clause] = []
    for clause in (*_merge(realizer, clauses), None):
        if run and (clause is None or not _belong(run[-1], clause)):
            yield _sentence(realizer, run)
            run = []
        if clause is not None:
            run.append(clause)


def _sentence(realizer: Realizer, run: Sequence[Clause]) -> str:
    if run[0].agent in ("", BY_OWNER) or any(clause.agent != run[0].agent for clause in run):
        return realizer.grammar.one_after_another([whole(realizer, clause) for clause in run])
    return in_one(realizer, run)


def _belong(last: Clause, clause: Clause) -> bool:
    return _shares_subject(last, clause) or (last.target == clause.target != "")


def _shares_subject(last: Clause, clause: Clause) -> bool:
    return last.agent == clause.agent and clause.agent not in ("", BY_YOU, BY_OWNER)


def in_one(realizer: Realizer, clauses: Sequence[Clause]) -> str:
    """Return clauses as one sentence in which the subject appears once."""
    run = _merge(realizer, clauses)
    subjects = {"" if clause.agent == BY_YOU else clause.agent for clause in run}
    texts = [whole(realizer, clause) for clause in run[:1]]
    for last, clause in pairwise(run):
        is_continued = _shares_subject(last, clause)
        texts.append(clause.predicate.removeprefix("的") if is_continued else whole(realizer, clause))
    return realizer.grammar.in_a_row(texts, same=len(subjects) == 1)
