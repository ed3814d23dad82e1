"""The size of a campaign, short in the suite and whole by `make targets`, and where it writes its figure."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

from django.db import connection

IS_WHOLE = os.environ.get("TARGETS") == "whole"
OUT = os.environ.get("TARGETS_OUT", "")


def size(*, short: int, whole: int) -> int:
    """Return how large the campaign is."""
    return whole if IS_WHOLE else short


def note(target: str, figure: dict[str, Any]) -> None:
    """Write the figure of a target for the person who runs the campaigns."""
    if OUT:
        with open(OUT, "a", encoding="utf-8") as file:
            file.write(json.dumps({target: figure}) + "\n")


def together(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do everything at once, each with a connection of its own; return what each gave or raised."""
    count: list[Any] = [None] * len(acts)

    def run(no: int) -> None:
        try:
            count[no] = acts[no]()
        except Exception as error:  # noqa: BLE001  the test looks at whatever it was
            count[no] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(no,)) for no in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return count
