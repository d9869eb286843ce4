/**
 * The demo with real providers' protocols: two banks and two billers, as simulators on the loopback address that keep their own
 * books.
 */
import { type Data, deliverablesOf, grouped } from '@harmattan/client';
import type { RunningBank, RunningBiller, Simulators } from '../../simulators/console/simulators.js';
import { assertEqual } from './assert-equal.js';
import { fillFloats } from './bank-statement.js';
import { findItem, orderOf } from './catalogue.js';
import type { Customer } from './customer.js';
import { payOutByProviders } from './payouts-demo.js';
import { assertMoved } from './assert-moved.js';
import { findPurchase, register, verifyLedger, waitForStatus } from './customer-demo.js';
import type { DemoService } from './service.js';
import { settle } from './settlements-demo.js';
import { naira, type Terminal } from './terminal.js';

const PHONE = '08031234567';
const METER = '1111111111111';

export async function runProvidersDemo(service: DemoService, terminal: Terminal, simulators: Simulators): Promise<void> {
  const [first, second] = simulators.billers;
  const [bank, other] = simulators.banks;
  const [payer, another] = simulators.payers;
  if (!first || !second || !bank || !other || !payer || !another)
    throw new Error('the demonstration needs two billers, two banks and two payers');
  fillFloats(simulators);
  const ada = await register(service, terminal, { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com' });
  await payInFull(terminal, ada, bank, 20_000);
  await payInPart(terminal, ada, [bank, other], 10_000, 6_000);
  await buyToken(terminal, ada, first, 2_000);
  await buyInSilence(terminal, ada, first, 500);
  await failOver(terminal, ada, [first, second], 700);
  await reverse(terminal, ada, first, 1_000);
  await payOutByProviders(terminal, ada, [payer, another]);
  await compareBooks(terminal, ada, simulators);
  await settle(service, terminal, simulators);
  await verifyLedger(service, terminal);
}

async function payInFull(terminal: Terminal, user: Customer, { title, running }: RunningBank, amount: number): Promise<void> {
  terminal.step(`${user.name} pays into an account of ${title}`);
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await running.pay(order.accountNumber, { amountKobo: amount * 100, announce: 2 });
  await waitForDeposit(terminal, user, order);
  terminal.success(`${title} told of it twice, and it was credited once`);
  await assertMoved(terminal, user, amount);
}

async function payInPart(
  terminal: Terminal,
  user: Customer,
  [bank, other]: readonly [RunningBank, RunningBank],
  amount: number,
  paid: number,
): Promise<void> {
  terminal.step(`${bank.title} refuses the next order, so ${other.title} opens the account; less than ordered comes in`);
  bank.running.faults.add(bank.running.orderPath, 'refused');
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('Into', `${order.bankName} ${order.accountNumber}`);
  await other.running.pay(order.accountNumber, { amountKobo: paid * 100, announce: 1 });
  await waitForDeposit(terminal, user, order);
  await assertMoved(terminal, user, paid);
}

async function waitForDeposit(terminal: Terminal, user: Customer, { marker }: { marker: string }): Promise<void> {
  await terminal.waitFor('The service asks the provider, and credits the wallet', async () => {
    const [found] = await user.client.call('user_deposit_order_fetch', { rqtp: 'mk', rqvl: marker });
    return found?.status === 'completed';
  });
}

async function buyToken(terminal: Terminal, buyer: Customer, { title, running }: RunningBiller, amount: number): Promise<void> {
  terminal.step(`${buyer.name} buys electricity from ${title}`);
  const { item, biller } = await findItem(buyer.client, 'electricity-bill', 'ikeja-electric', 'Prepaid');
  const customer = await buyer.client.call('service_customer_verify', { pcode: item.paymentCode, ctmid: METER });
  terminal.field('The meter belongs to', customer.customerName);
  const { orderId } = await buyer.client.call('service_bill_payment', { amount, customerId: METER, ...orderOf(item, biller) });
  const purchase = await findPurchase(buyer, orderId);
  const [sold] = running.books.for(METER);
  assertEqual('the token', purchase.recharge_pin, sold?.pin);
  for (const { kind, value, units } of deliverablesOf(purchase))
    terminal.field(kind.replaceAll('_', ' '), `${grouped(value)}${units && `, ${units}`}`);
  await assertMoved(terminal, buyer, -amount);
}

async function buyInSilence(
  terminal: Terminal,
  buyer: Customer,
  { title, running }: RunningBiller,
  amount: number,
): Promise<void> {
  terminal.step(`${title} delivers airtime and never says so`);
  running.scenarios.next({ end: 'delivered', answer: 'done_then_hang' });
  const { orderId, COMMENT } = await buyAirtime(buyer, PHONE, amount);
  terminal.success(COMMENT);
  assertEqual('the status at first', (await findPurchase(buyer, orderId)).status, 'pending');
  await waitForStatus(terminal, buyer, orderId, 'completed');
  assertEqual(`deliveries by ${title}`, running.books.for(PHONE).length, 1);
  await assertMoved(terminal, buyer, -amount);
}

async function failOver(
  terminal: Terminal,
  buyer: Customer,
  [first, second]: readonly [RunningBiller, RunningBiller],
  amount: number,
): Promise<void> {
  const other = '08061234567';
  terminal.step(`${first.title} cannot be reached, so ${second.title} delivers`);
  await first.running.pause();
  const { orderId, COMMENT } = await buyAirtime(buyer, other, amount);
  terminal.success(COMMENT);
  // Items that no route joins are bought from the other provider by name.
  if ((await findPurchase(buyer, orderId)).status === 'failed') {
    await assertMoved(terminal, buyer, 0);
    const { COMMENT } = await buyAirtime(buyer, other, amount, ['4', 'MTN']);
    terminal.success(COMMENT);
  }
  await first.running.resume();
  assertEqual(`deliveries by ${second.title}`, second.running.books.for(other).length, 1);
  assertEqual(`deliveries by ${first.title}`, first.running.books.for(other).length, 0);
  await assertMoved(terminal, buyer, -amount);
}

async function reverse(terminal: Terminal, buyer: Customer, { title, running }: RunningBiller, amount: number): Promise<void> {
  const other = '08091234567';
  terminal.step(`${title} takes a delivery back, and tells of it`);
  const { orderId } = await buyAirtime(buyer, other, amount);
  await assertMoved(terminal, buyer, -amount);
  const { reference } = running.books.for(other)[0]!;
  running.books.reverse(reference);
  await running.announce?.(reference);
  await terminal.waitFor(`The service asks ${title}`, async () => (await findPurchase(buyer, orderId)).status === 'reversed');
  terminal.success('The purchase is reversed, the money came back once');
  await running.announce?.(reference);
  await assertMoved(terminal, buyer, amount);
}

async function compareBooks(terminal: Terminal, user: Customer, { billers, banks, payers }: Simulators): Promise<void> {
  terminal.step("The providers' books");
  let movedKobo = 0;
  for (const { title, running } of billers) {
    terminal.field(`${title} delivered`, naira(running.books.deliveredKobo / 100));
    movedKobo -= running.books.deliveredKobo;
  }
  for (const { title, running } of payers) {
    terminal.field(`${title} paid out`, naira(running.payouts.books.paidKobo / 100));
    movedKobo -= running.payouts.books.paidKobo;
  }
  for (const { running } of banks) movedKobo += running.accounts.reduce((sum, { receivedKobo }) => sum + receivedKobo, 0);
  const { result: payouts } = await user.client.call('user_payout_fetch', { rqtp: 'complete' });
  const charged = payouts.reduce((sum, { total, amount }) => sum + Math.round((total - amount) * 100), 0);
  assertEqual('what came in less what was delivered, paid out and charged', (movedKobo - charged) / 100, user.balance);
  for (const { running } of [...billers, ...banks]) assertEqual('complaints', running.complaints, []);
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
