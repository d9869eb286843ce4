/** Makes users with money and a subscriber of all webhooks about money, through the interface of the service. */
import { HarmattanClient, sessionInMemory, type SessionStore } from '@harmattan/client';
import type { Cluster } from '../cluster/cluster.js';
import { Authenticator } from '../demo/authenticator.js';
import { makeSandboxBank, type Payment } from '../demo/bank.js';
import { findItem, orderOf } from '../demo/catalogue.js';
import { Subscriber } from '../demo/subscriber.js';
import { until } from '../until.js';

const PASSWORD = 'Harmattan-Wind-26';
const OPENING_NAIRA = 1_000_000;
const CREDITED_MS = 30_000;
const EVENTS = ['transfer.completed', 'purchase.completed', 'purchase.failed', 'purchase.reversed'] as const;

export interface User {
  readonly origin: string;
  readonly email: string;
  readonly session: SessionStore;
  readonly client: HarmattanClient;
  readonly userId: string;
  readonly openingKobo: number;
}

export type Airtime = ReturnType<typeof orderOf> & { readonly provider: string };

export interface Bank {
  readonly users: readonly User[];
  readonly subscriber: Subscriber;
  /** What to buy. */
  readonly airtime: Airtime;
}

export async function openBank(cluster: Cluster, count: number): Promise<Bank> {
  const { origin, service } = cluster;
  const subscriber = await Subscriber.start();
  await subscribe(cluster, subscriber);
  const pay = makeSandboxBank(origin, service.webhookSecret);
  const users = await Promise.all(Array.from({ length: count }, (_, number) => register(origin, number)));
  for (const user of users) await fund(user, pay);
  const { item, biller } = await findItem(users[0]!.client, 'airtime', 'MTN', 'Top-up');
  return { users, subscriber, airtime: { provider: biller.networkId, ...orderOf(item, biller) } };
}

async function subscribe({ origin, service }: Cluster, subscriber: Subscriber): Promise<void> {
  const email = 'chidi@example.com';
  const { exitCode, output } = await service.runCommand('staff:create-admin', '--email', email, '--json');
  if (exitCode !== 0) throw new Error(`staff:create-admin exits with ${exitCode}\n${output}`);
  const created = JSON.parse(output.slice(output.indexOf('{'))) as { registrationId: string; totpSecret: string };
  const authenticator = new Authenticator(created.totpSecret);
  const staff = new HarmattanClient({ baseUrl: origin });
  const registration = { rgid: created.registrationId, emal: email, pswd: PASSWORD, pinc: await authenticator.next() };
  await staff.call('control_staff_profile_register', registration);
  const device = { dvty: 'Web', dsnm: 'desk-1', dvnm: 'Desk' } as const;
  const login = { emal: email, pswd: PASSWORD, pinc: await authenticator.next(), ...device };
  await staff.signIn('control_staff_profile_login', login);
  const wanted = { url: subscriber.url, events: [...EVENTS], description: 'Faults' };
  const { secret } = await staff.call('control_webhook_endpoint_create', wanted);
  subscriber.secret = secret;
}

async function register(origin: string, number: number): Promise<User> {
  const email = `user${number}@example.com`;
  const session = sessionInMemory();
  const client = new HarmattanClient({ baseUrl: origin, session });
  const device = { devt: 'Android', devs: `serial-${number}`, devn: 'Phone' } as const;
  const person = { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: PASSWORD };
  const { userid } = await client.signIn('user_profile_create', { ...person, ...device });
  return { origin, email, session, client, userId: userid, openingKobo: OPENING_NAIRA * 100 };
}

async function fund({ client, email }: User, pay: (payment: Payment) => Promise<void>): Promise<void> {
  const { accountNumber } = await client.call('user_deposit_order_create', { amount: OPENING_NAIRA });
  await pay({ accountNumber, amount: OPENING_NAIRA, payerName: 'Ada Obi' });
  const isCredited = async () => (await client.call('user_wallet_get_info')).balance >= OPENING_NAIRA;
  await until(`the deposit of ${email} is credited`, isCredited, CREDITED_MS);
}
