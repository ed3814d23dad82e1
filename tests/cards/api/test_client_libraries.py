"""The client libraries of the guide, against a running portal: Python here, TypeScript where Node.js and its compiler are."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cards.models import Account, Pack, SigningKey
from cards.queries.releases import release_bytes, release_get
from cards.services.pack import PackForm, pack_edit
from cards.services.token import token_create

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "examples"
COMPILER = next(
    (path for place in ("var/contract", "static/editor") if (path := ROOT / place / "node_modules/.bin/tsc").exists()),
    None,
)
OTHER_KEY = "RWQBAgMEBQYHCFhmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZm"
"""A key that signed nothing here; its point is the base point of the curve."""
DRIVER = """
import { Client } from "./cardloom-client.mjs";
const [portal, publicKey, otherKey] = process.argv.slice(2);
const asked = [];
const real = globalThis.fetch;
let alter = false;
globalThis.fetch = async (url, init) => {
  asked.push(String(url).split("/releases/")[1]);
  const answer = await real(url, init);
  return alter && String(url).includes("/files/cards/") ? new Response(new Uint8Array(await answer.arrayBuffer()).reverse()) : answer;
};
const failure = (client) => client.refresh().then(() => "", (error) => error.constructor.name);
const client = new Client(portal, "core", { publicKey });
const first = await client.refresh();
const again = await client.refresh();
const known = new Client(portal, "core", { publicKey, known: client.known });
asked.length = 0;
await known.refresh();
const askedAgain = [...asked];
const other = await failure(new Client(portal, "core", { publicKey: otherKey }));
const unsigned = await failure(new Client(portal, "core"));
alter = true;
const altered = await failure(new Client(portal, "core", { publicKey }));
const files = [...first.files.keys()].sort();
const cards = first.cards.map((card) => card.id);
console.log(JSON.stringify({ version: first.version, files, cards, again: again === undefined, askedAgain, other, unsigned, altered }));
"""


@pytest.fixture
def library() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cardloom_client", EXAMPLES / "cardloom_client.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def core(public_pack: Pack) -> Pack:
    """The pack `core` with its release 1.0.0."""
    return public_pack


@pytest.fixture
def key(core: Pack) -> str:
    return SigningKey.objects.get().public_key


def files_of(pack: Pack, people: dict[str, Account]) -> dict[str, bytes]:
    """Return the files of the release that its manifest lists."""
    files = release_bytes(release=release_get(account=people["admin"], pack=pack, version="latest"))
    return {path: data for path, data in files.items() if not path.startswith("manifest.json")}


@pytest.mark.django_db(transaction=True)
class TestPython:
    def test_reads_the_latest_release_once(
        self, live_server: Any, library: ModuleType, core: Pack, people: dict[str, Account], key: str
    ) -> None:
        client = library.Client(live_server.url, "core", public_key=key)
        release = client.refresh()
        assert (release.version, release.files) == ("1.0.0", files_of(core, people))
        assert [card["id"] for card in release.cards] == ["base.stone", "base.wand"]
        assert client.refresh() is None
        assert library.Client(live_server.url, "core", etag=client.etag).refresh() is None

    def test_refuses_what_another_key_signed(self, live_server: Any, library: ModuleType, core: Pack, key: str) -> None:
        with pytest.raises(library.Untrusted, match="another key"):
            library.Client(live_server.url, "core", public_key=OTHER_KEY).refresh()
        client = library.Client(live_server.url, "core", public_key=key)
        client.pack = "other"
        with pytest.raises(library.Untrusted, match="of another release"):
            client.refresh()

    @pytest.mark.parametrize(
        ("path", "old", "new", "match"),
        [
            ("1.0.0/pack.zip", b'"base.stone"', b'"base.stoNe"', r"cards/base\.stone\.json"),
            ("latest/manifest.json", b'"pack":"core"', b'"pack":"Core"', "does not fit"),
            ("1.0.0/manifest.json.minisig", b"version:1.0.0", b"version:1.0.1", "does not fit"),
        ],
    )
    def test_refuses_altered_bytes(
        self,
        live_server: Any,
        library: ModuleType,
        core: Pack,
        key: str,
        path: str,
        old: bytes,
        new: bytes,
        match: str,
    ) -> None:
        client = library.Client(live_server.url, "core", public_key=key)
        get = client._get

        def altered(address: str, etag: str = "") -> Any:
            data, mark = get(address, etag)
            assert address != path or old in data
            return (data.replace(old, new) if address == path else data), mark

        client._get = altered
        with pytest.raises((library.Untrusted, OSError, library.zipfile.BadZipFile), match=match):
            client.refresh()

    def test_reads_a_private_pack_with_a_token(
        self, live_server: Any, library: ModuleType, core: Pack, people: dict[str, Account], key: str
    ) -> None:
        pack_edit(actor=people["admin"], pack=core, form=PackForm(name={"en": "Core"}))
        _, secret = token_create(actor=people["viewer"], name="game", scopes=["read"], days=1)
        assert library.Client(live_server.url, "core", public_key=key, token=secret).refresh().version == "1.0.0"
        with pytest.raises(OSError, match="401"):
            library.Client(live_server.url, "core").refresh()


@pytest.mark.skipif(COMPILER is None or shutil.which("node") is None, reason="Node.js and TypeScript are not here")
@pytest.mark.django_db(transaction=True)
def test_typescript_does_the_same(
    live_server: Any, core: Pack, people: dict[str, Account], key: str, tmp_path: Path
) -> None:
    shutil.copy(EXAMPLES / "cardloom-client.ts", tmp_path)
    (tmp_path / "run.mjs").write_text(DRIVER, encoding="utf-8")
    flags = [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--target",
        "ES2022",
        "--module",
        "ES2022",
        "--lib",
        "ES2022,DOM",
    ]
    command = [str(COMPILER), *flags, "--moduleResolution", "bundler", "cardloom-client.ts"]
    compiled = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stdout
    (tmp_path / "cardloom-client.js").rename(tmp_path / "cardloom-client.mjs")
    run = ["node", "run.mjs", live_server.url, key, OTHER_KEY]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "version": "1.0.0",
        "files": sorted(files_of(core, people)),
        "cards": ["base.stone", "base.wand"],
        "again": True,
        "askedAgain": ["latest/manifest.json", "1.0.0/manifest.json.minisig"],
        "other": "Untrusted",
        "unsigned": "",
        "altered": "Untrusted",
    }
