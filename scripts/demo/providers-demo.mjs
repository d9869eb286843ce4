/**
 * The demo with real providers' protocols: Paystack and Monnify, VTpass and Quickteller, as simulators on the loopback address
 * that keep their own books.
 */
import { assertMoved, findItem, findPurchase, orderOf, register, verifyLedger, waitForStatus } from './customer-demo.mjs';
import { assertEqual } from './assert-equal.mjs';
import { naira } from './terminal.mjs';

const phone = '08031234567';
const meter = '1111111111111';

export async function runProvidersDemo(service, terminal, simulators) {
  const ada = await register(service, terminal, { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com' });
  await payAtPaystack(terminal, ada, simulators, 20_000);
  await payAtMonnify(terminal, ada, simulators, 10_000, 6_000);
  await buyToken(terminal, ada, simulators, 2_000);
  await buyInSilence(terminal, ada, simulators, 500);
  await failOver(terminal, ada, simulators, 700);
  await reverse(terminal, ada, simulators, 1_000);
  await compareBooks(terminal, ada, simulators);
  await verifyLedger(service, terminal);
}

async function payAtPaystack(terminal, user, { paystack }, amount) {
  terminal.step(`${user.name} pays into an account of Paystack`);
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await paystack.transfer(order.accountNumber, { amountKobo: amount * 100 }, 2);
  await waitForDeposit(terminal, user, order);
  terminal.success('Paystack told of it twice, and it was credited once');
  await assertMoved(terminal, user, amount);
}

async function payAtMonnify(terminal, user, { paystack, monnify }, amount, paid) {
  terminal.step('Paystack refuses the next order, so Monnify opens the account; less than ordered comes in');
  paystack.faults.add('/charge', 'refused');
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await monnify.transfer(order.accountNumber, paid);
  await waitForDeposit(terminal, user, order);
  await assertMoved(terminal, user, paid);
}

async function waitForDeposit(terminal, user, { marker }) {
  await terminal.waitFor('The service asks the provider, and credits the wallet', async () => {
    const [found] = await user.client.call('user_deposit_order_fetch', { rqtp: 'mk', rqvl: marker });
    return found.status === 'completed';
  });
}

async function buyToken(terminal, buyer, { vtpass }, amount) {
  terminal.step(`${buyer.name} buys electricity from VTpass`);
  const { item, biller } = await findItem(buyer, 'electricity-bill', 'ikeja-electric', 'Prepaid');
  const customer = await buyer.client.call('service_customer_verify', { pcode: item.paymentCode, ctmid: meter });
  terminal.field('The meter belongs to', customer.customerName);
  const { orderId } = await buyer.client.call('service_bill_payment', { amount, customerId: meter, ...orderOf(item, biller) });
  const purchase = await findPurchase(buyer, orderId);
  const [sold] = vtpass.books.for(meter);
  assertEqual('the token', purchase.recharge_pin, sold.pin);
  terminal.field('Token', sold.pin.replace(/(\d{4})(?=\d)/g, '$1-'));
  await assertMoved(terminal, buyer, -amount);
}

async function buyInSilence(terminal, buyer, { vtpass }, amount) {
  terminal.step('VTpass delivers airtime and never says so');
  vtpass.scenarios.next({ end: 'delivered', answer: 'done_then_hang' });
  const { orderId, COMMENT } = await buyAirtime(buyer, phone, amount);
  terminal.success(COMMENT);
  assertEqual('the status at first', (await findPurchase(buyer, orderId)).status, 'pending');
  await waitForStatus(terminal, buyer, orderId, 'completed');
  assertEqual('deliveries by VTpass', vtpass.books.for(phone).length, 1);
  await assertMoved(terminal, buyer, -amount);
}

async function failOver(terminal, buyer, { vtpass, quickteller }, amount) {
  const other = '08061234567';
  terminal.step('VTpass cannot be reached, so Quickteller delivers');
  await vtpass.pause();
  const { orderId, COMMENT } = await buyAirtime(buyer, other, amount);
  terminal.success(COMMENT);
  // Items that no route joins are bought from the other provider by name.
  if ((await findPurchase(buyer, orderId)).status === 'failed') {
    await assertMoved(terminal, buyer, 0);
    const { COMMENT } = await buyAirtime(buyer, other, amount, ['4', 'MTN']);
    terminal.success(COMMENT);
  }
  await vtpass.resume();
  assertEqual('deliveries by Quickteller', quickteller.books.for(other).length, 1);
  assertEqual('deliveries by VTpass', vtpass.books.for(other).length, 0);
  await assertMoved(terminal, buyer, -amount);
}

async function reverse(terminal, buyer, { vtpass }, amount) {
  const other = '08091234567';
  terminal.step('VTpass takes a delivery back, and tells of it');
  const { orderId } = await buyAirtime(buyer, other, amount);
  await assertMoved(terminal, buyer, -amount);
  const [{ reference }] = vtpass.books.for(other);
  await vtpass.reverse(reference);
  await terminal.waitFor('The service asks VTpass', async () => (await findPurchase(buyer, orderId)).status === 'reversed');
  terminal.success('The purchase is reversed, the money came back once');
  await vtpass.announce(reference);
  await assertMoved(terminal, buyer, amount);
}

async function compareBooks(terminal, user, { vtpass, quickteller, paystack, monnify }) {
  terminal.step("The providers' books");
  const books = { VTpass: vtpass, Quickteller: quickteller };
  for (const [name, { books: theirs }] of Object.entries(books))
    terminal.field(`${name} delivered`, naira(theirs.deliveredKobo / 100));
  const delivered = vtpass.books.deliveredKobo + quickteller.books.deliveredKobo;
  const received = paystack.books.keptKobo + 600_000;
  assertEqual('what came in less what was delivered', (received - delivered) / 100, user.balance);
  for (const { complaints } of [vtpass, quickteller, paystack, monnify]) assertEqual('complaints', complaints, []);
  terminal.success('They have what the wallet has, and nothing to complain about');
}

async function buyAirtime(buyer, number, amount, [category, shortName] = ['airtime', 'mtn']) {
  const { item, biller } = await findItem(buyer, category, shortName, 'MTN');
  return buyer.client.call('service_airtime_purchase', { amount, phone: number, provider: 'mtn', ...orderOf(item, biller) });
}
