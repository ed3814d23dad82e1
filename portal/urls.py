"""Where everything answers: pages at the root, the API under /api/v1/. Health is a middleware, before all of them."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = []
if find_spec("cards.api") and find_spec("cards.api.urls"):
    urlpatterns.append(path("api/v1/", include("cards.api.urls")))
if find_spec("cards.web") and find_spec("cards.web.urls"):
    urlpatterns.append(path("", include("cards.web.urls")))

handler400 = "cards.web.views.errors.bad_request"
handler403 = "cards.web.views.errors.forbidden"
handler404 = "cards.web.views.errors.not_found"
handler500 = "cards.web.views.errors.server_error"
