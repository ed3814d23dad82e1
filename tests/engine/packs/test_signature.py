"""Signatures of releases: Ed25519 as RFC 8032 has it, files as minisign has them, and no byte that may change unseen."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine import api
from engine.commands import main
from engine.packs import ed25519, minisign

TAMPERS = 250  # of a thousand, all seen once: each takes two verifications

VECTORS = [  # RFC 8032, section 7.1: seed, public key, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
KEY = minisign.new_key(bytes(range(40)))
OTHER_KEY = minisign.new_key(bytes(range(1, 41)))
MINISIGN_KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
MINISIGN_FILE = (  # from the minisign documentation: the signature of the file `test` with that key
    "untrusted comment: signature from minisign secret key\n"
    "RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=\n"
    "trusted comment: timestamp:1556193335\tfile:test\n"
    "y/rUw2y8/hOUYjZU71eHp/Wo1KZ40fGy2VJEDl34XMJM+TX48Ss/17u3IvIfbVR1FkZZSNCisQbuQY+bHwhEBg==\n"
)


def files(*, key: minisign.SecretKey = KEY) -> dict[str, bytes]:
    """Return a signed release of two cards."""
    cards = [
        api.ReleaseCard(name, 1, json.dumps({"id": name, "name": "x"}, separators=(",", ":")).encode())
        for name in ("a.one", "a.two")
    ]
    source = api.ReleaseInput(
        pack="duo",
        name={"en": "Duo", "zh": "双"},
        ruleset="wizards",
        version="1.0.0",
        schema_version="1.0.0",
        engine=">=1.0,<2",
        languages=["en"],
        released_at="2026-01-01T00:00:00Z",
        previous=None,
        cards=cards,
        changelog={"en": "", "zh": ""},
    )
    packed = api.build_release(source).packed()
    return packed | {
        api.SIGNATURE: api.sign_release(key, manifest=packed["manifest.json"], pack="duo", version="1.0.0")
    }


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return the archive of that release."""
    path = tmp_path / "pack.zip"
    path.write_bytes(api.write_zip(files()))
    return path


class TestEd25519:
    @pytest.mark.parametrize(("seed", "public", "message", "signature"), VECTORS)
    def test_signs_and_verifies_as_the_standard_does(
        self, seed: str, public: str, message: str, signature: str
    ) -> None:
        key, text = bytes.fromhex(seed), bytes.fromhex(message)

        assert ed25519.public_key(key).hex() == public
        assert ed25519.sign(key, text).hex() == signature
        assert ed25519.verify(bytes.fromhex(public), text, bytes.fromhex(signature))
        assert not ed25519.verify(bytes.fromhex(public), text + b"x", bytes.fromhex(signature))

    def test_refuses_a_second_signature_made_of_the_first(self) -> None:
        _, public, message, signature = VECTORS[1]
        order = 2**252 + 27742317777372353535851937790883648493
        fromhex = bytes.fromhex(signature)
        raised = (int.from_bytes(fromhex[32:], "little") + order).to_bytes(32, "little")

        assert not ed25519.verify(bytes.fromhex(public), bytes.fromhex(message), fromhex[:32] + raised)

    @pytest.mark.parametrize("public", [b"", b"\xff" * 32, (2).to_bytes(32, "little")])
    def test_refuses_what_is_no_point(self, public: bytes) -> None:
        assert not ed25519.verify(public, b"", bytes.fromhex(VECTORS[0][3]))


class TestMinisign:
    def test_verifies_what_minisign_signed(self) -> None:
        found = minisign.verify(minisign.read_public(MINISIGN_KEY), b"test", MINISIGN_FILE.encode())

        assert found.trusted == "timestamp:1556193335\tfile:test"

    def test_keys_come_back_from_their_files(self) -> None:
        assert minisign.read_secret(KEY.text) == KEY
        assert minisign.read_public(KEY.public.text) == KEY.public == minisign.read_public(KEY.public.line)
        assert str(KEY.seed) not in repr(KEY)

    def test_refuses_other_bytes_keys_and_comments(self) -> None:
        signed = minisign.sign(KEY, b"data", comment="mine")

        with pytest.raises(minisign.BadSignature, match="of these bytes"):
            minisign.verify(KEY.public, b"dato", signed)
        with pytest.raises(minisign.BadSignature, match="of the key"):
            minisign.verify(OTHER_KEY.public, b"data", signed)
        with pytest.raises(minisign.BadSignature, match="trusted comment"):
            minisign.verify(KEY.public, b"data", signed.replace(b"mine", b"thine"))

    @pytest.mark.parametrize("text", ["", "x", "RWQ", "\n\n\n", KEY.public.text, KEY.text[:-9] + "AAAAAAA=\n"])
    def test_refuses_what_is_no_secret_key(self, text: str) -> None:
        with pytest.raises(minisign.BadSignature):
            minisign.read_secret(text)

    @pytest.mark.parametrize("data", [b"", b"\xff", b"a\nb\nc\nd\n", b"x" * 5000])
    def test_refuses_what_is_no_signature(self, data: bytes) -> None:
        with pytest.raises(minisign.BadSignature):
            minisign.read_signature(data)


class TestVerify:
    def test_says_who_signed(self) -> None:
        signed = api.verify_signed(files(), [OTHER_KEY.public, KEY.public])

        assert (signed.signature, signed.key_id, signed.problems) == ("good", KEY.id, ())
        assert signed.trusted == "pack:duo\tversion:1.0.0\tfile:manifest.json"

    def test_knows_what_it_cannot_know(self) -> None:
        unsigned_datas_by_name = {name: data for name, data in files().items() if name != api.SIGNATURE}

        assert api.verify_signed(files(), [OTHER_KEY.public]).signature == "unknown"
        assert api.verify_signed(unsigned_datas_by_name, [KEY.public]).signature == "missing"

    def test_refuses_the_signature_of_another_release(self) -> None:
        packed_files = files()
        packed_files[api.SIGNATURE] = api.sign_release(
            KEY, manifest=packed_files["manifest.json"], pack="duo", version="2.0.0"
        )

        assert api.verify_signed(packed_files, [KEY.public]).signature == "bad"

    def test_refuses_a_comment_that_no_signature_covers(self) -> None:
        packed_files = files()
        packed_files[api.SIGNATURE] = packed_files[api.SIGNATURE].replace(b"signature with", b"signature from")

        assert api.verify_signed(packed_files, [KEY.public]).signature == "bad"

    def test_sees_every_single_byte_that_was_changed(self, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
        data, chance = archive.read_bytes(), random.Random(5)
        unseen = []
        for place in chance.sample(range(len(data)), TAMPERS):
            changed = bytearray(data)
            changed[place] ^= chance.randrange(1, 256)
            archive.write_bytes(bytes(changed))
            if main(["verify", str(archive), "--key", KEY.public.line], lambda: 0.0, {}) == 0:
                unseen.append(place)
        capsys.readouterr()

        assert unseen == []


class TestCommand:
    @pytest.mark.parametrize(
        ("keys", "code", "expected"),
        [
            (["--key", KEY.public.line], 0, "OK: duo 1.0.0, 4 files: intact; signed with the key"),
            (["--key", OTHER_KEY.public.line], 1, "FAILED"),
            (["--key", OTHER_KEY.public.line, "--key", KEY.public.line], 0, "OK"),
            ([], 0, "which was not checked"),
            (["--key", "nonsense"], 2, "no public key of minisign"),
        ],
    )
    def test_answers_for_each_key(
        self, keys: list[str], code: int, expected: str, archive: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["verify", str(archive), *keys], lambda: 0.0, {}) == code
        assert expected in "".join(capsys.readouterr())

    def test_answers_in_chinese(self, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["verify", str(archive), "--key", KEY.public.line, "--lang", "zh"], lambda: 0.0, {})

        assert capsys.readouterr().out == f"通过：duo 1.0.0，4 个文件：完整；已由密钥 {KEY.id} 签名\n"

    def test_takes_the_file_of_a_key(self, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "portal.pub").write_text(KEY.public.text)

        assert main(["verify", str(archive), "--key", str(tmp_path / "portal.pub")], lambda: 0.0, {}) == 0
        assert KEY.id in capsys.readouterr().out

    def test_prints_json_that_fits_its_schema(self, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["verify", str(archive), "--format", "json", "--key", KEY.public.line], lambda: 0.0, {})
        answer = json.loads(capsys.readouterr().out)

        assert (answer["ok"], answer["signature"], answer["keyId"]) == (True, "good", KEY.id)
        assert list(api.schema("wizards", "verified")["properties"]) == list(answer)

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_explains_itself(self, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as error:
            main(["verify", "--help", "--lang", lang], lambda: 0.0, {})

        assert error.value.code == 0
        assert ("核对" in capsys.readouterr().out) == (lang == "zh")
