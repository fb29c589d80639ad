"""The ranking chain as numbered questions, for every form that asks how something is ranked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.chain_texts import BEST, CRITERIA, criterion_label
from tournaments.services.setup_checks import MOST_ROUNDS
from tournaments.setup_data import SetupProblem

LINKS = 6
"""How long a ranking chain can be in the form."""

FIELD_OF = {"starts_at": "date", "chain": "chain_1"}
"""Where a problem is shown whose setting is made of several fields."""


class WholeNumberField(forms.IntegerField):
    """A number whose limits are said in our words."""

    default_error_messages = {
        "min_value": _("Write %(limit_value)s or more."),
        "max_value": _("Write %(limit_value)s or less."),
    }


class ChainForm(forms.Form):
    """``chain_1`` and so on, and how many rounds count; cleaned into ``chain``."""

    best_n = WholeNumberField(
        label=_("How many rounds count"),
        help_text=_("For “sum of the best rounds”."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((key, label) for key, (label, _why) in CRITERIA.items())]
        for place in range(1, LINKS + 1):
            label = gettext("Criterion %(place)s") % {"place": place}
            self.fields[f"chain_{place}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["chain"] = self._chain(cleaned)
        return cleaned

    def _chain(self, cleaned: Mapping[str, Any]) -> tuple[str, ...]:
        given = [cleaned.get(f"chain_{place}") or "" for place in range(1, LINKS + 1)]
        best_n = cleaned.get("best_n")
        if BEST in given and not best_n and "best_n" not in self.errors:
            self.add_error("best_n", gettext("Say how many rounds count, such as 3 of 4."))
        if best_n and BEST not in given:
            message = gettext(
                "Only “sum of the best rounds” asks how many count: choose it as a criterion, "
                "or leave this empty."
            )
            self.add_error("best_n", message)
        return tuple(f"{BEST}:{best_n}" if key == BEST else key for key in given if key)

    def add_problems(self, problems: Iterable[SetupProblem]) -> None:
        """Put each sentence beside its field; above the form where it has none here."""
        for problem in problems:
            field = FIELD_OF.get(problem["field"], problem["field"])
            self.add_error(field if field in self.fields else None, problem["message"])

    def chain_fields(self) -> list[forms.BoundField]:
        return [self[f"chain_{place}"] for place in range(1, LINKS + 1)]

    @property
    def chain_has_errors(self) -> bool:
        return any(field.errors for field in (*self.chain_fields(), self["best_n"]))

    @property
    def chain_summary(self) -> str:
        """The ranking as it stands, in a few words."""
        given = [field.value() for field in self.chain_fields()]
        return ", ".join(
            criterion_label(f"{BEST}:{self['best_n'].value() or '?'}" if key == BEST else key)
            for key in given
            if key
        )

    @staticmethod
    def criteria() -> list[tuple[Any, Any]]:
        """Name and explanation of each criterion."""
        return list(CRITERIA.values())

    @staticmethod
    def chain_of(chain: Sequence[str]) -> dict[str, Any]:
        """The initial values of these fields."""
        best = next((key for key in chain if key.startswith(f"{BEST}:")), "")
        return {
            "best_n": best.partition(":")[2] or None,
            **{
                f"chain_{place}": key.partition(":")[0]
                for place, key in enumerate(chain[:LINKS], start=1)
            },
        }
