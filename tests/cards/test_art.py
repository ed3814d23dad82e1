"""Card art: stored as what this portal wrote itself, versioned with the card, shown to those who may see the card."""

from __future__ import annotations

import hashlib
import json
import random
import struct
import zipfile
import zlib
from io import BytesIO

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from cards.errors import BadImage, Forbidden, NotFound, Refusal, StateConflict, TooLarge
from cards.images import KEPT_SIDE, MAX_BYTES, MAX_SIDE, art_encoded
from cards.models import Account, AuditEvent, Blob, Card, Pack, Visibility
from cards.queries.art import art_get
from cards.queries.cards import card_get
from cards.queries.history import draft_get
from cards.queries.releases import release_art, release_manifest
from cards.queries.verification import release_differences
from cards.services.art import art_remove, art_set
from cards.services.card import card_copy
from cards.services.draft import version_restore
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY

People = dict[str, Account]


def image(size: tuple[int, int] = (40, 30), kind: str = "PNG", colour: str = "teal", **more: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **more)
    return out.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width: int, height: int, rows: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class TestEncoding:
    @pytest.mark.parametrize("kind", ["PNG", "WEBP"])
    def test_gives_webp_of_the_same_picture(self, kind: str) -> None:
        with Image.open(BytesIO(art_encoded(image(kind=kind, lossless=True)))) as kept:
            assert (kept.format, kept.size) == ("WEBP", (40, 30))
            red, green, blue = kept.convert("RGB").getpixel((20, 15))  # type: ignore[misc]  # the test fails where it is nothing
            assert abs(red - 0) < 6 and abs(green - 128) < 6 and abs(blue - 128) < 6

    def test_keeps_transparency(self) -> None:
        out = BytesIO()
        Image.new("RGBA", (8, 8), (255, 0, 0, 0)).save(out, "PNG")

        with Image.open(BytesIO(art_encoded(out.getvalue()))) as kept:
            assert kept.mode == "RGBA" and kept.getpixel((4, 4))[3] == 0  # type: ignore[index]  # the test fails where it is nothing

    def test_drops_metadata(self) -> None:
        notes, exif = PngInfo(), Image.Exif()
        notes.add_text("Comment", "SECRET-TEXT" * 20)
        exif[0x010E] = "SECRET-EXIF"
        png = image(pnginfo=notes, exif=exif, icc_profile=b"SECRET-ICC" * 20)
        webp = image(kind="WEBP", exif=exif, xmp=b"SECRET-XMP", icc_profile=b"SECRET-ICC" * 20)

        assert b"SECRET" in webp and b"SECRET-EXIF" in png
        assert all(b"SECRET" not in art_encoded(each) for each in (png, webp))

    def test_turns_a_picture_upright_before_the_note_about_it_is_dropped(self) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6

        with Image.open(BytesIO(art_encoded(image((40, 20), exif=exif)))) as kept:
            assert kept.size == (20, 40)

    def test_scales_down_what_is_larger_than_print_needs(self) -> None:
        with Image.open(BytesIO(art_encoded(image((MAX_SIDE, 1000))))) as kept:
            assert kept.size[0] == KEPT_SIDE

    def test_refuses_more_than_two_mebibytes(self) -> None:
        with pytest.raises(TooLarge):
            art_encoded(image() + b"\0" * MAX_BYTES)

    @pytest.mark.parametrize("size", [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1)])
    def test_refuses_too_many_pixels(self, size: tuple[int, int]) -> None:
        with pytest.raises(BadImage, match="pixels"):
            art_encoded(image(size))

    @pytest.mark.parametrize("side", [20_000, 2**31 - 1])
    def test_refuses_a_bomb_by_its_head_alone(self, side: int) -> None:
        with pytest.raises(BadImage, match="pixels"):
            art_encoded(png_of(side, side, b"\0" * 1000))

    def test_refuses_text_that_unpacks_to_much_more(self) -> None:
        bomb = b"Comment\0\0" + zlib.compress(b"\0" * 200_000_000)
        plain = image()
        with pytest.raises(BadImage):
            art_encoded(plain[:33] + chunk(b"zTXt", bomb) + plain[33:])

    def test_refuses_what_moves(self) -> None:
        out = BytesIO()
        frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
        frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])

        with pytest.raises(BadImage, match="Animated"):
            art_encoded(out.getvalue())

    @pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM"])
    def test_refuses_other_formats(self, kind: str) -> None:
        with pytest.raises(BadImage, match="not a PNG, WebP or JPEG"):
            art_encoded(image(kind=kind))

    @pytest.mark.parametrize(
        "data",
        [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"%PDF-1"],
    )
    def test_refuses_what_is_no_image(self, data: bytes) -> None:
        with pytest.raises(BadImage):
            art_encoded(data)

    @pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG"])
    def test_survives_damage_anywhere(self, kind: str) -> None:
        chance = random.Random(7)
        whole = image((64, 64), kind)
        for _ in range(400):
            data = bytearray(whole[: chance.randrange(8, len(whole) + 1)])
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            try:
                art = art_encoded(bytes(data))
            except Refusal:
                continue
            assert art.startswith(b"RIFF")


@pytest.fixture
def designer(people: People) -> Account:
    return people["designer"]


def art_of(card: Card) -> str | None:
    card.draft.refresh_from_db()
    return card.draft.art_sha256


class TestSettingArt:
    def test_stores_it_under_its_hash_with_one_event(self, card: Card, designer: Account) -> None:
        before = AuditEvent.objects.count()
        sha256 = art_set(actor=designer, card=card, data=image())

        assert art_of(card) == sha256 and bytes(Blob.objects.get(sha256=sha256).data).startswith(b"RIFF")
        assert AuditEvent.objects.count() == before + 1

    def test_leaves_text_and_revision_alone(self, card: Card, designer: Account) -> None:
        etag = card.draft.etag
        art_set(actor=designer, card=card, data=image())

        card.draft.refresh_from_db()
        assert card.draft.etag == etag

    def test_is_for_designers(self, card: Card, people: People) -> None:
        with pytest.raises(Forbidden):
            art_set(actor=people["viewer"], card=card, data=image())
        with pytest.raises(NotFound):
            art_remove(actor=people["stranger"], card=card)

    def test_changes_nothing_where_the_image_is_refused(self, card: Card, designer: Account) -> None:
        before = AuditEvent.objects.count()
        with pytest.raises(BadImage):
            art_set(actor=designer, card=card, data=b"no image")

        assert (art_of(card), AuditEvent.objects.count()) == (None, before)

    def test_can_be_undone(self, card: Card, designer: Account) -> None:
        art_set(actor=designer, card=card, data=image())
        art_remove(actor=designer, card=card)

        assert art_of(card) is None
        with pytest.raises(StateConflict):
            art_remove(actor=designer, card=card)

    def test_is_kept_by_the_version_and_makes_the_card_edited(self, card: Card, designer: Account, pack: Pack) -> None:
        first = art_set(actor=designer, card=card, data=image())
        version = version_create(actor=designer, card=card, based_on=card.draft.etag, message="With art")
        second = art_set(actor=designer, card=card, data=image(colour="red"))
        edited = card_get(account=designer, pack=pack, written_id=card.written_id)
        next_version = version_create(actor=designer, card=card, based_on=card.draft.etag, message="Other art")
        final_card = card_get(account=designer, pack=pack, written_id=card.written_id)

        assert (version.art_sha256, next_version.art_sha256) == (first, second)
        assert (edited.is_edited, final_card.is_edited) == (True, False)  # type: ignore[attr-defined]  # annotated by the query

    def test_comes_back_with_a_version(self, card: Card, designer: Account) -> None:
        first = art_set(actor=designer, card=card, data=image())
        version = version_create(actor=designer, card=card, based_on=card.draft.etag, message="With art")
        art_remove(actor=designer, card=card)
        version_restore(actor=designer, card=card, version=version, based_on=card.draft.etag)

        assert art_of(card) == first

    def test_comes_along_with_a_copy(self, card: Card, designer: Account, pack: Pack) -> None:
        sha256 = art_set(actor=designer, card=card, data=image())
        copy = card_copy(actor=designer, pack=pack, source=card, written_id="base.copy")
        art_remove(actor=designer, card=card)

        assert draft_get(card=copy).art_sha256 == sha256


class TestReadingArt:
    def test_is_for_members_and_operators(self, card: Card, people: People) -> None:
        sha256 = art_set(actor=people["designer"], card=card, data=image())

        assert art_get(account=people["viewer"], sha256=sha256) == art_get(account=people["operator"], sha256=sha256)
        with pytest.raises(NotFound):
            art_get(account=people["stranger"], sha256=sha256)

    def test_serves_nothing_but_art(self, card: Card, people: People) -> None:
        version = version_create(actor=people["designer"], card=card, based_on=card.draft.etag, message="v1")
        for sha256 in (version.sha256, "0" * 64, "..", version.sha256.upper()):
            with pytest.raises(NotFound):
                art_get(account=people["operator"], sha256=sha256)

    def test_is_for_anyone_once_a_public_release_has_it(self, card: Card, people: People, pack: Pack) -> None:
        sha256 = art_set(actor=people["designer"], card=card, data=image())
        version_create(actor=people["designer"], card=card, based_on=card.draft.etag, message="v1")
        order = ReleaseOrder("1.0.0", changelog={"en": "First.", "zh": "首次。"}, override=ANYWAY)
        release_publish(actor=people["admin"], pack=pack, order=order)
        with pytest.raises(NotFound):
            art_get(account=people["stranger"], sha256=sha256)
        Pack.objects.filter(pk=pack.pk).update(visibility=Visibility.PUBLIC)

        assert art_get(account=people["stranger"], sha256=sha256)


class TestInReleases:
    def test_are_pinned_by_the_manifest_and_travel_beside_the_pack(
        self, card: Card, pack: Pack, people: People
    ) -> None:
        admin = people["admin"]
        sha256 = art_set(actor=admin, card=card, data=image())
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        release = release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        [items] = json.loads(release_manifest(release=release))["cards"]
        archive = release_art(release=release)

        with zipfile.ZipFile(BytesIO(archive)) as opened:
            assert opened.namelist() == [f"art/{card.written_id}.webp"]
            assert hashlib.sha256(opened.read(opened.namelist()[0])).hexdigest() == items["art"] == sha256
        assert release_art(release=release) == archive
        assert list(release_differences(release=release)) == []
        art_set(actor=admin, card=card, data=image(colour="red"))  # later than the release: no part of it
        assert release_art(release=release) == archive

    def test_of_a_release_without_any_are_an_empty_archive(self, card: Card, pack: Pack, people: People) -> None:
        version_create(actor=people["admin"], card=card, based_on=draft_get(card=card).etag)
        release = release_publish(actor=people["admin"], pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        with zipfile.ZipFile(BytesIO(release_art(release=release))) as opened:
            assert opened.namelist() == []
