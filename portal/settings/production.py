"""How the portal runs for people: addresses from the environment, or from the servers that `manage.py up` started."""

from typing import Any
from urllib.parse import urlsplit

from portal import environment
from portal.patient_connection import STATEMENT_LIMIT, PatientConnection
from portal.settings.base import *  # noqa: F403  settings are names in a module
from portal.settings.base import PREVIEW_LEASE_SECONDS, PROCESS, broker_options, caches

_services = environment.services()

# --- Where
HOST = environment.text("HOST", "127.0.0.1")
PORT = environment.integer("PORT", 8000)
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  compared with, not listened on
SITE_URL = environment.text("SITE_URL", f"http://{'127.0.0.1' if HOST in EVERYWHERE else HOST}:{PORT}").rstrip("/")
_site = urlsplit(SITE_URL)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or sorted(
    {_site.hostname or HOST, HOST, *(["127.0.0.1", "localhost"] if _site.scheme == "http" else [])}
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]
TRUSTED_PROXIES = environment.words("TRUSTED_PROXIES")
WEBHOOK_ALLOW = environment.networks("WEBHOOK_ALLOW")

# --- Rows. The app's role owns no table; the owner's address is known to `migrate` alone.
DATABASE_URL = environment.secret("DATABASE_URL")
EMBEDDED_DATABASE = not DATABASE_URL
_owner = environment.secret("MIGRATION_DATABASE_URL") or (
    _services.get("migration_database_url", "") if EMBEDDED_DATABASE else ""
)
MIGRATION_DATABASE_URL = _owner if PROCESS == "command" else ""
SECRET_KEY = environment.secret_key(required=not EMBEDDED_DATABASE) or "no-data-folder-yet"
SECRET_KEY_FALLBACKS = environment.secret("SECRET_KEY_FALLBACKS").replace(",", " ").split()
IDLE_LIMIT = min(8.0, PREVIEW_LEASE_SECONDS + 2)  # seconds that a transaction may stand still
POOL_GIVES_UP = 1.0
"""Seconds after which the pool tries no more to connect, and the next request does; its own pauses double for as long as the database is away."""
_NOWHERE = "postgresql://cardloom_app@127.0.0.1:1/cardloom"  # nothing answers there: `manage.py up` has not run


def _database() -> dict[str, Any]:
    """Return the app's connection: fails fast, and pools in the web process, which never forks once it serves.

    The database ends the transaction of a web or worker process that stands still in the middle of it (a stopped
    process, a frozen machine): its locks would block all others.
    """
    settings = environment.database(DATABASE_URL or _services.get("database_url", _NOWHERE))
    settings["CONN_HEALTH_CHECKS"] = True
    settings["OPTIONS"] = {"connect_timeout": 2, "tcp_user_timeout": 3000, **settings["OPTIONS"]}
    if PROCESS in ("web", "worker", "jobs"):
        idle = f"-c idle_in_transaction_session_timeout={round(IDLE_LIMIT * 1000)}"
        limit = f"-c statement_timeout={round(STATEMENT_LIMIT * 1000)}"
        settings["OPTIONS"]["options"] = idle if PROCESS in ("worker", "jobs") else f"{limit} {idle}"
    if PROCESS == "web":
        threads = environment.integer("WEB_THREADS", 8)
        settings["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": threads,
            "timeout": 2,
            "reconnect_timeout": POOL_GIVES_UP,
            "connection_class": PatientConnection,
        }
    else:
        settings["CONN_MAX_AGE"] = 60
    return settings


DATABASES = {"default": _database()}

# --- Jobs and counters
CELERY_BROKER_URL = environment.secret("CELERY_BROKER_URL") or _services.get("broker_url", "redis://127.0.0.1:1/0")
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL)
_broker_as_cache = CELERY_BROKER_URL if CELERY_BROKER_URL.startswith(("redis:", "rediss:")) else ""
CACHES = caches(environment.secret("CACHE_URL") or _services.get("cache_url", _broker_as_cache))

# --- Mail. Without it, links are shown to whoever made them.
_mail = environment.mail(environment.secret("EMAIL_URL"))
EMAIL_CONFIGURED = bool(_mail)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_CONFIGURED else 'dummy'}.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _mail.get("host", "localhost"), _mail.get("port", 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.get("user", ""), _mail.get("password", "")
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("secured") == "tls", _mail.get("secured") == "ssl"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", f"cardloom@{_site.hostname or 'localhost'}")

# --- https, when the address says so
_https = _site.scheme == "https"
_cookie = "__Host-" if _https else ""
SESSION_COOKIE_NAME, SESSION_COOKIE_SECURE = f"{_cookie}session", _https
CSRF_COOKIE_NAME, CSRF_COOKIE_SECURE = f"{_cookie}csrf", _https
LANGUAGE_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 2 * 365 * 24 * 3600 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _https
# Plain http is for this machine and for a network that the operator trusts: the address says so, not an oversight.
SILENCED_SYSTEM_CHECKS = [] if _https else ["security.W004", "security.W008", "security.W012", "security.W016"]
