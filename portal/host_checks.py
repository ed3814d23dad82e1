"""What this host must have of its own: a key that opens the signing key, static files, a clock that is right, and a folder for its data."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import checks
from django.db import DatabaseError, connection
from django.urls import reverse
from psycopg_pool import PoolTimeout

from cards.queries.secrets import missing_keys, sealed_under_secret_key
from cards.queries.signing import signing_refusal
from cards.services.provider import ProviderAway, provider_answers, signs_out
from portal import environment
from portal.apps import StaticFilesConfig

COLLECT = "run `manage.py collectstatic --noinput` on this host."
MAX_SKEW = 5.0  # seconds between this host's clock and the database's


def signing_key() -> str:
    """Return why this host could sign no release; empty where it could."""
    refusal = signing_refusal()
    return refusal.detail["en"] if refusal is not None else ""


def secrets() -> str:
    """Return what is sealed under keys that this host lacks."""
    missing = missing_keys()
    return "; ".join(f"{settings.KEY_FILE} lacks the key {key_id} of {', '.join(of)}" for key_id, of in missing.items())


def static_files() -> str:
    """Return why this host would serve no static files, or those of another version."""
    manifest_name = getattr(staticfiles_storage, "manifest_name", "")
    if not manifest_name:
        return ""
    manifest = Path(settings.STATIC_ROOT, manifest_name)
    if not manifest.exists():
        return f"{manifest.parent} has no static files of this version: {COLLECT}"
    if _newest_source() > manifest.stat().st_mtime:
        return f"The static files in {manifest.parent} are older than their sources: {COLLECT}"
    return ""


def clock() -> str:
    """Return by how much this host's clock differs from the database's, if it is more than one would notice."""
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        [there] = cursor.fetchone()
    skew = max(began - there, there - time.time())
    return (
        f"The clock of this host and that of the database differ by {skew:.0f} seconds: let both be set by NTP."
        if skew > MAX_SKEW
        else ""
    )


def data_folder() -> str:
    """Return why nothing could be written to DATA_DIR."""
    if not settings.DATA_DIR.is_dir():
        return f"DATA_DIR, {settings.DATA_DIR}, is no folder: create it for the user that runs the portal."
    return (
        ""
        if os.access(settings.DATA_DIR, os.W_OK | os.X_OK)
        else f"This user cannot write to DATA_DIR, {settings.DATA_DIR}."
    )


def sign_in_provider() -> str:
    """Return why this host does not reach the provider at which people sign in; empty where passwords are the only way in."""
    return provider_answers() if settings.SIGN_IN != "password" else ""


def sign_out_notices() -> str:
    """Return whether the provider reports sign-outs there, and where to; empty where there is none, or none answers."""
    try:
        is_told = settings.SIGN_IN != "password" and signs_out()
    except ProviderAway:
        return ""
    if settings.SIGN_IN == "password":
        return ""
    if is_told:
        address = f"{settings.SITE_URL}{reverse('cards:company-sign-out')}"
        return f"The provider speaks back-channel logout: register {address} there as the address of this client."
    return (
        f"The provider does not announce back-channel logout: whom it deactivates goes on for {settings.OIDC_ASK_SECONDS} "
        f"seconds of use, with tokens for up to {settings.OIDC_TOKEN_DAYS} days."
    )


WITHOUT_ROWS: Mapping[str, Callable[[], str]] = {"static_files": static_files, "data_dir": data_folder}
WITH_ROWS: Mapping[str, Callable[[], str]] = {"signing_key": signing_key, "secrets": secrets, "clock": clock}
OF_OTHERS: Mapping[str, Callable[[], str]] = {"sign_in_provider": sign_in_provider}


def deployment_check(app_configs: Any, **options: Any) -> Sequence[checks.CheckMessage]:
    """Return what is wrong on this host, for `check --deploy`; where no database answers, what can be known without.

    A host whose database would be the embedded one is judged once `make run`, which sees to all of this, has run there.
    """
    if settings.EMBEDDED_DATABASE and not environment.services():
        return []
    faults = {name: check() for name, check in WITHOUT_ROWS.items()}
    try:
        faults |= {name: check() for name, check in {**WITH_ROWS, **OF_OTHERS}.items()}
        if count := sealed_under_secret_key():
            faults["sealed_under_secret_key"] = (
                f"{count} secrets are sealed under SECRET_KEY: run `manage.py rotate_secrets`."
            )
    except (DatabaseError, PoolTimeout) as error:
        faults["database"] = (
            f"Signing key and clock are not checked, the database does not answer: {str(error).strip()}"
        )
    warnings = [checks.Warning(fault, id=f"portal.{name}") for name, fault in faults.items() if fault]
    notices = sign_out_notices()
    return [*warnings, *([checks.Info(notices, id="portal.sign_out_notices")] if notices else [])]


def _newest_source() -> float:
    """Return when a static file was changed last, in seconds since 1970."""
    newest = 0.0
    left_out = {Path(pattern).parts[0] for pattern in StaticFilesConfig.ignore_patterns}
    for source in settings.STATICFILES_DIRS:
        for root, folders, files in os.walk(source):
            folders[:] = [name for name in folders if name not in left_out]
            for name in files:
                with suppress(OSError):  # it was removed meanwhile
                    newest = max(newest, Path(root, name).stat().st_mtime)
    return newest
