"""No connection of a test run leaves this machine: the guard of `tests/conftest.py` refuses and notes what would."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guarded import sitecustomize as outbound

FAR = ("192.0.2.1", 9)  # an address for documentation, which is nowhere
PROGRAM = "import socket\ntry:\n    socket.create_connection(('192.0.2.1', 9), timeout=1)\nexcept ConnectionRefusedError as error:\n    print(error)"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of this test's own, so that what it notes is no failure."""
    path = tmp_path / "outbound"
    with monkeypatch.context() as patch:
        patch.setenv(outbound.NOTES, str(path))
        yield path


class TestTheGuard:
    def test_refuses_a_connection_to_another_machine_and_notes_it(self, notes: Path) -> None:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(FAR, timeout=1)

        assert notes.read_text().startswith("socket.connect 192.0.2.1:9 ")

    def test_refuses_a_packet(self, notes: Path) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one, pytest.raises(ConnectionRefusedError):
            one.sendto(b"x", FAR)

        assert notes.exists()

    @pytest.mark.parametrize("name", ["cards.example.org", b"cards.example.org"])
    def test_refuses_to_look_a_name_up(self, notes: Path, name: str | bytes) -> None:
        with pytest.raises(ConnectionRefusedError):
            socket.getaddrinfo(name, 443)

        assert notes.exists()

    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", None, "192.0.2.1"])
    def test_lets_names_and_addresses_pass_that_ask_nobody(self, notes: Path, host: str | None) -> None:
        socket.getaddrinfo(host, 80)

        assert not notes.exists()

    def test_lets_this_machine_and_its_files_connect(self, notes: Path, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), timeout=5).close()
        with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
            server.bind(str(tmp_path / "s"))
            server.listen()
            client.connect(str(tmp_path / "s"))

        assert not notes.exists()

    def test_goes_along_with_programs_that_a_test_starts(self, notes: Path) -> None:
        ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

        assert "192.0.2.1:9" in ran.stdout and notes.exists()
        assert Path(os.environ["PYTHONPATH"].split(os.pathsep)[0]) == Path(outbound.__file__).parent
