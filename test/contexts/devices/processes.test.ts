import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { TestClient } from '../../support/client.js';
import { DeviceFixture, ok } from './device-fixture.js';

describe('confirmations with two processes on MySQL and Redis', () => {
  let fixture: DeviceFixture;
  let other: NestFastifyApplication;
  let elsewhere: TestClient;
  beforeAll(async () => {
    fixture = await DeviceFixture.open('mysql');
    other = await createApp({ config: fixture.service.config, clock: fixture.clock });
    await other.listen(0, '127.0.0.1');
    elsewhere = new TestClient(await other.getUrl());
  });
  afterAll(async () => {
    await other.close();
    await fixture.close();
  });

  it('are used once, on whichever process', async () => {
    const [ada, bayo] = [await fixture.payer(), await fixture.payer()];
    const phone = await fixture.bindAppKey(ada);
    const payment = { email: bayo.email, amount: 100 };
    const confirmation = phone.sign((await fixture.challenge(ada, payment)).text);
    const options = { as: ada, body: { ...payment, confirmation }, timestamp: Math.floor(fixture.clock.now() / 1000) };
    const clients = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? fixture.service.client : elsewhere));
    const answers = await Promise.all(clients.map((client) => client.post('user_transfer_create', options)));
    const refused = answers.filter(({ body }) => body.REQUEST.STATUS !== 'OK').map(({ body }) => body.ERRORS.ID);
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'confirmation_invalid'));
    expect(await fixture.balance(ada)).toBe(99_900);
  });

  it('of a device that was released on another process are refused', async () => {
    const [ada, bayo] = [await fixture.payer(), await fixture.payer()];
    const phone = await fixture.bindAppKey(ada);
    const payment = { email: bayo.email, amount: 100 };
    const confirmation = phone.sign((await fixture.challenge(ada, payment)).text);
    const at = { as: ada, timestamp: Math.floor(fixture.clock.now() / 1000) };
    const [{ marker }] = ok(await elsewhere.get('user_device_fetch', at)).result as [{ marker: string }];
    ok(await elsewhere.post('user_device_release', { ...at, body: { reqv: marker, pswd: ada.password } }));
    expect(await fixture.refusal(fixture.transfer(ada, payment, confirmation))).toBe('confirmation_invalid');
    expect(await fixture.balance(ada)).toBe(100_000);
  });

  it('are taken where another process drew the challenge, and bound the device', async () => {
    const [ada, bayo] = [await fixture.payer(), await fixture.payer()];
    const phone = await fixture.bindAppKey(ada);
    const payment = { email: bayo.email, amount: 100 };
    for (const client of [elsewhere, fixture.service.client]) {
      const at = { as: ada, timestamp: Math.floor(fixture.clock.now() / 1000) };
      const body = { action: 'user_transfer_create', ...payment };
      const { text } = ok(await client.post('user_payment_challenge', { ...at, body })) as { text: string };
      const other = client === elsewhere ? fixture.service.client : elsewhere;
      ok(await other.post('user_transfer_create', { ...at, body: { ...payment, confirmation: phone.sign(text) } }));
    }
    expect(await fixture.balance(ada)).toBe(99_800);
  });
});
