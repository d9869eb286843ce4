"""Client of the Harmattan service for servers, with the standard library only."""

from .client import HarmattanClient
from .errors import HarmattanError
from .sessions import FileSessionStore, MemorySessionStore, Session
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "FileSessionStore",
    "HarmattanClient",
    "HarmattanError",
    "MemorySessionStore",
    "Session",
    "WebhookError",
    "verify_webhook",
]
