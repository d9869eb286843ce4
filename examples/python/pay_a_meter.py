import os
import time

from harmattan import HarmattanClient, HarmattanError

client = HarmattanClient(os.environ.get("HARMATTAN_URL", "http://127.0.0.1:3000"))

client.sign_in("user_profile_create", {
    "fsnm": "Ada", "lsnm": "Obi", "emal": f"ada-{time.time_ns()}@example.com", "pswd": "Harmattan-Wind-26",
    "devt": "Server", "devs": "example-1", "devn": "Example",
})

order = client.call("user_deposit_order_create", {"amount": 5000})
print("Pay", order["amount"], "to", order["accountNumber"], "at", order["bankName"])
# Only the sandbox pays itself; elsewhere the user does, at a bank.
client.sandbox.pay(order["accountNumber"])
print("In the wallet:", client.call("user_wallet_get_info")["balance"], "Naira")

meter = "45031234567"
payment = {"billerId": "ikeja-electric", "category": "electricity", "itemId": "ikeja-electric-prepaid", "amount": 2000}
quote = client.call("service_quote_fetch", payment)
print(quote["amount"], "Naira of electricity cost", quote["total"], "Naira")

payment_code = "ikeja-electric:prepaid"
customer = client.call("service_customer_verify", {"pcode": payment_code, "ctmid": meter})
print("For", customer["customerName"])

client.call("user_passcode_update", {"pinc": "2580", "pswd": "Harmattan-Wind-26"})
try:
    paid = client.call("service_bill_payment", {
        **payment, "customerId": meter, "paymentCode": payment_code,
        "billerName": "Ikeja Electric", "billerItem": "IKEDC Prepaid", "pinc": "2580",
    })
    [purchase] = client.call("service_transaction_fetch", {"rqtp": "mk", "rqvl": paid["orderId"]})
    print(f"{paid['status']}: token {purchase['recharge_pin']}")
except HarmattanError as error:
    if error.id != "insufficient_funds":
        raise
    print(error)
print("Left:", client.call("user_wallet_get_info")["balance"], "Naira")
