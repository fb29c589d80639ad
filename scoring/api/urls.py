"""The rules engine's addresses in the JSON API."""

from django.urls import path

from scoring.api import views

urlpatterns = [
    path("variants", views.VariantsView.as_view(), name="variants"),
    path("variants/<str:variant>", views.VariantView.as_view(), name="variant"),
    path("variants/<str:variant>/check", views.CheckView.as_view(), name="check"),
    path(
        "variants/<str:variant>/check-totals", views.CheckTotalsView.as_view(), name="check-totals"
    ),
]
