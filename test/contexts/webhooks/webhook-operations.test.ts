import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { WebhookEndpointRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { Ledger } from '../../../src/ledger/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { HostAddresses } from '../../../src/platform/http-client/host-addresses.js';
import { RowSeals } from '../../../src/platform/crypto/row-seals.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import type { Answer } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { until } from '../../support/until.js';
import { Receiver } from './support/receiver.js';

type Entry = Readonly<Record<string, unknown>>;

interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Entry;
}

describe.each(ONE_BACKEND)('webhook administration on %s', (backend) => {
  let service: TestApp;
  let staff: TestUser;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startApp(backend, { WEBHOOK_LOOPBACK: 'allowed' });
    staff = await signInStaff(service, 'otherControl.paymentHook');
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    receiver = await Receiver.open();
  });
  afterEach(async () => {
    await sql('DELETE FROM webhook_endpoint');
    await receiver.close();
  });

  const sql = (text: string, ...values: (string | number)[]) => service.app.get(Database).manager.query(text, values);
  const ok = (answer: Answer) => {
    expect(answer.body.REQUEST.STATUS, JSON.stringify(answer.body)).toBe('OK');
    return answer.body.DATA;
  };
  const create = async (body: Entry) => ok(await service.client.post('control_webhook_endpoint_create', { as: staff, body }));
  const change = (body: Entry) => service.client.call('control_webhook_endpoint_update', { method: 'PATCH', as: staff, body });
  const remove = (endpointId: string) =>
    service.client.call('control_webhook_endpoint_remove', { method: 'DELETE', as: staff, query: { endpointId } });
  const endpointOf = async (endpointId: string) =>
    ok(await service.client.get('control_webhook_endpoint_fetch', { as: staff, query: { endpointId } }));
  const fetch = (query: Record<string, string | number>) => service.client.get('control_webhook_fetch', { as: staff, query });
  const details = async (id: string) => ok(await fetch({ rqtp: 'mk', rqvl: id }));
  const reprocess = (webhookId: string) => service.client.post('webhook_reprocess', { as: staff, body: { webhookId } });
  const hasEnded = (id: string, status: string, attempts: number) =>
    until(async () => {
      const found = await details(id);
      return found.status === status && found.attempts === attempts;
    });
  const auditOf = (subject: string): Promise<{ action: string; before_change: string; after_change: string }[]> =>
    sql('SELECT action, before_change, after_change FROM staff_audit WHERE subject = ? ORDER BY recorded, id', subject);

  /** A webhook to an endpoint that was given up. */
  async function failedWebhook(endpointId: string): Promise<string> {
    const id = newId();
    await sql(
      `INSERT INTO webhook (id, direction, partner, event_id, event, payload, status, last_error, recorded)
       VALUES (?, 'outbound', ?, ?, 'user.created', '{"type":"user.created"}', 'failed', 'the endpoint answered 500', ?)`,
      id,
      endpointId,
      id,
      Date.now(),
    );
    return id;
  }

  it('creates an endpoint and shows its secret once', async () => {
    const made = await create({ url: receiver.url(), events: ['user.created', 'user.created'], description: 'Our books' });
    expect(made).toEqual({
      marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
      url: receiver.url(),
      events: ['user.created'],
      description: 'Our books',
      status: 'active',
      batch: 1,
      recorded: expect.stringMatching(/^[0-9]{13}$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = made;
    expect(await endpointOf(made.marker)).toEqual(shown);
    const list = ok(await service.client.get('control_webhook_endpoint_fetch', { as: staff }));
    expect(list).toEqual({ result: [shown], pagination: '' });
    const trail = await auditOf(`webhook_endpoint:${made.marker}`);
    expect(trail.map(({ action }) => action)).toEqual(['control_webhook_endpoint_create']);
    expect(JSON.stringify([trail, await sql('SELECT * FROM webhook_endpoint')])).not.toContain((secret as string).slice(6));
  });

  it('takes how many events share a request, from 1 to 100', async () => {
    const { marker: endpointId } = await create({ url: receiver.url(), batch: 20 });
    expect(await endpointOf(endpointId)).toMatchObject({ batch: 20 });
    expect(ok(await change({ endpointId, batch: 100 }))).toMatchObject({ batch: 100 });
    for (const batch of [0, 101])
      expect((await change({ endpointId, batch })).body.ERRORS).toMatchObject({ ID: 'batch_invalid' });
    expect(await endpointOf(endpointId)).toMatchObject({ batch: 100 });
    ok(await remove(endpointId));
  });

  it.each([
    'ftp://subscriber.example/',
    'subscriber.example',
    'https://',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pass@subscriber.example/',
    'https://user@subscriber.example/',
    'https://subscriber.example/#part',
    `https://subscriber.example/${'é'.repeat(300)}`,
  ])('refuses an endpoint at %s', async (url) => {
    const answer = await service.client.post('control_webhook_endpoint_create', { as: staff, body: { url } });
    expect([answer.status, answer.body.ERRORS]).toMatchObject([400, { CODE: 400, ID: 'url_invalid' }]);
    const { marker } = await create({ url: 'https://subscriber.example/' });
    expect((await change({ endpointId: marker, url })).body.ERRORS).toMatchObject({ CODE: 400, ID: 'url_invalid' });
  });

  it.each([
    ['http://10.1.2.3/hook', '10.1.2.3'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['https://[fd00::7]/', 'fd00::7'],
    ['https://0x0a.1/', '10.0.0.1'],
    ['https://books.private.example/', '172.16.3.4'],
  ])('refuses an endpoint at %s, which leads to a private address', async (url, address) => {
    const names = service.app.get(HostAddresses, { strict: false });
    const lookUp = names.of.bind(names);
    names.of = (host) =>
      host === 'books.private.example' ? Promise.resolve([{ address: '172.16.3.4', family: 4 }]) : lookUp(host);
    const answer = await service.client.post('control_webhook_endpoint_create', { as: staff, body: { url } });
    const refused = {
      CODE: 400,
      ID: 'url_invalid',
      DETAILS: expect.stringContaining(`must lead to a public address: the address ${address} is not public`) as string,
    };
    expect([answer.status, answer.body.ERRORS]).toMatchObject([400, refused]);
    const { marker } = await create({ url: 'https://subscriber.example/' });
    expect((await change({ endpointId: marker, url })).body.ERRORS).toMatchObject(refused);
    expect(await endpointOf(marker)).toMatchObject({ url: 'https://subscriber.example/' });
    names.of = lookUp;
  });

  it.each([{ events: ['user.created', 'everything'] }, { events: 'user.created' }, { events: [1] }])(
    'refuses the events %j',
    async (given) => {
      const body = { url: 'https://subscriber.example/', ...given };
      const answer = await service.client.post('control_webhook_endpoint_create', { as: staff, body });
      expect(answer.body.ERRORS).toMatchObject({ CODE: 400, ID: 'events_invalid' });
    },
  );

  it('changes the given fields only', async () => {
    const { marker, secret } = await create({ url: receiver.url(), events: ['user.created'], description: 'Our books' });
    const changed = ok(await change({ endpointId: marker, events: [], status: 'disabled' }));
    expect(changed).toMatchObject({ marker, url: receiver.url(), events: [], description: 'Our books', status: 'disabled' });
    expect(changed).not.toHaveProperty('secret');
    const rotated = ok(await change({ endpointId: marker, rotate: true }));
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect((await change({ endpointId: marker })).body.ERRORS).toMatchObject({ CODE: 400 });
    expect((await change({ endpointId: newId(), status: 'active' })).body.ERRORS).toMatchObject({ CODE: 404 });
    const trail = await auditOf(`webhook_endpoint:${marker}`);
    expect(trail).toHaveLength(3);
    expect(JSON.parse(trail[1]!.before_change)).toMatchObject({ status: 'active', events: ['user.created'] });
    expect(JSON.parse(trail[1]!.after_change)).toMatchObject({ status: 'disabled', events: [] });
    expect(JSON.parse(trail[2]!.after_change)).toMatchObject({ secret: 'rotated' });
    expect(JSON.stringify(trail)).not.toContain('whsec_');
  });

  it('deletes an endpoint', async () => {
    const { marker } = await create({ url: receiver.url() });
    ok(await remove(marker));
    expect((await remove(marker)).body.ERRORS).toMatchObject({ CODE: 404 });
    expect((await auditOf(`webhook_endpoint:${marker}`)).map(({ action }) => action)).toEqual([
      'control_webhook_endpoint_create',
      'control_webhook_endpoint_remove',
    ]);
    const none = await service.client.get('control_webhook_endpoint_fetch', { as: staff });
    expect(none.body.ERRORS).toMatchObject({ CODE: 404 });
  });

  it('sends events to subscribers, signed, once, with amounts in Naira', async () => {
    // What happened before there was an endpoint is none of its business, and must have been told by then.
    const database = service.app.get(Database, { strict: false });
    await service.settled();
    expect(await database.rows('SELECT id FROM outbox')).toHaveLength(0);
    const { marker, secret } = await create({ url: receiver.url(), events: ['user.created', 'transfer.completed'] });
    const [ada, obi] = [await service.register(), await service.register()];
    await service.app.get(Ledger, { strict: false }).commit(movement('system:suspense', ada.userid, 100_000));
    ok(await service.client.post('user_transfer_create', { as: ada, body: { email: obi.email, amount: 250.5 } }));
    await service.settled();
    expect(receiver.received).toHaveLength(3);
    const messages = receiver.received.map(
      ({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Message,
    );
    const ofUsers = messages.filter(({ type }) => type === 'user.created').map(({ data }) => data);
    expect(ofUsers).toEqual(expect.arrayContaining([{ userId: ada.userid }, { userId: obi.userid }]));
    const transfer = messages.find(({ type }) => type === 'transfer.completed')!;
    expect(transfer).toEqual({
      type: 'transfer.completed',
      timestamp: expect.stringMatching(/^2[0-9]{3}-.+Z$/),
      data: {
        transferId: expect.any(String),
        senderId: ada.userid,
        receiverId: obi.userid,
        amount: 250.5,
        charges: [],
        fee: 0,
        duty: 0,
        vat: 0,
        surcharge: 0,
        total: 250.5,
      },
    });
    expect(Math.abs(Date.parse(transfer.timestamp) - Date.now())).toBeLessThan(60_000);
    await until(async () =>
      (ok(await fetch({ rqtp: 'provider', rqvl: marker })).result as Entry[]).every(({ status }) => status === 'succeeded'),
    );
    const { result } = ok(await fetch({ rqtp: 'provider', rqvl: marker }));
    expect(result).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set((result as Entry[]).map((each) => each['marker'])),
    );
  });

  it('tells of tickets, contact forms, and system logs of kind error, each once', async () => {
    const database = service.app.get(Database, { strict: false });
    await service.settled();
    expect(await database.rows('SELECT id FROM outbox')).toHaveLength(0);
    const ada = await service.register();
    const { secret } = await create({ url: receiver.url(), events: ['ticket.created', 'contact.created', 'system_log.created'] });
    const ticket = { subject: 'My transfer', message: 'Never came', category: 'payment' };
    const { ticket_id: ticketId } = ok(await service.client.post('support_ticket_create', { as: ada, body: ticket }));
    const form = { flnm: 'Ngozi Eze', emad: 'ngozi@example.com', msge: 'A secret', dvty: 'Web', dsnm: 'x' };
    const { MKID: contactId } = ok(await service.client.post('core_contact_create', { body: form }));
    const logs = service.app.get(SystemLogs, { strict: false });
    await logs.record({ kind: 'warning', description: 'Nothing much' });
    await logs.record({ kind: 'error', description: 'It broke', key: 'broken:1' });
    await logs.record({ kind: 'error', description: 'It broke again', key: 'broken:1' });
    await service.settled();
    expect(await database.rows('SELECT id FROM outbox')).toHaveLength(0);
    await until(async () => receiver.received.length >= 3);

    const [log] = (await sql("SELECT id FROM system_log WHERE log_key = 'broken:1'")) as { id: string }[];
    const messages = receiver.received.map(
      ({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Message,
    );
    const told = messages.map(({ type, data }) => ({ type, data })).toSorted((a, b) => a.type.localeCompare(b.type));
    expect(told).toEqual([
      { type: 'contact.created', data: { contactId } },
      { type: 'system_log.created', data: { systemLogId: log!.id, kind: 'error' } },
      { type: 'ticket.created', data: expect.objectContaining({ ticketId, userId: ada.userid }) },
    ]);
  });

  it('fails at once for an address that is not public', async () => {
    const { marker } = await create({ url: 'https://moved.example/hook', events: ['user.created'] });
    // The name leads elsewhere since then.
    await service.app.get(RowSeals).update(WebhookEndpointRow, { id: marker }, { url: 'http://192.168.7.7/hook' });
    await service.register();
    await until(async () => (await fetch({ rqtp: 'provider', rqvl: marker })).body.DATA?.result[0].status === 'failed');
    const [webhook] = ok(await fetch({ rqtp: 'provider', rqvl: marker })).result as Record<string, string>[];
    expect(webhook).toMatchObject({ attempts: 1, lastError: 'the address 192.168.7.7 is not public', nextRetryAt: '' });
  });

  it('lists both directions by status, provider and marker, page by page', async () => {
    const { marker } = await create({ url: receiver.url(), events: ['file.processed'] });
    const ids = [await failedWebhook(marker), await failedWebhook(marker), await failedWebhook(marker)];
    const marks = async (query: Record<string, string | number>) => {
      const { body } = await fetch(query);
      return body.DATA ? (body.DATA.result as Entry[]).map((each) => each['marker']) : body.ERRORS.CODE;
    };
    expect(await marks({ rqtp: 'provider', rqvl: marker })).toEqual(ids.toReversed());
    const wide: Record<string, string>[] = [{ rqtp: 'status', rqvl: 'failed' }, { rqtp: 'all' }];
    for (const query of wide) expect(await marks({ ...query, pnum: 100 })).toEqual(expect.arrayContaining(ids));
    const found = new Set<unknown>();
    for (let page: string | undefined; page !== '';) {
      const DATA = ok(await fetch({ rqtp: 'provider', rqvl: marker, pnum: 1, ...(page === undefined ? {} : { page }) }));
      for (const each of DATA.result as Entry[]) found.add(each['marker']);
      page = DATA.pagination as string;
    }
    expect(found).toEqual(new Set(ids));
    const empty: Record<string, string>[] = [
      { rqtp: 'status', rqvl: 'lost' },
      { rqtp: 'status' },
      { rqtp: 'provider' },
      { rqtp: 'mk' },
    ];
    for (const query of empty) expect(await marks(query)).toBe(404);
    expect(await marks({ rqtp: 'mk', rqvl: newId() })).toBe(404);
    expect((await fetch({ rqtp: 'everything' })).body.ERRORS.DETAILS).toMatch(/^Unsupported request type/);
    expect(await details(ids[0]!)).toEqual({
      marker: ids[0],
      direction: 'outbound',
      provider: marker,
      event: 'user.created',
      payload: '{"type":"user.created"}',
      status: 'failed',
      attempts: 0,
      retryCount: 0,
      nextRetryAt: '',
      lastError: 'the endpoint answered 500',
      recorded: expect.stringMatching(/^[0-9]{13}$/),
      history: [],
    });
  });

  it('accepts one of 20 concurrent retries, and makes one attempt', async () => {
    const { marker } = await create({ url: receiver.url(), events: ['file.processed'] });
    const id = await failedWebhook(marker);
    // Held back, so that the webhook is not failed again before all have asked.
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    receiver.answer = (_, response) => void released.then(() => response.writeHead(500).end());
    const answers = await Promise.all(Array.from({ length: 20 }, () => reprocess(id)));
    release();
    const accepted = answers.filter(({ body }) => body.REQUEST.STATUS === 'OK');
    expect(accepted.map(({ body }) => body.DATA)).toEqual([
      {
        message: 'The webhook will be processed again',
        data: { webhookId: id, status: 'pending', retryCount: 1, nextRetryAt: expect.stringMatching(/^2[0-9T:.-]+Z$/) },
      },
    ]);
    for (const { status, body } of answers.filter((answer) => !accepted.includes(answer)))
      expect([status, body.ERRORS]).toMatchObject([
        400,
        { CODE: 400, DETAILS: expect.stringMatching(/^Only failed webhooks can be reprocessed/) },
      ]);
    await hasEnded(id, 'failed', 1);
    expect(receiver.received).toHaveLength(1);
    expect((await auditOf(`webhook:${id}`)).map(({ action }) => action)).toEqual(['webhook_reprocess']);
  });

  it('allows five retries, and records every attempt', async () => {
    const { marker } = await create({ url: receiver.url(), events: ['file.processed'] });
    const id = await failedWebhook(marker);
    receiver.status = 500;
    for (let retry = 1; retry <= 4; retry++) {
      expect(ok(await reprocess(id)).data.retryCount).toBe(retry);
      await hasEnded(id, 'failed', retry);
    }
    receiver.status = 200;
    ok(await reprocess(id));
    await hasEnded(id, 'succeeded', 5);
    const { history } = await details(id);
    expect(history).toHaveLength(5);
    expect(history[4]).toEqual({
      attempt: 5,
      kind: 'manual',
      outcome: 'succeeded',
      error: '',
      httpStatus: 200,
      durationMs: expect.any(Number),
      recorded: expect.stringMatching(/^[0-9]{13}$/),
    });
    expect((await reprocess(id)).body.ERRORS.DETAILS).toMatch(/^Only failed webhooks/);
    await sql("UPDATE webhook SET status = 'failed' WHERE id = ?", id);
    expect((await reprocess(id)).body.ERRORS).toMatchObject({ CODE: 400, DETAILS: expect.stringMatching(/^Maximum retry/) });
    expect((await reprocess(newId())).body.ERRORS).toMatchObject({
      CODE: 404,
      DETAILS: expect.stringMatching(/^Webhook not found/),
    });
  });

  it('processes an inbound webhook again without crediting twice', async () => {
    const user = await service.register();
    const order = ok(await service.client.post('user_deposit_order_create', { as: user, body: { amount: 5_000 } }));
    const [id, eventId] = [newId(), `event-${newId()}`];
    const data = { accountNumber: order.accountNumber, amount: 5_000, transactionId: eventId, payerName: 'Chinua Obi' };
    await sql(
      `INSERT INTO webhook (id, direction, partner, event_id, event, payload, status, last_error, recorded)
       VALUES (?, 'inbound', 'sandbox', ?, 'deposit.received', ?, 'failed', 'the database was away', ?)`,
      id,
      eventId,
      JSON.stringify({ type: 'deposit.received', data }),
      Date.now(),
    );
    const balance = async () => ok(await service.client.get('user_wallet_get_info', { as: user })).balance as number;
    expect(await balance()).toBe(0);
    ok(await reprocess(id));
    await hasEnded(id, 'succeeded', 1);
    expect(await balance()).toBe(5_000);
    await sql("UPDATE webhook SET status = 'failed' WHERE id = ?", id);
    ok(await reprocess(id));
    await hasEnded(id, 'succeeded', 2);
    expect(await balance()).toBe(5_000);
  });

  it.each([
    ['control_webhook_fetch', 'GET'],
    ['control_webhook_endpoint_create', 'POST'],
    ['control_webhook_endpoint_fetch', 'GET'],
    ['control_webhook_endpoint_update', 'PATCH'],
    ['control_webhook_endpoint_remove', 'DELETE'],
    ['webhook_reprocess', 'POST'],
  ])('restricts %s to staff with the permission', async (action, method) => {
    const clerk = await signInStaff(service, 'otherControl.getDetails');
    const user = await service.register();
    const statuses = [];
    for (const as of [undefined, user, clerk])
      statuses.push((await service.client.call(action, { method, ...(as && { as }) })).status);
    expect(statuses).toEqual([401, 403, 403]);
  });
});
