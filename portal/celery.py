"""The Celery app: `celery -A portal worker`."""

import os

import structlog
from celery import Celery, Task
from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.production")

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Leave the logs as Django's settings made them; without a receiver here Celery would put its own over them."""


@before_task_publish.connect
def send_request_id(headers: dict[str, object], **_: object) -> None:
    """Give a task the id of the request that queued it."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    if request_id:
        headers["request_id"] = request_id


@task_prerun.connect
def take_request_id(task: Task, task_id: str, **_: object) -> None:
    """Write that id, and the task's own, on every line that the task logs."""
    request_id = (task.request.headers or {}).get("request_id") or task.request.get("request_id")
    structlog.contextvars.bind_contextvars(task_id=task_id, **({"request_id": request_id} if request_id else {}))


@task_postrun.connect
def forget_request_id(**_: object) -> None:
    """Begin the next task with a clean page."""
    structlog.contextvars.clear_contextvars()
