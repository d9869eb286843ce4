import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  confirmPayment,
  type DeviceSigner,
  HarmattanClient,
  isHarmattanError,
  passkeySigner,
} from '../../packages/client/src/index.js';
import { naira } from '../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { AppKey, DeviceFixture } from '../contexts/devices/device-fixture.js';
import { movement } from '../support/ledger-fixture.js';
import { SoftwareAuthenticator } from '../../packages/harness/software-authenticator.js';
import type { TestUser } from '../support/app.js';

interface Asked {
  readonly challenge: Uint8Array;
  readonly rpId: string;
  readonly allowCredentials: readonly { readonly id: Uint8Array }[];
  readonly userVerification: string;
}

describe('confirmPayment', () => {
  let fixture: DeviceFixture;
  let client: HarmattanClient;
  let receiver: TestUser;
  let users = 0;
  beforeAll(async () => {
    fixture = await DeviceFixture.open('sqlite');
    receiver = await fixture.payer({ fsnm: 'Bayo', lsnm: 'Ade' });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    client = new HarmattanClient({ baseUrl: fixture.service.client.baseUrl });
    const person = { fsnm: 'Ada', lsnm: 'Obi', emal: `confirms${++users}@example.com`, pswd: 'Correct-horse-7' };
    const device = { devt: 'Web', devs: `browser-${users}`, devn: 'Browser' };
    const { userid } = await client.signIn('user_profile_create', { ...person, ...device });
    await fixture.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, userid, naira(1_000)));
  });
  afterEach(() => vi.unstubAllGlobals());

  const pay = (signer: DeviceSigner) =>
    confirmPayment(client, 'user_transfer_create', { email: receiver.email, amount: 100 }, signer);
  const balance = async () => (await client.call('user_wallet_get_info')).balance;
  const bindAppKey = async () => {
    const phone = new AppKey();
    const { text } = await client.call('user_device_bind_begin', { kind: 'appkey' });
    const bound = { kind: 'appkey', name: 'Phone', key: phone.key, signature: phone.sign(text) } as const;
    await client.call('user_device_bind', { ...bound, pswd: 'Correct-horse-7' });
    return phone;
  };

  it('pays with what an app signs', async () => {
    const phone = await bindAppKey();
    const shown: string[] = [];
    const sent = await pay(async ({ text }) => {
      shown.push(text);
      return phone.sign(text);
    });
    expect(sent.message).toBe('You sent 100.00 Naira to Bayo Ade');
    expect(shown).toEqual([expect.stringContaining(`To Bayo A., ${receiver.email}\n100.00 Naira`)]);
    expect(await balance()).toBe(900);
  });

  it('pays with the passkey of a browser, once its user has seen the payment', async () => {
    const passkey = new SoftwareAuthenticator();
    const { challenge } = await client.call('user_device_bind_begin', { kind: 'passkey' });
    const { credential, client_data, attestation } = passkey.create(fixture.ceremony(challenge));
    const made = { kind: 'passkey', name: 'Browser', credential, client_data, attestation } as const;
    await client.call('user_device_bind', { ...made, pswd: 'Correct-horse-7' });
    const order: string[] = [];
    const buffer = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer;
    const get = async ({ publicKey }: { readonly publicKey: Asked }) => {
      const { challenge: asked, rpId, allowCredentials, userVerification } = publicKey;
      order.push('asked');
      expect([rpId, userVerification]).toEqual([fixture.rpId, 'required']);
      expect(Buffer.from(allowCredentials[0]!.id).toString('base64url')).toBe(credential);
      const answer = passkey.answer(fixture.ceremony(Buffer.from(asked).toString('base64url')));
      const response = {
        clientDataJSON: buffer(answer.client_data),
        authenticatorData: buffer(answer.authenticator_data),
        signature: buffer(answer.signature),
      };
      return { id: credential, response };
    };
    vi.stubGlobal('navigator', { credentials: { get } });
    await pay(passkeySigner(async () => void order.push('shown')));
    expect(order).toEqual(['shown', 'asked']);
    expect(await balance()).toBe(900);
    const refused = pay(passkeySigner(() => Promise.reject(new Error('not agreed'))));
    await expect(refused).rejects.toThrow('not agreed');
    expect(await balance()).toBe(900);
  });

  it('says that an app confirms where the browser is not bound', async () => {
    await bindAppKey();
    await expect(pay(passkeySigner(async () => undefined))).rejects.toThrow('The bound device is an app');
  });

  it('refuses what another key signs', async () => {
    await bindAppKey();
    const error: unknown = await pay(async ({ text }) => new AppKey().sign(text)).catch((thrown: unknown) => thrown);
    expect(isHarmattanError(error, 'confirmation_invalid')).toBe(true);
  });
});
