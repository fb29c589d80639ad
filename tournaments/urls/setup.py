"""Making a tournament, its settings, and the check-in."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import checkin, setup, sorting

CLUB = "clubs/<slug:club>/tournaments/"
ONE = f"{CLUB}<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(CLUB, setup.tournament_list, name="list"),
    path(f"{CLUB}new/", setup.new, name="new"),
    path(f"{CLUB}new/<slug:source>/", setup.new_from, name="new-from"),
    path(f"{CLUB}presets/<int:preset_id>/delete/", setup.preset_delete, name="preset-delete"),
    path(f"{ONE}setup/", setup.settings, name="setup"),
    path(f"{ONE}setup/copy/", setup.copy, name="copy"),
    path(f"{ONE}setup/preset/", setup.preset_save, name="preset-save"),
    path(f"{ONE}setup/delete/", setup.delete, name="delete"),
    path(f"{ONE}checkin/", checkin.page, name="checkin"),
    path(f"{ONE}checkin/figures/", checkin.figures, name="checkin-figures"),
    path(f"{ONE}checkin/tick/", checkin.tick, name="checkin-tick"),
    path(f"{ONE}checkin/walk-in/", checkin.walk_in, name="checkin-walk-in"),
    path(f"{ONE}checkin/team/", checkin.team, name="checkin-team"),
    path(f"{ONE}checkin/teams/", checkin.teams, name="checkin-teams"),
    path(f"{ONE}checkin/<int:entry_id>/partner/", checkin.partner, name="checkin-partner"),
    path(f"{ONE}checkin/surplus/", checkin.surplus, name="checkin-surplus"),
    path(f"{ONE}checkin/absent/", checkin.absent, name="checkin-absent"),
    path(f"{ONE}checkin/announce/", checkin.announce, name="checkin-announce"),
    path(f"{ONE}checkin/lists/", sorting.page, name="checkin-sort"),
    path(f"{ONE}checkin/lists/paste/", sorting.paste, name="checkin-sort-paste"),
    path(f"{ONE}checkin/<int:entry_id>/", checkin.entry, name="checkin-entry"),
    path(f"{ONE}checkin/<int:entry_id>/remove/", checkin.remove, name="checkin-remove"),
]
