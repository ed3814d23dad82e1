"""A card's picture alone, as lists of packs and drafts show it."""

from django.urls import reverse

from cards.drawing.placeholder import Stroke, strokes
from cards.gateway import faces
from cards.queries.home import Picture
from cards.values import frozen_dataclass


@frozen_dataclass
class Thumbnail:
    """The picture of a card: the name of its tone, and its image or the strokes of the placeholder."""

    tone: str
    art: tuple[Stroke, ...]
    art_url: str


def thumbnail(picture: Picture) -> Thumbnail:
    """Return a card's picture, ready to be drawn."""
    tone = faces.tones().get(picture.tone)
    manner = tone.manner if tone else faces.PLAIN
    art_url = reverse("cards:art", args=[picture.art_sha256]) if picture.art_sha256 else ""
    return Thumbnail(tone.name if tone else faces.PLAIN, strokes(picture.card_id, manner), art_url)
