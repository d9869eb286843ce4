"""Signatures of requests and webhooks, as all clients and the service have them."""

import base64
import json
import pathlib
import unittest

from harmattan import AppKey, WebhookError, verify_webhook
from harmattan.signing import form_body_hash, raw_body_hash, sign, string_to_sign

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "client" / "vectors"


def read(name):
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def hexed(base64url):
    return base64.urlsafe_b64decode(base64url + "=" * (-len(base64url) % 4)).hex()


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


class AppKeys(unittest.TestCase):
    # RFC 6979, A.2.5: P-256 with SHA-256.
    SECRET = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
    X = "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
    Y = "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
    SIGNED = {
        "sample": "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
        "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8",
        "test": "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
        "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083",
    }

    def test_sign(self):
        key = AppKey(self.SECRET)
        self.assertEqual(key.secret, self.SECRET.lower())
        self.assertTrue(hexed(key.public).endswith("04" + (self.X + self.Y).lower()))
        for text, signature in self.SIGNED.items():
            with self.subTest(text):
                self.assertEqual(hexed(key.sign(text)), signature.lower())

    def test_new_ones_differ(self):
        one, other = AppKey(), AppKey()
        self.assertNotEqual(one.public, other.public)
        self.assertEqual(AppKey(one.secret).public, one.public)
        with self.assertRaises(ValueError):
            AppKey("0")


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
