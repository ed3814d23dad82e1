"""Write what a consumer saves: the description, and beside it the types of a release of each game with its cards to compile.

usage: python -m tests.contract.document FILE
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import django

from engine import api
from engine.packs.type_files import type_files


def main(file: str) -> None:
    """Write the bytes that the portal serves."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    django.setup()
    from cards.api.bytes import compact
    from cards.api.description import description

    Path(file).write_bytes(compact(description()))
    write_cards(Path(file).parent)


def write_cards(folder: Path) -> None:
    """Write `GAME/cards.d.ts` as a release ships it, and `GAME/all.ts` with every shipped card of the game, each held to be a `Card`."""
    for game in ("wizards", "halo", "genius", "encounter"):
        place = folder / game
        place.mkdir(exist_ok=True)
        (place / "cards.d.ts").write_bytes(type_files(api.schema(game))["types/cards.d.ts"])
        documents = [api.read_json(card.text, jsonc=True).value for card in api.sample_pack(game).cards]
        lines = [f"  {json.dumps(document, ensure_ascii=False)}," for document in documents]
        wrong = "// @ts-expect-error a number is no name\nexport const wrong: Card = { ...cards[0]!, name: 7 };"
        text = ['import type { Card } from "./cards";\n', "export const cards: Card[] = [", *lines, "];", wrong, ""]
        (place / "all.ts").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
