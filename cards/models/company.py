"""Accounts whose persons sign in at a provider of OpenID Connect."""

from django.db import models
from django.utils import timezone

from cards.models.fields import LineField

ISSUER_LIMIT, SUBJECT_LIMIT = 300, 255  # characters


class CompanyAccount(models.Model):
    """The account of a person at a provider, joined to an account of the portal.

    Shapes: issuer and subject are those of the ID token, which never change; the address there may.
    """

    account = models.OneToOneField("cards.Account", models.CASCADE, related_name="company")
    issuer = LineField(max_length=ISSUER_LIMIT)
    subject = LineField(max_length=SUBJECT_LIMIT)
    joined_at = models.DateTimeField(default=timezone.now)
    proved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("issuer", "subject"), name="company_account_once"),)
