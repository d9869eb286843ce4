"""One name for one thing, whatever the records of the interface call it."""

from typing import Dict, Literal

PaymentStatus = Literal["pending", "completed", "failed", "returned", "expired"]

_NAMES: Dict[str, PaymentStatus] = {
    "pending": "pending",
    "processing": "pending",
    "complete": "completed",
    "completed": "completed",
    "failed": "failed",
    "returned": "returned",
    "reversed": "returned",
    "expired": "expired",
}


def payment_status(status: str) -> PaymentStatus:
    """Of a transfer, purchase, payout or deposit order.

    pending (neither paid nor failed), completed, failed (the money did not leave, or is back), returned (it was completed, and the
    money came back), or expired (a deposit order that nobody paid).
    """
    return _NAMES[status]
