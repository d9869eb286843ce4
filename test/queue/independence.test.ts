import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PushDevices } from '../../src/contexts/notifications/index.js';
import { Ledger } from '../../src/ledger/index.js';
import { CreateEndpoint } from '../../src/contexts/webhooks/endpoints.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { TestSmtp } from './test-smtp.js';

const TRANSFERS = 30;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<{ server: Server; url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe.each(BACKENDS)('background work beside services that do not answer, on %s', (backend) => {
  const asked = { stuck: 0, push: 0, live: 0 };
  const servers: Server[] = [];
  const smtp = new TestSmtp();
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;

  beforeAll(async () => {
    const stuck = await serve(() => void asked.stuck++);
    const push = await serve(() => void asked.push++);
    const live = await serve((request, response) => {
      asked.live++;
      request.resume().on('end', () => response.writeHead(204).end());
    });
    servers.push(stuck.server, push.server, live.server);
    smtp.holds = () => true;
    service = await startApp(backend, {
      MAIL_URL: await smtp.listen(),
      MAIL_CONNECTIONS: '2',
      EXPO_URL: push.url,
      WEBHOOK_LOOPBACK: 'allowed',
      RATE_LIMIT_SCALE: '0',
    });
    [ada, obi] = [await service.register(), await service.register({ fsnm: 'Obi' })];
    for (const { url } of [stuck, live]) {
      const subscription = { url, events: ['transfer.completed' as const], description: url };
      await service.app.get(CreateEndpoint).execute(subscription, { userId: ada.userid, ip: '127.0.0.1' }, url);
    }
    await service.app.get(PushDevices).register({
      userId: ada.userid,
      sessionId: 'a session',
      tokenType: 'expo',
      pushToken: `ExponentPushToken[stuck-${backend}]`,
      channelId: '',
    });
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1_000_000));
  });
  afterAll(async () => {
    for (const server of servers) server.closeAllConnections();
    smtp.release();
    await service.close();
    for (const server of servers) server.close();
    await smtp.close();
  });

  const count = async (sql: string) => {
    const [row] = await service.app.get(Database).rowsOnce<{ found: number }>(`SELECT COUNT(*) AS found ${sql}`);
    return row!.found;
  };

  it('goes on, each kind by itself', async () => {
    for (let transfer = 0; transfer < TRANSFERS; transfer++) {
      const { status } = await service.client.post('user_transfer_create', {
        as: ada,
        body: { email: obi.email, amount: 100, messge: 'Lunch' },
      });
      expect(status).toBe(200);
    }
    await until(async () => asked.live === TRANSFERS);
    await until(() => smtp.held.length === 4 && asked.push > 0 && asked.stuck > 0);
    // Those that hang have rows, and the others wait at the cursor.
    const rows = () => count("FROM mail WHERE class = 'money'");
    await until(async () => (await rows()) === 2);
    // A user who registers meanwhile is counted.
    const users = await count('FROM counted_user');
    const chi = await service.register({ fsnm: 'Chi' });
    await until(async () => (await count('FROM counted_user')) === users + 1);
    await until(() => smtp.held.includes(chi.email));
    expect(await rows()).toBe(2);
  });
});
