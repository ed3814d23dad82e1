"""Pictures of cards: of the working copy, and of what a release ships.

A picture is made of values alone, and its tag is a hash of them: a reader who has it is answered before anything is drawn.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence

from cards.drawing.face_svg import VERSION, Picture, picture
from cards.drawing.faces import draw
from cards.errors import StateConflict
from cards.gateway import faces, pack_names, packs, wording
from cards.models import Blob, Card, Pack, Release, ReleaseCard
from cards.queries.beside import names_beside
from cards.queries.cards import card_face
from cards.queries.history import blob_data
from cards.shape import Json
from cards.values import frozen_dataclass


@frozen_dataclass
class PictureOrder:
    """What is to be drawn: a face in one language. Shapes: face as `cards.gateway.faces.face` has it, with `art`."""

    face: Json
    language: str

    @property
    def tag(self) -> str:
        """Return a hash of all that the picture depends on."""
        values = json.dumps([VERSION, self.language, self.face], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(values.encode()).hexdigest()

    def picture(self) -> Picture:
        """Return the picture."""
        art = self.face.get("art")
        image = bytes(Blob.objects.values_list("data", flat=True).get(sha256=art)) if art else None
        return picture(draw(self.face, self.language), image)


def draft_picture(*, card: Card, pack: Pack, language: str) -> PictureOrder:
    """Return the face of a working copy, or of the newest version while its text does not parse.

    Errors: StateConflict where neither can be read.
    """
    face = card_face(card=card, pack=pack, names=names_beside(card.draft.document, pack=pack))
    if face is None:
        raise StateConflict("The draft does not parse, and there is no version.", "草稿无法解析，也没有任何版本。")
    return PictureOrder(face, language)


def draft_pictures(*, cards: Sequence[Card], pack: Pack, language: str) -> Iterator[tuple[str, PictureOrder]]:
    """Yield the face of each working copy, without those that cannot be read; all names are looked up at once."""
    names = names_beside(None, *(card.draft.document for card in cards), pack=pack)
    for card in cards:
        face = card_face(card=card, pack=pack, names=names)
        if face is not None:
            yield card.written_id, PictureOrder(face, language)


def release_pictures(*, release: Release, language: str) -> Iterator[tuple[str, PictureOrder]]:
    """Yield the face of each card that a release ships, by id."""
    for row in release.cards.select_related("release", "version").order_by("written_id"):
        yield row.written_id, release_picture(row=row, language=language)


def release_picture(*, row: ReleaseCard, language: str) -> PictureOrder:
    """Return the face of a card as a release ships it; the cards that it names are called as in that release."""
    release = row.release
    document = packs.read_json(blob_data(sha256=row.blob_id))
    ids = pack_names.card_names_in(release.ruleset, document)
    named = ReleaseCard.objects.filter(release=release, written_id__in=ids).select_related("version") if ids else ()
    names = wording.names_of((card.version.document, card.version.texts) for card in named)
    face = faces.face(release.ruleset, document, row.version.texts, names)
    return PictureOrder({**face, "art": row.version.art_sha256}, language)
