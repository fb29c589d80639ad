"""The set-up form: it shows every option of every game, keeps what was typed, and gives back what
the rules engine takes."""

from datetime import UTC, date, datetime, time

import pytest

from scoring.rules import VARIANTS, get_variant
from scoring.rules.presets import PRESETS
from tests import factories
from tournaments.chain_texts import BEST, CRITERIA, criterion_label
from tournaments.forms.setup import LiveForm, SetupForm
from tournaments.forms.setup_options import PREFIX, SET_ELSEWHERE, OptionsForm
from tournaments.presets import READY, blank_setup
from tournaments.ranking import PLAIN_KEYS

ZONE = "Europe/Zurich"


def typed(form):
    """What a browser would send of a form as it is shown."""
    data = {}
    for part in (form, form.options) if hasattr(form, "options") else (form,):
        for name in part.fields:
            value = part[name].value()
            if value is True:
                data[name] = "on"
            elif isinstance(value, list):
                data[name] = value
            elif value is not None and value is not False:
                data[name] = value.strftime("%H:%M") if isinstance(value, time) else str(value)
    return data


def filled(**changes):
    """A full form as it is sent, with some fields changed; ``None`` leaves a field out."""
    setup = READY[0].data
    data = typed(SetupForm(setup=setup, zone=ZONE))
    data |= {"name": "Herbstturnier", "date": "2026-10-25", "time": "09:00"} | changes
    return SetupForm({k: v for k, v in data.items() if v is not None}, setup=setup, zone=ZONE)


def errors(form):
    return set(form.errors) | set(form.options.errors)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_form_shows_every_option_of_a_game_and_gives_it_back_unchanged(variant):
    for options in ({}, *(preset.options for preset in PRESETS.get(variant.name, ()))):
        full = variant.options(dict(options))
        shown = OptionsForm(variant, values=full)
        described = {field["name"] for field in variant.describe()["options"]} - SET_ELSEWHERE
        assert {group.name for group in shown.groups() if group.fields} == described
        data = {PREFIX + "x": ""} | typed(shown)
        sent = OptionsForm(variant, data, values=variant.options())
        assert sent.is_valid(), sent.errors
        kept = {name: full[name] for name in SET_ELSEWHERE & full.keys()}
        assert variant.options({**sent.raw(), **kept}) == full


@pytest.mark.parametrize("ready", READY, ids=lambda ready: ready.key)
def test_a_preset_that_is_sent_as_it_is_shown_is_that_preset(ready):
    setup = ready.data
    data = typed(SetupForm(setup=setup, zone=ZONE))
    data |= {"name": "A", "date": "2026-10-25", "time": "09:00"}
    form = SetupForm(data, setup=setup, zone=ZONE)
    assert form.is_valid(), form.errors
    moment = datetime(2026, 10, 25, 8, 0, tzinfo=UTC)
    read = form.setup_data()
    assert read.starts_at == moment
    assert read.with_(options={}) == setup.with_(name="A", starts_at=moment, options={})
    variant = get_variant(setup.variant)
    assert variant.options(dict(read.options)) == setup.options


def test_an_unticked_box_is_no():
    raw = filled(**{"option-weis": "on", "option-stoeck": None}).options.raw()
    assert (raw["weis"], raw["stoeck"]) == (True, False)


@pytest.mark.parametrize(
    ("text", "value"),
    [("50", 50), (" 1’000 ", 1000), ("1'000", 1000), ("−5", -5), ("fünfzig", "fünfzig")],
)
def test_numbers_are_read_as_they_are_written_and_others_are_left_to_the_engine(text, value):
    assert filled(**{"option-match_bonus": text}).options.raw()["match_bonus"] == value


def test_a_number_of_four_hundred_digits_is_left_to_the_engine():
    assert filled(**{"option-match_bonus": "9" * 400}).options.raw()["match_bonus"] == "9" * 400


def test_an_empty_field_is_nothing_where_nothing_is_possible_and_asked_back_where_not():
    form = filled(**{"option-target": "", "option-match_bonus": ""})
    assert form.options.raw()["target"] is None
    assert errors(form) == {"option-match_bonus"}


@pytest.mark.parametrize(
    ("word", "number", "value"),
    [("", "1500", None), ("half", "1500", "half"), ("number", "1500", 1500), ("number", "", "")],
)
def test_an_option_that_is_a_word_or_a_number(word, number, value):
    form = filled(**{"option-bergpreis": word, "option-bergpreis.number": number})
    assert form.options.raw()["bergpreis"] == value


def test_the_order_of_settling_is_three_numbered_questions():
    order = {f"option-settle_order.{at}": key for at, key in enumerate(["stich", "weis", "stoeck"])}
    assert filled(**order).options.raw()["settle_order"] == ["stich", "weis", "stoeck"]


def test_problems_of_the_engine_stand_beside_their_fields():
    form = filled()
    form.is_valid()
    for field in ("options.multipliers.schellen", "options.settle_order", "options.target"):
        form.add_problems([{"field": field, "code": "x", "message": f"Satz zu {field}"}])
    assert set(form.options.errors) == {
        "option-multipliers.schellen",
        "option-settle_order.0",
        "option-target",
    }


def test_problems_of_settings_stand_beside_their_fields_and_others_above():
    form = filled()
    form.is_valid()
    for field in ("starts_at", "chain", "planned_rounds", "variant"):
        form.add_problems([{"field": field, "code": "x", "message": "Satz."}])
    assert set(form.errors) == {"date", "chain_1", "planned_rounds", "__all__"}


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("name", ""),
        ("date", ""),
        ("date", "gestern"),
        ("date", "0001-01-01"),
        ("time", "abends"),
        ("planned_rounds", "viele"),
        ("planned_rounds", ""),
        ("hidden_rounds", "-1"),
        ("visibility", "secret"),
        ("credit_points", "1.5"),
        ("chain_2", "luck"),
        ("option-settle_order.0", "x"),
    ],
)
def test_what_cannot_be_read_is_asked_back_and_stays_as_it_was_typed(field, text):
    form = filled(**{field: text})
    assert not form.is_valid()
    part = form if field in form.fields else form.options
    assert part.errors[field]
    assert part[field].value() == text


def test_what_nobody_sees_is_in_no_name_of_a_tournament():
    form = filled(name="\u202eHerbst\u200bturnier", venue="\u2066Ochsen")
    assert form.is_valid()
    assert (form.cleaned_data["name"], form.cleaned_data["venue"]) == ("Herbstturnier", "Ochsen")
    nameless = filled(name="\u202e\u200b")
    assert not nameless.is_valid()
    assert errors(nameless) == {"name"}


@pytest.mark.parametrize("text", ["25.10.2026", "2026-10-25"])
def test_the_date_is_read_as_people_and_as_browsers_write_it(text):
    form = filled(date=text)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["date"] == date(2026, 10, 25)


def test_a_time_that_the_clocks_leave_out_is_asked_back():
    assert errors(filled(date="2026-03-29", time="02:30")) == {"time"}
    assert errors(filled(date="2026-03-29", time="03:00")) == set()


def test_the_chain_is_read_in_the_order_of_the_numbers_and_gaps_do_not_matter():
    chain = dict.fromkeys((f"chain_{n}" for n in range(1, 7)), "")
    chain |= {"chain_1": "best", "chain_4": "matches", "chain_6": "lot", "best_n": "3"}
    form = filled(**chain)
    assert form.is_valid(), form.errors
    assert form.setup_data().chain == ("best:3", "matches", "lot")


def test_the_best_rounds_need_their_number():
    assert errors(filled(chain_1="best", best_n="")) == {"best_n"}


def test_a_number_that_would_count_for_nothing_is_asked_back():
    assert errors(filled(chain_1="sum", best_n="3")) == {"best_n"}
    assert errors(filled(credit_rule="none", credit_points="1000")) == {"credit_points"}


def test_every_criterion_of_the_ranking_is_offered_and_explained():
    assert set(CRITERIA) == {*PLAIN_KEYS, BEST}
    assert all(str(label) and str(sentence) for label, sentence in CRITERIA.values())
    assert "3" in criterion_label("best:3")


def test_games_of_partners_do_not_ask_whether_everyone_confirms():
    assert "confirm_all" not in SetupForm(setup=READY[0].data, zone=ZONE).fields


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_size_of_the_table_is_asked_where_the_game_has_several(variant):
    form = SetupForm(setup=blank_setup(variant), zone=ZONE)
    assert ("table_size" in form.fields) == (len(variant.table_sizes) > 1)


def test_the_short_form_changes_what_is_still_open_and_nothing_else():
    setup = READY[0].data.with_(
        name="Herbst", starts_at=datetime(2026, 10, 25, 8, 0, tzinfo=UTC), venue="Krone"
    )
    data = typed(LiveForm(setup=setup, zone=ZONE))
    data |= {"name": "Anders", "planned_rounds": "9", "option-weis": "on", "reason": "so"}
    form = LiveForm(data, setup=setup, zone=ZONE)
    assert form.is_valid(), form.errors
    assert form.setup_data() == setup.with_(name="Anders")


def test_the_rules_of_the_usual_evening_are_those_of_the_usual_tournament():
    full = get_variant("schieber").options(factories.SCHIEBER_12)
    assert READY[0].data.options == full


@pytest.mark.parametrize(
    ("field", "number", "limit"),
    [("planned_rounds", 0, 1), ("planned_rounds", 41, 40), ("expected_players", 4001, 4000)],
)
def test_a_number_beyond_its_limits_is_answered_with_the_limit_in_our_words(field, number, limit):
    (sentence,) = filled(**{field: str(number)}).errors[field]
    assert str(limit) in sentence
    assert sentence.endswith("schreiben.")
