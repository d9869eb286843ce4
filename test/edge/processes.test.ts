import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackend, type TestBackend } from '../support/backend.js';
import { type Credentials, signedHeaders, TestClient } from '../support/client.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';

/** Two processes of the built service, started at once on an empty database. */
describe('two processes on MySQL and Redis', () => {
  let place: TestBackend;
  let processes: ServiceProcess[] = [];
  let one: TestClient;
  let two: TestClient;
  beforeAll(async () => {
    await buildService();
    place = makeBackend('mysql');
    processes = await Promise.all([startProcess(place.environment), startProcess(place.environment)]);
    [one, two] = processes.map(({ url }) => new TestClient(url)) as [TestClient, TestClient];
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGTERM')));
    await place.remove();
  });

  async function register(name: string): Promise<Credentials> {
    const device = { devt: 'Web', devs: name, devn: 'x' };
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal: `${name}@example.com`, pswd: 'Correct-horse-7', ...device };
    return (await one.post('user_profile_create', { body })).body.DATA as Credentials;
  }

  it('share sessions, and end them at once', async () => {
    const as = await register('sessions');
    for (const client of [one, two, one]) expect((await client.get('authentication_verify', { as })).status).toBe(200);
    expect((await two.get('user_profile_logout', { as })).status).toBe(200);
    for (const client of [two, one]) expect((await client.get('authentication_verify', { as })).status).toBe(401);
  });

  it('accept a writing request once', async () => {
    const as = await register('replays');
    const [target, body] = ['/?req=user_profile_update', '{"fNme":"Adaeze"}'];
    const headers = signedHeaders(as, { method: 'POST', target, body });
    const send = (client: TestClient) => client.send('POST', target, body, { headers });
    const statuses = (await Promise.all([one, two, one, two].map(send))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await send(two)).body.ERRORS.ID).toBe('request_replayed');
  });

  it('execute a money request once', async () => {
    const as = await register('money');
    const call = { as, body: { amount: 100 }, idempotencyKey: 'between-processes' };
    const answers = await Promise.all([one, two, one, two].map((client) => client.post('user_deposit_order_create', call)));
    for (const { status, body } of answers) expect(status === 200 || body.ERRORS.ID === 'idempotency_in_progress').toBe(true);
    const orders = (await two.get('user_deposit_order_fetch', { as, query: { rqtp: 'all' } })).body.DATA as unknown[];
    expect(orders).toHaveLength(1);
  });
});
