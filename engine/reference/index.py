"""The first page of a language: where a newcomer starts, and what there is to look up."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.spec import LocalizedText, Vocabulary
from engine.reference.book import OTHER_LANGUAGE, Book
from engine.reference.markdown import link, page, table
from engine.reference.nodes import PAGES
from engine.ruleset import Guide, Ruleset

GUIDES = "../../guide"
FIRST_GUIDE = Guide(
    "card-in-json.md",
    LocalizedText("A card in JSON", "用 JSON 写一张卡牌"),
    LocalizedText("one card as a file, built up in five steps, and the console", "分五步写成一个卡牌文件，以及命令行"),
)
GENERAL_GUIDES = (
    Guide(
        "references.md",
        LocalizedText("References and templates", "引用与模板"),
        LocalizedText("`$`, braces, ids, and what can be named where", "`$`、花括号、id，以及何处可以引用什么"),
    ),
    Guide(
        "editor.md",
        LocalizedText("The card editor", "卡牌编辑器"),
        LocalizedText("drafts, texts in two languages, versions, art and print", "草稿、双语文本、版本、卡图与打印"),
    ),
    Guide(
        "texts.md",
        LocalizedText("Texts in two languages", "两种语言的文案"),
        LocalizedText(
            "what is missing or stale, the glossary, CSV for translators",
            "缺失与已过时的文案、术语表、供译者使用的 CSV",
        ),
    ),
    Guide(
        "scenarios.md",
        LocalizedText("Writing scenarios", "编写场景"),
        LocalizedText("given, when, then: tests of cards", "给定、当、则：卡牌的测试"),
    ),
    Guide(
        "previews.md",
        LocalizedText("Reading a preview", "阅读模拟结果"),
        LocalizedText("what its numbers say, and what they cannot say", "各项数字说明什么，不能说明什么"),
    ),
    Guide(
        "review.md",
        LocalizedText("Reviewing a card", "审核卡牌"),
        LocalizedText("asking, deciding, comments on a node, the queue", "发起、决定、针对节点的评论、队列"),
    ),
    Guide(
        "releases.md",
        LocalizedText("Publishing a release", "发布卡包"),
        LocalizedText("versions, checks, numbers and files of a release", "版本、检查、版本号与发布的文件"),
    ),
    Guide(
        "api.md",
        LocalizedText("The REST API", "REST API"),
        LocalizedText("reading, following and writing packs from a program", "由程序读取、跟踪和编写卡包"),
    ),
    Guide(
        "formats.md",
        LocalizedText("Formats and commands", "格式与命令"),
        LocalizedText("files, the command line, and what programs read", "文件、命令行，以及供程序读取的内容"),
    ),
)


def index_page(books: Sequence[Book]) -> str:
    """Return the index of one language; books are those of its rulesets."""
    book = books[0]
    say, lang = book.say, book.lang
    language, name = OTHER_LANGUAGE[lang]
    intro = say(
        "A card in Cardloom is a JSON document. It says what is printed on the card and what the card does, in a small language of effects, conditions and events; "
        "the engine reads it, reports its problems, writes its rules text and plays it.",
        "在 Cardloom 中，一张卡牌就是一份 JSON 文档。它写明牌面上的内容以及这张牌做什么，所用的是一种由效果、条件和事件组成的小语言；"
        "引擎读取它，指出其中的所有问题，写出规则文本，并用它对局。",
    )
    generated_note = say(
        "These pages are written by `make docs` from the same declarations that check and run the cards, so they cannot say anything else than the engine does. Every example on them is checked.",
        "这些页面由 `make docs` 根据检查和运行卡牌的同一份声明生成，因此不会与引擎的行为不一致。其中每个示例都经过检查。",
    )
    return page(
        link(name, f"../{language}/README.md"),
        f"# {say('Reference', '参考手册')}",
        intro,
        f"## {say('Start here', '从这里开始')}",
        table((say("guide", "指南"), say("for", "内容")), _guides(book, books)),
        *(part for one in books for part in _game(one)),
        f"## {say('For all games', '所有游戏通用')}",
        table((say("page", "页面"), say("holds", "内容")), _shared(book)),
        generated_note,
    )


def guides(rulesets: Sequence[Ruleset]) -> tuple[Guide, ...]:
    """Return the guides in the order in which a newcomer reads them, those of the games after the first card."""
    own = [guide for ruleset in rulesets for guide in ruleset.guides]
    return (FIRST_GUIDE, *own, *GENERAL_GUIDES)


def _guides(book: Book, books: Sequence[Book]) -> list[tuple[str, str]]:
    listed = guides([one.ruleset for one in books])
    return [(link(book.pick(one.title), f"{GUIDES}/{book.lang}/{one.file}"), book.pick(one.about)) for one in listed]


def _game(book: Book) -> list[str]:
    say, folder = book.say, book.ruleset.name
    vocabulary = book.vocabulary
    rows = [
        (
            link(say("The card document", "卡牌文档"), f"{folder}/card.md"),
            say("kinds of card, their fields, whole examples", "卡牌种类、字段和完整示例"),
        )
    ]
    for family in families(vocabulary):
        file, title, _ = PAGES[family]
        count = len(vocabulary.family(family))
        rows.append(
            (
                link(book.pick(title), f"{folder}/{file}"),
                say(f"{count} of them" if count > 1 else "one", f"共 {count} 种"),
            )
        )
    rows += [
        (
            link(say("Events", "事件"), f"{folder}/events.md"),
            say("what triggers wait for, in the order of a match", "触发器等待的事，按对局顺序"),
        ),
        *([_moments(book)] if has_moments(vocabulary) else []),
        (link(say("Settings", "设置"), f"{folder}/settings.md"), say("every number of the rules", "规则中的每个数")),
        (
            link(say("Formats", "格式"), f"{folder}/formats.md"),
            say("kinds of document and answer that have a schema", "具有 Schema 的文档和输出"),
        ),
        (
            link(say("Old spellings", "旧写法"), f"{folder}/spellings.md"),
            say("what is rewritten when it is read", "读取时会改写的内容"),
        ),
    ]
    return [
        f"## {book.title()} (`{folder}`)" if book.lang == "en" else f"## {book.title()}（`{folder}`）",
        table((say("page", "页面"), say("holds", "内容")), rows),
    ]


def _moments(book: Book) -> tuple[str, str]:
    return (
        link(book.say("Moments and lifetimes", "时机与持续时间"), f"{book.ruleset.name}/moments.md"),
        book.say("when a card acts, and how long its triggers last", "卡牌何时行动，触发器持续多久"),
    )


def families(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the families of nodes that have a page: those that a ruleset declares nodes of."""
    return tuple(family for family in PAGES if vocabulary.family(family))


def has_moments(vocabulary: Vocabulary) -> bool:
    """Return whether there is something to say of moments and lifetimes."""
    return bool(vocabulary.timings or vocabulary.lifetimes)


def _shared(book: Book) -> list[tuple[str, str]]:
    say = book.say
    return [
        (link(say("What a field takes", "字段的取值"), "fields.md"), say("the words of the tables", "表格用词说明")),
        (
            link(say("Problem codes", "问题代码"), "problems.md"),
            say("what each means, with an example and the fix", "各代码的含义、示例和改正方法"),
        ),
    ]
