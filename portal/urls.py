"""Where everything answers: pages at the root, the API under /api/v1/. Health is a middleware, before all of them."""

from django.urls import URLPattern, URLResolver, include, path

from portal import api_reference

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("cards.api.urls")),
    path("api/docs/", api_reference.reference, name="api-reference"),
    path("api/docs/<slug:operation>/", api_reference.operation, name="api-operation"),
    path("", include("cards.web.urls")),
]

handler400 = "cards.web.views.errors.bad_request"
handler403 = "cards.web.views.errors.forbidden"
handler404 = "cards.web.views.errors.not_found"
handler500 = "cards.web.views.errors.server_error"
