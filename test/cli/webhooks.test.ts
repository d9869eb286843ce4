import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookMessage } from '../../packages/client/src/webhooks.js';
import { Endpoints } from '../../src/contexts/webhooks/endpoints.js';
import { WEBHOOK_EVENTS } from '../../src/kernel/webhook-events.js';
import { startApp, type TestApp } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { until } from '../support/until.js';
import { runCli, type Running, startCli } from './run-cli.js';
import { PRODUCTION } from '../support/production.js';

describe.each(ONE_BACKEND)('webhooks:listen and webhooks:trigger beside the service on %s', (backend) => {
  let service: TestApp;
  let application: Server;
  let url: string;
  let answer = 204;
  const received: { headers: Record<string, string>; body: string }[] = [];

  beforeAll(async () => {
    service = await startApp(backend, { WEBHOOK_LOOPBACK: 'allowed' });
    application = createServer((request, response) => {
      const receive = async () => {
        received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
        response.writeHead(answer).end();
      };
      void receive();
    });
    application.listen(0, '127.0.0.1');
    await once(application, 'listening');
    url = `http://127.0.0.1:${(application.address() as AddressInfo).port}/hooks`;
  });
  afterAll(async () => {
    application.close();
    await service.close();
  });

  async function listen(...options: string[]): Promise<{ command: Running; secret: string }> {
    const command = startCli(service.environment, 'webhooks:listen', '--json', ...options);
    await until(() => Promise.resolve(command.stdout.includes('\n')));
    return { command, secret: (JSON.parse(command.stdout.split('\n', 1)[0]!) as { secret: string }).secret };
  }

  async function stop(command: Running): Promise<void> {
    command.interrupt();
    expect(await command.ended).toMatchObject({ exitCode: 0, stderr: '' });
  }

  const trigger = (...events: string[]) => runCli(service.environment, 'webhooks:trigger', ...events, '--json');
  const linesOf = ({ stdout }: Running) => stdout.trim().split('\n').slice(1);
  /** Without what is told where the service is slow. */
  const webhooksOf = (command: Running) => linesOf(command).filter((line) => !line.startsWith('{"note":'));

  it('forwards every event as it was signed, and ends with its endpoint', async () => {
    received.length = 0;
    const { command, secret } = await listen('--forward', url);
    const triggered = (await trigger(...WEBHOOK_EVENTS)).json as unknown[];
    expect(triggered).toEqual(
      WEBHOOK_EVENTS.map((event) => ({ id: expect.any(String) as string, event, endpoints: [expect.any(String)] })),
    );
    await until(() => Promise.resolve(webhooksOf(command).length === WEBHOOK_EVENTS.length));
    const messages: WebhookMessage[] = [];
    for (const webhook of received) messages.push(await verifyWebhook(webhook, { secrets: secret }));
    expect(messages.map(({ type }) => type).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
    const deposited = messages.find((message) => message.type === 'deposit.completed');
    expect(deposited?.data).toMatchObject({ amount: 5_000 });
    await stop(command);
    expect((await trigger('user.created')).json).toMatchObject([{ endpoints: [] }]);
  });

  it('takes only the named events, and prints what the application answers', async () => {
    answer = 500;
    received.length = 0;
    const { command } = await listen('--forward', url, '--events', 'user.created, ticket.replied');
    expect((await trigger('transfer.completed', 'ticket.replied')).json).toMatchObject([{ endpoints: [] }, {}]);
    await until(() => Promise.resolve(webhooksOf(command).length > 0));
    expect(JSON.parse(webhooksOf(command)[0]!)).toMatchObject({
      status: 500,
      body: expect.stringContaining('ticket.replied') as string,
    });
    await stop(command);
  });

  it('replaces the endpoint of a command that was killed', async () => {
    const killed = await listen();
    const next = await listen();
    expect((await trigger('user.created')).json[0].endpoints).toHaveLength(1);
    // The log of the test before, whose webhook is given up after its endpoint, may be told, too.
    await until(() => Promise.resolve(webhooksOf(next.command).some((line) => line.includes('user.created'))));
    await Promise.all([stop(killed.command), stop(next.command)]);
  });

  it('asks the running service, whatever this environment says, and keeps its secret between runs', async () => {
    const { WEBHOOK_LOOPBACK: _, ...guarded } = service.environment;
    const secrets: string[] = [];
    for (let round = 0; round < 2; round++) {
      const command = startCli(guarded, 'webhooks:listen', '--json');
      await until(() => Promise.resolve(command.stdout.includes('\n')));
      secrets.push((JSON.parse(command.stdout.split('\n', 1)[0]!) as { secret: string }).secret);
      await stop(command);
    }
    expect(secrets[1]).toBe(secrets[0]);
    expect(statSync(join(service.config.dataDir, 'webhooks-listen.secret')).mode & 0o777).toBe(0o600);
  });

  it('tells that the endpoint was disabled, and that another command has taken over', async () => {
    const { command } = await listen();
    const endpoints = service.app.get(Endpoints);
    const [endpoint] = await endpoints.active();
    // If the service is slow, the command has said before that nobody delivers.
    const told = () => linesOf(command).join('\n');
    const polling = { timeout: 30_000, interval: 20 };
    await endpoints.save({ ...endpoint!, status: 'disabled' });
    await expect.poll(told, polling).toContain('the endpoint is disabled');
    await endpoints.remove(endpoint!.id);
    await expect.poll(told, polling).toContain('another webhooks:listen has taken over');
    await stop(command);
  });

  it('sends what the newest record tells, in the form of real ones', async () => {
    const user = await service.register();
    received.length = 0;
    const { command } = await listen('--forward', url);
    await trigger('user.created', 'purchase.completed');
    const dataOf = (event: string) =>
      received
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, string> })
        .find(({ type }) => type === event)?.data;
    await until(() => Promise.resolve(['user.created', 'purchase.completed'].every(dataOf)));
    expect(dataOf('user.created')).toEqual({ userId: user.userid });
    const data = dataOf('purchase.completed');
    expect(data).toMatchObject({
      purchaseId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      billerId: 'mtn-airtime',
    });
    await stop(command);
    expect((await runCli(service.environment, 'webhooks:trigger', 'purchase.completed')).stdout).toBe(
      'purchase.completed (about nobody: there is no such record yet): no active endpoint wants it\n',
    );
  });

  it('are refused for unknown events, and in production', async () => {
    const { WEBHOOK_LOOPBACK: _, ...guarded } = service.environment;
    expect((await trigger('user.vanished')).exitCode).toBe(2);
    expect((await runCli(service.environment, 'webhooks:listen', '--events', 'user.vanished')).exitCode).toBe(2);
    expect((await runCli(service.environment, 'webhooks:listen', '--forward', 'nowhere')).exitCode).toBe(2);
    expect((await runCli({ ...guarded, ...PRODUCTION }, 'webhooks:trigger', 'user.created')).exitCode).toBe(2);
  });
});

describe('webhooks:listen where nothing can arrive', () => {
  it('says that the service refuses to call this machine, and how that is mended', async () => {
    const service = await startApp('sqlite');
    try {
      const refused = await runCli({ ...service.environment, WEBHOOK_LOOPBACK: 'allowed' }, 'webhooks:listen');
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('start it with WEBHOOK_LOOPBACK=allowed')]);
    } finally {
      await service.close();
    }
  });

  it('says that nobody delivers, and goes on waiting', async () => {
    const service = await startApp('sqlite');
    await service.app.close();
    const command = startCli(service.environment, 'webhooks:listen');
    await until(() => Promise.resolve(command.stdout.includes('Start the service (npm start)')));
    expect(command.stdout).toMatch(/^Listening\. The secret for verification is .*whsec_/);
    command.interrupt();
    expect(await command.ended).toMatchObject({ exitCode: 0 });
    await service.close();
  });
});
