"""How the nodes of a ruleset with a spelling of its own are written: what its pages say of that."""

from __future__ import annotations

from engine.language.spec import LocalizedText, NodeSpec
from engine.reference.book import Book
from engine.reference.frame import Form
from engine.reference.markdown import code

WHAT = {
    "effect": LocalizedText("What cards do", "卡牌所做的事"),
    "condition": LocalizedText("What cards ask before they do something", "卡牌行事之前的判断"),
    "value": LocalizedText("Numbers that are looked up when they are needed", "在需要时查得的数"),
    "chooser": LocalizedText("Whom or what an effect is done to", "效果作用的对象"),
    "keyword": LocalizedText("What a card is by a single word", "卡牌以一个词写明的特性"),
}


def surface(book: Book, family: str) -> str:
    """Return how the nodes of a family are written; None where they are flat, as the pages say otherwise."""
    syntax = book.vocabulary.syntaxes.get(family)
    if syntax is None:
        return ""
    return book.sentences(book.pick(WHAT[family]), _how(book, family))


def _how(book: Book, family: str) -> str:
    say, syntax = book.say, book.vocabulary.syntax(family)
    if syntax.word:
        return say(
            "Each is written as a word alone, such as in the `target` of an effect",
            "只写一个词，例如在效果的 `target` 中",
        )
    key, bag = code(syntax.key), code(syntax.bag)
    siblings = book.listed([code(name) for name in syntax.outside])
    if syntax.positional:
        return say(
            f"Its name is in {key}, its arguments are in the list {bag}, in the order of the table",
            f"名称写在 {key} 中，参数按表格的顺序写在列表 {bag} 中",
        )
    if syntax.bag:
        first = say(f", {siblings} beside it", f"，{siblings} 与其并列") if siblings else ""
        return say(f"The name is in {key}{first}, all else in {bag}", f"名称写在 {key} 中{first}，其余写在 {bag} 中")
    return say(f"The name is in {key}, the fields are beside it", f"名称写在 {key} 中，字段与其并列")


def around(book: Book, family: str, form: Form) -> str:
    """Return where the examples of a family stand."""
    say = book.say
    if family == "keyword":
        return say(
            f"The examples belong in {code(form.keywords)} of a card and were checked there; a card is, for instance:",
            f"示例位于卡牌的 {code(form.keywords)} 中，并已在其中检查通过；卡牌例如：",
        )
    part = code(form.conditions if family == "condition" else form.effects)
    return say(
        f"Every example below belongs in {part} of an ability and was checked there; an ability is, for instance, that of this card:",
        f"下面每个示例都位于某个能力的 {part} 中，并已在其中检查通过；能力例如这张卡牌所写的：",
    )


def positional_form(book: Book, spec: NodeSpec) -> str:
    """Return the form of a node whose fields stand by their place; the tables say enough of all others."""
    syntax = book.vocabulary.syntax(spec.family)
    if not syntax.positional:
        return ""
    names = [key.name if key.required else f"{key.name}?" for key in syntax.parts(spec)[1]]
    form = code(f'{{ "{syntax.key}": "{spec.name}", "{syntax.bag}": [{", ".join(names)}] }}')
    return f"{book.say('Written', '写法')}{book.say(': ', '：')}{form}"
