"""The scan of `make lint` sees secrets of every shape that it knows, and none in this repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import floors
from tests.floors import below
from tests.secrets import EXCUSE, main, secrets_in

HALF = "-----BEGIN " + "{}PRIVATE KEY-----"
SAMPLES = {
    "private key": HALF.format("OPENSSH "),
    "key of AWS": "AKIA" + "ABCDEFGHIJKLMNOP",
    "token of GitHub": "ghp_" + "a1" * 18,
    "token of GitLab": "glpat-" + "a1" * 10,
    "token of Slack": "xoxb-" + "1234567890",
    "key of Stripe": "sk_live_" + "a1" * 10,
    "key of Google": "AIza" + "a1b2c" * 7,
    "token of npm or PyPI": "npm_" + "a1" * 18,
    "key of a model's service": "sk-" + "a1" * 16,
    "signed token": "eyJ" + "a" * 12 + ".eyJ" + "b" * 12 + "." + "c" * 12,
    "password in an address": "postgresql://app:" + "hunter2hunter@db/x",
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_secret_is_seen(kind: str) -> None:
    text = f"first line\nkey = {SAMPLES[kind]}\n"

    assert secrets_in(text, ships=False) == [(2, kind)]
    assert secrets_in(text.replace("key =", f"{EXCUSE}: a sample, key ="), ships=False) == []


def test_a_literal_with_such_a_name_is_seen_in_what_ships() -> None:
    text = 'PASSWORD = "' + "correct-horse-battery" + '"'

    assert [no for no, _ in secrets_in(text, ships=True)] == [1]
    assert secrets_in(text, ships=False) == []


def test_this_repository_has_none() -> None:
    assert main() == []


def test_a_package_below_its_floor_is_named() -> None:
    assert below("django==5.2.7 \\\n    --hash=x\npillow==12.0.0\nidna==3.6") == ["django 5.2.7", "idna 3.6"]


def test_a_package_that_pip_audit_does_not_know_is_no_clean_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    audit = tmp_path / "pip-audit"
    audit.write_text('#!/bin/sh\necho "asked: $@"\nexit 1\n', encoding="utf-8")
    audit.chmod(0o755)
    monkeypatch.setattr(floors.sys, "executable", str(tmp_path / "python"))

    assert floors.main() == 1
    assert "--strict" in capfd.readouterr().out
