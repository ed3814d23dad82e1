"""Says single effects, binds what they yield, and joins what belongs together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Result, fits
from engine.language.spec.shapes import LocalizedText, Targets
from engine.language.text.document_reader import Json, may_ask, node_spec
from engine.language.text.meanings import Fact, Meaning, Thing
from engine.language.text.phrase import FillPlace, Phrase, around
from engine.language.text.plan import Begin, Say, sentence_of, takes_one, targets_field
from engine.language.text.speaker import Speaker
from engine.language.text.templates import Place, parts, places

YOU = "you"
OWN = "?own"
"""Who: what belongs to somebody, which no other sentence goes on about."""

_RESULTS = {
    "int": LocalizedText("the resulting number", "所得数值"),
    "bool": LocalizedText("this succeeds", "此举成功"),
    "text": LocalizedText("the resulting word", "所得的词"),
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that is done.

    Shapes: `who` identifies the subject, empty when there is none; `subject` is as it reads, empty when it goes without saying;
            `head` is the text between subject and first place, `rest` what follows; `lists` says that `rest` is a number
            of something, so that another can follow it; `kind` is the type of effect, `on` the one thing it is done to.
    """

    who: str
    subject: str
    head: str
    rest: str
    lists: bool = False
    kind: str = ""
    on: str = ""

    @property
    def predicate(self) -> str:
        return self.head + self.rest


def clause(speaker: Speaker, sentence: str, put: FillPlace, kind: str = "") -> Clause:
    """Return a sentence with every place said; one that begins with you goes without subject."""
    held = parts(sentence)
    if not held or not isinstance(held[0], Place) or held[0].own or held[0].form:
        who = OWN if held and isinstance(held[0], Place) and speaker.index == 0 else ""
        return Clause(who, "", "", speaker.joined(sentence, put), kind=kind)
    after = around(held, 0)[1]
    subject = put(held[0], "", after)
    needed = speaker.index == 1 and (speaker.others or after.startswith("的"))
    third = subject.thing is not None and not subject.you
    if third:
        speaker.others = True
    head = bent(speaker, after, subject)
    rest = speaker.joined(sentence, put, 2 if after else 1)
    lists = len(held) > 2 and isinstance(held[2], Place)
    who = YOU if subject.you else subject.thing.key if subject.thing else subject.text
    return Clause(
        who, "" if subject.you and not needed else speaker.grammar.subject(subject.text), head, rest, lists, kind
    )


def bent(speaker: Speaker, run: str, subject: Phrase, *, negated: bool = False, barred: bool = False) -> str:
    """Return the words after a subject, with the verb as it asks."""
    if speaker.index == 1:
        run = speaker.grammar.bent(run, third=True, barred=barred)
        return f"各{run}" if subject.each and not run.startswith("的") else run
    words = run.removeprefix(" ")
    if words == run:
        return run
    each = "each " if subject.each else ""
    return each + speaker.grammar.bent(words, third=not (subject.you or subject.many), negated=negated, barred=barred)


def whole(speaker: Speaker, made: Clause) -> str:
    """Return a clause in full."""
    space = speaker.grammar.SPACE if made.subject else ""
    return speaker.grammar.put_behind(made.subject + space, made.predicate)


def effect(speaker: Speaker, item: Say) -> Clause:
    """Say one effect that holds no others, and bind what it yields."""
    if item.spec is None:
        return Clause("?", "", "", speaker.grammar.UNKNOWN)
    speaker.mentioned = {}
    speaker.new_clause()
    sentence = speaker.localized(sentence_of(item.spec, speaker.signed(item.spec, speaker.roled(item.spec, item.node))))
    made = clause(speaker, _decapitalised(sentence), speaker.of_node(item.spec, item.node), item.spec.name)
    done_to = {thing.key for thing in speaker.mentioned.values() if not (thing.you or thing.key == thing.definite)}
    bind(speaker, item.spec, item.node, dict(speaker.mentioned))
    return replace(made, on=done_to.pop() if len(done_to) == 1 and made.who != YOU else "")


def _decapitalised(sentence: str) -> str:
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]


def begin(speaker: Speaker, item: Begin) -> Clause | None:
    """Choose the targets of an effect that holds others, if it has any, and bind them."""
    speaker.mentioned = {}
    field = targets_field(item.spec, item.node)
    value = item.node.get(field.name) if field else None
    made = None
    if field is not None and isinstance(field.shape, Targets):
        made = _choice(speaker, field.name, value, field.shape.type)
    bind(speaker, item.spec, item.node, dict(speaker.mentioned))
    return made


def _choice(speaker: Speaker, name: str, value: Any, kind: str) -> Clause | None:
    """Say that something is chosen; what the event names, or all that there is, needs no choice."""
    if not isinstance(value, dict):
        found = speaker.meaning(value)
        if isinstance(found, Thing):
            speaker.mentioned[name] = found
        return None
    phrase = speaker.node(value, kind, bare=True)
    if phrase.thing is None:
        return None
    speaker.mentioned[name] = phrase.thing
    if phrase.thing.definite == phrase.text and not _is_described(speaker, value):
        return None
    asked = speaker.value(value["ask"], "player") if "ask" in value else Phrase("", you=True)
    text = speaker.grammar.chooses(asked.text, asked.you, phrase.text)
    return Clause(YOU if asked.you else asked.text, "", "", text)


def _is_described(speaker: Speaker, value: Json) -> bool:
    """Return whether a chooser that asks for nothing finds its thing by what its fields hold: "the last card that you played"."""
    spec = node_spec(speaker.vocabulary, "chooser", value)
    return (
        spec is not None
        and not may_ask(spec)
        and any(spec.field(place.name) for place in places(sentence_of(spec, value).en))
    )


def bind(speaker: Speaker, spec: NodeSpec, node: Json, things: Mapping[str, Thing]) -> None:
    """Bind what an effect yields under its id."""
    fields = {name: _yielded(speaker, spec, node, name, kind, things) for name, kind in spec.output.results.items()}
    speaker.recent = tuple(fields.values())
    for name, thing in fields.items():
        if isinstance(thing, Thing) and (spec.output.results[name] == "any" or _is_at_hand(spec, node, name)):
            speaker.introduce(thing)
    if "id" in node:
        speaker.names.bind(node["id"], fields)


def _yielded(
    speaker: Speaker, spec: NodeSpec, node: Json, name: str, kind: str, things: Mapping[str, Thing]
) -> Meaning:
    if name in things:
        return things[name]
    found, plain = _result(spec, node, name), kind.removesuffix("[]")
    if (every := speaker.every(spec, node)) is not None and plain == "int":
        return Fact(speaker.key(), kind, Result(every))
    if plain == "any" and len(things) == 1:
        thing, field = next(iter(things.values())), targets_field(spec, node)
        is_list = kind.endswith("[]") and not (field and takes_one(speaker.vocabulary, node[field.name]))
        if thing.many is is_list:
            return thing
        letter = speaker.letters.get(id(node))
        name = "" if letter is None else speaker.grammar.lettered(speaker.noun(thing.type), letter)
        return replace(speaker.new(thing.type, many=is_list, definite=name), lettered=bool(name))
    if plain in _RESULTS:
        return Fact(speaker.key(), kind, found or Result(_RESULTS[plain]), things)
    thing = speaker.new(plain, many=kind.endswith("[]"), definite=speaker.localized(found.phrase) if found else "")
    if "id" in node:
        speaker.names.rename(thing.definite, speaker.grammar.earlier(thing.definite))
    return thing


def _is_at_hand(spec: NodeSpec, node: Json, name: str) -> bool:
    known = _result(spec, node, name)
    return known is not None and known.that


def _result(spec: NodeSpec, node: Json, name: str) -> Result | None:
    return next((result for result in spec.wording.results.get(name, ()) if fits(result.when, node)), None)


# ---------------------------------------------------------------------------------------------------- joining


def merged(speaker: Speaker, clauses: Sequence[Clause]) -> list[Clause]:
    """Make one of neighbours that say the same of the same subject: "gain 2 gold and 2 mana"."""
    out: list[Clause] = []
    lists: list[list[str]] = []
    for made in clauses:
        last = out[-1] if out else None
        if (
            last
            and made.lists
            and last.lists
            and (last.who, last.head) == (made.who, made.head)
            and _differ(last, made)
        ):
            lists[-1].append(made.rest)
            out[-1] = replace(last, rest=speaker.grammar.several(lists[-1]), kind=f"{last.kind} {made.kind}")
        else:
            out.append(made)
            lists.append([made.rest])
    return out


def _differ(last: Clause, made: Clause) -> bool:
    return made.kind not in last.kind.split()


def in_sentences(speaker: Speaker, clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield sentences, without capital and stop: neighbours with one subject other than you, or done to one thing, share one."""
    run: list[Clause] = []
    for made in (*merged(speaker, clauses), None):
        if run and (made is None or not _belong(run[-1], made)):
            yield _one_sentence(speaker, run)
            run = []
        if made is not None:
            run.append(made)


def _one_sentence(speaker: Speaker, run: Sequence[Clause]) -> str:
    if run[0].who in ("", OWN) or any(made.who != run[0].who for made in run):
        return speaker.grammar.one_after_another([whole(speaker, made) for made in run])
    return in_one(speaker, run)


def _belong(last: Clause, made: Clause) -> bool:
    return (last.who == made.who and made.who not in ("", YOU, OWN)) or (last.on == made.on != "")


def in_one(speaker: Speaker, clauses: Sequence[Clause]) -> str:
    """Return clauses as one sentence, a subject said once."""
    made = merged(speaker, clauses)
    if not made:
        return ""
    subjects = {"" if one.who == YOU else one.who for one in made}
    texts = [whole(speaker, made[0])]
    for before, now in pairwise(made):
        texts.append(now.predicate.removeprefix("的") if _goes_on(before, now) else whole(speaker, now))
    return speaker.grammar.in_a_row(texts, same=len(subjects) == 1)


def _goes_on(before: Clause, now: Clause) -> bool:
    return now.who == before.who and now.who not in ("", YOU, OWN)
