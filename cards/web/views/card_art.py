"""The image of a card: uploaded, removed, served under its hash."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from cards.errors import MissingField, Refusal
from cards.images import MEDIA_TYPE
from cards.localization import localize
from cards.models import Card, Pack
from cards.permissions import Act
from cards.queries.art import art_get
from cards.services.art import art_remove, art_set
from cards.web.forms import NOT_FIELDS
from cards.web.page import open_page, pack_page, refusal_message
from cards.web.text import bilingual_plain

YEAR = 365 * 24 * 3600  # seconds


@require_safe
@open_page
def art_file(request: HttpRequest, sha256: str) -> HttpResponse:
    """Serve an image; the bytes under a hash never change, so browsers keep them."""
    response = HttpResponse(art_get(account=request.user, sha256=sha256), content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = f"private, max-age={YEAR}, immutable"
    response.headers["ETag"] = f'"{sha256}"'
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


@pack_page(Act.DRAFT_SAVE, "POST")
def card_art(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Replace the image of a card by an uploaded one, or remove it; a refusal is shown on the card's page."""
    with refusal_message(request, _refusal_text):
        if request.POST.get("do") == "remove":
            art_remove(actor=request.user, card=card)
            messages.success(
                request, localize("Image removed; the placeholder is shown again.", "图片已移除，恢复为占位图。")
            )
        else:
            art_set(actor=request.user, card=card, data=_uploaded_bytes(request))
            messages.success(request, localize("Image saved.", "图片已保存。"))
    return redirect("cards:card-detail", pack, card)


def _uploaded_bytes(request: HttpRequest) -> bytes:
    """Return the bytes of the file that a form carries.

    Errors: MissingField when it carries none.
    """
    file = request.FILES.get("art")
    if not isinstance(file, UploadedFile):
        raise MissingField("art")
    data: bytes = file.read()
    return data


def _refusal_text(refusal: Refusal) -> str:
    """Return why an image was refused; a form without a file says so in its own words."""
    if refusal.status in NOT_FIELDS:
        raise refusal
    if isinstance(refusal, MissingField):
        return localize("Choose an image first.", "请先选择图片。")
    return str(bilingual_plain(refusal.detail))
