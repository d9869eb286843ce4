import { HarmattanClient, isHarmattanError } from '@harmattan/client';

const client = new HarmattanClient({ baseUrl: process.env['HARMATTAN_URL'] ?? 'http://127.0.0.1:3000' });

await client.signIn('user_profile_create', {
  fsnm: 'Ada',
  lsnm: 'Obi',
  emal: `ada-${Date.now()}@example.com`,
  pswd: 'Harmattan-Wind-26',
  devt: 'Server',
  devs: 'example-1',
  devn: 'Example',
});

const order = await client.call('user_deposit_order_create', { amount: 5000 });
console.log('Pay', order.amount, 'to', order.accountNumber, 'at', order.bankName);
// Only the sandbox pays itself; elsewhere the user does, at a bank.
await client.sandbox.pay(order.accountNumber);
console.log('In the wallet:', (await client.call('user_wallet_get_info')).balance, 'Naira');

const meter = '45031234567';
const payment = { billerId: 'ikeja-electric', category: 'electricity', itemId: 'ikeja-electric-prepaid', amount: 2000 };
const quote = await client.call('service_quote_fetch', payment);
console.log(quote.amount, 'Naira of electricity cost', quote.total, 'Naira');

const paymentCode = 'ikeja-electric:prepaid';
const customer = await client.call('service_customer_verify', { pcode: paymentCode, ctmid: meter });
console.log('For', customer.customerName);

await client.call('user_passcode_update', { pinc: '2580', pswd: 'Harmattan-Wind-26' });
try {
  const { orderId, status } = await client.call('service_bill_payment', {
    ...payment,
    customerId: meter,
    paymentCode,
    billerName: 'Ikeja Electric',
    billerItem: 'IKEDC Prepaid',
    pinc: '2580',
  });
  const [purchase] = await client.call('service_transaction_fetch', { rqtp: 'mk', rqvl: orderId });
  console.log(`${status}: token ${purchase?.recharge_pin}`);
} catch (error) {
  if (!isHarmattanError(error, 'insufficient_funds')) throw error;
  console.log(error.message);
}
console.log('Left:', (await client.call('user_wallet_get_info')).balance, 'Naira');
