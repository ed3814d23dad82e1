"""`python -m engine`: text for people, `--format json` for programs; exit 0 fine, 1 problems found, 2 unusable call."""

from __future__ import annotations

import sys
import time

from engine.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], time.process_time))
