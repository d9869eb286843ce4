/** Makes users with money and a subscriber of all webhooks about money, through the interface of the service. */
import { HarmattanClient, sessionInMemory } from '@harmattan/client';
import { makeAuthenticator } from '../../demo/authenticator.mjs';
import { makeSandboxBank } from '../../demo/bank.mjs';
import { findItem, orderOf } from '../../demo/customer-demo.mjs';
import { Subscriber } from '../../demo/subscriber.mjs';

const PASSWORD = 'Harmattan-Wind-26';
const OPENING_NAIRA = 1_000_000;
const CREDITED_MS = 30_000;
const EVENTS = ['transfer.completed', 'purchase.completed', 'purchase.failed', 'purchase.reversed'];

/** Resolves to `{ users, airtime, subscriber }`. */
export async function openBank({ origin, service }, count) {
  const subscriber = await Subscriber.start();
  await subscribe(origin, service, subscriber);
  const pay = makeSandboxBank(origin, service.webhookSecret);
  const users = await Promise.all(Array.from({ length: count }, (_, number) => register(origin, number)));
  for (const user of users) await fund(user, pay);
  const { item, biller } = await findItem(users[0], 'airtime', 'MTN', 'Top-up');
  return { users, subscriber, airtime: { provider: biller.networkId, ...orderOf(item, biller) } };
}

async function subscribe(origin, service, subscriber) {
  const email = 'chidi@example.com';
  const { exitCode, output } = await service.runCommand('staff:create-admin', '--email', email, '--json');
  if (exitCode !== 0) throw new Error(`staff:create-admin exits with ${exitCode}\n${output}`);
  const { registrationId, totpSecret } = JSON.parse(output.slice(output.indexOf('{')));
  const nextCode = makeAuthenticator(totpSecret);
  const staff = new HarmattanClient({ baseUrl: origin });
  await staff.call('control_staff_profile_register', { rgid: registrationId, emal: email, pswd: PASSWORD, pinc: nextCode() });
  const device = { dvty: 'Web', dsnm: 'desk-1', dvnm: 'Desk' };
  await staff.signIn('control_staff_profile_login', { emal: email, pswd: PASSWORD, pinc: nextCode(), ...device });
  const wanted = { url: subscriber.url, events: EVENTS, description: 'Faults' };
  const { secret } = await staff.call('control_webhook_endpoint_create', wanted);
  subscriber.secret = secret;
}

async function register(origin, number) {
  const email = `user${number}@example.com`;
  const session = sessionInMemory();
  const client = new HarmattanClient({ baseUrl: origin, session });
  const device = { devt: 'Android', devs: `serial-${number}`, devn: 'Phone' };
  const signedIn = await client.signIn('user_profile_create', {
    fsnm: 'Ada',
    lsnm: 'Obi',
    emal: email,
    pswd: PASSWORD,
    ...device,
  });
  return { origin, email, session, client, userId: signedIn.userid, openingKobo: OPENING_NAIRA * 100 };
}

async function fund({ client, email }, pay) {
  const { accountNumber } = await client.call('user_deposit_order_create', { amount: OPENING_NAIRA });
  await pay({ accountNumber, amount: OPENING_NAIRA, payerName: 'Ada Obi' });
  const end = Date.now() + CREDITED_MS;
  while ((await client.call('user_wallet_get_info')).balance < OPENING_NAIRA)
    if (Date.now() > end) throw new Error(`the deposit of ${email} was not credited in ${CREDITED_MS / 1000} s`);
}
