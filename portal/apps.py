"""The two apps that the project adds by itself."""

from django.apps import AppConfig
from django.contrib.staticfiles import apps as staticfiles
from django.core import checks


class PortalConfig(AppConfig):
    """The project as an app, for its management commands; it has no models."""

    default = True
    name = "portal"
    verbose_name = "Portal"

    def ready(self) -> None:
        """Register what `check --deploy` judges of this host."""
        from portal.host_checks import deployment_check  # it needs models, which are loaded now

        checks.register(deployment_check, "portal", deploy=True)


class StaticFilesConfig(staticfiles.StaticFilesConfig):
    """Static files without the editor's TypeScript source, whose bundle lies in dist/."""

    ignore_patterns = [*staticfiles.StaticFilesConfig.ignore_patterns, "editor/*", "node_modules"]
