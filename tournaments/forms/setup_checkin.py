"""What is typed at the door."""

from django import forms
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.forms import NameField


class WalkInForm(forms.Form):
    """A name and, where two people share it, what tells them apart."""

    use_required_attribute = False

    name = NameField(
        label=_("Name"),
        max_length=120,
        error_messages={"required": _("Write the name of the person.")},
    )
    hint = NameField(label=_("To tell apart"), max_length=60, required=False)
    outside_ranking = forms.BooleanField(required=False)


class TeamForm(forms.Form):
    """The people of a team by name, and what the team calls itself."""

    use_required_attribute = False

    first = NameField(
        label=_("First player"),
        max_length=120,
        error_messages={"required": _("Write the name of the person.")},
    )
    second = NameField(label=_("Partner"), max_length=120, required=False)
    own_name = NameField(label=_("Name of the team, if it has one"), required=False)
    outside_ranking = forms.BooleanField(required=False)

    @property
    def names(self) -> list[str]:
        return [self.cleaned_data["first"], self.cleaned_data["second"]]


class PartnerForm(forms.Form):
    """Who is on one place of a team; empty: nobody yet."""

    use_required_attribute = False

    position = forms.IntegerField(min_value=0, max_value=2, widget=forms.HiddenInput)
    name = NameField(label=_("Name"), max_length=120, required=False)
