"""Refuses every connection that leaves this machine, and notes it; Python imports this module before anything else where it is on its path.

The test session puts it there for itself and for every program that it starts (`tests/conftest.py`). What is not written in Python does not ask
it: libpq, which goes where DATABASE_URL says, Chromium, and the embedded servers.
"""

import ipaddress
import os
import socket
import sys

NOTES = "CARDLOOM_OUTBOUND"  # names the file of the notes
LOOKED_UP = ("socket.getaddrinfo", "socket.gethostbyname")
SENT = ("socket.connect", "socket.sendto", "socket.sendmsg")
INTERNET = (socket.AF_INET, socket.AF_INET6)


def is_here(host: object) -> bool:
    """Say whether a name or an address is of this machine; nothing at all is."""
    text = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else str(host or "localhost")
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text in ("localhost", socket.gethostname())
    return address.is_loopback or address.is_unspecified


def is_address(host: object) -> bool:
    """Say whether no name has to be looked up."""
    try:
        ipaddress.ip_address(str(host).partition("%")[0])
    except ValueError:
        return False
    return True


def guard(event: str, given: tuple[object, ...]) -> None:
    """Refuse what would leave this machine."""
    if event in SENT:
        where, there = given[0], given[-1]
        if getattr(where, "family", None) not in INTERNET or not isinstance(there, tuple) or is_here(there[0]):
            return
        target = f"{there[0]}:{there[1]}"
    elif event in LOOKED_UP and not is_here(given[0]) and not is_address(given[0]):
        target = str(given[0])
    else:
        return
    with open(os.environ[NOTES], "a", encoding="utf-8") as notes:
        notes.write(f"{event} {target} by {' '.join(sys.argv)[:80]}\n")
    raise ConnectionRefusedError(f"{event} of {target}: tests stay on this machine")


if os.environ.get(NOTES):
    sys.addaudithook(guard)
