"""The same surroundings for every session of tests: no run depends on the home, language, time zone or identity of a machine."""

from __future__ import annotations

import locale
import os
import sys
import time
from collections.abc import MutableMapping
from pathlib import Path

VARIABLES = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}
LEFT_OUT = (
    "LC_",
    "LANGUAGE",
    "XDG_",
    "GIT_",
    "EMAIL",
    "PYTHON",
    "NODE_",
    "npm_",
    "FONTCONFIG_",
    "PAGER",
    "EDITOR",
    "VISUAL",
)
"""How the names of variables begin that are a person's or a machine's own."""
KEEP = ("PYTHONPATH",)
NOT_UTF_8 = "The texts of this repository are UTF-8, and this Python would read them otherwise: start it as PYTHONUTF8=1 python -m pytest"


def settle(home: Path, variables: MutableMapping[str, str]) -> None:
    """Give this process, and each that it starts, the fixed surroundings; its home is an empty folder."""
    for name in [name for name in variables if name.startswith(LEFT_OUT) and name not in KEEP]:
        del variables[name]
    home.mkdir()
    home.chmod(0o755)
    variables.update(VARIABLES, HOME=str(home))
    time.tzset()
    locale.setlocale(locale.LC_ALL, VARIABLES["LANG"])


def reads_utf_8() -> bool:
    """Return whether files and programs are read as UTF-8 where nothing says how; that is settled when Python starts."""
    with open(os.devnull) as file:
        return file.encoding.replace("-", "").lower() == "utf8" and sys.getfilesystemencoding() == "utf-8"
