"""Paying out to a bank: whose the account is and what it costs, then paying, then following the payout until it ends."""

import secrets
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .client import HarmattanClient

_LONGEST_DELAY = 30
_ENDS = {"payout.completed": "completed", "payout.failed": "failed", "payout.returned": "returned"}


@dataclass(frozen=True)
class PayoutOffer:
    """What the payer has to see before they pay."""

    bank: str
    account: str
    #: As the bank tells it.
    name: str
    #: Naira.
    amount: float
    charges: List[Dict[str, Any]]
    #: What the wallet pays, in Naira.
    total: float
    #: Under which it is paid once: keep it where the outcome is unknown.
    idempotency_key: str
    _client: HarmattanClient
    _destination: Mapping[str, str]

    def pay(self, **options: Any) -> Dict[str, Any]:
        """The payer confirms. Called again with the same options, it pays once all the same.

        `messge`: what the receiver reads; `pinc`; `again`: also where the same was paid within ten minutes.
        """
        parameters = {**self._destination, "amount": self.amount, **options}
        return self._client.call("user_payout_create", parameters, idempotency_key=self.idempotency_key)


def offer_payout(
    client: HarmattanClient,
    amount: float,
    code: Optional[str] = None,
    account: Optional[str] = None,
    payee: Optional[str] = None,
) -> PayoutOffer:
    """Asks whose the account is, and for the price; pays nothing. To an account (`code`, `account`), or to a saved payee."""
    if payee is not None:
        to = client.call("user_payee_fetch", {"rqtp": "mk", "rqvl": payee})["result"][0]
        name = to["changed"] or to["name"]
        destination = {"payee": payee}
    else:
        to = client.call("user_bank_resolve", {"code": code, "account": account})
        name = to["name"]
        destination = {"code": to["code"], "account": to["account"], "name": name}
    quote = client.call("user_payout_quote", {"code": to["code"], "amount": amount})
    return PayoutOffer(
        to["bank"], to["account"], name, amount, quote["charges"], quote["total"], secrets.token_hex(12), client, destination
    )


def follow_payout(client: HarmattanClient, marker: str, within: float = 600, first_delay: float = 1) -> Dict[str, Any]:
    """Asks until the payout has ended, or `within` seconds are over, in which case it is still processing.

    The pauses begin with `first_delay` seconds, and double to at most half a minute.
    """
    end = time.monotonic() + within
    delay = first_delay
    while True:
        payout = client.call("user_payout_fetch", {"rqtp": "mk", "rqvl": marker})["result"][0]
        if payout["status"] != "processing" or time.monotonic() + delay > end:
            return payout
        time.sleep(delay)
        delay = min(2 * delay, _LONGEST_DELAY)


def payout_end_of(message: Mapping[str, Any]) -> Optional[Tuple[str, str]]:
    """Id and end of the payout of a verified webhook: completed, failed or returned; None of other webhooks."""
    status = _ENDS.get(message["type"])
    return (message["data"]["payoutId"], status) if status else None
