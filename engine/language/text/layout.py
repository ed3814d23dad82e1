"""Arranges what is done: sentences where they are clear, else a list below the line that leads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.text import triggers
from engine.language.text.clauses import Clause, begin, bind, effect, in_one, in_sentences, whole
from engine.language.text.phrase import Phrase, around
from engine.language.text.plan import (
    Around,
    Begin,
    Holding,
    Item,
    OneOf,
    Say,
    When,
    fits_one_sentence,
    sentence_of,
    targets_field,
)
from engine.language.text.speaker import Speaker
from engine.language.text.templates import Place, parts

INDENT = "  "
BULLET = "• "
ROOM = 1
"""So many lists of effects may be nested in the one of a sentence."""


def lines(speaker: Speaker, items: Sequence[Item], level: int = 0) -> Iterator[tuple[int, str]]:
    """Yield paragraphs with their level; the sentences of one stand together, what needs a list has lines of its own."""
    text: list[str] = []
    for run in _runs(items):
        first = run[0]
        if isinstance(first, Holding) and not fits_one_sentence(speaker.vocabulary, first, ROOM):
            if text:
                yield level, speaker.grammar.SPACE.join(text)
                text = []
            yield from _listed(speaker, first, level)
            continue
        speaker.new_sentence()
        if isinstance(first, Holding):
            text.append(speaker.grammar.sentence(inline(speaker, (first,))))
        else:
            text += [speaker.grammar.sentence(said) for said in _plain_sentences(speaker, run)]
    if text:
        yield level, speaker.grammar.SPACE.join(text)


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Yield neighbours that hold no effects together, and each that holds some alone."""
    run: list[Item] = []
    for item in items:
        if isinstance(item, Say | Begin):
            run.append(item)
            continue
        if run:
            yield run
        yield [item]
        run = []
    if run:
        yield run


def _plain_sentences(speaker: Speaker, run: Sequence[Item]) -> list[str]:
    """Return the sentences of effects that hold no others."""
    made = []
    for item in run:
        speaker.new_sentence()
        made += _clauses(speaker, (item,))
    return list(in_sentences(speaker, made))


def _clauses(speaker: Speaker, items: Sequence[Item]) -> list[Clause]:
    made = []
    for item in items:
        said = (
            effect(speaker, item)
            if isinstance(item, Say)
            else begin(speaker, item)
            if isinstance(item, Begin)
            else None
        )
        if said is not None:
            made.append(said)
    return made


# ------------------------------------------------------------------------------------------------ one sentence


def inline(speaker: Speaker, items: Sequence[Item]) -> str:
    """Return effects as a clause of a sentence: the plain ones, and after them at most one that holds others."""
    if not items:
        return speaker.grammar.NOTHING
    last = items[-1]
    plain = in_one(speaker, _clauses(speaker, items))
    if isinstance(last, When):
        return speaker.grammar.then(plain, _when(speaker, last))
    if isinstance(last, Around):
        return speaker.grammar.then(plain, _around(speaker, last))
    if isinstance(last, OneOf):
        said, outside = _lead(speaker, last), speaker.focus
        texts = [_alternative(speaker, one, outside) for one in last.options]
        return speaker.grammar.then(plain, speaker.grammar.headed(said, speaker.grammar.options(texts)))
    return plain or speaker.grammar.NOTHING


def _when(speaker: Speaker, item: When) -> str:
    with speaker.timing():
        lead, speaker.inside = triggers.lead(speaker, item.trigger), True
        body = inline(speaker, item.body) if item.body or not triggers.forbids(item.trigger) else ""
        return speaker.grammar.led(lead, body, timing=_begins_with_moment(item.body)) if body else lead


def _begins_with_moment(items: Sequence[Item]) -> bool:
    return bool(items) and isinstance(items[0], When)


def _around(speaker: Speaker, item: Around) -> str:
    """Return an effect that holds others with what it holds in its places."""
    speaker.mentioned = {}
    held = parts(speaker.localized(sentence_of(item.spec, item.node)))
    out = ""
    for at, part in enumerate(held):
        if isinstance(part, Place) and part.name in item.blocks:
            _bound(speaker, item)
            out += inline(speaker, item.blocks[part.name])
        else:
            out += part if isinstance(part, str) else _place(speaker, item, part, *around(held, at))
    return out[:1].lower() + out[1:]


def _alternative(speaker: Speaker, items: Sequence[Item], focus: str) -> str:
    """Return one of several lists of effects in a sentence; what another of them speaks of is not "it" here."""
    speaker.focus = focus
    return inline(speaker, items) if items else speaker.grammar.DO_NOTHING


def _lead(speaker: Speaker, item: OneOf) -> str:
    """Return who chooses one of several, and bind what was chosen."""
    return whole(speaker, effect(speaker, Say(item.spec, item.node)))


def _place(speaker: Speaker, item: Around, place: Place, before: str, after: str) -> str:
    """Return a place that holds no effects."""
    phrase: Phrase = speaker.of_node(item.spec, item.node)(place, before, after)
    return phrase.text


# ------------------------------------------------------------------------------------------------ a list


def _listed(speaker: Speaker, item: Around | When | OneOf, level: int) -> Iterator[tuple[int, str]]:
    """Yield an effect that holds others as lines: what leads to it, and below that what it holds."""
    if isinstance(item, When):
        with speaker.timing():
            speaker.new_sentence()
            yield level, speaker.grammar.opened(triggers.lead(speaker, item.trigger))
            speaker.inside = True
            yield from _below(speaker, item.body, level)
        return
    if isinstance(item, OneOf):
        yield level, speaker.grammar.opened(_lead(speaker, item))
        outside = speaker.focus
        for one in item.options:
            speaker.focus = outside
            yield from _option(speaker, one, level + 1)
        return
    out = ""
    speaker.mentioned = {}
    held = parts(speaker.localized(sentence_of(item.spec, item.node)))
    for at, part in enumerate(held):
        if isinstance(part, Place) and part.name in item.blocks:
            _bound(speaker, item)
            yield level, speaker.grammar.opened(out.lstrip("；;，, "))
            yield from _below(speaker, item.blocks[part.name], level)
            out = ""
        else:
            out += part if isinstance(part, str) else _place(speaker, item, part, *around(held, at))


def _option(speaker: Speaker, items: Sequence[Item], level: int) -> Iterator[tuple[int, str]]:
    """Yield one of several lists of effects: one line, or below a line of its own what does not fit on one."""
    found = list(lines(speaker, items, level)) or [(level, speaker.grammar.sentence(speaker.grammar.DO_NOTHING))]
    if len(found) > 1:
        yield level, speaker.grammar.opened(speaker.grammar.FOLLOWING)
        found = [(at + 1, text) for at, text in found]
    yield from found


def _bound(speaker: Speaker, item: Around) -> None:
    """Bind what an effect yields whose targets were named in its own sentence."""
    if any(name in speaker.mentioned for name in (_targets(item),)):
        bind(speaker, item.spec, item.node, dict(speaker.mentioned))
        speaker.mentioned = {}


def _targets(item: Around) -> str:
    field = targets_field(item.spec, item.node)
    return field.name if field is not None else ""


def _below(speaker: Speaker, items: Sequence[Item], level: int) -> Iterator[tuple[int, str]]:
    if not items:
        yield level + 1, speaker.grammar.sentence(speaker.grammar.NOTHING)
    yield from lines(speaker, items, level + 1)


def layout_text(found: Sequence[tuple[int, str]]) -> str:
    """Return lines with their bullets."""
    return "\n".join(f"{INDENT * (level - 1)}{BULLET}{text}" if level else text for level, text in found)


def heading(speaker: Speaker, said: str, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines with a heading before the first, or above them where they are a list."""
    if not found:
        return []
    (level, first), *others = found
    if others and others[0][0] > level:
        return [(0, speaker.grammar.headed(said, "")), *((at + 1, text) for at, text in found)]
    return [(level, speaker.grammar.headed(said, first[:1].lower() + first[1:])), *others]
