"""The two apps that the project adds by itself."""

from django.apps import AppConfig
from django.contrib.staticfiles import apps as staticfiles


class PortalConfig(AppConfig):
    """The project as an app, for its management commands; it has no models."""

    name = "portal"
    verbose_name = "Portal"


class StaticFilesConfig(staticfiles.StaticFilesConfig):
    """Static files without the editor's TypeScript source, whose bundle lies in dist/."""

    ignore_patterns = [*staticfiles.StaticFilesConfig.ignore_patterns, "editor/*", "node_modules"]
