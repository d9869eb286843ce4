/** The customer part of the demo, in the calls of an app: registration, a deposit, transfers, a bill payment and airtime. */
import { randomUUID } from 'node:crypto';
import { type Data, deliverablesOf, grouped, HarmattanClient } from '@harmattan/client';
import { assertEqual } from './assert-equal.js';
import { assertMoved } from './assert-moved.js';
import { makeSandboxBank } from './bank.js';
import { findItem, orderOf } from './catalogue.js';
import type { Customer } from './customer.js';
import type { DemoService } from './service.js';
import { payOutBySandbox } from './payouts-demo.js';
import { runStaffDemo } from './staff-demo.js';
import { naira, type Terminal } from './terminal.js';

export const PASSWORD = 'Harmattan-Wind-26';

/** As registration takes it. */
interface Person {
  readonly fsnm: string;
  readonly lsnm: string;
  readonly emal: string;
  readonly refx?: string;
}

export async function runCustomerDemo(service: DemoService, terminal: Terminal): Promise<void> {
  const ada = await register(service, terminal, { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com' });
  const bayo = await register(service, terminal, { fsnm: 'Bayo', lsnm: 'Ade', emal: 'bayo@example.com', refx: ada.referenceId });
  await deposit(service, terminal, ada, 50_000);
  await transferByEmail(terminal, ada, bayo, 12_500);
  await transferByReference(terminal, ada, bayo, 2_500.5);
  await showCatalogue(terminal, bayo);
  await payElectricity(terminal, bayo, ada, 5_000);
  await buyPendingAirtime(terminal, bayo, 500);
  await buyFailingAirtime(terminal, bayo, 1_000);
  await payOutBySandbox(service, terminal, ada);
  await showRecords(terminal, bayo);
  await runStaffDemo(service, terminal, bayo);
  await showMails(service, terminal, [ada, bayo]);
  await verifyLedger(service, terminal);
}

export async function register(service: DemoService, terminal: Terminal, user: Person): Promise<Customer> {
  terminal.step(`${user.fsnm} registers${user.refx ? ', invited by a friend' : ''}`);
  const device = { devt: 'Android', devs: `serial-${user.fsnm}`, devn: `${user.fsnm}'s phone` };
  const client = new HarmattanClient({ baseUrl: service.origin });
  const session = await client.signIn('user_profile_create', { ...user, pswd: PASSWORD, ...device });
  const profile = await client.call('user_profile_get_info');
  terminal.field('Reference ID', profile.referralCode);
  terminal.field('Wallet', naira(profile.balance));
  assertEqual('the balance of a new wallet', profile.balance, 0);
  const { emal: email, fsnm: name } = user;
  return { client, name, email, userId: session.userid, referenceId: profile.referralCode, balance: 0 };
}

export async function deposit(service: DemoService, terminal: Terminal, user: Customer, amount: number): Promise<void> {
  terminal.step(`${user.name} orders a deposit and pays it at the bank`);
  const order = await user.client.call('user_deposit_order_create', { amount });
  terminal.field('To be paid', order.amount);
  terminal.field('Into', `${order.bankName} ${order.accountNumber}, ${order.accountName}`);
  const pay = makeSandboxBank(service.origin, service.webhookSecret);
  await pay({ accountNumber: order.accountNumber, amount, payerName: 'Ada Obi' });
  const paid = await terminal.waitFor('The bank notifies the service, which credits the wallet', async () => {
    const [found] = await user.client.call('user_deposit_order_fetch', { rqtp: 'mk', rqvl: order.marker });
    return found?.status === 'completed' && found;
  });
  terminal.field('Deposit order', paid.status);
  await assertMoved(terminal, user, amount);
}

async function transferByEmail(terminal: Terminal, from: Customer, to: Customer, amount: number): Promise<void> {
  terminal.step(`${from.name} sends money by e-mail address`);
  const { message } = await from.client.call('user_transfer_create', { email: to.email, amount, messge: 'For the rent' });
  terminal.success(message);
  await assertMoved(terminal, from, -amount);
  await assertMoved(terminal, to, amount);
}

async function transferByReference(terminal: Terminal, from: Customer, to: Customer, amount: number): Promise<void> {
  terminal.step(`${from.name} sends money by reference ID, twice with one idempotency key`);
  const receiver = await from.client.call('user_transfer_check_receiver', { rqtype: 'refid', rqvalue: to.referenceId });
  assertEqual('the receiver of that reference ID', receiver.userid, to.userId);
  const transfer = { email: to.referenceId, amount, messge: 'Jollof' };
  const key = randomUUID();
  const first = await from.client.call('user_transfer_create', transfer, { idempotencyKey: key });
  terminal.success(first.message);
  const again = await from.client.call('user_transfer_create', transfer, { idempotencyKey: key });
  assertEqual('the answer to the same request again', again, first);
  terminal.success(`Sent again, as after a lost answer: the same transfer ${again.transact}`);
  await assertMoved(terminal, from, -amount);
  await assertMoved(terminal, to, amount);
}

async function showCatalogue(terminal: Terminal, { client }: Customer): Promise<void> {
  terminal.step('What can be paid for');
  for (const { name, categoryId } of await client.call('service_category_fetch')) {
    const billers = await client.call('service_biller_fetch', { rqtp: 'owner', rqvl: categoryId });
    const items = billers.reduce((sum, { productCount }) => sum + productCount, 0);
    terminal.field(name, `${billers.length} billers, ${items} items`);
  }
}

async function payElectricity(terminal: Terminal, buyer: Customer, friend: Customer, amount: number): Promise<void> {
  terminal.step(`${buyer.name} buys electricity`);
  const customerId = '45021234567';
  const { item, biller } = await findItem(buyer.client, 'electricity', 'IKEDC', 'Prepaid');
  const customer = await buyer.client.call('service_customer_verify', { pcode: item.paymentCode, ctmid: customerId });
  terminal.field('The meter belongs to', `${customer.customerName}, ${customer.customerAddress}`);
  const { orderId, COMMENT } = await buyer.client.call('service_bill_payment', { amount, customerId, ...orderOf(item, biller) });
  terminal.success(COMMENT);
  const purchase = await findPurchase(buyer, orderId);
  assertEqual('the status of the purchase', purchase.status, 'completed');
  if (!/^\d{20}$/.test(purchase.recharge_pin))
    throw new Error(`An electricity token has 20 digits, this is ${purchase.recharge_pin}`);
  for (const { kind, value, units } of deliverablesOf(purchase))
    terminal.field(kind.replaceAll('_', ' '), `${grouped(value)}${units && `, ${units} units`}`);
  terminal.field('Price', `${naira(amount)} and ${naira(item.itemFee + biller.surcharge)} service charge`);
  await assertMoved(terminal, buyer, -(amount + item.itemFee + biller.surcharge));

  const bonus = 100;
  await terminal.waitFor(`${friend.name}, who invited ${buyer.name}, earns a bonus`, async () => {
    const { balance } = await friend.client.call('user_wallet_get_info');
    return balance !== friend.balance;
  });
  terminal.success(`The first purchase of somebody invited: ${friend.name} earns a bonus`);
  await assertMoved(terminal, friend, bonus);
}

async function buyPendingAirtime(terminal: Terminal, buyer: Customer, amount: number): Promise<void> {
  const phone = '08031230001';
  terminal.step(`${buyer.name} buys airtime, and the network takes its time (${phone})`);
  const { orderId, COMMENT } = await buyAirtime(buyer, phone, amount);
  terminal.success(COMMENT);
  assertEqual('the status at first', (await findPurchase(buyer, orderId)).status, 'pending');
  await waitForStatus(terminal, buyer, orderId, 'completed');
  await assertMoved(terminal, buyer, -amount);
}

async function buyFailingAirtime(terminal: Terminal, buyer: Customer, amount: number): Promise<void> {
  const phone = '08031230002';
  terminal.step(`${buyer.name} buys airtime that the network refuses (${phone})`);
  const { orderId, COMMENT } = await buyAirtime(buyer, phone, amount);
  terminal.success(COMMENT);
  await waitForStatus(terminal, buyer, orderId, 'failed');
  await assertMoved(terminal, buyer, 0);
}

async function showRecords(terminal: Terminal, user: Customer): Promise<void> {
  terminal.step(`What ${user.name} sees afterwards`);
  const history = await user.client.call('user_wallet_history', { rqtp: 'all' });
  for (const { amount, balance, pxnote } of history.toReversed())
    terminal.field(naira(balance).padStart(12), `${naira(amount).padStart(12)}  ${pxnote}`);
  assertEqual('the balance after the last entry', history[0]?.balance, user.balance);
  assertEqual(
    'the sum of the history in kobo',
    history.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    Math.round(user.balance * 100),
  );
  const activity = await user.client.call('user_wallet_activity');
  assertEqual('the entries of the wallet activity', activity.length, history.length);
  const { result: notices } = await user.client.call('user_notice_fetch');
  terminal.field(
    'Notices',
    notices
      .toReversed()
      .map(({ subject }) => subject)
      .join(', '),
  );
}

async function showMails(service: DemoService, terminal: Terminal, users: readonly Customer[]): Promise<void> {
  terminal.step(`Mails, as files in ${service.directory}/mail`);
  // Two confirmations of addresses, two transfers to both parties, one deposit, three purchases, five of payouts, Chidi's new device, one ticket reply.
  const expected = 17;
  const mails = await terminal.waitFor('Mails go out', async () => {
    const sent = await service.mails();
    return sent.length >= expected && sent;
  });
  assertEqual('the number of mails', mails.length, expected);
  for (const { to, subject } of mails) terminal.field(to, subject);
  for (const { email } of users) if (!mails.some(({ to }) => to.includes(email))) throw new Error(`${email} got no mail`);
}

export async function verifyLedger(service: DemoService, terminal: Terminal): Promise<void> {
  terminal.step('The operator verifies the ledger beside the running service');
  const { exitCode, output } = await terminal.withSpinner('ledger:verify', () => service.runCommand('ledger:verify', '--json'));
  if (exitCode !== 0) throw new Error(`ledger:verify exits with ${exitCode}\n${output}`);
  const { batches, journals, postings, accounts } = JSON.parse(output) as Record<string, number>;
  terminal.success(
    `Right to the kobo: ${journals} journals and ${postings} postings on ${accounts} accounts, ${batches} links in the hash chain`,
  );
}

async function buyAirtime(buyer: Customer, phone: string, amount: number): Promise<Data<'service_airtime_purchase'>> {
  const { item, biller } = await findItem(buyer.client, 'airtime', 'MTN', 'Top-up');
  const order = orderOf(item, biller);
  return buyer.client.call('service_airtime_purchase', { amount, phone, provider: biller.networkId, ...order });
}

/** @throws Error where there is none */
export async function findPurchase({ client }: Customer, orderId: string) {
  const [purchase] = await client.call('service_transaction_fetch', { rqtp: 'mk', rqvl: orderId });
  if (!purchase) throw new Error(`there is no purchase ${orderId}`);
  return purchase;
}

export async function waitForStatus(terminal: Terminal, buyer: Customer, orderId: string, status: string): Promise<void> {
  const purchase = await terminal.waitFor('The service asks the network', async () => {
    const found = await findPurchase(buyer, orderId);
    return found.status !== 'pending' && found;
  });
  assertEqual('the status of the purchase', purchase.status, status);
  terminal.success(`The purchase is ${status}${status === 'failed' ? ', the money came back' : ''}`);
}
