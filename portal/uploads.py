"""How much a form may send at all: asked before the first byte of a file is written anywhere."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class BoundedUpload(FileUploadHandler):
    """Refuses a body that is larger than a pack may be, by its length and while it comes in; keeps no file itself."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803  Django's own name
        content_length: int,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Refuse a body by the length that its head states."""
        self.received = 0
        self._refuse(content_length)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Count what comes in, and hand it on to the next handler."""
        self.received += len(raw_data)
        self._refuse(self.received)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""

    def _refuse(self, size: int) -> None:
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("larger than any upload that is read here")
