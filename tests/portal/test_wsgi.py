"""What gunicorn serves is there as a whole before the first request."""

import os
import subprocess
import sys

ASKED = """
import sys
import portal.wsgi
from engine.rulesets import find
print("cards.web.views.help" in sys.modules, "engine.rulesets.encounter" in sys.modules)
"""


def test_pages_and_games_are_imported_before_anybody_asks() -> None:
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"}
    said = subprocess.run([sys.executable, "-c", ASKED], env=environ, capture_output=True, text=True, timeout=60)

    assert said.stdout.split() == ["True", "True"], said.stderr
