"""The pages of the guide and of the reference as HTML: CommonMark with tables, anchors and coloured JSON, sanitised."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import unquote

import nh3
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cards.gateway import reference
from cards.localization import localize

TAGS = frozenset(
    [
        "a",
        "blockquote",
        "br",
        "code",
        "div",
        "em",
        "h2",
        "h3",
        "h4",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "span",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
ATTRIBUTES = {
    "a": {"href", "data-help-pane"},
    "div": {"class", "tabindex", "role", "aria-label"},
    "h2": {"id"},
    "h3": {"id"},
    "h4": {"id"},
    "ol": {"start"},
    "span": {"class"},
    "th": {"scope"},
}
CLASSES = {"div": {"tablewrap", "snippet"}, "span": {"ck", "cs", "cn", "cw", "cc", "cr"}}
_JSON = re.compile(
    r'(?P<cs>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*(?:"|(?=\n)|\\?\Z))'
    r"|(?P<cc>//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<cn>-?\d++(?:\.\d+)?)|(?P<cw>\b(?:true|false|null)\b)",
    re.DOTALL,
)

_COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)  # notes of the guides for their tests
Resolve = Callable[[str], str | None]


def help_html(text: str, resolve: Resolve, *, label: str) -> SafeString:
    """Return a text in Markdown as HTML.

    Shapes: `resolve` turns the target of a link into an address of the portal, or nothing, which leaves the words alone;
            `label` names what scrolls by itself, for those who cannot see where it is.
    """
    tokens = _PARSER.parse(_COMMENT.sub("", text))
    _prepare(tokens, resolve)
    html = _PARSER.renderer.render(tokens, _PARSER.options, {"label": label})
    return mark_safe(_sanitise(html))  # noqa: S308  nh3 has just reduced it to the tags above


def inline_html(text: str) -> SafeString:
    """Return one line of Markdown as HTML, its links as plain words."""
    tokens = _PARSER.parseInline(text)
    _prepare(tokens, lambda _target: None)
    return mark_safe(_sanitise(_PARSER.renderer.render(tokens, _PARSER.options, {})))  # noqa: S308  as above


def plain_text(text: str) -> str:
    """Return the words of a text in Markdown, for the search: without code blocks, marks and targets of links."""
    prose = re.sub(r"^```.*?^```$", " ", text, flags=re.MULTILINE | re.DOTALL)
    words = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", prose)
    return " ".join(re.sub(r"[`*|#>]|---+", " ", words).split())


def highlighted(code: str) -> SafeString:
    """Return JSON with each word in a span that says what it is."""
    out: list[str] = []
    end = 0
    for match in _JSON.finditer(code):
        kind = match.lastgroup if match.lastgroup != "cs" else _kind_of_string(match[0], code, match.end())
        out += [escape(code[end : match.start()]), format_html('<span class="{}">{}</span>', kind, match[0])]
        end = match.end()
    return mark_safe("".join([*out, escape(code[end:])]))  # noqa: S308  every part is escaped


def _kind_of_string(text: str, code: str, end: int) -> str:
    """Return whether a string is a key, a reference or a plain value, by its class."""
    while code[end : end + 1].isspace():
        end += 1
    if code[end : end + 1] == ":":
        return "ck"
    return "cr" if text.startswith('"$') else "cs"


def _sanitise(html: str) -> str:
    attributes = {tag: names - {"class"} for tag, names in ATTRIBUTES.items()}
    allowed = {tag: set(names) for tag, names in CLASSES.items()}
    return nh3.clean(html, tags=set(TAGS), attributes=attributes, allowed_classes=allowed, link_rel=None)


def _prepare(tokens: Sequence[Token], resolve: Resolve) -> None:
    """Give headings their anchors and their level below the page's title, and links their addresses."""
    levels = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
    shift = min(levels, default=2) - 2
    for place, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) - shift}"
        if token.type == "heading_open":
            token.attrSet("id", reference.heading_anchor(tokens[place + 1].content))
        if token.type == "th_open":
            token.attrSet("scope", "col")
        _resolve_links(token.children or (), resolve)


def _resolve_links(children: Sequence[Token], resolve: Resolve) -> None:
    is_dropped = False
    for token in children:
        if token.type == "link_open":
            address = resolve(unquote(str(token.attrGet("href"))))
            is_dropped = address is None
            if address is not None:
                token.attrSet("href", address)
        token.hidden = is_dropped and token.type in ("link_open", "link_close")


def _open_table(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    label = format_html("{} {}", env.get("label", ""), localize("(table)", "（表格）"))
    return format_html('<div class="tablewrap" tabindex="0" role="group" aria-label="{}"><table>', label)


def _close_table(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return "</table></div>"


def _fence(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    token = tokens[at]
    is_json = token.info.split(" ")[0] in ("json", "jsonc")
    code = highlighted(token.content) if is_json else escape(token.content)
    label = format_html("{} {}", env.get("label", ""), localize("(code)", "（代码）"))
    return format_html(
        '<div class="snippet" tabindex="0" role="group" aria-label="{}"><pre><code>{}</code></pre></div>', label, code
    )


def _parser() -> MarkdownIt:
    """Return the parser: HTML in a text stays text."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", _close_table)
    parser.add_render_rule("fence", _fence)
    return parser


_PARSER = _parser()
