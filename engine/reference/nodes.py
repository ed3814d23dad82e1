"""The pages of effects, conditions, value nodes, choosers and keywords: one entry a node."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cardset import shipped_name
from engine.language.spec import LocalizedText, NodeSpec
from engine.language.spec.groups import GROUPS
from engine.language.text.describe import describe
from engine.reference.book import Book
from engine.reference.examples import Examples
from engine.reference.field_types import fields_table, plural_type, typed
from engine.reference.frame import NoExample
from engine.reference.markdown import bullets, code, example, page, to
from engine.reference.surface import around, positional_form, surface

PAGES: Mapping[str, tuple[str, LocalizedText, LocalizedText]] = {
    "effect": (
        "effects.md",
        LocalizedText("Effects", "效果"),
        LocalizedText(
            "What cards do. An effect is an item of a list of effects, usually the `do` of a behaviour or trigger. Its `type` says which effect it is.",
            "卡牌所做的事。效果写在效果列表中，通常是行为或触发器的 `do`，以 `type` 区分种类。",
        ),
    ),
    "condition": (
        "conditions.md",
        LocalizedText("Conditions", "条件"),
        LocalizedText(
            "What cards ask before they do something: in an `if`, in a trigger, or inside another condition.",
            "卡牌行事之前的判断：用于 `if`、触发器，或另一个条件之中。",
        ),
    ),
    "value": (
        "values.md",
        LocalizedText("Value nodes", "取值节点"),
        LocalizedText(
            "Numbers that are looked up or worked out when they are needed. A value node may stand wherever a number or a value may.",
            "在需要时查得或算出的数。凡可写数值或值的地方，都可以写取值节点。",
        ),
    ),
    "chooser": (
        "choosers.md",
        LocalizedText("Choosers", "选择器"),
        LocalizedText(
            "How an effect finds its targets. A chooser is the `target` of an effect; most of them ask a player.",
            "效果如何找到作用对象。选择器写在效果的 `target` 中；多数会询问玩家。",
        ),
    ),
    "keyword": (
        "keywords.md",
        LocalizedText("Keywords", "关键词"),
        LocalizedText(
            "What a card is by a single word, some of them with a number. Their rules are the game's own.",
            "卡牌以一个词写明的特性，有的带数值。其规则由游戏本身规定。",
        ),
    ),
}
RESULTS: Mapping[str, LocalizedText] = {
    "amount": LocalizedText("how much it was", "数值"),
    "UUID": LocalizedText("the first of them, or nothing", "其中第一个，可能为空"),
    "UUIDs": LocalizedText("all of them", "全部"),
    "count": LocalizedText("how many there were", "数量"),
    "index": LocalizedText("which pass this is, from 1", "当前是第几次，从 1 起"),
    "selected": LocalizedText("what was chosen", "所选对象"),
    "chosen": LocalizedText("which option it was, from 1", "选了第几项，从 1 起"),
    "target": LocalizedText("what was chosen", "所选对象"),
}


def nodes_page(book: Book, family: str, examples: Examples) -> str:
    """Return the page of a family of nodes, in groups."""
    file, title, intro = PAGES[family]
    specs = tuple(book.vocabulary.family(family).values())
    groups = list(dict.fromkeys(spec.group for spec in specs))
    heading = f"{book.pick(title)} · {book.title()}"
    parts = [book.head(heading, file), surface(book, family) or book.pick(intro)]
    if len(groups) > 1:
        parts.append(bullets(_contents(book, group, specs) for group in groups))
    parts.append(_frame(book, family, examples))
    for group in groups:
        if len(groups) > 1:
            parts.append(f"## {_group(book, group)}")
        parts += [_entry(book, spec, examples) for spec in specs if spec.group == group]
    return page(*parts)


def _group(book: Book, group: str) -> str:
    """Return the title of a group: the ruleset's own, else one that all games share."""
    return book.pick({**GROUPS, **book.ruleset.groups}[group])


def _contents(book: Book, group: str, specs: tuple[NodeSpec, ...]) -> str:
    names = [to(spec.name) for spec in specs if spec.group == group]
    return f"**{_group(book, group)}**{book.say(': ', '：')}{book.listed(names)}"


def _frame(book: Book, family: str, examples: Examples) -> str:
    form = examples.frame.form
    if form is not None:
        return f"{around(book, family, form)}\n\n{example(examples.empty())}"
    text = book.say(
        "Every example below is the content of the `do` of this card, and was checked there:",
        "下面每个示例都是这张卡牌 `do` 中的内容，并已在其中检查通过：",
    )
    return f"{text}\n\n{example(examples.empty())}"


def _entry(book: Book, spec: NodeSpec, examples: Examples) -> str:
    """Return all that is to be said of one node; what narrows a word is not of its own fields."""
    fields = () if book.vocabulary.syntax(spec.family).word else spec.fields
    return page(
        f"### {code(spec.name)}",
        f"**{book.sentences(book.pick(spec.title))}** {book.pick(spec.doc) if spec.doc else ''}".strip(),
        positional_form(book, spec),
        fields_table(book, fields) if fields else book.say("It has no fields.", "没有字段。"),
        bullets(_facts(book, spec)),
        *_example(book, spec, examples),
    )


def _example(book: Book, spec: NodeSpec, examples: Examples) -> list[str]:
    """Return the example of a node and the rules text of its card; None where a node of an unfinished game has none."""
    try:
        node, card = examples.example(spec), examples.whole(spec)
    except NoExample:
        return []
    return [example(node), *_opened(book, spec, examples), _reads(book, card)]


def _opened(book: Book, spec: NodeSpec, examples: Examples) -> list[str]:
    """Return what the example of a shorthand stands for."""
    if spec.opens is None:
        return []
    return [book.say("It is short for:", "等同于："), example(examples.expanded(spec))]


def _facts(book: Book, spec: NodeSpec) -> list[str]:
    """Return what the table of fields does not say."""
    say, colon = book.say, book.say(": ", "：")
    out: list[str] = []
    out += _origin(book, spec)
    if spec.output.results and spec.field("id"):
        results = [_result(book, name, kind) for name, kind in spec.output.results.items()]
        out.append(
            f"**{say('Gives under its id', '以其 id 可引用')}**{colon}{say('; ', '；').join(results)}{say('.', '。')}"
        )
    if spec.family == "value":
        out.append(f"**{say('Gives', '得到')}**{colon}{typed(book, spec.output.gives)}{say('.', '。')}")
    if spec.family == "chooser":
        out.append(f"**{say('Finds', '选出')}**{colon}{plural_type(book, spec.output.gives)}{say('.', '。')}")
        asks = spec.field("ask") is not None or spec.analysis.suspends
        out.append(say("Asks a player.", "会询问玩家。") if asks else say("No questions.", "不提问。"))
    if spec.analysis.suspends and spec.family != "chooser":
        out.append(say("Asks a player, whatever its target is.", "无论目标为何，都会询问玩家。"))
    if spec.analysis.emits:
        raised = book.listed([to(event, "events.md") for event in spec.analysis.emits])
        out.append(f"**{say('May raise', '可能引发')}**{colon}{raised}{say('.', '。')}")
    if spec.analysis.draws_chance:
        out.append(say("Draws chance.", "使用随机。"))
    if spec.analysis.is_terminal:
        out.append(
            say("Nothing after it in its behaviour or trigger runs.", "行为或触发器中写在它后面的内容不再执行。")
        )
    out += _where(book, spec)
    if spec.aliases:
        out.append(
            f"**{say('Older spelling', '旧写法')}**{colon}{book.listed([code(name) for name in spec.aliases])}{say('.', '。')}"
        )
    return out


def _where(book: Book, spec: NodeSpec) -> list[str]:
    """Return the trigger in which alone an effect stands, if there is such a one."""
    say = book.say
    if spec.analysis.cancels:
        can = book.listed([to(e.name, "events.md") for e in book.vocabulary.events if e.runtime.cancellable])
        return [
            say(
                f"Stands only in a trigger that answers {can} before it happens.",
                f"只能用于在 {can} 发生之前响应的触发器中。",
            )
        ]
    if spec.analysis.answers:
        on = to(spec.analysis.answers, "events.md")
        return [say(f"Stands only in a trigger on {on}.", f"只能用于 {on} 的触发器中。")]
    return []


def _origin(book: Book, spec: NodeSpec) -> list[str]:
    """Return whose a node is, where it is not the document's."""
    ours = book.say("**Ours**: the source document does not list it.", "**本引擎扩展**：来源文档未列出。")
    return [ours] if spec.extension else []


def _result(book: Book, name: str, kind: str) -> str:
    words = RESULTS.get(name) or book.ruleset.results.get(name)
    kind_words = typed(book, kind)
    meaning = f" ({words.en})" if words and book.lang == "en" else f"（{words.zh}）" if words else ""
    return f"{code(name)}{book.say(', ', '，')}{kind_words}{meaning}"


def _reads(book: Book, card: object) -> str:
    """Return the rules text of the card that an example is part of."""
    folder = book.ruleset.folder
    text = " ".join(describe(book.vocabulary, card, book.lang, lambda name: shipped_name(folder, name)).split())
    return f"{book.say('Its rules text', '规则文本')}{book.say(': ', '：')}*{text}*" if text else ""
