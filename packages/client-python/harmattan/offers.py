"""Paying a bill or buying airtime: for whom it is and what it costs, then paying, then following the purchase until it ends."""

import secrets
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping

from .client import HarmattanClient
from .deliverables import Deliverable, deliverables_of
from .errors import HarmattanError
from .statuses import PaymentStatus, payment_status

_LONGEST_DELAY = 30


@dataclass(frozen=True)
class PaidPurchase:
    order_id: str
    #: pending where the time to follow it was over
    status: PaymentStatus
    deliverables: List[Deliverable]
    purchase: Dict[str, Any]


@dataclass(frozen=True)
class PurchaseOffer:
    """What the payer has to see before they pay."""

    biller: str
    item: str
    #: Of the customer, as the biller tells it; empty where nobody can say it now, and of airtime.
    name: str
    #: Naira, as `total`, which the wallet pays.
    amount: Any
    charges: List[Dict[str, Any]]
    total: Any
    #: Under which it is paid once: keep it where the outcome is unknown.
    idempotency_key: str
    _client: HarmattanClient
    _action: Any
    _order: Mapping[str, Any]

    def pay(self, within: float = 600, first_delay: float = 1, **options: Any) -> PaidPurchase:
        """Pays, and follows the purchase to its end. Called again with the same options, it pays once all the same.

        `pinc`; `again`: also where the same was bought within ten minutes.
        """
        bought = self._client.call(self._action, {**self._order, **options}, idempotency_key=self.idempotency_key)
        return follow_purchase(self._client, bought["orderId"], within, first_delay)


def offer_bill(client: HarmattanClient, item_id: str, customer_id: str, amount: Any) -> PurchaseOffer:
    """Asks whose the meter, card or account is, and for the price; pays nothing."""
    item = _item_of(client, item_id)
    name = _name_of(client, item["paymentCode"], customer_id)
    order = {"itemId": item_id, "customerId": customer_id, "amount": amount}
    return _offer(client, item, name, order, "service_bill_payment", order)


def offer_airtime(client: HarmattanClient, item_id: str, phone: str, amount: Any) -> PurchaseOffer:
    """Asks for the price; buys nothing."""
    order = {"itemId": item_id, "phone": phone, "amount": amount}
    quoted = {"itemId": item_id, "customerId": phone, "amount": amount}
    return _offer(client, _item_of(client, item_id), "", quoted, "service_airtime_purchase", order)


def follow_purchase(client: HarmattanClient, order_id: str, within: float = 600, first_delay: float = 1) -> PaidPurchase:
    """Asks until the purchase has ended, or `within` seconds are over, in which case it is still pending.

    The pauses begin with `first_delay` seconds, and double to at most half a minute.
    """
    end = time.monotonic() + within
    delay = first_delay
    while True:
        purchase = client.call("service_transaction_fetch", {"rqtp": "mk", "rqvl": order_id})[0]
        if purchase["status"] != "pending" or time.monotonic() + delay > end:
            return PaidPurchase(order_id, payment_status(purchase["status"]), deliverables_of(purchase), purchase)
        time.sleep(delay)
        delay = min(2 * delay, _LONGEST_DELAY)


def _offer(client, item, name, quoted, action, order):
    quote = client.call("service_quote_fetch", quoted)
    return PurchaseOffer(
        item["billerName"], item["itemName"], name, order["amount"], quote["charges"], quote["total"],
        secrets.token_hex(12), client, action, order,
    )


def _item_of(client, item_id):
    return client.call("service_biller_item_fetch", {"rqtp": "mk", "rqvl": item_id})[0]


def _name_of(client, payment_code, customer_id):
    try:
        return client.call("service_customer_verify", {"pcode": payment_code, "ctmid": customer_id})["customerName"]
    except HarmattanError as error:
        # A payment does not need it.
        if error.id == "verification_unavailable":
            return ""
        raise
