"""What a purchase delivered: tokens, PINs and vouchers."""

import json
import re
from dataclasses import dataclass
from typing import Any, List, Mapping


@dataclass(frozen=True)
class Deliverable:
    """Empty texts where the provider names none."""

    #: token, bonus_token, reset_token, configure_token, pin or voucher
    kind: str
    value: str
    serial: str = ""
    #: Of electricity.
    units: str = ""
    expires: str = ""


def deliverables_of(purchase: Mapping[str, Any]) -> List[Deliverable]:
    """All that a purchase of service_transaction_fetch (mk, user_full) delivered, in the provider's order; empty where it is not shown."""
    details = json.loads(purchase["misc_data"] or "{}")
    return [
        Deliverable(each["kind"], each["value"], each["serial"], each["units"], each["expires"])
        for each in details.get("deliverables", [])
    ]


def grouped(value: str) -> str:
    """Digits in fours, as they are read out and typed in; other values as they are."""
    digits = re.sub(r"\D", "", value) if re.fullmatch(r"[0-9][0-9\s-]*", value) else ""
    return value if len(digits) < 8 else " ".join(re.findall(r"\d{1,4}", digits))
