"""What is written down of a loop that fails, so that another process can say so."""

import socket

from django.db.models import F
from django.db.models.functions import Now

from cards import meter
from cards.models import LoopFault

HOST_LIMIT, ERROR_LIMIT = 120, 300  # characters


def loop_fault_note(name: str, fault: BaseException | None) -> None:
    """Count a fault of a loop and write it down, or take the note away once the loop went well."""
    row = {"host": socket.gethostname()[:HOST_LIMIT], "name": name}
    if fault is None:
        LoopFault.objects.filter(**row).delete()
        return
    meter.count("cardloom_loop_faults_total", loop=name)
    now = {"error": f"{type(fault).__name__}: {fault}".replace("\0", "")[:ERROR_LIMIT], "failed_at": Now()}
    _, is_new = LoopFault.objects.get_or_create(**row, defaults=now)
    if not is_new:
        LoopFault.objects.filter(**row).update(faults=F("faults") + 1, **now)
