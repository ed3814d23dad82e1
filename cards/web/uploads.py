"""A file that is checked before it is written: sent once, then carried along in the page that shows its report."""

import base64
import zlib

from django.http import HttpRequest

from cards.errors import InvalidFields, StateConflict

SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a file on a page; `manage.py import_pack` takes larger ones


def sent_file(request: HttpRequest, too_large: InvalidFields) -> bytes:
    """Return the file that was sent, or the one of the report before.

    Errors: `too_large` beyond 16 MiB; InvalidFields without a file; StateConflict for one that was cut on its way.
    """
    upload = request.FILES.get("file")
    if upload is not None:
        if (upload.size or 0) > SIZE_LIMIT:
            raise too_large
        return bytes(upload.read())
    if "payload" not in request.POST:
        raise InvalidFields.of("/file", "Choose a file first.", "请先选择文件。")
    return payload_bytes(request.POST["payload"])


def file_payload(data: bytes) -> str:
    """Return bytes as the text of a hidden field."""
    return base64.b64encode(zlib.compress(data, 1)).decode()


def payload_bytes(payload: str) -> bytes:
    """Return the bytes in a hidden field."""
    refusal = StateConflict("The upload was incomplete. Choose the file again.", "上传不完整，请重新选择文件。")
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.b64decode(payload, validate=True), SIZE_LIMIT)
    except (ValueError, zlib.error):
        raise refusal from None
    if not reader.eof:
        raise refusal
    return data
