"""The one reader of environment variables, and of the files that `manage.py up` leaves for its children."""

import ipaddress
import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent
CREDENTIALS = "demo-accounts.txt"  # in the data folder: the accounts of a first start, and their passwords
SAMPLE_MARKER = (
    "fresh"  # in the data folder: there until the sample packs are loaded, with `FAILED` in it where they cannot be
)
FAILED = "failed"
SERVICES_FILE = "services.json"
MAIL_SERVERS = {"smtp": (25, ""), "smtp+tls": (587, "tls"), "submission": (587, "tls"), "smtps": (465, "ssl")}
"""The usual port of each kind of mail server, and how the connection is secured."""


def text(name: str, default: str = "") -> str:
    """Return a variable without the blanks around it; an empty one counts as unset."""
    return os.environ.get(name, "").strip() or default


def secret(name: str, default: str = "") -> str:
    """Return a secret from NAME, or from the file that NAME_FILE points to."""
    path = text(f"{name}_FILE")
    if path and text(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: unset one of them.")
    if not path:
        return text(name, default)
    try:
        return Path(path).read_text(encoding="utf-8").strip() or default
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE points to {path}, which cannot be read: {error.strerror}.") from error


def integer(name: str, default: int, *, minimum: int = 1) -> int:
    """Return a whole number not below `least`."""
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < minimum:
        raise ImproperlyConfigured(f"{name} is {value!r}, and should be a whole number of at least {minimum}.")
    return int(value)


def switch(name: str, *, default: bool) -> bool:
    """Return whether a variable is `on` or `off`."""
    value = text(name, "on" if default else "off").lower()
    if value not in ("on", "off"):
        raise ImproperlyConfigured(f"{name} is {value!r}, and should be on or off.")
    return value == "on"


def choice(name: str, choices: tuple[str, ...]) -> str:
    """Return one of several words, the first where the variable is not set."""
    value = text(name, choices[0]).lower()
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}, and should be one of {', '.join(choices)}.")
    return value


def traces_url(name: str) -> str:
    """Return the whole address of a collector's traces."""
    value = text(name)
    if value and not re.match(r"https?://.", value):
        raise ImproperlyConfigured(f"{name} should be an address such as http://127.0.0.1:4318/v1/traces.")
    return value


def seal_log(name: str) -> str:
    """Return where the log outside the database is: a file by its whole path, https://…, syslog:/dev/log or syslog://host:port."""
    value = text(name)
    if value and not re.match(r"/|https://.|syslog:/", value):
        raise ImproperlyConfigured(
            f"{name} should be /a/file, https://host/folder, syslog:/dev/log or syslog://host:port."
        )
    return value


def words(name: str, default: str = "") -> list[str]:
    """Return a list written with commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def pairs(name: str) -> list[tuple[str, str]]:
    """Return a list of pairs written with commas, as a=b,c=d."""
    entries = [tuple(word.strip() for word in entry.rpartition("=")[::2]) for entry in words(name)]
    if not all(all(entry) for entry in entries):
        raise ImproperlyConfigured(f"{name} should be pairs with commas between, as group=operator,group=pack:role.")
    return [(first, second) for first, second in entries]


def provider(sign_in: str) -> dict[str, Any]:
    """Return the settings of the provider of OpenID Connect, whole where people sign in there.

    Errors: ImproperlyConfigured for what is missing, and for a role that is neither `operator` nor `pack:role`.
    """
    values: dict[str, Any] = {name: text(name) for name in ("OIDC_ISSUER", "OIDC_CLIENT_ID")}
    values["OIDC_CLIENT_SECRET"] = secret("OIDC_CLIENT_SECRET")
    missing = [name for name, value in values.items() if not value]
    if sign_in != "password" and missing:
        raise ImproperlyConfigured(f"SIGN_IN is {sign_in}, which needs {', '.join(missing)}.")
    roles = pairs("OIDC_ROLES")
    for _, role in roles:
        if role != "operator" and not re.fullmatch(r"[a-z0-9-]+:(viewer|designer|reviewer|publisher|admin)", role):
            raise ImproperlyConfigured(f"OIDC_ROLES has the role {role!r}, and should have operator or pack:role.")
    return values | {"OIDC_ROLES": roles}


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return a list of networks written with commas, as 10.0.0.0/8."""
    try:
        return [ipaddress.ip_network(word) for word in words(name)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} should be networks with commas between, as 10.0.0.0/8: {error}.") from None


def folders(name: str) -> list[Path]:
    """Return a list of folders, written with the separator of the platform's PATH."""
    return [Path(each.strip()).expanduser() for each in text(name).split(os.pathsep) if each.strip()]


def data_dir() -> Path:
    """Return the folder of the embedded data, the keys and the logs."""
    return Path(text("DATA_DIR", str(ROOT / "var"))).expanduser().absolute()


def static_root() -> Path:
    """Return the folder of the collected static files: in the data folder, unless an image holds them."""
    return Path(text("STATIC_ROOT", str(data_dir() / "static")))


def services() -> Mapping[str, str]:
    """Return the addresses of the embedded servers that `manage.py up` last started here; empty if never.

    Shapes: database_url, migration_database_url, broker_url, cache_url; those that are embedded.
    """
    path = data_dir() / SERVICES_FILE
    try:
        content: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return {}
    except PermissionError as error:
        raise ImproperlyConfigured(
            f"{path} belongs to another user: run this as the one who runs `make run`."
        ) from error
    return content


def secret_key(*, required: bool) -> str:
    """Return SECRET_KEY, from the environment or as kept in the data folder.

    Errors: ImproperlyConfigured when `required` and the environment has none: a key made up beside
            someone's real database would end all sessions at the next start elsewhere.
    """
    value = secret("SECRET_KEY")
    if value:
        return value
    if required:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set, and DATABASE_URL is: a real database needs a key of its own that stays. Make one "
            'with: python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    path = data_dir() / "secret_key"
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def process() -> str:
    """Return the role of this process: as its environment says, else by its command line."""
    program, words = Path(sys.argv[0]), sys.argv[1:]
    if "celery" in (program.name, program.parent.name) and "worker" in words:
        return text("CARDLOOM_PROCESS", "worker")
    return text("CARDLOOM_PROCESS", "relay" if words[:1] == ["relay"] else "command")


def mail(url: str) -> dict[str, Any]:
    """Return what Django wants to know about a mail server, from smtps://user:password@host:port; empty without an address."""
    if not url:
        return {}
    parts = urlsplit(url)
    port, encryption = MAIL_SERVERS.get(parts.scheme, (0, ""))
    if not port or not parts.hostname:
        known = ", ".join(f"{each}://" for each in MAIL_SERVERS)
        raise ImproperlyConfigured(f"EMAIL_URL should be {known} with a host, as submission://user:password@host:587.")
    return {
        "host": parts.hostname,
        "port": parts.port or port,
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "secured": encryption,
    }


def database(url: str) -> dict[str, Any]:
    """Return what Django wants to know about a PostgreSQL, from postgresql://user:password@host:port/name?sslmode=…"""
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"}:
        raise ImproperlyConfigured(f"DATABASE_URL should begin with postgresql://, not {parts.scheme or 'nothing'}://.")
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "portal.database",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(query),
    }
