"""What every way of running the portal shares."""

from typing import Any

from csp.constants import NONCE, NONE, SELF
from kombu import Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from portal import environment

ROOT = environment.ROOT
DATA_DIR = environment.data_dir()
# There while sample packs are loaded; says so where they cannot be.
SAMPLE_MARKER = DATA_DIR / environment.SAMPLE_MARKER
DEBUG = False

INSTALLED_APPS = [
    "portal",  # first: its `migrate` runs as the owner of the tables
    "cards",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "portal.apps.StaticFilesConfig",
    "csp",
    "django_htmx",
    "rest_framework",
]
MIDDLEWARE = [
    "portal.middleware.TrustedProxy",
    "portal.middleware.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "portal.middleware.SecurityHeaders",
    "csp.middleware.CSPMiddleware",
    "portal.health.Health",  # answers before sessions, languages and the database are touched
    "portal.request_budget.RequestBudget",
    "portal.compression.Compression",
    "portal.downloads.PublicFiles",  # before the database and whoever asks
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "portal.middleware.Unavailable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "cards.web.sessions.SignedInAccount",
    "cards.web.company_session.CompanyAsked",
    "cards.web.sessions.SeenSessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "portal.middleware.MissingGames",
    "portal.middleware.Head",  # next to the views, which are asked as for GET
]
ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["cards.templatetags.budgeted"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cards.web.context.ui",
                "csp.context_processors.nonce",  # the template's name for it is CSP_NONCE
            ],
        },
    }
]

# --- Accounts
AUTH_USER_MODEL = "cards.Account"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600  # seconds; links for a password are good for 7 days
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in/"
SESSION_ENGINE = "cards.web.session_store"
SESSION_IDLE_SECONDS = 12 * 3600
SESSION_COOKIE_AGE = 7 * 24 * 3600  # seconds; the absolute end of a session, ASVS 7.3
FRESH_SIGN_IN_SECONDS = environment.integer("FRESH_SIGN_IN_SECONDS", 300)  # since a session was confirmed
SECOND_FACTOR = environment.choice("SECOND_FACTOR", ("optional", "operators", "publishers"))  # who must have one
SIGN_IN = environment.choice("SIGN_IN", ("password", "both", "oidc"))  # how people sign in
_provider = environment.provider(SIGN_IN)
OIDC_ISSUER, OIDC_ROLES = _provider["OIDC_ISSUER"], _provider["OIDC_ROLES"]
OIDC_CLIENT_ID, OIDC_CLIENT_SECRET = _provider["OIDC_CLIENT_ID"], _provider["OIDC_CLIENT_SECRET"]
OIDC_NAME = environment.text("OIDC_NAME", "OpenID Connect")
OIDC_DOMAINS = [domain.lower() for domain in environment.words("OIDC_DOMAINS")]
OIDC_ROLES_CLAIM = environment.text("OIDC_ROLES_CLAIM", "groups")
OIDC_ASK_SECONDS = environment.integer("OIDC_ASK_SECONDS", 600)  # of use after which the provider is asked again
OIDC_PROMPT = environment.text("OIDC_PROMPT")  # what a sign-in asks of the provider's pages, as consent
OIDC_TOKEN_DAYS = environment.integer("OIDC_TOKEN_DAYS", 30)  # that tokens of people work without the provider's word
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "cards.web.views.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page
PACK_CREATION = environment.text("PACK_CREATION", "anyone")
RULESET_FOLDERS = environment.folders("CARDLOOM_RULESETS")  # more games beside the shipped ones

# --- Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [ROOT / "portal" / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Rows
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_LOCK_TIMEOUT = "4s"
MIGRATION_STATEMENT_TIMEOUT = "5s"

# --- Files
STATIC_URL = "/static/"
STATIC_ROOT = environment.static_root()
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]  # no library's own pages are served
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024  # bytes; a pack. A card's own limit, 1 MiB, is the strict reader's
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "portal.uploads.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

KEY_FILE = environment.text(
    "KEY_FILE", str(DATA_DIR / "key")
)  # what the database holds sealed is sealed under its first line
SIGNING_KEY = environment.secret("SIGNING_KEY")  # else in the database, sealed
SIGNING_KEY_PATH: str | None = str(DATA_DIR / "signing_key")  # of earlier versions: `manage.py migrate` takes it over
SIGNING_COMMAND = environment.text("SIGNING_COMMAND")  # prints it, at each release
SEAL_LOG = environment.seal_log("SEAL_LOG")  # seals of the audit and digests of releases, outside the database
SEAL_LOG_TOKEN = environment.secret("SEAL_LOG_TOKEN")
SECURITY_CONTACT = environment.text("SECURITY_CONTACT")  # of security.txt: a mail address or https://…
METRICS_TOKEN = environment.secret("METRICS_TOKEN")
METRICS_FOLDER: str | None = str(DATA_DIR / "metrics")  # what each process of this machine counts
PUBLIC_FILES: str | None = str(DATA_DIR / "public")  # of releases that anyone may read; safe to empty

# --- Headers
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF, NONCE],  # CodeMirror writes one style element
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Jobs. The rows are the truth; the broker only wakes workers.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_TASK_ALWAYS_EAGER = False
CELERY_RESULT_BACKEND = None
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "cardloom"
CELERY_TASK_QUEUES = [Queue("cardloom"), Queue("cardloom.jobs")]  # a worker without -Q takes both
CELERY_TASK_ROUTES = {
    name: {"queue": "cardloom.jobs"}
    for name in ("cards.job_run", "cards.strength_run", "cards.match_run", "cards.chance_run", "cards.thought_run")
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0  # seconds
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # RabbitMQ locks its queue: no second worker of one name would start
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False  # fencing makes a double run harmless
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a broker that is away for an hour ends no worker
CELERY_TASK_PUBLISH_RETRY = False  # the outbox sends again; a request must not wait for a broker that is away
CELERY_TIMEZONE = "UTC"

# A worker that is silent for so long has lost its chunk; tests shorten it.
PREVIEW_LEASE_SECONDS = float(environment.text("PREVIEW_LEASE_SECONDS", "6"))

# --- Requests
REQUEST_SECONDS = 5.0  # of processor, for one request (docs/adr/0096)

# --- Quotas of packs and accounts, 0 for none
QUOTA_CARDS = environment.integer("QUOTA_CARDS", 0, minimum=0)
QUOTA_IMAGES_MB = environment.integer("QUOTA_IMAGES_MB", 0, minimum=0)
QUOTA_PREVIEWS = environment.integer("QUOTA_PREVIEWS", 0, minimum=0)  # of a pack in 24 hours
QUOTA_ACCOUNT_PREVIEWS = environment.integer("QUOTA_ACCOUNT_PREVIEWS", 0, minimum=0)
KEEP_PREVIEWS_DAYS = environment.integer("KEEP_PREVIEWS_DAYS", 90)  # after their end
KEEP_REVISIONS_DAYS = environment.integer("KEEP_REVISIONS_DAYS", 90, minimum=90)  # the database refuses younger ones

# --- API
API_REQUESTS_PER_MINUTE = {"anonymous": 300, "read": 1200, "write": 300}  # files are not counted
REST_FRAMEWORK: dict[str, Any] = {}  # cards.api names all classes itself, view by view

# --- Logs
LOG_LEVEL = environment.text("LOG_LEVEL", "info").upper()
TRACES_URL = environment.traces_url("TRACES_URL")  # of a collector that speaks OTLP in JSON; empty for no traces
LOG_IDENTITY = environment.switch("LOG_IDENTITY", default=True)
LOGGING_CONFIG = "portal.logs.configure"
LOGGING = {"level": LOG_LEVEL}
PROCESS = environment.process()  # web | worker | jobs | relay | command


def broker_options(url: str) -> dict[str, Any]:
    """Return what the Redis transport needs so that a lost worker's message comes back in seconds, not minutes.

    Units: seconds; the throttle counts sweeps. Another transport (amqp) redelivers by itself and refuses these.
    """
    if not url.startswith(("redis", "rediss", "valkey")):
        return {}
    return {
        "visibility_timeout": 300,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "polling_interval": 5,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    }


def caches(url: str) -> dict[str, Any]:
    """Return the caches: the usual one, and one for counts of requests, which no read may put into the database."""
    usual = cache(url)
    local = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}
    return {"default": usual, "limits": usual if usual["BACKEND"].startswith("portal.") else local}


def cache(url: str) -> dict[str, Any]:
    """Return a cache that may be lost at any moment: Redis where there is one, else a table."""
    if url.startswith(("redis", "rediss", "unix")):
        once = {"socket_connect_timeout": 0.4, "socket_timeout": 0.4, "retry": Retry(NoBackoff(), 0)}
        return {
            "BACKEND": "portal.cache.ForgivingRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": "cardloom",
            "OPTIONS": {**once, "serializer": "portal.cache.JsonSerializer"},
        }
    return {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "portal_cache"}
