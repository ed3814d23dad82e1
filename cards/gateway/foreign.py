"""Files of other programs: the value of a text that is JSON, or almost, whatever it holds, and the one table or document in an archive."""

from typing import Any

from engine import api

lone_file = api.lone_file


def json_value(data: bytes) -> Any:
    """Return the value of a text after the repairs that it needs; None where it is no JSON all the same."""
    try:
        return api.read_repaired(data, file="records").value
    except api.BadCard:
        return None
