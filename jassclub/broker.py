"""The way to Redis, Celery's post box, which a worker survives when Redis goes away.

A worker that loses its Redis while it holds tasks closes the channel they came by. Celery's own
transport then puts them back, or acknowledges the one that is done, over that closed channel, and the
error ends the worker. Nothing has to be put back or acknowledged there: what is wanted and not built
is in the database, where every worker looks.
"""

from kombu.transport import redis


class Channel(redis.Channel):
    """A channel that says nothing once it is closed."""

    do_restore = False

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        if not self.closed:
            super().basic_ack(delivery_tag, multiple=multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not self.closed:
            super().basic_reject(delivery_tag, requeue=requeue)


class Transport(redis.Transport):
    Channel = Channel
