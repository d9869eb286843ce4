"""What a purchase delivered, as its owner reads it."""

import json
import unittest

from harmattan import Deliverable, deliverables_of, grouped


class Deliverables(unittest.TestCase):
    def test_all_that_was_delivered_in_order(self) -> None:
        sent = [
            {"kind": "reset_token", "value": "22223333444455556666", "serial": "", "units": "", "expires": ""},
            {"kind": "pin", "value": "373820665258", "serial": "WRN182135587", "units": "", "expires": ""},
        ]
        purchase = {"misc_data": json.dumps({"itemFee": "0.00", "deliverables": sent})}
        self.assertEqual(
            deliverables_of(purchase),
            [Deliverable("reset_token", "22223333444455556666"), Deliverable("pin", "373820665258", "WRN182135587")],
        )

    def test_nothing_where_it_is_not_shown(self) -> None:
        self.assertEqual(deliverables_of({"misc_data": ""}), [])
        self.assertEqual(deliverables_of({"misc_data": '{"itemFee":"0.00"}'}), [])

    def test_digits_in_fours(self) -> None:
        self.assertEqual(grouped("4216-1234-5678-9012-3456"), "4216 1234 5678 9012 3456")
        self.assertEqual([grouped("123456"), grouped("AB12CD34EF")], ["123456", "AB12CD34EF"])


if __name__ == "__main__":
    unittest.main()
