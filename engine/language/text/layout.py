"""Arranges what is done: sentences where they are clear, else a list below the line that leads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    forks,
    sentence_of,
    targets_field,
)
from engine.language.text.speaker import Speaker
from engine.language.text.templates import Place, parts

INDENT = "  "
BULLET = "• "
MOST_SENTENCES = 2
"""So many sentences may follow a moment without a list: the second is still heard as happening then."""
Paragraph = tuple[int, list[str]]
"""A level and the sentences of a paragraph."""
ROOM = 1
"""So many lists of effects may be nested in the one of a sentence."""


def lines(speaker: Speaker, items: Sequence[Item], level: int = 0) -> Iterator[tuple[int, str]]:
    """Yield paragraphs with their level; the sentences of one stand together, what needs a list has lines of its own."""
    for at, sentences in _paragraphs(speaker, items, level):
        yield at, speaker.grammar.SPACE.join(sentences)


def _paragraphs(speaker: Speaker, items: Sequence[Item], level: int) -> Iterator[Paragraph]:
    """Yield paragraphs as their sentences."""
    text: list[str] = []
    for run in _runs(items):
        first = run[0]
        if isinstance(first, Holding) and not fits_one_sentence(speaker.vocabulary, first, ROOM):
            if text:
                yield level, text
                text = []
            yield from _listed(speaker, first, level)
            continue
        speaker.new_sentence()
        if isinstance(first, Holding):
            text.append(speaker.grammar.sentence(inline(speaker, (first,))))
        else:
            text += [speaker.grammar.sentence(said) for said in _plain_sentences(speaker, run)]
    if text:
        yield level, text


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
        texts = [
            chance + _alternative(speaker, one, outside)
            for one, chance in zip(last.options, _chances(speaker, last), strict=True)
        ]
        return speaker.grammar.then(plain, speaker.grammar.headed(said, speaker.grammar.options(texts)))
    return plain or speaker.grammar.NOTHING


def _when(speaker: Speaker, item: When) -> str:
    with speaker.timing():
        lead, speaker.inside = triggers.lead(speaker, item.trigger), True
        body = _done(speaker, item)
        return speaker.grammar.led(lead, body, timing=_begins_with_moment(item.body)) if body else lead


def _done(speaker: Speaker, item: When) -> str:
    """Return what is done at a moment; where it cannot come at all, that is said already, and of the next one that it is prevented."""
    if not triggers.forbids(item.trigger):
        return inline(speaker, item.body)
    if triggers.prevents(item.trigger):
        return speaker.grammar.PREVENTED
    return inline(speaker, item.body) if item.body else ""


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


def _chances(speaker: Speaker, item: OneOf) -> Sequence[str]:
    """Return how likely each of several outcomes is, to be written in front of it; empty where all are alike."""
    return [speaker.grammar.chance(*one) for one in item.odds] or [""] * len(item.options)


def _lead(speaker: Speaker, item: OneOf) -> str:
    """Return who chooses one of several, and bind what was chosen."""
    return whole(speaker, effect(speaker, Say(item.spec, item.node)))


def _place(speaker: Speaker, item: Around, place: Place, before: str, after: str) -> str:
    """Return a place that holds no effects."""
    phrase: Phrase = speaker.of_node(item.spec, item.node)(place, before, after)
    return phrase.text


# ------------------------------------------------------------------------------------------------ a list


def _listed(speaker: Speaker, item: Around | When | OneOf, level: int) -> Iterator[Paragraph]:
    """Yield an effect that holds others as lines: what leads to it, and below that what it holds."""
    if isinstance(item, When):
        with speaker.timing():
            speaker.new_sentence()
            lead = triggers.lead(speaker, item.trigger)
            speaker.inside = True
            found = _below(speaker, item.body, level)
        timing = _begins_with_moment(item.body)
        if _is_alone(found, MOST_SENTENCES, is_opened=timing) and not _is_fork(found, item.body):
            yield from _behind(found, lambda first: speaker.grammar.led(lead, first, timing=timing))
        else:
            yield level, [speaker.grammar.opened(lead)]
            yield from _apart(found)
        return
    if isinstance(item, OneOf):
        yield level, [speaker.grammar.opened(_lead(speaker, item))]
        outside = speaker.focus
        for one, chance in zip(item.options, _chances(speaker, item), strict=True):
            speaker.focus = outside
            (at, (first, *others)), *below = _option(speaker, one, level + 1)
            yield from ((at, [chance + first, *others]), *below)
        return
    out = ""
    speaker.mentioned = {}
    held = parts(speaker.localized(sentence_of(item.spec, item.node)))
    for at, part in enumerate(held):
        if isinstance(part, Place) and part.name in item.blocks:
            _bound(speaker, item)
            block = item.blocks[part.name]
            found, lead = _below(speaker, block, level), out.lstrip("；;，, ")
            if (
                len(item.blocks) == 1
                and not _is_fork(found, block)
                and _is_alone(found, 1, is_opened=lead.rstrip()[-1:] in ":：")
            ):
                yield from _behind(found, lead.__add__)
            else:
                yield level, [speaker.grammar.opened(lead)]
                yield from _apart(found)
            out = ""
        else:
            out += part if isinstance(part, str) else _place(speaker, item, part, *around(held, at))


def _is_alone(found: Sequence[Paragraph], sentences: int, *, is_opened: bool) -> bool:
    """Return whether a list has one item of so few sentences: it goes on in the line of what leads to it.

    What is below that item stays below it, unless the line would open two lists: `is_opened` says that it ends in a colon.
    """
    (top, first), *others = found
    return len(first) <= sentences and all(level > top for level, _ in others) and not (others and is_opened)


def _is_fork(found: Sequence[Paragraph], items: Sequence[Item]) -> bool:
    """Return whether a list is one sentence whose "otherwise" could be heard as that of what leads to it."""
    return sum(len(sentences) for _, sentences in found) == 1 and forks(items)


def _behind(found: Sequence[Paragraph], led: Callable[[str], str]) -> Iterator[Paragraph]:
    """Yield a list of one item in the line of what leads to it, and what is below the item below that."""
    (level, (first, *others)), *below = found
    said = led(first[:1].lower() + first[1:])
    yield level - 1, [said[:1].upper() + said[1:], *others]
    yield from ((at - 1, sentences) for at, sentences in below)


def _apart(found: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Yield the only paragraph of a list with each of its sentences as an item."""
    if len(found) > 1:
        yield from found
        return
    for level, sentences in found:
        yield from ((level, [one]) for one in sentences)


def _option(speaker: Speaker, items: Sequence[Item], level: int) -> Iterator[Paragraph]:
    """Yield one of several lists of effects: one line, or below a line of its own what does not fit on one."""
    found = list(_paragraphs(speaker, items, level)) or [
        (level, [speaker.grammar.sentence(speaker.grammar.DO_NOTHING)])
    ]
    if len(found) > 1:
        yield level, [speaker.grammar.opened(speaker.grammar.FOLLOWING)]
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


def _below(speaker: Speaker, items: Sequence[Item], level: int) -> list[Paragraph]:
    """Return what a list holds."""
    nothing = [(level + 1, [speaker.grammar.sentence(speaker.grammar.NOTHING)])]
    return list(_paragraphs(speaker, items, level + 1)) if items else nothing


def layout_text(found: Sequence[tuple[int, str]]) -> str:
    """Return lines with their bullets."""
    return "\n".join(f"{INDENT * (level - 1)}{BULLET}{text}" if level else text for level, text in found)


def heading(speaker: Speaker, said: str, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines with a heading before the first, or above them where they are a list."""
    if not found:
        return []
    (level, first), *others = found
    if others and others[0][0] > level and not all(at > level for at, _ in others):
        return [(0, speaker.grammar.headed(said, "")), *((at + 1, text) for at, text in found)]
    return [(level, speaker.grammar.headed(said, first[:1].lower() + first[1:])), *others]
