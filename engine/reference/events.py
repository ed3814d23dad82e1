"""The page of events: their order in a match, and an entry for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.analysis.known_words import words_of
from engine.language.spec import EventName, EventSpec, Field, RecordSpec
from engine.language.spec.kinds import listenable
from engine.reference.book import Book
from engine.reference.field_types import typed
from engine.reference.markdown import anchor, bullets, code, link, page, table, to


def events_page(book: Book) -> str:
    """Return the page of the events that a trigger may wait for."""
    say = book.say
    events = listenable(book.vocabulary)
    intro = _waiting(book) or _reading(book, events)
    stages = say(
        "A trigger answers *after* the event unless the event or the trigger says *before*. One that answers before an event that can be cancelled may cancel it.",
        "除非事件或触发器另行指定“之前”，触发器总是在事件*之后*响应。在可取消的事件之前响应的触发器可以取消它。",
    )
    order = "\n".join(f"{'  ' * depth}- {to(event.name)} {book.pick(event.title)}" for depth, event in flow(events))
    parts = [book.head(say("Events", "事件") + f" · {book.title()}", "events.md"), intro, stages]
    parts += [f"## {say('In the order of a match', '按对局顺序')}", order]
    if book.vocabulary.event_words:
        parts += [f"## {say('Words that stand for an event', '代表事件的词')}", _event_words(book)]
    parts += [f"## {say('One by one', '逐一说明')}", *(_entry(book, event) for event in events)]
    return page(*parts)


def _event_words(book: Book) -> str:
    """Return what each word means that may be written instead of an event."""
    rows = ((code(word.name), book.pick(word.title), book.pick(word.doc)) for word in book.vocabulary.event_words)
    return table((book.say("Word", "词"), book.say("Title", "名称"), book.say("Meaning", "含义")), rows)


def _reading(book: Book, events: Sequence[EventSpec]) -> str:
    """Return where a ruleset with behaviours names events, and how their fields are read."""
    waiting = _record_that_waits(book)
    en, zh = (
        (link("trigger", at := f"card.md#{anchor(waiting[0].name)}"), link("触发器", at))
        if waiting is not None
        else ("trigger", "触发器")
    )
    read = next((f"${event.name}.{field}" for event in events for field in event.fields), "$event.field")
    return book.say(
        f"What happens in a match and can be waited for. A {en} names an event in `event`; inside it, the fields of the event "
        f"are read as `$event.field`, for instance {code(read)}. They hold what was so when it happened.",
        f"对局中发生、可供等待的事。{zh}用 `event` 指定事件；在触发器内部，以 `$事件.字段` 读取事件的字段，"
        f"例如 {code(read)}。其值为事件发生时的值。",
    )


def _record_that_waits(book: Book) -> tuple[RecordSpec, Field] | None:
    """Return the first part of a card that names an event, and the field that names it."""
    return next(
        (
            (record, key)
            for record in book.vocabulary.records
            for key in record.fields
            if isinstance(key.shape, EventName)
        ),
        None,
    )


def _waiting(book: Book) -> str:
    """Return where a ruleset without behaviours names events; empty for one with behaviours."""
    waiting = _record_that_waits(book)
    if book.vocabulary.timings or waiting is None:
        return ""
    record, key = waiting
    return book.say(
        f"What happens in a match and can be waited for. An {to(record.name, 'card.md')} names an event in {code(key.name)}.",
        f"对局中发生、可供等待的事。{to(record.name, 'card.md')} 用 {code(key.name)} 指定事件。",
    )


def flow(events: Sequence[EventSpec]) -> Iterator[tuple[int, EventSpec]]:
    """Yield the events in the registry's order, each with how many others are open around it: from …Start to …End."""
    names = {event.name for event in events}
    depth = 0
    for event in events:
        stem, ends = event.name.removesuffix("End"), event.name.endswith("End")
        depth -= ends and f"{stem}Start" in names
        yield depth, event
        depth += event.name.endswith("Start") and f"{event.name.removesuffix('Start')}End" in names


def _entry(book: Book, event: EventSpec) -> str:
    say = book.say
    rows = [(code(name), typed(book, kind) + _words(book, event, name)) for name, kind in event.fields.items()]
    fields = table((say("field", "字段"), say("is", "类型")), rows) if rows else say("It has no fields.", "没有字段。")
    doc = book.pick(event.doc) if event.doc else ""
    return page(
        f"### {code(event.name)}",
        f"**{book.sentences(book.pick(event.title))}** {doc}".strip(),
        fields,
        bullets(_facts(book, event)),
    )


def _words(book: Book, event: EventSpec, name: str) -> str:
    """Return the words that a field can be, where it is a text of only some words."""
    words = words_of(book.vocabulary, f"${event.name}.{name}") if event.fields[name] == "text" else ()
    return book.say(": ", "：") + book.listed([code(word.name) for word in words if word.name]) if words else ""


def _facts(book: Book, event: EventSpec) -> list[str]:
    """Return what the table of fields does not say."""
    say, colon, stop = book.say, book.say(": ", "："), book.say(".", "。")
    out: list[str] = []
    if not event.analysis.emitted:
        out.append(say("**Never happens** in this game.", "此游戏中**不会发生**。"))
    if event.extension:
        out.append(say("**Ours**: the source document does not list it.", "**本引擎扩展**：来源文档未列出。"))
    if event.members:
        members = book.listed([to(name) for name in event.members])
        out.append(
            say(
                f"**Group**: happens whenever one of these does: {members}.",
                f"**事件组**：以下任一事件发生时即发生：{members}。",
            )
        )
    if event.runtime.stage == "modify":
        out.append(
            say(
                "Triggers answer **while** it is worked out; what cannot be done there is done after it.",
                "触发器在其计算**过程中**响应；无法在此时完成的效果在其之后执行。",
            )
        )
    elif event.runtime.stage != "after":
        out.append(
            say("Triggers answer **before** it happens, unless they say otherwise.", "触发器默认在其发生**之前**响应。")
        )
    if event.runtime.cancellable:
        by = [
            to(spec.name, "effects.md") for spec in book.vocabulary.family("effect").values() if spec.analysis.cancels
        ]
        out.append(
            say(f"**Can be cancelled**, by {book.listed(by)}.", f"**可以取消**：用 {book.listed(by)}。")
            if by
            else say("**Can be cancelled.**", "**可以取消。**")
        )
    raisers = [
        to(spec.name, "effects.md")
        for spec in book.vocabulary.family("effect").values()
        if event.name in spec.analysis.emits
    ]
    if raisers:
        out.append(f"**{say('Effects that raise it', '会引发它的效果')}**{colon}{book.listed(raisers)}{stop}")
    older = [code(name) for name in event.aliases] + [
        f"{code(old)} → {code(new)}" for old, new in event.field_aliases.items()
    ]
    if older:
        out.append(f"**{say('Older spelling', '旧写法')}**{colon}{book.listed(older)}{stop}")
    return out
