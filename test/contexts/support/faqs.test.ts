import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';
import { auditOf, ClientAt } from './support-fixture.js';
import { ManualClock } from '../../support/clocks.js';

describe.each(ONE_BACKEND)('FAQs on %s', (backend) => {
  const clock = new ManualClock();
  let service: TestApp;
  let client: ClientAt;
  let staff: TestUser;
  let ada: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { SESSION_TTL_SECONDS: String(30 * 86_400) }, clock);
    client = new ClientAt(service, clock);
    staff = await signInStaff(service, 'helpControl.allowCreate', 'helpControl.allowModify');
    ada = await service.register();
  });
  afterAll(() => service.close());

  const create = (qstn: string, answ = 'So.', category?: string) => {
    clock.time += 1;
    return client.post('control_support_faq_create', {
      as: staff,
      body: { qstn, answ, ...(category === undefined ? {} : { category }) },
    });
  };
  const created = async (...faq: Parameters<typeof create>) => (await create(...faq)).body.DATA.MKID as string;
  const update = (body: unknown) => client.call('control_support_faq_update', { as: staff, method: 'PATCH', body });
  const remove = (reqv: string) => client.call('control_support_faq_remove', { as: staff, method: 'DELETE', query: { reqv } });
  const fetchOne = async (reqv: string) => (await client.get('control_support_faq_fetch', { query: { reqv } })).body;
  const categories = async () => {
    const { DATA } = (await client.get('support_faq_categories', { as: ada })).body;
    return DATA.categories as { id: string; name: string; icon: string; description: string; faq_count: number }[];
  };
  const rate = (as: TestUser, faq_id: string, helpful: boolean, feedback?: string) =>
    client.post('support_faq_rating', { as, body: { faq_id, helpful, ...(feedback === undefined ? {} : { feedback }) } });
  const toggle = (as: TestUser, faq_id: string, helpful: boolean) =>
    client.post('support_faq_toggle_helpful', { as, body: { faq_id, helpful } });

  it('store markup encoded and return it as written', async () => {
    const [qstn, answ] = [`Is 1 < 2 & "so" on?`, `<p onclick='x()'>Yes &amp; always</p>`];
    const id = await created(qstn, answ);
    expect((await fetchOne(id)).DATA).toMatchObject({ marker: id, question: qstn, answer: answ, status: 'active' });
    const sql = 'SELECT question, answer FROM faq WHERE id = ?';
    const [row] = await service.app.get(Database, { strict: false }).rows<{ question: string; answer: string }>(sql, [id]);
    expect(`${row!.question}${row!.answer}`).not.toMatch(/[<>"']/);
    expect(row!.answer).toContain('Yes &amp;amp; always');
  });

  it('refuse a duplicate question in any spelling, also concurrently', async () => {
    const answers = await Promise.all(['How do I pay?', 'how do  I PAY', 'How do I pay ?'].map((qstn) => create(qstn)));
    expect(answers.filter(({ body }) => body.REQUEST.STATUS === 'OK')).toHaveLength(1);
    const { status, body } = await create('HOW do i pay?!');
    expect(status).toBe(409);
    expect(body.ERRORS.DETAILS).toMatch(/^Duplicate content detected \(/);
    expect(body.ERRORS).not.toHaveProperty('CODE');

    const other = await created('How do I get paid?');
    expect((await update({ qxid: other, qstn: 'how do i pay' })).body.ERRORS.DETAILS).toContain('Duplicate content detected');
    const [taken] = answers.filter(({ body }) => body.REQUEST.STATUS === 'OK');
    await remove(taken!.body.DATA.MKID as string);
    expect((await update({ qxid: other, qstn: 'how do i pay' })).body.REQUEST.STATUS).toBe('OK');
  });

  it('are changed in part, removed softly, and audited', async () => {
    const id = await created('What is a wallet?', 'A purse.', 'account');
    expect((await update({ qxid: id, answ: 'Your money here.' })).body.DATA.COMMENT).toBeTypeOf('string');
    expect((await fetchOne(id)).DATA).toMatchObject({ question: 'What is a wallet?', answer: 'Your money here.' });
    expect((await update({ qxid: id })).body.ERRORS.DETAILS).toMatch(/^No data to update \(/);
    expect((await update({ qxid: 'unknown', answ: 'x' })).body.ERRORS.DETAILS).toMatch(/^Could not process your request \(/);

    expect((await remove(id)).body.REQUEST.STATUS).toBe('OK');
    expect((await fetchOne(id)).ERRORS.DETAILS).toContain("We couldn't find any record");
    expect((await remove(id)).body.ERRORS.DETAILS).toMatch(/^Could not process your request \(/);
    expect((await rate(ada, id, true)).body.ERRORS).toMatchObject({ CODE: 404 });
    const trail = await auditOf(service, `faq:${id}`);
    expect(trail.map(({ action }) => action)).toEqual([
      'control_support_faq_create',
      'control_support_faq_update',
      'control_support_faq_remove',
    ]);
  });

  it('are listed newest first, by category, and counted by category', async () => {
    const before = new Map((await categories()).map(({ id, faq_count }) => [id, faq_count]));
    const made: string[] = [];
    for (let number = 0; number < 20; number++) made.push(await created(`Question number ${number}`, 'So.', 'Cards & limits'));
    const seen: string[] = [];
    let page: string | undefined;
    while (seen.length < 20) {
      const query = { category: 'cards-limits', ...(page === undefined ? {} : { page }) };
      const { DATA } = (await client.get('control_support_faq_fetch', { query })).body;
      seen.push(...(DATA as { marker: string }[]).map(({ marker }) => marker));
      page = DATA.at(-1).recorded as string;
    }
    expect(seen).toEqual(made.toReversed());
    const after = await categories();
    expect(after.find(({ id }) => id === 'cards-limits')).toMatchObject({ name: 'Cards & limits', faq_count: 20 });
    for (const { id, faq_count } of after.filter((each) => each.id !== 'cards-limits')) expect(faq_count).toBe(before.get(id));
    const nothing = await client.get('control_support_faq_fetch', { query: { category: 'no such' } });
    expect(nothing.body.ERRORS.DETAILS).toContain("We couldn't find any record");
  });

  it('are rated once by each user, who may change the rating', async () => {
    const id = await created('Is this helpful?');
    const users = await Promise.all(Array.from({ length: 5 }, () => service.register()));
    const answers = await Promise.all(users.map((as) => rate(as, id, true)));
    const counts = answers.map(({ body }) => body.DATA.current_helpful_count as number);
    expect(counts.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
    const first = answers[0]!.body.DATA as { rating_id: string; submitted_at: string };
    expect(first.submitted_at).toBe(new Date(clock.time).toISOString());

    const again = await rate(users[0]!, id, true);
    expect([again.status, again.body.ERRORS.CODE]).toEqual([429, 429]);
    expect(again.body.ERRORS.DETAILS).toContain('already rated this FAQ');
    const changed = await rate(users[0]!, id, false, 'It was not, after all');
    expect(changed.body.DATA).toMatchObject({ rating_id: first.rating_id, faq_id: id, current_helpful_count: 4 });
    expect((await rate(ada, 'unknown', true)).body.ERRORS).toMatchObject({ CODE: 404 });
    expect((await rate(ada, id, 'maybe' as never)).body.ERRORS).toMatchObject({ CODE: 400, ID: 'helpful_invalid' });
  });

  it('show staff who rated them and what was written, newest first', async () => {
    const [id, obi, reader] = [
      await created('Is it clear?'),
      await service.register(),
      await signInStaff(service, 'helpControl.viewDetails'),
    ];
    const list = () => client.get('control_support_faq_ratings', { as: reader, query: { reqv: id } });
    expect((await list()).status).toBe(404);
    await rate(ada, id, true, 'Very clear');
    clock.time += 1;
    await rate(obi, id, false, 'Where is the button?');
    const { DATA } = (await list()).body;
    expect(DATA).toMatchObject({
      result: [
        { faq_id: id, userid: obi.userid, helpful: false, feedback: 'Where is the button?' },
        { faq_id: id, userid: ada.userid, helpful: true, feedback: 'Very clear' },
      ],
      pagination: '',
    });
  });

  it('count concurrent ratings of a user once', async () => {
    const id = await created('Can I click twice?');
    const answers = await Promise.all(Array.from({ length: 6 }, () => rate(ada, id, true)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await rate(ada, id, false)).body.DATA.current_helpful_count).toBe(0);
  });

  it("toggle a user's flag at most ten times a minute", async () => {
    const id = await created('Can I change my mind?');
    const as = await service.register();
    const flags = [true, true, false, true, false, false, true];
    const counts: number[] = [];
    for (const helpful of flags) {
      const { DATA } = (await toggle(as, id, helpful)).body;
      expect(DATA).toMatchObject({ success: true, faq_id: id, helpful });
      counts.push(DATA.helpful_count as number);
    }
    expect(counts).toEqual(flags.map(Number));
    const more = await Promise.all(Array.from({ length: 8 }, (_, place) => toggle(as, id, place % 2 === 0)));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = more.find(({ status }) => status === 429)!;
    expect(refused.body.ERRORS.CODE).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    // The limit is per user and minute.
    expect((await toggle(ada, id, true)).status).toBe(200);
    clock.time += 60_000;
    expect((await toggle(as, id, true)).body.DATA.helpful_count).toBe(2);
    expect((await toggle(as, 'unknown', true)).body.ERRORS).toMatchObject({ CODE: 404 });
  });
});
