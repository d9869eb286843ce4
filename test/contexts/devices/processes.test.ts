import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { TestClient } from '../../support/client.js';
import { DeviceFixture } from './device-fixture.js';

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
});
