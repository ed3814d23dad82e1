"""What the reader says about a text that it cannot read: one sentence in English and in Chinese."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import Problem
from engine.language.diagnostics.problems import fill

E_LIMIT_SLUGS: Final = frozenset({"too-deep", "too-large"})

# name: (slug, English, Chinese). `{found}`, `{wanted}` and the like are filled in by `complaint`.
SENTENCES: Final[dict[str, tuple[str, str, str]]] = {
    "empty": ("malformed-json", "The text is empty; a JSON value was expected.", "内容是空的，这里需要一个 JSON 值。"),
    "not-utf8": (
        "malformed-json",
        "Byte {found} does not belong to UTF-8; save the file as UTF-8.",
        "第 {found} 个字节不是 UTF-8，请把文件另存为 UTF-8。",
    ),
    "byte-order-mark": (
        "malformed-json",
        "The text begins with a byte order mark; save it as UTF-8 without one.",
        "文本以字节顺序标记（BOM）开头，请存为不带 BOM 的 UTF-8。",
    ),
    "trailing-data": (
        "malformed-json",
        "{found} follows the end of the document; nothing was expected there.",
        "文档已经结束，后面又出现了 {found}，这里不应再有内容。",
    ),
    "bracket-too-many": (
        "malformed-json",
        "{found} is one bracket too many: {open} is what is open here, and {found} closes nothing.",
        "多了一个 {found}：此处尚未关闭的是{open}，这个 {found} 没有可以关闭的括号。",
    ),
    "bracket-after-end": (
        "malformed-json",
        "{found} is one bracket too many: every bracket before it is closed already.",
        "多了一个 {found}：它前面的括号都已经关闭。",
    ),
    "bracket-missing": (
        "malformed-json",
        "A {wanted} is missing before this {found}: {open} is not closed.",
        "这个 {found} 之前缺少 {wanted}：{open} 没有关闭。",
    ),
    "bracket-mismatch": (
        "malformed-json",
        "{found} does not close {open}: a {wanted} is missing before it, or it is one too many.",
        "{found} 不能关闭{open}：它前面缺少 {wanted}，或者它是多余的。",
    ),
    "bracket-unclosed": (
        "malformed-json",
        "The text ends here with {open} still open: {wanted} is missing.",
        "文本到此结束，但{open} 没有关闭：缺少 {wanted}。",
    ),
    "colon-in-list": (
        "malformed-json",
        "A {found} is not allowed in a list: a {wanted} is missing for {open}, or a {{ before this name.",
        "列表里不能有 {found}：{open} 缺少 {wanted}，或者这个名称之前缺少 {{。",
    ),
    "value-wanted": (
        "malformed-json",
        "A value was expected here, {found} was found.",
        "这里需要一个值，却出现了 {found}。",
    ),
    "name-wanted": (
        "malformed-json",
        "A name in double quotes was expected here, {found} was found.",
        "这里需要一个用双引号括起来的名称，却出现了 {found}。",
    ),
    "colon-wanted": (
        "malformed-json",
        "A : was expected after the name, {found} was found.",
        "名称后面需要 :，却出现了 {found}。",
    ),
    "comma-wanted": (
        "malformed-json",
        "A , or {wanted} was expected here, {found} was found.",
        "这里需要 , 或 {wanted}，却出现了 {found}。",
    ),
    "trailing-comma": ("malformed-json", "The comma before {found} is one too many.", "{found} 前面多了一个逗号。"),
    "comment": (
        "malformed-json",
        "Comments are not allowed here; strict JSON was expected.",
        "这里不允许注释，需要严格的 JSON。",
    ),
    "comment-unclosed": (
        "malformed-json",
        "The comment that begins here is never closed with */.",
        "从这里开始的注释没有用 */ 结束。",
    ),
    "string-unclosed": (
        "malformed-json",
        'The text that begins here with " is not closed on its line; write \\n for a line break inside a text.',
        '从这里的 " 开始的文本没有在本行结束；文本里的换行请写成 \\n。',
    ),
    "other-quotes": (
        "malformed-json",
        "{found} is not the double quote of JSON; write {wanted}.",
        "{found} 不是 JSON 的双引号，请写 {wanted}。",
    ),
    "full-width": (
        "malformed-json",
        "{found} is a full-width sign; write {wanted}.",
        "{found} 是全角符号，请写半角的 {wanted}。",
    ),
    "unquoted": (
        "malformed-json",
        "{found} has no double quotes; {wanted} was expected.",
        "{found} 没有用双引号括起来，应写成 {wanted}。",
    ),
    "odd-character": ("malformed-json", "The character {found} is not allowed here.", "这里不能出现字符 {found}。"),
    "duplicate-key": (
        "duplicate-key",
        "The name {found} occurs twice in one object; the first is at line {line}, column {column}.",
        "名称 {found} 在同一个对象里出现了两次，第一次在第 {line} 行第 {column} 列。",
    ),
    "not-integer": (
        "bad-number",
        "{found} is not an integer; numbers are written as digits alone, without point or exponent.",
        "{found} 不是整数；数字只能由数位组成，不能有小数点或指数。",
    ),
    "not-finite": (
        "bad-number",
        "{found} is not a number of JSON; an integer was expected.",
        "{found} 不是 JSON 的数字，这里需要整数。",
    ),
    "number-spelling": (
        "bad-number",
        "{found} is not how JSON writes an integer; {wanted} was expected.",
        "{found} 不是 JSON 的整数写法，应写成 {wanted}。",
    ),
    "number-range": (
        "bad-number",
        "{found} is outside the range of integers, which is -9007199254740991 to 9007199254740991.",
        "{found} 超出整数范围（-9007199254740991 到 9007199254740991）。",
    ),
    "control-character": (
        "bad-string",
        "A text contains the control character {found}; write it as an escape such as \\n or \\t, or remove it.",
        "文本里有控制字符 {found}，请写成 \\n、\\t 这样的转义，或者删掉。",
    ),
    "null-character": (
        "bad-string",
        "A text contains the character U+0000, which no text may hold; remove it.",
        "文本里有字符 U+0000，任何文本都不能包含它，请删掉。",
    ),
    "lone-surrogate": (
        "bad-string",
        "{found} is half of a surrogate pair; half a character cannot be stored.",
        "{found} 只是代理对的一半，半个字符无法保存。",
    ),
    "bad-escape": (
        "bad-string",
        'The escape {found} does not exist; one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX was expected.',
        '没有 {found} 这种转义，可用的是 \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX。',
    ),
    "too-deep": (
        "too-deep",
        "More than {wanted} lists and objects are nested inside each other.",
        "列表和对象的嵌套超过了 {wanted} 层。",
    ),
    "too-many-nodes": (
        "too-large",
        "The document has more than {wanted} values and comments.",
        "文档里的值和注释超过了 {wanted} 个。",
    ),
    "string-too-long": (
        "too-large",
        "A text of {found} characters is too long; {wanted} are allowed.",
        "文本有 {found} 个字符，太长了，最多允许 {wanted} 个。",
    ),
    "too-large": (
        "too-large",
        "The document has {found} bytes; {wanted} are allowed.",
        "文档有 {found} 字节，最多允许 {wanted} 字节。",
    ),
}

LENIENT: Final[dict[str, tuple[str, str]]] = {
    "comment": (
        "Comments ({count}) are read here, and are left out of everything released.",
        "这里可以写注释（{count} 处），但发布的内容不含注释。",
    ),
    "trailing-comma": (
        "A comma before a closing bracket ({count}) is read here, and is left out of everything released.",
        "右括号前多余的逗号（{count} 处）在这里可以读取，但发布的内容会去掉它。",
    ),
    "byte-order-mark": ("The byte order mark at the beginning is left out.", "开头的字节顺序标记（BOM）会被去掉。"),
    "encoding": ("The file is {found}; it is read as such.", "文件采用 {found} 编码，按此编码读取。"),
    "html-entities": (
        "Signs of HTML such as &quot; become what they stand for.",
        "&quot; 之类的 HTML 实体还原为字符。",
    ),
    "text-of-json": (
        "The document is a text that holds JSON; it is taken out.",
        "文档是一段含有 JSON 的文本，取出其中的 JSON。",
    ),
    "list-under-name": ("The cards are the {count} of {found}.", "卡牌是 {found} 下的 {count} 项。"),
    "map-by-id": (
        "The {count} members are the cards; each without an id has its name as the id.",
        "{count} 个成员即各张卡牌；没有 id 的以成员名作为 id。",
    ),
    "fence": ("Only what stands between ``` of Markdown is read.", "只读取 Markdown 的 ``` 之间的内容。"),
    "prose": (
        "Words beside the cards are left out ({count}): {found}",
        "卡牌之外的文字会被略去（{count} 处）：{found}",
    ),
    "several-values": (
        "{found} documents one after the other are read as one list.",
        "连续的 {found} 个文档按一个列表读取。",
    ),
    "odd-space": (
        "Blanks that JSON does not know ({count}, the first is {found}) become plain ones.",
        "JSON 不认识的空白（{count} 处，首个为 {found}）换成普通空白。",
    ),
    "hash-comment": ("Comments with # ({count}) are read as comments.", "以 # 开头的注释（{count} 处）按注释读取。"),
    "full-width": (
        "Full-width signs ({count}, the first is {found}) become those of JSON.",
        "全角符号（{count} 处，首个为 {found}）换成 JSON 的半角符号。",
    ),
    "round-bracket": (
        "Round brackets ({count}) are read as lists.",
        "圆括号（{count} 处）按列表读取。",
    ),
    "separator": ("{found} ({count}) becomes the sign of JSON.", "{found}（{count} 处）换成 JSON 的符号。"),
    "quotes": (
        "Other quotes ({count}, the first are {found}) become double ones.",
        "其他引号（{count} 处，首个为 {found}）换成双引号。",
    ),
    "inner-quotes": (
        "Quotes inside a text ({count}) are escaped: {found}",
        "文本里的引号（{count} 处）加上转义：{found}",
    ),
    "line-break": (
        "Line breaks and tabs inside a text ({count}) are escaped.",
        "文本里的换行和制表符（{count} 处）加上转义。",
    ),
    "backslash": (
        "Backslashes ({count}) stand for themselves: {found}",
        "反斜杠（{count} 处）按字面理解：{found}",
    ),
    "unquoted": (
        "Words without quotes ({count}, the first is {found}) get quotes.",
        "没有引号的词（{count} 处，首个为 {found}）加上引号。",
    ),
    "literal": ("{found} ({count}) becomes the word of JSON.", "{found}（{count} 处）换成 JSON 的写法。"),
    "number": (
        "Whole numbers in another form ({count}, the first is {found}) are written as JSON does.",
        "写法不同的整数（{count} 处，首个为 {found}）改为 JSON 的写法。",
    ),
    "missing-comma": ("A missing comma is put in ({count}).", "补上缺少的逗号（{count} 处）。"),
    "comma-too-many": ("A comma too many is left out ({count}).", "去掉多余的逗号（{count} 处）。"),
}

_MAX_EXCERPT = 40
"""So many characters of what was found are repeated in a sentence."""


def printable(text: str) -> str:
    """Return a piece of the author's text, short and printable, for use in a sentence."""
    short = text if len(text) <= _MAX_EXCERPT else text[: _MAX_EXCERPT - 1] + "…"
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in short)


def complaint(name: str, file: str, path: str = "", place: tuple[int, int] = (0, 0), **words: Any) -> Problem:
    """Return the problem of this name, its sentences filled with the words given.

    Shapes: words as `fill` takes them; `found` and `wanted` are also given to programs, in English.
    """
    slug, english, chinese = SENTENCES[name]
    actual, expected = (_english(words.get(key)) for key in ("found", "wanted"))
    return Problem(
        code="E-LIMIT" if slug in E_LIMIT_SLUGS else "E-JSON",
        message=fill(english, chinese, words),
        path=path,
        file=file,
        line=place[0],
        column=place[1],
        found=actual,
        wanted=expected,
        slug=slug,
    )


def _english(word: Any) -> Any:
    return word[0] if isinstance(word, tuple) else word
