import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { TestClient } from '../../support/client.js';
import { PasskeyFixture } from './passkey-fixture.js';
import { StaffFixture, permissions, type Staff } from './staff-fixture.js';

describe('staff with several processes on MySQL and Redis', () => {
  let staffApp: StaffFixture;
  let other: NestFastifyApplication;
  let elsewhere: TestClient;
  beforeAll(async () => {
    staffApp = await StaffFixture.open('mysql');
    other = await createApp({ config: staffApp.service.config, clock: staffApp.clock });
    await other.listen(0, '127.0.0.1');
    elsewhere = new TestClient(await other.getUrl());
  });
  afterAll(async () => {
    await other.close();
    await staffApp.close();
  });

  const statusElsewhere = async (as: Staff, action: string) =>
    (await elsewhere.get(action, { as, timestamp: Math.floor(staffApp.clock.now() / 1000) })).status;

  it('grants take effect on all processes', async () => {
    const clerk = await staffApp.hire('userControl.getDataList');
    const list = () => statusElsewhere(clerk, 'control_user_data_list');
    expect(await list()).toBe(200);
    await staffApp.post('control_staff_profile_update', staffApp.admin, { requxid: clerk.trackingId, ...permissions() });
    await expect.poll(list).toBe(403);
    const own = () => statusElsewhere(clerk, 'control_staff_profile_get');
    expect(await own()).toBe(200);
    await staffApp.get('control_staff_profile_disable', staffApp.admin, { rquxid: clerk.trackingId });
    await expect.poll(own).toBe(401);
  });

  it('a one-time code is used up on all processes', async () => {
    const clerk = await staffApp.hire();
    const body = {
      emal: clerk.email,
      pswd: clerk.password,
      pinc: staffApp.code(clerk.totpSecret),
      dvty: 'Web',
      dsnm: 'staffApp',
    };
    const answers = await Promise.all(
      [staffApp.service.client, elsewhere, staffApp.service.client, elsewhere].map((client) =>
        client.post('control_staff_profile_login', { body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a passkey answers a challenge of any process, once on all of them', async () => {
    const passkeys = new PasskeyFixture(staffApp);
    const clerk = await staffApp.hire();
    const authenticator = await passkeys.add(clerk);
    const answer = authenticator.answer(passkeys.ceremony(await passkeys.asked(clerk)));
    const body = { ...passkeys.identity(clerk), ...answer };
    expect((await elsewhere.post('control_passkey_login', { body })).status).toBe(200);
    expect((await staffApp.service.client.post('control_passkey_login', { body })).body.ERRORS.ID).toBe('passkey_invalid');
  });
});
