"""Webhooks as a receiver verifies them (Standard Webhooks v1)."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Callable, Dict, Mapping, Sequence, Union


class WebhookError(Exception):
    """`id`: headers_missing, too_old, signature_wrong, body_malformed, secret_missing or secret_malformed."""

    def __init__(self, id: str, message: str) -> None:
        super().__init__(message)
        self.id = id


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secrets: Union[str, Sequence[str], None],
    tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> Dict[str, Any]:
    """The message with its `id`, where the service sent it.

    `body` is bytes as they came, `secrets` one or, while one replaces the other, several.
    """
    known = [secret for secret in ([secrets] if isinstance(secrets, str) else secrets or []) if secret]
    if not known:
        raise WebhookError("secret_missing", "There is no secret to verify with: give that of the endpoint, whsec_...")
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        raise WebhookError("headers_missing", "A header of the webhook is missing")
    if not timestamp.isdigit() or abs(now() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("too_old", "The time of the webhook is too far off")
    for secret in known:
        expected = webhook_signature(secret, id, timestamp, body)
        if any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" ")):
            return {**_parsed(body), "id": id}
    raise WebhookError("signature_wrong", "The webhook was not signed with this secret")


def webhook_signature(secret: str, id: str, timestamp: str, body: bytes) -> str:
    try:
        key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        raise WebhookError("secret_malformed", "The secret is not one of an endpoint: it is whsec_ and base64") from None
    mac = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()


def _parsed(body: bytes) -> Dict[str, Any]:
    try:
        message = json.loads(body)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise WebhookError("body_malformed", "The body of the webhook is not a JSON object")
    return message
