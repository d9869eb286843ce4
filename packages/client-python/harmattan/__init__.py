"""Client of the Harmattan service for servers, with the standard library only."""

from .client import HarmattanClient
from .errors import HarmattanError
from .operations import Action
from .sandbox import Sandbox
from .sessions import FileSessionStore, MemorySessionStore, Session, SessionStore
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Action",
    "FileSessionStore",
    "HarmattanClient",
    "HarmattanError",
    "MemorySessionStore",
    "Sandbox",
    "Session",
    "SessionStore",
    "WebhookError",
    "verify_webhook",
]
