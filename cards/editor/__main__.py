"""Write the card editor's words as TypeScript: `python -m cards.editor static/editor/src/texts.ts`."""

import sys
from pathlib import Path

from cards.editor.typescript import module

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(), encoding="utf-8")
