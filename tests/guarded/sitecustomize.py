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
SEND_EVENTS = ("socket.connect", "socket.sendto", "socket.sendmsg")
INTERNET = (socket.AF_INET, socket.AF_INET6)


def is_here(host: object) -> bool:
    """Return whether a name or an address is of this machine; an empty one is."""
    text = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else str(host or "localhost")
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text in ("localhost", socket.gethostname())
    return address.is_loopback or address.is_unspecified


def is_address(host: object) -> bool:
    """Return whether no name has to be looked up."""
    try:
        ipaddress.ip_address(str(host).partition("%")[0])
    except ValueError:
        return False
    return True


def guard(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what would leave this machine."""
    if event in SEND_EVENTS:
        where, present = arguments[0], arguments[-1]
        if getattr(where, "family", None) not in INTERNET or not isinstance(present, tuple) or is_here(present[0]):
            return
        target = f"{present[0]}:{present[1]}"
    elif event in LOOKED_UP and not is_here(arguments[0]) and not is_address(arguments[0]):
        target = str(arguments[0])
    else:
        return
    with open(os.environ[NOTES], "a", encoding="utf-8") as notes:
        notes.write(f"{event} {target} by {' '.join(sys.argv)[:80]}\n")
    raise ConnectionRefusedError(f"{event} of {target}: tests stay on this machine")


if os.environ.get(NOTES):
    sys.addaudithook(guard)
