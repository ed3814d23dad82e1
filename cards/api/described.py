"""The routes of the API under their public prefix, for the generator of its description."""

from django.urls import include, path

urlpatterns = [path("api/v1/", include("cards.api.urls"))]
