import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { TestClient } from '../../support/client.js';
import { StaffFixture, permissions, type Staff } from './staff-fixture.js';

describe('staff of several processes, on MySQL and Redis', () => {
  let desk: StaffFixture;
  let other: NestFastifyApplication;
  let elsewhere: TestClient;
  beforeAll(async () => {
    desk = await StaffFixture.open('mysql');
    other = await createApp({ config: desk.service.config, clock: desk.clock });
    await other.listen(0, '127.0.0.1');
    elsewhere = new TestClient(await other.getUrl());
  });
  afterAll(async () => {
    await other.close();
    await desk.close();
  });

  const statusElsewhere = async (as: Staff, action: string) =>
    (await elsewhere.get(action, { as, timestamp: Math.floor(desk.clock.now() / 1000) })).status;

  it('may and may not do on each of them what was decided on one', async () => {
    const clerk = await desk.hire('userControl.getDataList');
    const list = () => statusElsewhere(clerk, 'control_user_data_list');
    expect(await list()).toBe(200);
    await desk.post('control_staff_profile_update', desk.admin, { requxid: clerk.trackingId, ...permissions() });
    await expect.poll(list).toBe(403);
    const own = () => statusElsewhere(clerk, 'control_staff_profile_get');
    expect(await own()).toBe(200);
    await desk.get('control_staff_profile_disable', desk.admin, { rquxid: clerk.trackingId });
    await expect.poll(own).toBe(401);
  });

  it('use up a code on all of them', async () => {
    const clerk = await desk.hire();
    const body = { emal: clerk.email, pswd: clerk.password, pinc: desk.code(clerk.totpSecret), dvty: 'Web', dsnm: 'desk' };
    const answers = await Promise.all(
      [desk.service.client, elsewhere, desk.service.client, elsewhere].map((client) =>
        client.post('control_staff_profile_login', { body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
