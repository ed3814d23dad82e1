"""Arranges effects: in sentences where they are clear, else as a list below the line that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.language.nodes.branching import FOREACH
from engine.language.nodes.core import DO, IF, LOOP
from engine.language.planning.document_reader import may_ask, pick_of, targets_field
from engine.language.planning.plan import (
    Alternatives,
    Compound,
    Container,
    Effect,
    Item,
    TriggerItem,
    fits_in_sentence,
    forks,
    sentence_of,
)
from engine.language.planning.templates import Place, lower_first, parts
from engine.language.spec import LocalizedText
from engine.language.text.amounts import per_text, times_text
from engine.language.text.clauses import (
    Clause,
    bind,
    choice_clause,
    effect_clause,
    in_one,
    is_said_by,
    sentences_of,
    whole,
)
from engine.language.text.deeds import COMBO, is_combo
from engine.language.text.realizer import Realizer
from engine.language.text.triggers import COLON, COMMA, limit_behind, trigger_lead

INDENT = "  "
BULLET = "• "
MAX_SENTENCES = 2
"""Sentences that may follow a moment without a list: the second still reads as happening then."""
ROOM = 1
"""Lists of effects that may be nested in the one of a sentence."""
_NOTHING_HAPPENS = LocalizedText("nothing happens", "无事发生")
_DO_NOTHING = LocalizedText("do nothing", "什么也不做")
_PREVENT_IT = LocalizedText("prevent it", "将其防止")
_FOLLOWING = LocalizedText("the following", "以下效果")
_OR = LocalizedText("; or ", "；或")
_AND_THEN = LocalizedText("{}; {}", "{}；{}")
_TIMES_IN_ALL = LocalizedText("{}, {}", "{}，共{}")
_CHANCE = LocalizedText("({} in {}) ", "（{}/{}）")

Paragraph = tuple[int, list[str]]
"""A level and the sentences of a paragraph."""
Line = tuple[int, str]
"""A level and the text of a paragraph."""


def lines(realizer: Realizer, items: Sequence[Item]) -> Iterator[Line]:
    """Yield paragraphs; the sentences of one stand together, what needs a list has lines of its own."""
    for level, sentences in _paragraphs(realizer, items, 0):
        yield level, realizer.grammar.SPACE.join(sentences)


def _paragraphs(realizer: Realizer, items: Sequence[Item], level: int) -> Iterator[Paragraph]:
    text: list[str] = []
    for run in _runs(items):
        first = run[0]
        if isinstance(first, Effect):
            text += map(realizer.grammar.sentence, sentences_of(realizer, _clauses(realizer, run, separate=True)))
        elif fits_in_sentence(realizer.vocabulary, first, ROOM):
            realizer.others = False
            text.append(realizer.grammar.sentence(_inline(realizer, (first,))))
        else:
            if text:
                yield level, text
                text = []
            yield from _as_list_lines(realizer, first, level)
    if text:
        yield level, text


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Yield neighbours that contain no effects together, and each container alone."""
    run: list[Item] = []
    for item in items:
        if run and not (isinstance(item, Effect) and isinstance(run[-1], Effect)):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _clauses(realizer: Realizer, items: Sequence[Item], *, separate: bool = False) -> list[Clause]:
    """Return the clauses of the plain effects; `apart` if each begins a sentence."""
    clauses: list[Clause | None] = []
    for place, item in enumerate(items):
        realizer.others = realizer.others and not separate
        if isinstance(item, Effect) and is_said_by(realizer, item, items[place + 1 : place + 2]):
            clauses.append(None)
        elif isinstance(item, Effect):
            clauses.append(choice_clause(realizer, item) if item.only_chooses else effect_clause(realizer, item))
    return [clause for clause in clauses if clause is not None]


# ------------------------------------------------------------------------------------------------ one sentence


def _inline(realizer: Realizer, items: Sequence[Item]) -> str:
    """Return effects as a clause of a sentence: the plain ones, and after them at most one that contains others."""
    plain = in_one(realizer, _clauses(realizer, items))
    match items[-1] if items else None:
        case TriggerItem() as trigger:
            last = _trigger_text(realizer, trigger)
        case Compound() as compound:
            last = _compound(realizer, compound)
        case Alternatives() as choice:
            heading, texts = _alternatives_lead(realizer, choice), []
            for chance, option in _outcomes(realizer, choice):
                text = _inline(realizer, option) if option else realizer.translate(_DO_NOTHING)
                texts.append(chance + text)
            last = realizer.say(COLON, heading, realizer.translate(_OR).join(texts)).rstrip()
        case _:
            return plain or realizer.translate(_NOTHING_HAPPENS)
    return realizer.say(_AND_THEN, plain, last) if plain else last


def _trigger_text(realizer: Realizer, item: TriggerItem) -> str:
    with realizer.trigger_scope():
        lead, realizer.inside = trigger_lead(realizer, item.trigger), True
        if item.trigger.prevents:
            body = realizer.translate(_PREVENT_IT)
        elif item.trigger.forbids and not item.body:
            body = ""
        else:
            body = _inline(realizer, item.body)
        limit = limit_behind(realizer, item.trigger)
        return (_join_lead(realizer, item, lead, body) if body else lead) + limit


def _join_lead(realizer: Realizer, item: TriggerItem, lead: str, body: str) -> str:
    """Return what is done at a moment, after a colon if it begins with another moment."""
    begins_with_moment = bool(item.body) and isinstance(item.body[0], TriggerItem)
    return realizer.say(COLON if begins_with_moment else COMMA, lead, body)


def _compound(realizer: Realizer, item: Compound) -> str:
    """Return an effect that contains others with them in its places."""
    condition = item.node.get("condition")
    if (
        item.spec is IF
        and len(item.blocks) == 1
        and is_combo(realizer, realizer.declaration("condition", condition), condition)
    ):
        return realizer.say(
            COLON, realizer.translate(COMBO), *(_inline(realizer, block) for block in item.blocks.values())
        )
    repeated = _repeated(realizer, item)
    if repeated is not None:
        return repeated
    text = ""
    for part, block in _compound_parts(realizer, item):
        text += part if block is None else _inline(realizer, block)
    return lower_first(text)


def _repeated(realizer: Realizer, item: Compound) -> str | None:
    """Return a loop of one effect as that effect and how often, or for each of what it is done; None for all else."""
    times, block = item.node.get("times"), item.blocks.get(DO.name, ())
    match block:
        case (Effect() as only,) if item.spec.name == LOOP.name and not only.only_chooses:
            if isinstance(times, int) and times > 1:
                return realizer.say(_TIMES_IN_ALL, _inline(realizer, (only,)), realizer.grammar.how_often(times))
            per = times_text(realizer, times)
            return realizer.say(COMMA, per, _inline(realizer, (only,))) if per else None
        case (Effect() as only,) if item.spec is FOREACH and "id" not in item.node and not only.only_chooses:
            return _per_thing_clause(realizer, item.node["in"], only)
    return None


def _per_thing_clause(realizer: Realizer, things: Any, effect: Effect) -> str | None:
    """Return an effect that is done for each of all things of a kind and does nothing to them; None where some of them are taken."""
    chooser = realizer.declaration("chooser", things)
    if chooser is None or (may_ask(chooser) and pick_of(chooser, things) != "all"):
        return None
    return realizer.say(COMMA, per_text(realizer, {"of": things}), _inline(realizer, (effect,)))


def _compound_parts(realizer: Realizer, item: Compound) -> Iterator[tuple[str, tuple[Item, ...] | None]]:
    """Yield the text of an effect that contains others, and each list of effects where the text has its place."""
    realizer.mentioned = {}
    put = realizer.of_node(item.spec, item.node)
    for part in parts(realizer.translate(sentence_of(item.spec, item.node))):
        if isinstance(part, Place) and part.name in item.blocks:
            field = targets_field(item.spec, item.node)
            if field is not None and field.name in realizer.mentioned:
                bind(realizer, item.spec, item.node, dict(realizer.mentioned))
                realizer.mentioned = {}
            yield "", item.blocks[part.name]
        else:
            yield part if isinstance(part, str) else put(part).text, None


def _alternatives_lead(realizer: Realizer, item: Alternatives) -> str:
    """Return who chooses one of several, and bind what was chosen."""
    return whole(realizer, effect_clause(realizer, Effect(item.spec, item.node)))


def _outcomes(realizer: Realizer, item: Alternatives) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield each of several outcomes with its likelihood; none of them refers to what another one introduced."""
    chances = [realizer.say(_CHANCE, *odds) for odds in item.odds] or [""] * len(item.options)
    mark = realizer.mark()
    for chance, option in zip(chances, item.options, strict=True):
        realizer.return_to(mark)
        yield chance, option


# ------------------------------------------------------------------------------------------------ a list


def _as_list_lines(realizer: Realizer, item: Container, level: int) -> Iterator[Paragraph]:
    """Yield an effect that contains others as lines: what leads to it, and below that what it contains."""
    match item:
        case TriggerItem():
            yield from _listed_trigger(realizer, item, level)
        case Alternatives():
            yield level, [realizer.grammar.above_list(_alternatives_lead(realizer, item))]
            for chance, option in _outcomes(realizer, item):
                (below, (first, *tail)), *rest = _option(realizer, option, level + 1)
                yield from ((below, [chance + first, *tail]), *rest)
        case Compound():
            lead = ""
            for part, block in _compound_parts(realizer, item):
                lead += part
                if block is not None:
                    paragraphs = _block(realizer, block, level + 1)
                    lead = lead.lstrip("；;，, ")
                    is_opened = lead.rstrip()[-1:] in ":："
                    is_whole = len(item.blocks) == 1 and _is_alone(paragraphs, block, 1, is_opened=is_opened)
                    yield from _led_by(realizer, lead, paragraphs, lead.__add__ if is_whole else None)
                    lead = ""


def _listed_trigger(realizer: Realizer, item: TriggerItem, level: int) -> Iterator[Paragraph]:
    with realizer.trigger_scope():
        realizer.others = False
        lead, realizer.inside = trigger_lead(realizer, item.trigger), True
        paragraphs = _block(realizer, item.body, level + 1)
    is_opened = bool(item.body) and isinstance(item.body[0], TriggerItem)
    is_whole = _is_alone(paragraphs, item.body, MAX_SENTENCES, is_opened=is_opened)
    limit = limit_behind(realizer, item.trigger)
    if not is_whole or len(paragraphs) > 1:
        lead += limit
    elif limit:
        (level, (*before, last)) = paragraphs[0]
        paragraphs = [(level, [*before, last + limit])]
    join = (lambda first: _join_lead(realizer, item, lead, first)) if is_whole else None
    yield from _led_by(realizer, lead, paragraphs, join)


def _is_alone(paragraphs: Sequence[Paragraph], items: Sequence[Item], sentences: int, *, is_opened: bool) -> bool:
    """Return whether a list is one short item, which goes on in the line of what leads to it.

    What is below that item stays below it, unless the line would open two lists: `is_opened` says that it ends in a
    colon. One sentence whose "otherwise" could be read as that of what leads to it stays apart.
    """
    (top, first), *tail = paragraphs
    is_fork = len(first) == 1 and not tail and forks(items)
    is_below = all(level > top for level, _ in tail) and not (tail and is_opened)
    return len(first) <= sentences and is_below and not is_fork


def _led_by(
    realizer: Realizer, lead: str, paragraphs: Sequence[Paragraph], join: Callable[[str], str] | None
) -> Iterator[Paragraph]:
    """Yield a list with what leads to it: in one line, as `join` joins them, or above the items."""
    (level, (first, *tail)), *below = paragraphs
    if join is not None:
        text = join(lower_first(first))
        yield level - 1, [text[:1].upper() + text[1:], *tail]
        yield from ((level - 1, sentences) for level, sentences in below)
        return
    yield level - 1, [realizer.grammar.above_list(lead)]
    yield from paragraphs if below else ((level, [sentence]) for sentence in (first, *tail))


def _option(realizer: Realizer, items: Sequence[Item], level: int) -> Iterator[Paragraph]:
    """Yield one of several lists of effects: one line, or below a line of its own what does not fit on one."""
    paragraphs = _block(realizer, items, level, _DO_NOTHING)
    if len(paragraphs) > 1:
        yield level, [realizer.grammar.above_list(realizer.translate(_FOLLOWING))]
        paragraphs = [(level + 1, sentences) for level, sentences in paragraphs]
    yield from paragraphs


def _block(
    realizer: Realizer, items: Sequence[Item], level: int, empty: LocalizedText = _NOTHING_HAPPENS
) -> list[Paragraph]:
    """Return the paragraphs of a list of effects."""
    nothing = [realizer.grammar.sentence(realizer.translate(empty))]
    return list(_paragraphs(realizer, items, level)) or [(level, nothing)]


def layout_text(paragraphs: Sequence[Line]) -> str:
    """Return lines with their bullets."""
    return "\n".join(f"{INDENT * (level - 1)}{BULLET}{text}" if level else text for level, text in paragraphs)


def under_heading(realizer: Realizer, heading: str, paragraphs: Sequence[Line]) -> Sequence[Line]:
    """Return lines with a heading before the first, or above them where they are a list."""
    if not paragraphs:
        return []
    (level, first), *tail = paragraphs
    if tail and tail[0][0] > level and not all(below > level for below, _ in tail):
        return [(0, realizer.say(COLON, heading, "").rstrip()), *((below + 1, text) for below, text in paragraphs)]
    return [(level, realizer.say(COLON, heading, lower_first(first))), *tail]
