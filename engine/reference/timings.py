"""The page of moments (the timings of a card's own behaviours) and of how long triggers last."""

from __future__ import annotations

from engine.language.spec import Lifetime, TimingSpec
from engine.language.spec.kinds import listenable
from engine.reference.book import Book
from engine.reference.field_types import typed
from engine.reference.markdown import code, page, table, to


def timings_page(book: Book) -> str:
    """Return the page of timings and lifetimes."""
    say = book.say
    title = say("Moments and lifetimes", "时机与持续时间")
    moments = say(
        "A behaviour names in `at` the moment at which its effects are done: something that happens to *this* card. "
        "What happens to others is an [event](events.md), and a trigger waits for it. Inside the behaviour, the fields of the moment are read as `$moment.field`.",
        "行为用 `at` 指定执行效果的时机，即*这张*牌自身遇到的事。发生在别处的事是[事件](events.md)，由触发器等待。"
        "在行为内部，以 `$时机.字段` 读取时机的字段。",
    )
    lifetimes = say(
        "A trigger says in `mode` how long it waits. It outlives the card that set it.",
        "触发器用 `mode` 指定等待多久。设置它的牌离场后，触发器仍然有效。",
    )
    return page(
        book.head(f"{title} · {book.title()}", "moments.md"),
        *((f"## {say('Moments', '时机')}", moments) if book.vocabulary.timings else ()),
        *(_timing(book, timing) for timing in book.vocabulary.timings),
        f"## {say('Lifetimes', '持续时间')}",
        lifetimes,
        *(_lifetime(book, life) for life in book.vocabulary.lifetimes),
    )


def _timing(book: Book, timing: TimingSpec) -> str:
    say = book.say
    kinds = book.listed([to(kind, "card.md") for kind in timing.kinds])
    rows = [(code(name), typed(book, kind)) for name, kind in timing.fields.items()]
    doc = book.pick(timing.doc) if timing.doc else ""
    return page(
        f"### {code(timing.name)}",
        f"**{book.sentences(book.pick(timing.title))}** "
        + book.sentences(doc, say(f"For cards of the kind {kinds}", f"适用的卡牌：{kinds}")),
        table((say("field", "字段"), say("is", "类型")), rows) if rows else "",
    )


def _lifetime(book: Book, life: Lifetime) -> str:
    """Return the entry of one lifetime: what ends it."""
    say = book.say
    if life.once:
        ends = say(
            "Gone after the first time that its condition holds and its effects are done.",
            "条件首次成立并执行效果之后即移除。",
        )
    elif life.period:
        span = book.pick(life.title).removeprefix("This ").removeprefix("持续到").removesuffix("结束")
        ends = say(
            f"Gone when the {span} is over and all that it set off is done.",
            f"{span}结束且其引发的一切结算完毕后移除。",
        )
    elif life.until is None:
        ends = say("Stays until the match ends.", "一直保留到对局结束。")
        if "removeTriggers" in book.vocabulary.family("effect"):
            remover = to("removeTriggers", "effects.md")
            ends = say(
                f"Stays until the match ends, unless {remover} takes it out.",
                f"除非被 {remover} 移除，否则保留到对局结束。",
            )
    else:
        listed = any(each.name == life.until for each in listenable(book.vocabulary))
        event = to(life.until, "events.md") if listed else code(life.until)
        mine = life.owner_field is not None
        ends = say(
            f"Removed when {event} comes{' for the player whose card set it' if mine else ''}.",
            f"在{'设置它的牌所属玩家的' if mine else ''} {event} 时移除。",
        )
    older = book.listed([code(name) for name in life.aliases])
    return page(
        f"### {code(life.name)}",
        f"**{book.sentences(book.pick(life.title))}** {ends}",
        f"{say('Older spelling', '旧写法')}{say(': ', '：')}{older}{say('.', '。')}" if older else "",
    )
