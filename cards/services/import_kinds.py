"""Files that no importer reads, by their first bytes: what each is, and the one thing to do with it."""

import re
from collections.abc import Mapping
from itertools import dropwhile
from typing import Final

from cards.errors import BadText
from cards.refusals import Text, text

_UNPACK: Final = text(
    "only zip is read: unpack it and drop the folder here, or pack it as zip.",
    "只能读取 zip：请解压后把文件夹拖到此处，或改用 zip 打包。",
)
_SHEET: Final = text("save it as XLSX or CSV in that program.", "请在原程序中另存为 XLSX 或 CSV。")
_IMAGE: Final = text(
    "an image goes in on the page of its card, or in a zip as art/ID.png.",
    "请在卡牌页上传图片，或放入 zip 中，命名为 art/ID.png。",
)
_TEXT_ONLY: Final = text(
    "copy the table into a spreadsheet, and save that as XLSX or CSV.", "请把表格复制到电子表格中，另存为 XLSX 或 CSV。"
)
_EXPORT: Final = text("export its cards as CSV there.", "请在原程序中把卡牌导出为 CSV。")
_OPEN_TABLE: Final = text(
    "open it in a spreadsheet, and save it as XLSX or CSV there.", "请用电子表格程序打开，再另存为 XLSX 或 CSV。"
)
_BEGINNINGS: Final[tuple[tuple[bytes, str, Mapping[str, str]], ...]] = (
    (b"7z\xbc\xaf\x27\x1c", "7z", _UNPACK),
    (b"Rar!\x1a\x07", "RAR", _UNPACK),
    (b"\x1f\x8b", "gzip", _UNPACK),
    (b"BZh", "bzip2", _UNPACK),
    (b"\xfd7zXZ\0", "xz", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "zstd", _UNPACK),
    (b"\x89PNG\r\n", "PNG", _IMAGE),
    (b"\xff\xd8\xff", "JPEG", _IMAGE),
    (b"GIF8", "GIF", _IMAGE),
    (b"%PDF-", "PDF", _TEXT_ONLY),
    (b"\xd0\xcf\x11\xe0\xa1\xb1", "Excel 97 (.xls)", _SHEET),
    (b"SQLite format 3\0", "SQLite", _EXPORT),
    (b"MZ", "EXE", _UNPACK),
    (b"{\\rtf", "RTF", _TEXT_ONLY),
)
"""How files begin that are no text."""
_IN_ARCHIVES: Final[tuple[tuple[bytes, str, Mapping[str, str]], ...]] = (
    (b"mimetypeapplication/vnd.oasis.opendocument", "OpenDocument", _SHEET),
    (b"mimetypeapplication/epub+zip", "EPUB", _TEXT_ONLY),
    (b"word/document.xml", "Word", _TEXT_ONLY),
    (b"ppt/presentation.xml", "PowerPoint", _TEXT_ONLY),
    (b"xl/workbook.bin", "Excel (.xlsb)", _SHEET),
    (b"Index/Document.iwa", "Numbers", _SHEET),
)
"""What the archives of other programs have in them."""
_PROGRAMS: Final[tuple[tuple[re.Pattern[bytes], str], ...]] = (
    (re.compile(rb"<\?php\b"), "PHP"),
    (re.compile(rb"(?:return|(?:local\s++)?[A-Za-z_]\w{0,60}\s*+=)\s*+\{\s*+[\[{A-Za-z_][^\n:]{0,80}="), "Lua"),
    (re.compile(rb"\[{1,2}[^\]\n\"{]{1,80}\]{1,2}[ \t\r]*+\n\s*+[A-Za-z_][\w. -]{0,60}="), "TOML / INI"),
)
"""How texts begin that look like JSON to a reader who repairs, and are none."""
_COMMENT: Final = (b"#", b";", b"--")
_SAVE: Final = text("save the cards as JSON, CSV or XLSX.", "请把卡牌另存为 JSON、CSV 或 XLSX。")
_EXCEL_XML: Final = b"urn:schemas-microsoft-com:office:spreadsheet"
_CELLS: Final = re.compile(rb"<t[rd][\s>]", re.IGNORECASE)
_TAR: Final = (257, b"ustar")
_HTML: Final = re.compile(rb"\s*+<(?:!doctype\s++html|html|head|body)\b", re.IGNORECASE)
_XML: Final = re.compile(rb"\s*+<(?:\?xml|[A-Za-z!])", re.IGNORECASE)
_YAML: Final = re.compile(rb"(?:#[^\n]*\n|\s)*+(?:---\s*\n|(?:-\s++)?[A-Za-z_][A-Za-z0-9_ ]{0,40}:(?:\s|$))")
_HEAD: Final = 8192


def refuse_other_kinds(data: bytes) -> None:
    """Refuse a file that could not be read, where it is of a kind that no importer reads. Errors: BadText with what it is and what to do."""
    if (message := _advice(data)) is not None:
        raise BadText(message["en"], message["zh"])


def refuse_texts_of_programs(data: bytes) -> None:
    """Refuse a text in another notation, which repairs would take for JSON. Errors: BadText with what it is and what to do."""
    lines = list(dropwhile(_is_comment, _head(data).splitlines(keepends=True)))
    code = b"".join(lines).lstrip()
    for pattern, name in _PROGRAMS:
        if pattern.match(code):
            message = _message(name, _SAVE)
            raise BadText(message["en"], message["zh"])


def _is_comment(line: bytes) -> bool:
    return not line.strip() or line.lstrip().startswith(_COMMENT)


def _head(data: bytes) -> bytes:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data[:_HEAD].decode("utf-16", "replace").encode()
    return data.removeprefix(b"\xef\xbb\xbf")[:_HEAD]


def _advice(data: bytes) -> Text | None:
    head = _head(data)
    for beginning, name, advice in _BEGINNINGS:
        if head.startswith(beginning):
            return _message(name, advice)
    at, mark = _TAR
    if head[at : at + len(mark)] == mark:
        return _message("tar", _UNPACK)
    if head.startswith(b"PK"):
        return next((_message(name, advice) for part, name, advice in _IN_ARCHIVES if part in data), None)
    return _advice_on_text(head)


def _advice_on_text(head: bytes) -> Text | None:
    if _EXCEL_XML in head:
        return _message("Excel 2003 (XML)", _SHEET)
    if _CELLS.search(head) and (_HTML.match(head) or _XML.match(head)):
        return _message("HTML", _OPEN_TABLE)
    if _HTML.match(head):
        return text(
            "This is a web page (HTML), not the file itself: download it with the “raw” or “download” button there.",
            "这是网页（HTML），不是文件本身：请用该页面的“raw”或“下载”按钮下载。",
        )
    if _XML.match(head):
        return text(
            "Of XML, card databases of Cockatrice without a document type are read. Save this as JSON, CSV or XLSX.",
            "XML 只读取 Cockatrice 的卡牌数据库，且不能带文档类型声明。请另存为 JSON、CSV 或 XLSX。",
        )
    if b"{" not in head and _YAML.match(head):
        return text(
            "This looks like YAML, which is not read: save it as JSON, CSV or XLSX.",
            "这看起来是 YAML，无法读取：请另存为 JSON、CSV 或 XLSX。",
        )
    if head.strip() and b"{" not in head and b"[" not in head:
        return text(
            "This text has neither JSON nor a table: save the cards as JSON, CSV or XLSX.",
            "这段文本中既没有 JSON，也没有表格：请把卡牌另存为 JSON、CSV 或 XLSX。",
        )
    return None


def _message(name: str, advice: Mapping[str, str]) -> Text:
    return text(f"This is a file of the kind {name}; {advice['en']}", f"这是 {name} 文件；{advice['zh']}")
