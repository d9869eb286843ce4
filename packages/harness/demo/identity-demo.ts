/** Somebody new where the law's limits hold and a device confirms each payment: from nothing to tier 2, and a payout. */
import { confirmPayment, type PaymentChallenge } from '@harmattan/client';
import { SoftwareAuthenticator } from '../software-authenticator.js';
import { assertEqual } from './assert-equal.js';
import { deposit, PASSWORD, register } from './customer-demo.js';
import type { Customer } from './customer.js';
import type { DemoService } from './service.js';
import { naira, type Terminal } from './terminal.js';

export const IDENTITY_SETTINGS = { LIMITS: 'nigeria-2023', STRONG_PAYMENTS: 'required' };
const BIRTH = '1992-03-14';
const ACCOUNT = { code: 'gtbank', account: '0123456789' };

export async function runIdentityDemo(service: DemoService, terminal: Terminal): Promise<void> {
  const zainab = await register(service, terminal, { fsnm: 'Zainab', lsnm: 'Sani', emal: 'zainab@example.com' });
  await verify(terminal, zainab);
  await deposit(service, terminal, zainab, 10_000);
  await payByPasskey(terminal, zainab, service);
}

async function verify(terminal: Terminal, { client, name }: Customer): Promise<void> {
  terminal.step(`${name} proves who she is, by a BVN and a NIN`);
  for (const [type, number, tier] of [
    ['', '', '0'],
    ['bvn', '22345678901', '1'],
    ['nin', '71234567890', '2'],
  ] as const) {
    if (type !== '') {
      const { status } = await client.call('user_identity_submit', { type, number, birth: BIRTH, consent: true });
      assertEqual(`the status of the ${type.toUpperCase()}`, status, 'verified');
    }
    const found = await client.call('user_identity_fetch');
    assertEqual('the tier', found.tier, tier);
    const { daily } = found.limits;
    terminal.field(
      `Tier ${found.tier}`,
      `${naira(daily ?? 0)} a day; the next one needs ${found.next.needs.join(' and ').replaceAll('_', ' ')}`,
    );
  }
}

async function payByPasskey(terminal: Terminal, { client, name }: Customer, service: DemoService): Promise<void> {
  terminal.step(`${name} binds a passkey`);
  const passkey = new SoftwareAuthenticator();
  const origin = service.origin.replace('127.0.0.1', 'localhost');
  const offer = await client.call('user_device_bind_begin', { kind: 'passkey' });
  const { challenge } = offer;
  const made = passkey.create({ challenge, rpId: 'localhost', origin });
  const transports = ['internal' as const];
  await client.call('user_device_bind', { kind: 'passkey', name: 'Phone', pswd: PASSWORD, ...made, transports });
  const [device] = (await client.call('user_device_fetch')).result;
  assertEqual('the state of the device', device?.status, 'active');

  terminal.step(`${name} pays to a bank, and confirms it with the passkey`);
  const { name: payee } = await client.call('user_bank_resolve', ACCOUNT);
  const order = { ...ACCOUNT, name: payee, amount: 2_000 };
  const refused = await client.call('user_payout_create', order).then(
    () => 'paid',
    (error: unknown) => (error as { id?: string }).id,
  );
  assertEqual('a payout without a confirmation', refused, 'confirmation_required');
  const sign = (given: PaymentChallenge) => {
    for (const line of given.text.split('\n').slice(0, -1)) terminal.success(line);
    return Promise.resolve(JSON.stringify(passkey.answer({ challenge: given.challenge, rpId: 'localhost', origin })));
  };
  const { transact } = await confirmPayment(client, 'user_payout_create', order, sign);
  const paid = await terminal.waitFor('The bank pays', async () => {
    const [found] = (await client.call('user_payout_fetch', { rqtp: 'mk', rqvl: transact })).result;
    return found?.status === 'complete' && found;
  });
  terminal.success(`${naira(paid.total)} were paid to ${payee}`);
}
