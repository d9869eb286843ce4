/**
 * The demo with real providers' protocols: Paystack and Monnify, VTpass and Quickteller, as simulators on the loopback address
 * that keep their own books.
 */
import type { Data } from '@harmattan/client';
import type { Simulators } from '../../simulators/console/simulators.js';
import { assertEqual } from './assert-equal.js';
import { findItem, orderOf } from './catalogue.js';
import type { Customer } from './customer.js';
import { assertMoved, findPurchase, register, verifyLedger, waitForStatus } from './customer-demo.js';
import type { DemoService } from './service.js';
import { naira, type Terminal } from './terminal.js';

const PHONE = '08031234567';
const METER = '1111111111111';

export async function runProvidersDemo(service: DemoService, terminal: Terminal, simulators: Simulators): Promise<void> {
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

async function payAtPaystack(terminal: Terminal, user: Customer, { paystack }: Simulators, amount: number): Promise<void> {
  terminal.step(`${user.name} pays into an account of Paystack`);
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await paystack.transfer(order.accountNumber, { amountKobo: amount * 100 }, 2);
  await waitForDeposit(terminal, user, order);
  terminal.success('Paystack told of it twice, and it was credited once');
  await assertMoved(terminal, user, amount);
}

async function payAtMonnify(
  terminal: Terminal,
  user: Customer,
  { paystack, monnify }: Simulators,
  amount: number,
  paid: number,
): Promise<void> {
  terminal.step('Paystack refuses the next order, so Monnify opens the account; less than ordered comes in');
  paystack.faults.add('/charge', 'refused');
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await monnify.transfer(order.accountNumber, paid);
  await waitForDeposit(terminal, user, order);
  await assertMoved(terminal, user, paid);
}

async function waitForDeposit(terminal: Terminal, user: Customer, { marker }: { marker: string }): Promise<void> {
  await terminal.waitFor('The service asks the provider, and credits the wallet', async () => {
    const [found] = await user.client.call('user_deposit_order_fetch', { rqtp: 'mk', rqvl: marker });
    return found?.status === 'completed';
  });
}

async function buyToken(terminal: Terminal, buyer: Customer, { vtpass }: Simulators, amount: number): Promise<void> {
  terminal.step(`${buyer.name} buys electricity from VTpass`);
  const { item, biller } = await findItem(buyer.client, 'electricity-bill', 'ikeja-electric', 'Prepaid');
  const customer = await buyer.client.call('service_customer_verify', { pcode: item.paymentCode, ctmid: METER });
  terminal.field('The meter belongs to', customer.customerName);
  const { orderId } = await buyer.client.call('service_bill_payment', { amount, customerId: METER, ...orderOf(item, biller) });
  const purchase = await findPurchase(buyer, orderId);
  const [sold] = vtpass.books.for(METER);
  assertEqual('the token', purchase.recharge_pin, sold?.pin);
  terminal.field('Token', purchase.recharge_pin.replace(/(\d{4})(?=\d)/g, '$1-'));
  await assertMoved(terminal, buyer, -amount);
}

async function buyInSilence(terminal: Terminal, buyer: Customer, { vtpass }: Simulators, amount: number): Promise<void> {
  terminal.step('VTpass delivers airtime and never says so');
  vtpass.scenarios.next({ end: 'delivered', answer: 'done_then_hang' });
  const { orderId, COMMENT } = await buyAirtime(buyer, PHONE, amount);
  terminal.success(COMMENT);
  assertEqual('the status at first', (await findPurchase(buyer, orderId)).status, 'pending');
  await waitForStatus(terminal, buyer, orderId, 'completed');
  assertEqual('deliveries by VTpass', vtpass.books.for(PHONE).length, 1);
  await assertMoved(terminal, buyer, -amount);
}

async function failOver(terminal: Terminal, buyer: Customer, { vtpass, quickteller }: Simulators, amount: number): Promise<void> {
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

async function reverse(terminal: Terminal, buyer: Customer, { vtpass }: Simulators, amount: number): Promise<void> {
  const other = '08091234567';
  terminal.step('VTpass takes a delivery back, and tells of it');
  const { orderId } = await buyAirtime(buyer, other, amount);
  await assertMoved(terminal, buyer, -amount);
  const { reference } = vtpass.books.for(other)[0]!;
  await vtpass.reverse(reference);
  await terminal.waitFor('The service asks VTpass', async () => (await findPurchase(buyer, orderId)).status === 'reversed');
  terminal.success('The purchase is reversed, the money came back once');
  await vtpass.announce(reference);
  await assertMoved(terminal, buyer, amount);
}

async function compareBooks(terminal: Terminal, user: Customer, simulators: Simulators): Promise<void> {
  const { vtpass, quickteller, paystack, monnify } = simulators;
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

async function buyAirtime(
  buyer: Customer,
  phone: string,
  amount: number,
  [category, shortName]: readonly [string, string] = ['airtime', 'mtn'],
): Promise<Data<'service_airtime_purchase'>> {
  const { item, biller } = await findItem(buyer.client, category, shortName, 'MTN');
  return buyer.client.call('service_airtime_purchase', { amount, phone, provider: 'mtn', ...orderOf(item, biller) });
}
