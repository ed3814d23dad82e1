"""What a browser calls itself, in two words that its owner recognises."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""The first that occurs counts: browsers name those before them, too."""


def device_of(agent: str) -> str:
    """Return `Firefox, Windows` of the header that a browser sends; the beginning of an unknown one, perhaps nothing."""
    found = [next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name) or agent[:40]
