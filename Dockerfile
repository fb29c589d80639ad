# The server's image: web, worker and the one-off commands all run from it.
FROM python:3.12-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 VAR_DIR=/srv/var COLLECTED_STATIC=1
WORKDIR /srv/app

RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/* \
 && pip install --no-cache-dir uv \
 && useradd --create-home --uid 10001 jassclub \
 && install -d -o jassclub /srv/var

COPY pyproject.toml constraints.txt ./
RUN uv pip install --system --no-cache --constraint constraints.txt -r pyproject.toml
COPY . .
RUN python scripts/messages.py compile \
 && SECRET_KEY=only-for-this-step python manage.py collectstatic --noinput \
 && chown -R jassclub /srv/var

USER jassclub
EXPOSE 8000
CMD ["uvicorn", "jassclub.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--lifespan", "off", "--proxy-headers", "--forwarded-allow-ips", "*"]
