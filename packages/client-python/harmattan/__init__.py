"""Client of the Harmattan service for servers, with the standard library only."""

from .client import HarmattanClient
from .deliverables import Deliverable, deliverables_of, grouped
from .devices import AppKey, Signer, bind_device, confirm_payment
from .errors import HarmattanError
from .offers import PaidPurchase, PurchaseOffer, follow_purchase, offer_airtime, offer_bill
from .operations import Action, EventType
from .payouts import PayoutOffer, follow_payout, offer_payout, payout_end_of
from .sandbox import Sandbox
from .sessions import FileSessionStore, MemorySessionStore, Session, SessionStore
from .statuses import PaymentStatus, payment_status
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "Action",
    "AppKey",
    "Deliverable",
    "EventType",
    "FileSessionStore",
    "HarmattanClient",
    "HarmattanError",
    "MemorySessionStore",
    "PaidPurchase",
    "PaymentStatus",
    "PayoutOffer",
    "PurchaseOffer",
    "Sandbox",
    "Session",
    "SessionStore",
    "Signer",
    "WebhookError",
    "bind_device",
    "confirm_payment",
    "deliverables_of",
    "follow_payout",
    "follow_purchase",
    "grouped",
    "offer_airtime",
    "offer_bill",
    "offer_payout",
    "payment_status",
    "payout_end_of",
    "verify_webhook",
]
