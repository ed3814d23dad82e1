"""The second factors of an account: an authenticator app, passkeys, and codes for the day on which none is at hand."""

from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, LineField, digest_check


class AuthenticatorApp(models.Model):
    """The app whose digits an account signs in with, beside its password.

    Shapes: sealed_secret is the shared secret as `cards.sealing` seals it; last_step is that of the newest digits that were used, which
            no longer open anything.
    """

    account = models.OneToOneField("cards.Account", models.CASCADE, related_name="authenticator")
    sealed_secret = models.TextField()
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)


class RecoveryCode(models.Model):
    """A code that works once in place of the app's digits; only the hash of it is stored, which 78 random bits allow to be a quick one."""

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="recovery_codes")
    recovery_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (digest_check("recovery_sha256", "recovery_code_shape"),)


class Passkey(models.Model):
    """A passkey by which an account signs in, alone or after its password; the private half never leaves its device.

    Shapes: credential is the id with the public key (`cards.webauthn`); sign_count is that of its newest use, 0 where the device does not
            count; is_synced says that the device copies it to others of its owner.
    """

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="passkeys")
    name = LineField(max_length=80)
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.TextField()
    sign_count = models.BigIntegerField(default=0)
    is_synced = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
