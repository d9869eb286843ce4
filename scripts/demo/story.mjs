/** The story: two people, a deposit, transfers, a bill and airtime, and those who help them, told in the calls that an app would make. */
import { randomUUID } from 'node:crypto';
import { makeSandboxBank } from './bank.mjs';
import { Client } from './client.mjs';
import { naira } from './screen.mjs';
import { tellStaffStory } from './staff-story.mjs';
import { same } from './assert-same.mjs';

const password = 'Harmattan-Wind-26';

export async function tellStory(service, screen) {
  const ada = await register(service, screen, { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com' });
  const bayo = await register(service, screen, { fsnm: 'Bayo', lsnm: 'Ade', emal: 'bayo@example.com', refx: ada.referenceId });
  await deposit(service, screen, ada, 50_000);
  await transferByEmail(screen, ada, bayo, 12_500);
  await transferByReference(screen, ada, bayo, 2_500.5);
  await showCatalogue(screen, bayo);
  await payElectricity(screen, bayo, ada, 5_000);
  await buyPendingAirtime(screen, bayo, 500);
  await buyFailingAirtime(screen, bayo, 1_000);
  await showRecords(screen, bayo);
  await tellStaffStory(service, screen, bayo);
  await showMails(service, screen, [ada, bayo]);
  await verifyLedger(service, screen);
}

async function register(service, screen, person) {
  screen.step(`${person.fsnm} registers${person.refx ? ', invited by a friend' : ''}`);
  const device = { devt: 'Android', devs: `serial-${person.fsnm}`, devn: `${person.fsnm}'s phone` };
  const session = await new Client(service.origin).post('user_profile_create', { ...person, pswd: password, ...device });
  const client = new Client(service.origin, session);
  const profile = await client.get('user_profile_get_info');
  screen.tell('Reference ID', profile.referralCode);
  screen.tell('Wallet', naira(profile.balance));
  same('the balance of a new wallet', profile.balance, 0);
  const { emal: email, fsnm: name } = person;
  return { client, name, email, userId: session.userid, referenceId: profile.referralCode, balance: 0 };
}

async function deposit(service, screen, person, amount) {
  screen.step(`${person.name} orders a deposit and pays it at the bank`);
  const order = await person.client.post('user_deposit_order_create', { amount });
  screen.tell('To be paid', order.amount);
  screen.tell('Into', `${order.bankName} ${order.accountNumber}, ${order.accountName}`);
  const pay = makeSandboxBank(service.origin, service.webhookSecret);
  await pay({ accountNumber: order.accountNumber, amount, payerName: 'Ada Obi' });
  const paid = await screen.waitFor('The bank has told the service; it credits the wallet', async () => {
    const [found] = await person.client.get('user_deposit_order_fetch', { rqtp: 'mk', rqvl: order.marker });
    return found.status === 'completed' && found;
  });
  screen.tell('Deposit order', paid.status);
  await moved(screen, person, amount);
}

async function transferByEmail(screen, from, to, amount) {
  screen.step(`${from.name} sends money by e-mail address`);
  const { message } = await from.client.post('user_transfer_create', { email: to.email, amount, messge: 'For the rent' });
  screen.good(message);
  await moved(screen, from, -amount);
  await moved(screen, to, amount);
}

async function transferByReference(screen, from, to, amount) {
  screen.step(`${from.name} sends money by reference ID, twice with one idempotency key`);
  const receiver = await from.client.get('user_transfer_check_receiver', { rqtype: 'refid', rqvalue: to.referenceId });
  same('the receiver of that reference ID', receiver.userid, to.userId);
  const transfer = { email: to.referenceId, amount, messge: 'Jollof' };
  const key = randomUUID();
  const first = await from.client.post('user_transfer_create', transfer, key);
  screen.good(first.message);
  const again = await from.client.post('user_transfer_create', transfer, key);
  same('the answer to the same request again', again, first);
  screen.good(`Sent again, as after a lost answer: the same transfer ${again.transact}`);
  await moved(screen, from, -amount);
  await moved(screen, to, amount);
}

async function showCatalogue(screen, { client }) {
  screen.step('What can be paid for');
  for (const { name, categoryId } of await client.get('service_category_fetch')) {
    const billers = await client.get('service_biller_fetch', { rqtp: 'owner', rqvl: categoryId });
    const items = billers.reduce((sum, { productCount }) => sum + productCount, 0);
    screen.tell(name, `${billers.length} billers, ${items} items`);
  }
}

async function payElectricity(screen, buyer, friend, amount) {
  screen.step(`${buyer.name} buys electricity`);
  const customerId = '45021234567';
  const { item, biller } = await findItem(buyer, 'electricity', 'IKEDC', 'Prepaid');
  const customer = await buyer.client.post('service_customer_verify', { pcode: item.paymentCode, ctmid: customerId });
  screen.tell('The meter belongs to', `${customer.customerName}, ${customer.customerAddress}`);
  const { orderId, COMMENT } = await buyer.client.post('service_bill_payment', { amount, customerId, ...orderOf(item, biller) });
  screen.good(COMMENT);
  const purchase = await findPurchase(buyer, orderId);
  same('the status of the purchase', purchase.status, 'completed');
  if (!/^\d{20}$/.test(purchase.recharge_pin))
    throw new Error(`An electricity token has 20 digits, this is ${purchase.recharge_pin}`);
  screen.tell('Token', purchase.recharge_pin.replace(/(\d{4})(?=\d)/g, '$1-'));
  screen.tell('Price', `${naira(amount)} and ${naira(item.itemFee + biller.surcharge)} service charge`);
  await moved(screen, buyer, -(amount + item.itemFee + biller.surcharge));

  const bonus = 100;
  await screen.waitFor(`${friend.name}, who invited ${buyer.name}, earns a bonus`, async () => {
    const { balance } = await friend.client.get('user_wallet_get_info');
    return balance !== friend.balance;
  });
  screen.good(`The first purchase of somebody invited: ${friend.name} earns a bonus`);
  await moved(screen, friend, bonus);
}

async function buyPendingAirtime(screen, buyer, amount) {
  const phone = '08031230001';
  screen.step(`${buyer.name} buys airtime, and the network takes its time (${phone})`);
  const { orderId, COMMENT } = await buyAirtime(buyer, phone, amount);
  screen.good(COMMENT);
  same('the status at first', (await findPurchase(buyer, orderId)).status, 'pending');
  await settled(screen, buyer, orderId, 'completed');
  await moved(screen, buyer, -amount);
}

async function buyFailingAirtime(screen, buyer, amount) {
  const phone = '08031230002';
  screen.step(`${buyer.name} buys airtime that the network refuses (${phone})`);
  const { orderId, COMMENT } = await buyAirtime(buyer, phone, amount);
  screen.good(COMMENT);
  await settled(screen, buyer, orderId, 'failed');
  await moved(screen, buyer, 0);
}

async function showRecords(screen, person) {
  screen.step(`What ${person.name} sees afterwards`);
  const history = await person.client.get('user_wallet_history', { rqtp: 'all' });
  for (const { amount, balance, pxnote } of history.toReversed())
    screen.tell(naira(balance).padStart(12), `${naira(amount).padStart(12)}  ${pxnote}`);
  same('the balance after the last entry', history[0].balance, person.balance);
  same(
    'the sum of the history in kobo',
    history.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    Math.round(person.balance * 100),
  );
  const activity = await person.client.get('user_wallet_activity');
  same('the entries of the wallet activity', activity.length, history.length);
  const { result: notices } = await person.client.get('user_notice_fetch');
  screen.tell(
    'Notices',
    notices
      .toReversed()
      .map(({ subject }) => subject)
      .join(', '),
  );
}

async function showMails(service, screen, people) {
  screen.step(`Mails, as files in ${service.directory}/mail`);
  // One to confirm the address for each, two transfers told to both, one deposit, Chidi's new device, one ticket answered.
  const expected = 9;
  const mails = await screen.waitFor('Mails go out', () => {
    const sent = service.mails();
    return sent.length >= expected && sent;
  });
  same('the number of mails', mails.length, expected);
  for (const { to, subject } of mails) screen.tell(to, subject);
  for (const { email } of people) if (!mails.some(({ to }) => to.includes(email))) throw new Error(`${email} got no mail`);
}

async function verifyLedger(service, screen) {
  screen.step('The operator verifies the ledger beside the running service');
  const { exitCode, output } = await screen.during('ledger:verify', () => service.runCommand('ledger:verify', '--json'));
  if (exitCode !== 0) throw new Error(`ledger:verify exits with ${exitCode}\n${output}`);
  const { batches, journals, postings, accounts } = JSON.parse(output);
  screen.good(
    `Right to the kobo: ${journals} journals and ${postings} postings on ${accounts} accounts, ${batches} links in the hash chain`,
  );
}

async function findItem({ client }, category, shortName, itemName) {
  const billers = await client.get('service_biller_fetch', { rqtp: 'owner', rqvl: category });
  const biller = billers.find((candidate) => candidate.shortName === shortName);
  const items = await client.get('service_biller_item_fetch', { rqtp: 'owner', rqvl: biller.billerId });
  const item = items.find((candidate) => candidate.itemName.includes(itemName));
  return { biller, item };
}

function orderOf({ itemId, itemName, paymentCode }, { billerId, billerName, categoryId }) {
  return { itemId, paymentCode, billerId, billerName, billerItem: itemName, category: categoryId };
}

async function buyAirtime(buyer, phone, amount) {
  const { item, biller } = await findItem(buyer, 'airtime', 'MTN', 'Top-up');
  const order = orderOf(item, biller);
  return buyer.client.post('service_airtime_purchase', { amount, phone, provider: biller.networkId, ...order });
}

async function findPurchase({ client }, orderId) {
  const [purchase] = await client.get('service_transaction_fetch', { rqtp: 'mk', rqvl: orderId });
  return purchase;
}

async function settled(screen, buyer, orderId, status) {
  const purchase = await screen.waitFor('The service asks the network', async () => {
    const found = await findPurchase(buyer, orderId);
    return found.status !== 'pending' && found;
  });
  same('the status of the purchase', purchase.status, status);
  screen.good(`The purchase is ${status}${status === 'failed' ? ', the money came back' : ''}`);
}

/** The wallet has moved by this much since it was last looked at, to the kobo. */
async function moved(screen, person, amount) {
  const { balance } = await person.client.get('user_wallet_get_info');
  person.balance = (Math.round(person.balance * 100) + Math.round(amount * 100)) / 100;
  screen.tell(
    `${person.name}'s wallet`,
    `${naira(balance)}  (${amount > 0 ? '+' : ''}${amount === 0 ? 'as before' : naira(amount)})`,
  );
  same(`${person.name}'s balance`, balance, person.balance);
}
