"""The buttons of the page /sandbox: bank, biller, clock and mailbox of a service that is tried out."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Optional

from .advice import describe_foreign, describe_silence
from .errors import HarmattanError

_CREDIT_SECONDS = 10


class Sandbox:
    def __init__(self, base_url: str, timeout: float, token: Optional[str]) -> None:
        self._base_url = base_url
        self._timeout = timeout
        self._token = token

    def pay(self, account: str, amount: Optional[float] = None, manner: Optional[str] = None) -> None:
        """Pays into the account of a deposit order; returns when the wallet has it.

        `amount` in Naira, else what the order announced; `manner`: exact, short, late or twice.
        """
        before = self._order_of(account)
        self._send("POST", "pay", account=account, amount=amount, manner=manner)
        deadline = time.monotonic() + _CREDIT_SECONDS
        while before and time.monotonic() < deadline:
            if (self._order_of(account) or before)["received"] > before["received"]:
                return
            time.sleep(0.1)

    def reverse(self, account: str) -> None:
        """The bank takes back what was paid into the account."""
        self._send("POST", "reverse", account=account)

    def outcome(self, order: str, outcome: str) -> None:
        """Decides a purchase whose customer's number ends in 0007, or a payout whose account does: delivered or failed.

        Takes back a delivered purchase (reversed) or payout (returned).
        """
        self._send("POST", "outcome", order=order, outcome=outcome)

    def forward(self, minutes: int) -> None:
        """Sets the clock of the service forward."""
        self._send("POST", "clock", minutes=minutes)

    def state(self) -> Dict[str, Any]:
        """What the page shows: orders, purchases, payouts, webhooks, mails, texts, pushes; the newest thirty of each."""
        return self._send("GET", "state")

    def mail(self, name: str) -> str:
        """The HTML of a mail, by its name in `state()["mails"]`."""
        return self._send("GET", f"mails/{urllib.parse.quote(name, safe='')}")["html"]

    def _order_of(self, account):
        return next((order for order in self.state()["orders"] if order["account"] == account), None)

    def _send(self, method, path, **query):
        text = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        url = f"{self._base_url}/sandbox/{path}" + (f"?{text}" if text else "")
        headers = {"X-Sandbox-Page": "1"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        action = f"sandbox.{path.split('/')[0]}"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers, method=method), timeout=self._timeout) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(action, error.code, error.read()) from None
        except (OSError, http.client.HTTPException) as error:
            id, text = describe_silence(self._base_url, error, self._timeout)
            raise HarmattanError(action, 0, {"ID": id, "DETAILS": text}) from error

    def _refusal(self, action, status, body):
        try:
            refused = json.loads(body).get("refused")
        except ValueError:
            refused = None
        if status == 403:
            refused = f"{refused or 'Refused.'} The sandbox answers this machine, others with sandbox_token"
        elif refused is None and status == 404:
            refused = f"{self._base_url} has no sandbox: it is in production, or has real providers"
        text = refused or describe_foreign(self._base_url, status, body)
        return HarmattanError(action, status, {"ID": "sandbox_refused", "DETAILS": text})
