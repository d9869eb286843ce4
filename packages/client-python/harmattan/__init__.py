"""Client of the Harmattan service for servers, with the standard library only."""

from .client import HarmattanClient
from .deliverables import Deliverable, deliverables_of, grouped
from .errors import HarmattanError
from .operations import Action
from .sandbox import Sandbox
from .sessions import FileSessionStore, MemorySessionStore, Session, SessionStore
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Action",
    "Deliverable",
    "FileSessionStore",
    "HarmattanClient",
    "HarmattanError",
    "MemorySessionStore",
    "Sandbox",
    "Session",
    "SessionStore",
    "WebhookError",
    "deliverables_of",
    "grouped",
    "verify_webhook",
]
