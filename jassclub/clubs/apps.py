from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "jassclub.clubs"
    label = "clubs"
