"""Accounts, the links that let a person in, and the counters that slow down guessing."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cards.models.fields import SHA256_LENGTH, LineField, choice_check, digest_check


class Language(models.TextChoices):
    """Language of the pages that an account sees."""

    ENGLISH = "en", "English"
    CHINESE = "zh", "简体中文"


class Theme(models.TextChoices):
    """Colours of the pages: what the device says, or one of the two."""

    SYSTEM = "system", "System"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class TokenScope(models.TextChoices):
    """What a token may do; each stands for itself, and none is more than its account's role allows."""

    READ = "read", "Read"
    WRITE = "write", "Write"
    PREVIEW = "preview", "Preview"
    REVIEW = "review", "Review"
    RELEASE = "release", "Release"
    ADMIN = "admin", "Administer"


class AccountManager(BaseUserManager["Account"]):
    """Make accounts and find them by email, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> Account:
        """Return the account that signs in with this email."""
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Account:
        """Make an account; without a password it can only be entered by a link."""
        account = self.model(email=self.normalize_email(email).strip().lower(), **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Account:
        """Make an operator of the portal."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Account(AbstractBaseUser, PermissionsMixin):
    """A person, who signs in with an email, or a program of a pack; deactivated rather than deleted, because versions keep the id."""

    email = models.EmailField(max_length=254, unique=True)
    name = LineField(max_length=120, blank=True)
    language = models.CharField(max_length=2, choices=Language.choices, default=Language.ENGLISH)
    chooses_language = models.BooleanField(default=False, db_default=False)
    """Whether the language was chosen; until then each sign-in takes that of the sign-in page."""
    theme = models.CharField(max_length=6, choices=Theme.choices, default=Theme.SYSTEM)
    single_keys = models.BooleanField(default=True, help_text="Single-key shortcuts are on.")
    is_staff = models.BooleanField(default=False)
    is_program = models.BooleanField(default=False, db_default=False)
    """Whether it is a program of one pack (`cards.models.program`), which never signs in."""
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    deactivated_at = models.DateTimeField(null=True, blank=True)
    preview_quota = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Previews that the account may have open; nothing = as everybody."
    )
    session_epoch = models.PositiveIntegerField(default=0, help_text="Raised, it ends every session.")

    objects: ClassVar[AccountManager] = AccountManager()
    token_scopes: frozenset[str] | None = None
    """The scopes of the token that this request came with; None for a session or a command."""
    token_id: str = ""
    """The id of that token; empty without one."""
    proved_at: datetime | None = None
    """When the person of this request's session proved who they are; None for a token or a command."""

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(Lower("email"), name="account_email_once"),
            choice_check("language", Language.values, "account_language_known"),
            choice_check("theme", Theme.values, "account_theme_known"),
        )

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        """Return what pages call this person."""
        return str(self)

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Return what a session must carry to go on: it changes with the password and with the epoch."""
        salt = "cards.models.Account.session"
        return salted_hmac(salt, f"{self.session_epoch}:{self.password}", secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_operator(self) -> bool:
        """Return whether this account runs the portal."""
        return bool(self.is_active and self.is_superuser)


class Link(models.Model):
    """A secret address that works once and for a limited time; only the hash of the secret is kept."""

    token_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def is_usable(self, now: datetime) -> bool:
        """Return whether the link is unused and its time has not passed."""
        return self.used_at is None and now < self.expires_at


class Invitation(Link):
    """A link that makes an account, perhaps a member of a pack or an operator."""

    email = models.EmailField(max_length=254)
    pack = models.ForeignKey("cards.Pack", models.CASCADE, null=True, blank=True, related_name="invitations")
    role = models.CharField(max_length=9, blank=True)
    is_operator = models.BooleanField(default=False)
    created_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    used_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("id",)
        constraints = (
            digest_check("token_sha256", "invitation_token_shape"),
            models.CheckConstraint(
                name="invitation_role_with_pack",
                condition=models.Q(pack__isnull=True, role="")
                | models.Q(pack__isnull=False, role__in=["viewer", "designer", "reviewer", "publisher", "admin"]),
            ),
        )


class PasswordReset(Link):
    """A link that lets its holder choose a new password."""

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="password_resets")

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("token_sha256", "reset_token_shape"),)


class AddressChange(Link):
    """A link, sent to a new address, that makes it the one that an account signs in with."""

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="address_changes")
    email = models.EmailField(max_length=254)

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("token_sha256", "address_change_token_shape"),)


class SignedIn(models.Model):
    """A browser in which an account is signed in, so that the account can see and end it.

    Shapes: session_key is the key of the row that keeps the session's data; without that row the session has ended. company_sid names the
            session at the provider from which it came; it is empty for others.
    """

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="signed_in")
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=300, blank=True, help_text="What the browser says of itself.")
    address = models.CharField(max_length=45, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    company_sid = models.CharField(max_length=255, blank=True, default="", db_default="")

    class Meta:
        ordering = ("-seen_at", "-id")


class PlaceKind(models.TextChoices):
    """What an account is known by: the cookie of a browser, or a network address."""

    DEVICE = "device", "Device"
    NETWORK = "network", "Network"


class KnownPlace(models.Model):
    """A browser or a network from which an account signed in before; it opens nothing, its guesses are counted by themselves.

    Shapes: key is the SHA-256 of `device:<id>` or `network:<address>`; until factor_until a browser is not asked for the second factor.
    """

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="known_places")
    kind = models.CharField(max_length=7, choices=PlaceKind.choices)
    key = models.CharField(max_length=SHA256_LENGTH)
    seen_at = models.DateTimeField(default=timezone.now)
    factor_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-seen_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("account", "key"), name="known_place_once"),
            digest_check("key", "known_place_key_shape"),
            choice_check("kind", PlaceKind.values, "known_place_kind_known"),
        )


class LoginThrottle(models.Model):
    """Guesses within one window, counted by the database itself.

    Shapes: key is the SHA-256 of `account:<email>`, `address:<network>` or another bucket of `cards.services.throttle`, so that unknown
            emails leave no trace.
    """

    key = models.CharField(max_length=SHA256_LENGTH, primary_key=True)
    window_started_at = models.DateTimeField()
    guesses = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (digest_check("key", "throttle_key_shape"),)


class ApiToken(models.Model):
    """A bearer token: shown once, kept as a hash beside eight letters that name it."""

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="api_tokens")
    name = LineField(max_length=80)
    token_id = models.CharField(max_length=8, unique=True)
    token_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("token_sha256", "api_token_shape"),)

    def is_usable(self, now: datetime) -> bool:
        """Return whether the token still opens anything."""
        return self.revoked_at is None and now < self.expires_at
