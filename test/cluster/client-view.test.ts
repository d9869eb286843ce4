import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientView } from '../../packages/harness/faults/client-view.js';

describe('ClientView', () => {
  let view: ClientView;
  let server: Server;
  let answer: { status: number; id: string };

  beforeEach(async () => {
    server = createServer((_, response) => {
      response.writeHead(answer.status).end(JSON.stringify({ ERRORS: { ID: answer.id } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    view = new ClientView();
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function send(action: string, status: number, id = '', key = 'key-1'): Promise<void> {
    answer = { status, id };
    const { port } = server.address() as AddressInfo;
    await view.watch(`http://127.0.0.1:${port}/?req=${action}`, { headers: { 'Idempotency-Key': key } });
  }

  it('counts 5xx and lost connections as failed, by what was seen', async () => {
    await send('user_transfer_create', 503, 'unavailable');
    await expect(view.watch('http://127.0.0.1:1/', {})).rejects.toThrow();
    const { attempts, failed, errors } = view.summary();
    expect({ attempts, failed }).toEqual({ attempts: 2, failed: 2 });
    expect(Object.keys(errors)).toEqual(['HTTP 503 unavailable', expect.stringContaining('connection')]);
  });

  it('counts 4xx beside them, but not what decides a call', async () => {
    await send('user_transfer_create', 409, 'idempotency_in_progress');
    await send('user_transfer_create', 400, 'insufficient_funds');
    const { failed, clientErrors } = view.summary();
    expect(failed).toBe(0);
    expect(clientErrors).toEqual({ 'HTTP 409 idempotency_in_progress': 1 });
  });

  it('measures for how long one call is answered with 4xx', async () => {
    await send('service_airtime_purchase', 409, 'idempotency_in_progress', 'one');
    await sleep(60);
    await send('service_airtime_purchase', 409, 'idempotency_in_progress', 'another');
    expect(view.summary().clientErrorsS).toBe(0);
    await send('service_airtime_purchase', 409, 'idempotency_in_progress', 'one');
    expect(view.summary().clientErrorsS).toBeGreaterThanOrEqual(0.05);
  });

  it('measures the longest time in which no transfer was acknowledged, also at the end', async () => {
    view.begin();
    await send('user_transfer_create', 200);
    await sleep(80);
    await send('user_wallet_get_info', 200);
    const atTheEnd = view.summary().withoutMoneyS;
    expect(atTheEnd).toBeGreaterThanOrEqual(0.075);
    await send('user_transfer_create', 200);
    expect(view.summary().withoutMoneyS).toBeGreaterThanOrEqual(atTheEnd);
    view.begin();
    expect(view.summary().withoutMoneyS).toBeLessThan(0.075);
  });
});
