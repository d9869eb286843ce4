"""Signatures of requests and webhooks, as all clients and the service have them."""

import json
import pathlib
import unittest

from harmattan import WebhookError, verify_webhook
from harmattan.signing import form_body_hash, raw_body_hash, sign, string_to_sign

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "client" / "vectors"


def read(name):
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


class SignatureVectors(unittest.TestCase):
    def test_all(self):
        vectors = read("signatures.json")
        self.assertGreaterEqual(len(vectors), 7)
        for vector in vectors:
            with self.subTest(vector["id"]):
                if "parts" in vector:
                    parts = [(part["kind"] == "f", part["name"], bytes.fromhex(part["hex"])) for part in vector["parts"]]
                    body_hash = form_body_hash(parts)
                else:
                    body_hash = raw_body_hash(bytes.fromhex(vector["bodyHex"]))
                self.assertEqual(body_hash, vector["bodyHash"])
                fields = [vector[name] for name in ("method", "target", "timestamp", "pbcKey", "bodyHash")]
                text = string_to_sign(*fields, vector.get("idempotencyKey"))
                self.assertEqual(text, vector["stringToSign"])
                self.assertEqual(sign(vector["secret"], text), vector["signature"])


class WebhookVectors(unittest.TestCase):
    def verify(self, vector, seconds=0, **changes):
        given = {**vector, **changes}
        headers = {
            "Webhook-Id": given["webhookId"],
            "Webhook-Timestamp": given["timestamp"],
            "Webhook-Signature": given["signature"],
        }
        now = int(vector["timestamp"]) + seconds
        return verify_webhook(headers, given["body"].encode(), given["secrets"], now=lambda: now)

    def test_all(self):
        vectors = read("webhooks.json")
        self.assertGreaterEqual(len(vectors), 4)
        for vector in vectors:
            with self.subTest(vector["id"]):
                message = self.verify(vector)
                self.assertEqual(message, {**json.loads(vector["body"]), "id": vector["webhookId"]})

    def test_refusals(self):
        vector = read("webhooks.json")[0]
        cases = [
            ({"body": "{}"}, "signature_wrong"),
            ({"webhookId": "evt_2"}, "signature_wrong"),
            ({"secrets": "whsec_AAAA"}, "signature_wrong"),
            ({"signature": "v1,ü"}, "signature_wrong"),
            ({"seconds": 301}, "too_old"),
            ({"seconds": -301}, "too_old"),
            ({"timestamp": "now"}, "too_old"),
            ({"signature": ""}, "headers_missing"),
        ]
        for changes, id in cases:
            with self.subTest(changes), self.assertRaises(WebhookError) as refused:
                self.verify(vector, **changes)
            self.assertEqual(refused.exception.id, id)


if __name__ == "__main__":
    unittest.main()
