"""Against a running service: HARMATTAN_URL, and HARMATTAN_LOSSY_URL that loses the first two answers to a transfer."""

import dataclasses
import os
import tempfile
import threading
import time
import unittest
from decimal import Decimal

from harmattan import (
    AppKey,
    FileSessionStore,
    HarmattanClient,
    HarmattanError,
    MemorySessionStore,
    bind_device,
    confirm_payment,
    follow_payout,
    offer_airtime,
    offer_bill,
    offer_payout,
    payment_status,
    payout_end_of,
)

URL = os.environ["HARMATTAN_URL"]
PASSWORD = os.environ["HARMATTAN_PASSWORD"]
FAST = {"first_delay": 0.02}


def login(email, **options):
    client = HarmattanClient(options.pop("url", URL), **FAST, **options)
    client.sign_in("user_profile_login", {"emal": email, "pswd": PASSWORD, "dvty": "Server", "dsnm": "python"})
    return client


def payer(**options):
    return login(os.environ["HARMATTAN_PAYER"], **options)


def receiver():
    return login(os.environ["HARMATTAN_RECEIVER"])


class Calls(unittest.TestCase):
    def test_reads_and_writes(self):
        client = receiver()
        client.call("user_profile_update", {"fNme": "Ọlá-O'Ada"})
        self.assertEqual(client.call("user_profile_get_info")["firstName"], "Ọlá-O'Ada")
        with self.assertRaises(HarmattanError) as failed:
            client.call("user_transfer_check_receiver", {"rqtype": "email", "rqvalue": "a+b'(*)~!&ọ=%20/@example.com"})
        self.assertNotEqual(failed.exception.id, "rqat_required")

    def test_failures(self):
        with self.assertRaises(HarmattanError) as failed:
            receiver().call("user_transfer_create", {"email": os.environ["HARMATTAN_PAYER"], "amount": 10**6})
        error = failed.exception
        self.assertEqual((error.status, error.is_outcome_unknown), (400, False))
        self.assertRegex(error.reference, "^[0-9A-Z]{8}$")
        self.assertNotIn(error.reference, str(error))

    def test_clock_off_by_an_hour(self):
        for off in (3600, -3600):
            store = MemorySessionStore()
            receiver_client = login(os.environ["HARMATTAN_RECEIVER"], session=store)
            self.assertEqual(receiver_client.session(), store.load())
            shifted = HarmattanClient(URL, session=store, now=lambda off=off: time.time() + off)
            shifted.call("user_profile_update", {"fNme": "Late"})

    def test_upload(self):
        content = "a line\n".encode() * 20_000
        record = receiver().upload(content, 'notes "of" ada.txt', "text/plain")
        self.assertEqual(record["fileSize"], len(content))

    def test_unreachable_is_repeated_and_undone(self):
        with self.assertRaises(HarmattanError) as failed:
            HarmattanClient("http://127.0.0.1:9", attempts=2, **FAST).call("user_email_verify_send", {"emal": "a@example.com"})
        self.assertEqual((failed.exception.id, failed.exception.is_outcome_unknown), ("unreachable", False))


class Money(unittest.TestCase):
    def test_lost_answers_pay_once_and_lists_have_all_pages(self):
        to = receiver()
        before = to.call("user_wallet_get_info")["balance"]
        lossy = payer(url=os.environ["HARMATTAN_LOSSY_URL"])
        transfer = {"email": os.environ["HARMATTAN_RECEIVER"], "amount": 2500}
        lossy.call("user_transfer_create", transfer)
        self.assertEqual(to.call("user_wallet_get_info")["balance"], before + 2500)
        for amount in range(1000, 1022):
            lossy.call("user_transfer_create", {**transfer, "amount": amount})
        items = lossy.items("user_transfer_fetch", {"rqtp": "all"})
        amounts = [item["amount"] for item in items if item["amount"] >= 1000]
        self.assertEqual(len(amounts), 23)
        self.assertEqual(list(to.items("support_ticket_fetch")), [])

    def test_a_key_pays_once(self):
        to, client = receiver(), payer()
        before = to.call("user_wallet_get_info")["balance"]
        transfer = {"email": os.environ["HARMATTAN_RECEIVER"], "amount": 100}
        answers = [client.call("user_transfer_create", transfer, idempotency_key="python-order-1") for _ in range(2)]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(to.call("user_wallet_get_info")["balance"], before + 100)


class Payouts(unittest.TestCase):
    def test_offered_paid_once_and_followed(self):
        client = payer()
        before = client.call("user_wallet_get_info")["balance"]
        offer = offer_payout(client, 2500, code="gtbank", account="0123450001")
        self.assertEqual(client.call("user_wallet_get_info")["balance"], before)
        ordered = [offer.pay(messge="Rent") for _ in range(2)]
        self.assertEqual(ordered[0]["transact"], ordered[1]["transact"])
        payout = follow_payout(client, ordered[0]["transact"], first_delay=0.1)
        self.assertEqual((payout["status"], payout["name"], payout["note"]), ("complete", offer.name, "Rent"))
        self.assertEqual(payment_status(payout["status"]), "completed")
        self.assertEqual(client.call("user_wallet_get_info")["balance"], before - offer.total)

    def test_undecided_is_processing_and_a_payee_is_paid(self):
        client = payer()
        payee = client.call("user_payee_create", {"kind": "bank", "label": "Rent", "code": "gtbank", "account": "0123450007"})
        ordered = offer_payout(client, 1500, payee=payee["MKID"]).pay()
        self.assertEqual(follow_payout(client, ordered["transact"], within=0)["status"], "processing")
        client.sandbox.outcome(ordered["transact"], "failed")
        self.assertEqual(follow_payout(client, ordered["transact"], first_delay=0.1)["status"], "failed")

    def test_ends_by_webhook(self):
        message = {"type": "payout.returned", "data": {"payoutId": "01J"}}
        self.assertEqual(payout_end_of(message), ("01J", "returned"))
        self.assertIsNone(payout_end_of({"type": "deposit.completed", "data": {}}))


class Purchases(unittest.TestCase):
    def test_a_bill_is_offered_paid_once_and_followed(self):
        client = payer()
        before = client.call("user_wallet_get_info")["balance"]
        offer = offer_bill(client, "ikeja-electric-prepaid", "45031234567", Decimal("2000.50"))
        self.assertEqual((offer.biller, offer.total), ("Ikeja Electric", Decimal("2100.50")))
        self.assertRegex(offer.name, "^[A-Z]+ [A-Z]+$")
        self.assertEqual(client.call("user_wallet_get_info")["balance"], before)
        paid = [offer.pay(first_delay=0.1) for _ in range(2)]
        self.assertEqual(paid[0].order_id, paid[1].order_id)
        self.assertEqual((paid[0].status, paid[0].deliverables[0].kind), ("completed", "token"))
        self.assertEqual(client.call("user_wallet_get_info")["balance"], before - offer.total)

    def test_airtime(self):
        offer = offer_airtime(payer(), "mtn-airtime-epin-500", "08031234567", 500)
        self.assertEqual(offer.pay(first_delay=0.1).deliverables[0].kind, "pin")
        self.assertEqual(offer_airtime(payer(), "mtn-airtime-vtu", "08030000007", 500).pay(within=0).status, "pending")

    def test_lists_without_pages_end(self):
        items = list(payer().items("service_biller_item_fetch", {"rqtp": "all"}))
        self.assertEqual(len(items), len({item["itemId"] for item in items}))


class Devices(unittest.TestCase):
    def test_confirmed_payment(self):
        client, key = payer(), AppKey()
        marker = bind_device(client, key, "server", os.environ["HARMATTAN_PASSWORD"])
        self.assertEqual(client.call("user_device_fetch")["result"][0]["marker"], marker)
        shown = []

        def sign(challenge):
            shown.append(challenge["text"].split("\n")[0])
            return key(challenge)

        order = {"email": os.environ["HARMATTAN_RECEIVER"], "amount": 75}
        confirm_payment(client, "user_transfer_create", order, sign)
        self.assertEqual(shown, ["Transfer"])


class Sessions(unittest.TestCase):
    def test_rotation_once_for_several_threads(self):
        store = MemorySessionStore()
        client = login(os.environ["HARMATTAN_RECEIVER"], session=store)
        first = dataclasses.replace(store.load(), rotate_at=1)
        store.save(first)
        saved = []
        save = store.save
        store.save = lambda session: (saved.append(session), save(session))
        threads = [threading.Thread(target=client.call, args=("user_wallet_get_info",)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(saved), 1)
        self.assertNotEqual(saved[0].secret, first.secret)
        client.call("authentication_verify")

    def test_file_and_sign_out(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "session.json")
            login(os.environ["HARMATTAN_RECEIVER"], session=FileSessionStore(path))
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            other = HarmattanClient(URL, session=FileSessionStore(path))
            other.call("authentication_verify")
            copy = other.session()
            other.sign_out()
            self.assertFalse(os.path.exists(path))
            ended = MemorySessionStore()
            ended.save(copy)
            with self.assertRaises(HarmattanError) as failed:
                HarmattanClient(URL, session=ended).call("user_wallet_get_info")
            self.assertEqual((failed.exception.id, failed.exception.status), ("rqat_required", 401))
            self.assertIsNone(ended.load())


if __name__ == "__main__":
    unittest.main()
