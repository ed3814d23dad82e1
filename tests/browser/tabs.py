"""The tab of a person: tests take turns with it, for to open a page in it takes half the processor of a new tab."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.launching import patient_context

SCREEN: ViewportSize = {"width": 1440, "height": 900}
BLANK = "/healthz"
"""An address of the portal without a script: a tab that goes there from another stays in its process, with the scripts compiled in it."""
STORED = "local_storage,indexeddb,cache_storage,service_workers"


@dataclass
class Tab:
    """One tab in a context of its own; the scripts that the first page loads stay in the context's cache.

    What ends only with a tab, such as a script that runs in each of its pages, ends with `page.close()` in the test: the next one gets another
    tab. So does the test after one that failed.
    """

    browser: Browser
    url: str
    context: BrowserContext = field(init=False)
    page: Page | None = None

    def __post_init__(self) -> None:
        """Make the context."""
        self.context = patient_context(self.browser, self.url, viewport=SCREEN, accept_downloads=True)

    def blank(self) -> Page:
        """Return the page without what earlier tests left: no cookie, no permission, an empty store."""
        self.context.clear_cookies()
        self.context.clear_permissions()
        if self.page is None or self.page.is_closed():
            self.page = self.context.new_page()
        if not self.page.url.endswith(BLANK):
            self.page.goto(BLANK)
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": STORED})
        devtools.detach()
        return self.page

    def put_back(self, *, is_clean: bool) -> None:
        """Leave the page, close what a test opened beside it, and undo what it set; close the page itself where it is not clean.

        A page that stayed open would go on asking who else is there, and saving.
        """
        self.context.set_offline(False)
        for page in self.context.pages:
            if page is not self.page or not is_clean:
                page.close()
        if self.page is not None and not self.page.is_closed():
            self.page.unroute_all(behavior="ignoreErrors")
            self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
            self.page.set_viewport_size(SCREEN)
            self.page.goto(BLANK)
