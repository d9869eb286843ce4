import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityWriter } from '../../../src/contexts/sign-in/login-records.store.js';
import { createApp } from '../../../src/create-app.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type Credentials, TestClient } from '../../support/client.js';
import { type Staff, StaffFixture } from './staff-fixture.js';

describe.each(ONE_BACKEND)('idle sessions of staff on %s', (backend) => {
  let staffApp: StaffFixture;
  let other: NestFastifyApplication | undefined;
  let nodes: { readonly app: NestFastifyApplication; readonly client: TestClient }[];
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    const { app, client, config } = staffApp.service;
    nodes = [{ app, client }];
    if (backend === 'sqlite') return;
    other = await createApp({ config, clock: staffApp.clock });
    await other.listen(0, '127.0.0.1');
    nodes.push({ app: other, client: new TestClient(await other.getUrl()) });
  });
  afterAll(async () => {
    await other?.close();
    await staffApp.close();
  });

  const asked = async (as: Credentials, node = 0, action = 'control_staff_profile_get') => {
    const { app, client } = nodes[node % nodes.length]!;
    const { status } = await client.get(action, { as, timestamp: Math.floor(staffApp.clock.now() / 1000) });
    // Written a second later.
    await app.get(ActivityWriter, { strict: false }).write();
    return status;
  };
  const wait = (minutes: number) => {
    staffApp.clock.time += minutes * MINUTE_MS;
  };

  it('end after 30 minutes without a request, on every node, and do not come back', async () => {
    const clerk: Staff = await staffApp.hire();
    expect([await asked(clerk, 0), await asked(clerk, 1)]).toEqual([200, 200]);
    for (const node of [0, 1, 0, 1]) {
      wait(29);
      expect(await asked(clerk, node)).toBe(200);
    }
    wait(30);
    for (const node of [1, 0, 1]) expect(await asked(clerk, node)).toBe(401);
  });

  it('end no sessions of users', async () => {
    const user = await staffApp.service.register();
    expect(await asked(user, 0, 'user_wallet_get_info')).toBe(200);
    wait(120);
    expect(await asked(user, 1, 'user_wallet_get_info')).toBe(200);
  });
});
