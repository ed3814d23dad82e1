"""For pytest: addresses come from tests/conftest.py, which starts private servers when the first test needs them."""

from typing import Any

from portal.settings.base import *  # noqa: F403  settings are names in a module
from portal.settings.base import ROOT, STORAGES, broker_options

SECRET_KEY = "only-for-tests-and-longer-than-fifty-characters-so-that-checks-agree"  # noqa: S105  not a secret: guards nothing
SIGNING_KEY = (  # guards nothing either
    "RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAb25seSBmb3IgdGVzdHMsIGl0IGd1YXJkcy"
    "Bub3RoaW5nIGF0IGFsbCf5fi3MPgnG+YCNvGQ3R0uU3xSZxRadFp7dDrgLC6vyMbPYW7mdFEg6W43x7lM3lC9JrxG4qOERnELgtGcGHoI="
)
SIGNING_KEY_PATH = None
KEY_FILE = str(ROOT / "tests" / "portal_key")
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
SITE_URL = "http://testserver"
TRUSTED_PROXIES: list[str] = []
WEBHOOK_ALLOW: list[Any] = []
EMBEDDED_DATABASE = False
EMAIL_CONFIGURED = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEFAULT_FROM_EMAIL = "cardloom@testserver"

DATABASES = {
    "default": {
        "ENGINE": "portal.database",
        "HOST": "127.0.0.1",
        "PORT": "1",  # nothing answers there: the fixture `postgres` fills in the real address
        "NAME": "cardloom",
        "USER": "cardloom_app",
    }
}
MIGRATION_DATABASE_URL = ""
CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL)
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "limits")
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # argon2 is slow on purpose; tests sign in often
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]  # tests speak http
METRICS_FOLDER = None  # a test that wants one names it
PUBLIC_FILES = None  # a test that wants them names a folder: rows are taken back after each test, files are not
FRESH_SIGN_IN_SECONDS = 7 * 24 * 3600  # as above; the tests of it set their own
REQUEST_SECONDS = 120.0  # tests run on busy machines, and those of the budget have a clock of their own
API_REQUESTS_PER_MINUTE = dict.fromkeys(("anonymous", "read", "write"), 100_000)  # a test of the limit sets its own
