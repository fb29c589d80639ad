from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "jassclub.audit"
    label = "audit"
