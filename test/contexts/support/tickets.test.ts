import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { signInStaff } from '../../support/staff.js';
import { until } from '../../support/until.js';
import { auditOf, ClientAt } from './support-fixture.js';
import { ManualClock } from '../../support/clocks.js';

const TICKET = { subject: 'My transfer', message: 'It **never** arrived', category: 'payment' };
const MINUTE_MS = 60_000;

const errors = ({ status, body }: Answer) => [status, body.ERRORS.CODE, body.ERRORS.DETAILS.replace(/ \([0-9A-Z]{8}\)$/, '')];

describe.each(ONE_BACKEND)('tickets on %s', (backend) => {
  const clock = new ManualClock();
  let service: TestApp;
  let client: ClientAt;
  let staff: TestUser;
  let ada: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { SESSION_TTL_SECONDS: String(30 * 86_400) }, clock);
    client = new ClientAt(service, clock);
    await signIn();
    ada = await service.register();
  });
  afterAll(() => service.close());

  // Again after an idle half hour.
  async function signIn(): Promise<void> {
    staff = await signInStaff(service, 'helpControl.getDataList', 'helpControl.viewDetails', 'helpControl.allowModify');
  }

  const create = (as: TestUser, overrides: object = {}) =>
    client.post('support_ticket_create', { as, body: { ...TICKET, ...overrides } });
  const created = async (as: TestUser, overrides: object = {}) => {
    clock.time += 1;
    return (await create(as, overrides)).body.DATA as Record<string, string>;
  };
  const newTicket = async (as: TestUser) => (await created(as))['ticket_id']!;
  const get = async (as: TestUser, ticket_id: string) => client.get('support_ticket_get', { as, query: { ticket_id } });
  const reply = (as: TestUser, ticket_id: string, message = 'And?', attachments?: unknown) =>
    client.post('support_ticket_reply', { as, body: { ticket_id, message, attachments } });
  const close = (as: TestUser, ticket_id: string) => client.post('support_ticket_close', { as, body: { ticket_id } });
  const answer = (ticket_id: string, as = staff) =>
    client.post('control_support_ticket_reply', { as, body: { ticket_id, message: 'We are at it' } });
  const update = (ticket_id: string, change: object) =>
    client.call('control_support_ticket_update', { as: staff, method: 'PATCH', body: { ticket_id, ...change } });
  const list = (as: TestUser, query: Readonly<Record<string, string | number>> = {}) =>
    client.get('support_ticket_fetch', { as, query });

  it('get a number of the day and are shown to their user', async () => {
    const ticket = await created(ada);
    const day = lagosDate(clock.time).replaceAll('-', '');
    expect(ticket).toMatchObject({ subject: TICKET.subject, category: 'payment', status: 'open', priority: 'medium' });
    expect(ticket['reference_number']).toMatch(new RegExp(`^TCK-${day}-[0-9]{4}$`));
    const at = new Date(clock.time).toISOString();
    expect(ticket['created_at']).toBe(at);
    const { DATA } = (await get(ada, ticket['ticket_id']!)).body;
    const { message: _, ...same } = ticket;
    expect(DATA).toEqual({
      ...same,
      updated_at: at,
      responses: 0,
      messages: [{ from: 'user', message: TICKET.message, attachments: [], created_at: at }],
    });
  });

  it('refuse missing fields', async () => {
    const refused = await Promise.all([
      create(ada, { subject: '' }),
      create(ada, { message: undefined }),
      create(ada, { category: undefined }),
      create(ada, { category: 'weather' }),
      create(ada, { priority: 'urgent' }),
    ]);
    expect(refused.map(({ body }) => [body.ERRORS.CODE, body.ERRORS.ID])).toEqual([
      [400, 'subject_required'],
      [400, 'message_required'],
      [400, 'category_required'],
      [400, 'category_invalid'],
      [400, 'priority_invalid'],
    ]);
  });

  it('are numbered without gap or repetition under concurrency, and anew each day', async () => {
    clock.time += 24 * 60 * MINUTE_MS;
    await signIn();
    const users = await Promise.all(Array.from({ length: 12 }, () => service.register()));
    const answers = await Promise.all(users.flatMap((as) => [create(as), create(as)]));
    const day = lagosDate(clock.time).replaceAll('-', '');
    const numbers = answers.map(({ body }) => body.DATA.reference_number as string).toSorted();
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, place) => `TCK-${day}-${String(place + 1).padStart(4, '0')}`));
  });

  it('are limited to five within ten minutes, also concurrently', async () => {
    const as = await service.register();
    const answers = await Promise.all(Array.from({ length: 9 }, () => create(as)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(errors(refused)[1]).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    clock.time += 10 * MINUTE_MS - 1;
    expect((await create(as)).status).toBe(429);
    clock.time += 1;
    expect((await create(as)).status).toBe(200);
  });

  it('move from open to closed, and a reply reopens a resolved one', async () => {
    const id = await newTicket(ada);
    const now = async () => {
      const { status, responses } = (await get(ada, id)).body.DATA as { status: string; responses: number };
      return [status, responses];
    };
    await answer(id);
    expect(await now()).toEqual(['in_progress', 1]);
    await update(id, { status: 'resolved', priority: 'high' });
    expect(await now()).toEqual(['resolved', 1]);
    await reply(ada, id, 'Not at all');
    expect(await now()).toEqual(['open', 2]);
    await update(id, { status: 'resolved' });
    expect(errors(await update(id, { status: 'open' })).slice(0, 2)).toEqual([400, 400]);
    expect((await close(ada, id)).body.REQUEST.STATUS).toBe('OK');
    expect(await now()).toEqual(['closed', 2]);
    const closed = [400, 400, 'This ticket is closed'];
    for (const refused of [reply(ada, id), close(ada, id), answer(id), update(id, { priority: 'low' })])
      expect(errors(await refused)).toEqual(closed);
    const { messages } = (await get(ada, id)).body.DATA as { messages: { from: string; message: string }[] };
    expect(messages.map(({ from, message }) => `${from}: ${message}`)).toEqual([
      `user: ${TICKET.message}`,
      'staff: We are at it',
      'user: Not at all',
    ]);
  });

  it('keep every one of concurrent replies', async () => {
    const id = await newTicket(ada);
    const texts = Array.from({ length: 10 }, (_, place) => `Reply ${place}`);
    await Promise.all(texts.map((text, place) => (place % 2 === 0 ? reply(ada, id, text) : answer(id))));
    const { responses, messages } = (await get(ada, id)).body.DATA as { responses: number; messages: unknown[] };
    expect([responses, messages.length]).toEqual([10, 11]);
  });

  it("accept 500 messages, then refuse the user's", async () => {
    const id = await newTicket(ada);
    await service.app.get(Database, { strict: false }).manager.query('UPDATE ticket SET responses = 499 WHERE id = ?', [id]);
    const text = 'This ticket takes no more messages, please open a new ticket';
    expect(errors(await reply(ada, id))).toEqual([400, 400, text]);
    expect((await answer(id)).status).toBe(200);
  });

  it('are visible to their owner only', async () => {
    const id = await newTicket(ada);
    const eve = await service.register();
    const unknown = [404, 404, 'Ticket not found'];
    for (const ticket_id of [id, 'unknown']) {
      expect(errors(await get(eve, ticket_id))).toEqual(unknown);
      expect(errors(await reply(eve, ticket_id))).toEqual(unknown);
      expect(errors(await close(eve, ticket_id))).toEqual(unknown);
    }
    expect(errors(await list(eve))).toEqual([404, 404, 'No data matching your query was found']);
    expect((await get(ada, id)).body.DATA.status).toBe('open');
  });

  it('notify their user of a reply by notice and mail, once', async () => {
    const id = await newTicket(ada);
    const { reference_number: reference } = (await get(ada, id)).body.DATA as { reference_number: string };
    await reply(ada, id, 'Anybody there?');
    await answer(id);
    const answered = async () =>
      (await mailsTo(service.config.dataDir, ada.email)).filter(({ subject }) => subject?.includes(reference));
    await until(async () => (await answered()).length > 0);
    expect((await answered()).map(({ text }) => text)).toEqual([expect.stringContaining(`Subject: ${TICKET.subject}\n`)]);
    const { result } = (await client.get('user_notice_fetch', { as: ada })).body.DATA as {
      result: { subject: string }[];
    };
    expect(result.filter(({ subject }) => subject.includes(reference))).toHaveLength(1);
  });

  it('tell their user by notice and mail, once, that staff resolved or closed them', async () => {
    const as = await service.register();
    const [resolved, closed, ownEnd] = [await created(as), await created(as), await created(as)];
    await update(resolved['ticket_id']!, { status: 'in_progress', priority: 'high' });
    await update(resolved['ticket_id']!, { status: 'resolved' });
    await update(resolved['ticket_id']!, { status: 'resolved', priority: 'low' });
    await update(closed['ticket_id']!, { status: 'closed' });
    await close(as, ownEnd['ticket_id']!);
    const expected = [
      `Your ticket ${resolved['reference_number']} is resolved`,
      `Your ticket ${closed['reference_number']} is closed`,
    ];
    const ends = (messages: readonly { subject?: string | undefined }[]) =>
      messages.flatMap(({ subject = '' }) => (/ is (resolved|closed)$/.test(subject) ? [subject] : [])).toSorted();

    const mails = () => mailsTo(service.config.dataDir, as.email);
    await until(async () => ends(await mails()).length >= 2);
    expect(ends(await mails())).toEqual(expected);
    const texts = (await mails()).map(({ text }) => text).filter((text) => text?.includes(`Subject: ${TICKET.subject}\n`));
    expect(texts).toHaveLength(2);
    expect(ends((await client.get('user_notice_fetch', { as })).body.DATA.result)).toEqual(expected);
  });

  it('are listed by page, status, category and dates', async () => {
    const as = await service.register();
    const first = await created(as, { category: 'account' });
    const dayOfFirst = lagosDate(clock.time);
    clock.time += 48 * 60 * MINUTE_MS;
    await signIn();
    const rest: string[] = [];
    for (let number = 0; number < 4; number++) rest.unshift((await created(as))['ticket_id']!);
    await close(as, rest[0]!);
    const ids = async (query: Readonly<Record<string, string | number>>) => {
      const { DATA } = (await list(as, query)).body;
      return (DATA.result as { ticket_id: string }[]).map(({ ticket_id }) => ticket_id);
    };
    const { DATA } = (await list(as, { page: 2, limit: 2 })).body;
    expect(DATA.pagination).toEqual({ page: 2, limit: 2, total: 5, pages: 3 });
    expect(DATA.result[0]).toMatchObject({ ticket_id: rest[2], responses: 0, updated_at: expect.any(String) });
    expect(await ids({})).toEqual([...rest, first['ticket_id']]);
    expect(await ids({ limit: 3, page: 2 })).toEqual([rest[3], first['ticket_id']]);
    expect(await ids({ status: 'closed' })).toEqual([rest[0]]);
    expect(await ids({ category: 'account' })).toEqual([first['ticket_id']]);
    expect(await ids({ to: dayOfFirst })).toEqual([first['ticket_id']]);
    expect(await ids({ from: dayOfFirst, to: dayOfFirst })).toEqual([first['ticket_id']]);
    expect(await ids({ from: new Date(Date.parse(first['created_at']!) + 1).toISOString() })).toEqual(rest);
    expect(errors(await list(as, { page: 9 }))[1]).toBe(404);
    for (const [name, value] of [
      ['from', '2026-02-30'],
      ['to', 'now'],
      ['page', '0'],
      ['limit', '101'],
      ['status', 'lost'],
    ] as const)
      expect((await list(as, { [name]: value })).body.ERRORS).toMatchObject({ CODE: 400, ID: `${name}_invalid` });
  });

  it('are changed by staff with the permission, with audit records', async () => {
    const id = await newTicket(ada);
    const fetch = (as: TestUser, query: Readonly<Record<string, string>>) =>
      client.get('control_support_ticket_fetch', { as, query });
    const all = (await fetch(staff, { uxid: ada.userid, status: 'open' })).body.DATA;
    expect(all.result[0]).toMatchObject({ ticket_id: id, userid: ada.userid });
    expect(all.result.every(({ userid }: { userid: string }) => userid === ada.userid)).toBe(true);
    expect((await fetch(staff, { ticket_id: id })).body.DATA).toMatchObject({ userid: ada.userid, messages: [{ from: 'user' }] });
    expect(errors(await fetch(staff, { ticket_id: 'unknown' }))[1]).toBe(404);
    expect(errors(await update(id, {}))).toEqual([400, 400, 'No data to update']);

    const lister = await signInStaff(service, 'helpControl.getDataList');
    expect((await fetch(lister, {})).status).toBe(200);
    for (const refused of [fetch(lister, { ticket_id: id }), answer(id, lister), fetch(ada, {})])
      expect(errors(await refused).slice(0, 2)).toEqual([403, 403]);

    await answer(id);
    await update(id, { priority: 'low' });
    const trail = await auditOf(service, `ticket:${id}`);
    expect(trail.map(({ action, staffId }) => [action, staffId])).toEqual([
      ['control_support_ticket_reply', staff.userid],
      ['control_support_ticket_update', staff.userid],
    ]);
  });
});
