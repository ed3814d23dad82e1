"""The notifications of an account: the newest first, how many are new, and which kinds it wants."""

from django.db.models import QuerySet

from cards.models import Account, Notification, NotificationChoice

COUNT_LIMIT = 100  # new notifications that the navigation counts


def notification_list(*, account: Account) -> QuerySet[Notification]:
    """Return the notifications of an account, the newest first."""
    return Notification.objects.filter(account=account).select_related("pack", "by")


def notifications_new(*, account: Account) -> int:
    """Return how many notifications are new, COUNT_LIMIT at most."""
    return Notification.objects.filter(account=account, read_at__isnull=True).order_by()[:COUNT_LIMIT].count()


def notification_choice(*, account: Account) -> NotificationChoice:
    """Return which kinds an account does not want; an unsaved row where it never chose."""
    return NotificationChoice.objects.filter(account=account).first() or NotificationChoice(account=account)
