"""Settings: one code path, two ways to run it.

With no variable set the embedded way runs (SQLite in ``var/``, Redis if one is
there). ``DATABASE_URL`` and ``REDIS_URL`` make it a server. Nothing but what
stands here differs between the two.
"""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))


def env_flag(name: str, *, default: bool) -> bool:
    """A yes/no variable: 1, true, yes and on mean yes."""
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def env_list(name: str) -> list[str]:
    """A comma-separated variable, empty parts left out."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def secret_key() -> str:
    """``SECRET_KEY``, or one made once and kept in ``var/``, readable by the owner alone."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = VAR_DIR / "secret-key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(key := secrets.token_urlsafe(50))
    return key


DEBUG = env_flag("DEBUG", default=False)
SECRET_KEY = secret_key()

# Addresses the program answers to: names, LAN address, and where QR codes point.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env_list("PUBLIC_HOSTS")]
CSRF_TRUSTED_ORIGINS = env_list("TRUSTED_ORIGINS")
HTTPS = PUBLIC_URL.startswith("https://")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "jassclub.audit",
    "jassclub.clubs",
    "scoring",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "jassclub.errors.MethodPageMiddleware",
    "jassclub.signin.SignInMiddleware",
    "jassclub.clubs.zones.ZoneMiddleware",
    "jassclub.away.DatabaseAwayMiddleware",
]

ROOT_URLCONF = "jassclub.urls"
WSGI_APPLICATION = "jassclub.wsgi.application"
ASGI_APPLICATION = "jassclub.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database ------------------------------------------------------------------------------
if url := os.environ.get("DATABASE_URL"):
    DATABASES = {"default": dj_database_url.parse(url, conn_health_checks=True)}
    if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        # A dead connection is noticed before use; no connection is kept beside the pool. A query
        # that comes again is planned once: planning the joins of a table's card takes longer than
        # everything else about them. (A pooler between us and the server must know prepared queries.)
        DATABASES["default"]["OPTIONS"] = {
            "pool": {
                "min_size": 1,
                "max_size": int(os.environ.get("DATABASE_POOL", "16")),
                "timeout": 5,
            },
            "connect_timeout": 3,
            "server_side_binding": True,
            "prepare_threshold": 5,
        }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ.get("DATABASE_PATH", str(VAR_DIR / "jassclub.sqlite3")),
            "OPTIONS": {
                # Without these two, concurrent read-modify-write transactions are lost.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: a confirmed sheet survives the power cut.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    }
# Our own templates/django/forms/ draw every form alike.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
# The embedded way keeps copies of its database (``jassclub.backup``).
AUTO_BACKUP = env_flag("AUTO_BACKUP", default=True)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis and Celery ----------------------------------------------------------------------
REDIS_URL = os.environ.get("REDIS_URL", "")
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
# Publishing to a dead Redis must fail at once: standings are swept from the database anyway.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 2,
    "socket_connect_timeout": 1,
    "visibility_timeout": 300,
}
if REDIS_URL:
    CELERY_BROKER_TRANSPORT = "jassclub.broker:Transport"
    CACHES = {
        "default": {
            "BACKEND": "jassclub.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }

# --- Accounts (organisers only; players have none) -------------------------------------------
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"  # no mail server is needed
ACCOUNT_EMAIL_NOTIFICATIONS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "clubs:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
SENDS_MAIL = bool(os.environ.get("EMAIL_HOST"))
if mail_host := os.environ.get("EMAIL_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = mail_host
    EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
    EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
    EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
    EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", default=True)
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "jassclub@localhost")

# --- Language and time -------------------------------------------------------------------------
LANGUAGE_CODE = "de-ch"
LANGUAGES = [("de-ch", _("German (Switzerland)")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files --------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# The embedded way serves straight from the source folders; a server collects and hashes first.
WHITENOISE_USE_FINDERS = not env_flag("COLLECTED_STATIC", default=False)
WHITENOISE_AUTOREFRESH = DEBUG
if not WHITENOISE_USE_FINDERS:
    STATIC_ROOT = VAR_DIR / "static"
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

# --- Security --------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_FAILURE_VIEW = "jassclub.errors.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS and env_flag("SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if env_flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# --- API ------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "scoring.api.errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Jassclub",
    "DESCRIPTION": "Score sheets, tables and standings of card clubs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "tableKey": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "“Table”, a blank, and the token of a table's card or of a sheet. A seat's "
                "own key needs the header Phone-Secret as well, with which it was claimed.",
            }
        }
    },
}

# --- Logs: one line an event; never a name, a secret call or a token -----------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
}
