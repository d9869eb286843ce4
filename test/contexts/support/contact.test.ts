import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { codesTo } from '../../support/mailbox.js';
import { signInStaff } from '../../support/staff.js';
import { auditOf } from './support-fixture.js';

const FORM = {
  flnm: 'Ngozi Eze',
  emad: 'Ngozi.Eze@Example.com',
  sbjt: 'Refund',
  msge: 'Where is my <b>refund</b>?',
  dvnm: 'Pixel',
  dvty: 'Android',
  dsnm: 'R58M12ABCDE',
};

describe.each(ONE_BACKEND)('contact forms and feedback on %s', (backend) => {
  let service: TestApp;
  let reader: TestUser;
  let otherStaff: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    reader = await signInStaff(service, 'otherControl.getFeedback');
    otherStaff = await signInStaff(service, 'helpControl.getDataList');
  });
  afterAll(() => service.close());

  const send = async (form: Readonly<Record<string, string>> = FORM) =>
    (await service.client.post('core_contact_create', { body: form })).body.DATA as { COMMENT: string; MKID: string };
  const masked = { name: 'N. E.', email: '', message: '', ipaddx: '', devname: '', devNumr: '' };
  const whole = {
    name: 'Ngozi Eze',
    email: 'ngozi.eze@example.com',
    message: FORM.msge,
    ipaddx: '127.0.0.1',
    devname: 'Pixel',
    devNumr: 'R58M12ABCDE',
  };

  it('answer an error without forms', async () => {
    const { body, status } = await service.client.get('core_contact_fetch');
    expect(status).toBe(404);
    expect(body.ERRORS.DETAILS).toMatch(/^We couldn't find any record matching your query \(/);
    expect(body.ERRORS).not.toHaveProperty('CODE');
  });

  it('show initials and subject, except to staff who read feedback', async () => {
    const { MKID } = await send();
    const common = { marker: MKID, subject: 'Refund', devType: 'Android', status: 'pending' };
    const user = await service.register();
    for (const as of [undefined, user, otherStaff, { ...reader, secret: user.secret }]) {
      const one = await service.client.get('core_contact_fetch', { as, query: { rqid: MKID } });
      expect(one.body.DATA).toMatchObject({ ...common, ...masked });
      const list = await service.client.get('core_contact_fetch', { as });
      expect(list.body.DATA.result[0]).toMatchObject({ ...common, ...masked });
    }
    const one = await service.client.get('core_contact_fetch', { as: reader, query: { rqid: MKID } });
    expect(one.body.DATA).toMatchObject({ ...common, ...whole });
    expect((await service.client.get('core_contact_fetch', { as: reader })).body.DATA.result[0]).toMatchObject(whole);
  });

  it('wait in the queue, are found by id and address, and are closed and opened again', async () => {
    const emad = 'waits@example.com';
    const { MKID } = await send({ ...FORM, emad });
    const update = (as: TestUser, qxid: string, status: string) =>
      service.client.call('control_contact_update', { method: 'PATCH', as, body: { qxid, status } });
    const waiting = async () => {
      const { body } = await service.client.get('control_work_queue', { as: reader });
      const kinds = body.DATA as { kind: string; count: number; items: { marker: string }[] }[];
      return kinds.find(({ kind }) => kind === 'contact')!;
    };
    const before = await waiting();
    expect(before.items).toContainEqual(
      expect.objectContaining({ marker: MKID, title: 'Refund', detail: 'Ngozi Eze, w***@e***.com', status: 'pending' }),
    );
    for (const rqvl of [MKID, 'Waits@Example.com']) {
      const { body } = await service.client.get('control_search', { as: reader, query: { rqvl } });
      expect(body.DATA).toMatchObject([{ kind: 'contact', marker: MKID }]);
    }
    expect((await update(otherStaff, MKID, 'closed')).status).toBe(403);
    expect((await update(reader, 'nobody', 'closed')).body.ERRORS).toMatchObject({ ID: 'no_contact' });
    expect((await update(reader, MKID, 'lost')).status).toBe(400);
    expect((await update(reader, MKID, 'closed')).body.DATA).toEqual({ COMMENT: 'The contact form is closed' });
    expect(await waiting()).toMatchObject({ count: before.count - 1 });
    const read = async () => (await service.client.get('core_contact_fetch', { as: reader, query: { rqid: MKID } })).body.DATA;
    expect(await read()).toMatchObject({ status: 'closed' });
    expect((await update(reader, MKID, 'pending')).body.REQUEST.STATUS).toBe('OK');
    expect(await waiting()).toMatchObject({ count: before.count });
    expect(await auditOf(service, `contact:${MKID}`)).toHaveLength(2);
  });

  it('are shown in full to their sender, once the address is proved', async () => {
    const user = await service.register();
    const { MKID } = await send({ ...FORM, emad: user.email });
    const { MKID: other } = await send();
    const read = async (rqid: string) =>
      (await service.client.get('core_contact_fetch', { as: user, query: { rqid } })).body.DATA;
    expect(await read(MKID)).toMatchObject(masked);
    const [code] = await codesTo(service.config.dataDir, user.email);
    expect((await service.client.call('user_email_confirm', { method: 'GET', as: user, query: { code: code! } })).status).toBe(
      200,
    );
    expect(await read(MKID)).toMatchObject({ ...whole, email: user.email });
    expect(await read(other)).toMatchObject(masked);
  });

  it('page newest first until the pagination is empty', async () => {
    const sent: string[] = [];
    for (let number = 0; number < 20; number++) sent.push((await send()).MKID);
    const seen: string[] = [];
    let page: string | undefined;
    while (page !== '') {
      const { DATA } = (await service.client.get('core_contact_fetch', { query: page === undefined ? {} : { page } })).body;
      seen.push(...(DATA.result as { marker: string }[]).map(({ marker }) => marker));
      page = DATA.pagination as string;
    }
    expect(seen.slice(0, 20)).toEqual(sent.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('keep feedback pending until staff approve or reject it', async () => {
    const none = await service.client.get('control_user_trade_feedback', { as: reader });
    expect(none.body.ERRORS.CODE).toBe(500);

    const user = await service.register();
    const feedback = { mesg: 'Very fast', dvty: 'Web', dsnm: 'browser-1', uxid: user.userid };
    const { MKID } = (await service.client.post('app_feedback_create', { body: feedback })).body.DATA as { MKID: string };
    await service.client.post('app_feedback_create', { body: { mesg: 'Too slow', dvty: 'Web', dsnm: 'browser-2' } });
    const pending = await service.client.get('control_user_trade_feedback', { as: reader, query: { rqsx: 'pending' } });
    expect(pending.body.DATA.pagination).toBe('');
    expect(pending.body.DATA.result).toMatchObject([
      { userid: '', message: 'Too slow' },
      { marker: MKID, userid: user.userid, message: 'Very fast', ipaddx: '127.0.0.1', devNumr: 'browser-1', devname: '' },
    ]);

    const update = { as: reader, method: 'PATCH', body: { qxid: MKID, status: 'approved' } };
    expect((await service.client.call('control_user_feedback_update', update)).body.DATA.COMMENT).toContain('approved');
    const approved = await service.client.get('control_user_trade_feedback', { as: reader, query: { rqsx: 'approved' } });
    expect(approved.body.DATA.result).toMatchObject([{ marker: MKID, status: 'approved' }]);
    expect(await auditOf(service, `feedback:${MKID}`)).toMatchObject([
      { staffId: reader.userid, action: 'control_user_feedback_update', ip: '127.0.0.1' },
    ]);
    const missing = { as: reader, method: 'PATCH', body: { qxid: 'unknown', status: 'approved' } };
    expect((await service.client.call('control_user_feedback_update', missing)).body.ERRORS.CODE).toBe(404);
  });

  it('page feedback by the requested size', async () => {
    const first = await service.client.get('control_user_trade_feedback', { as: reader, query: { pnum: 1 } });
    const { result, pagination } = first.body.DATA as { result: { marker: string }[]; pagination: string };
    expect(result).toHaveLength(1);
    const rest = await service.client.get('control_user_trade_feedback', { as: reader, query: { page: pagination } });
    expect(rest.body.DATA.result.map(({ marker }: { marker: string }) => marker)).not.toContain(result[0]!.marker);
    const wrong = await service.client.get('control_user_trade_feedback', { as: reader, query: { rqsx: 'lost' } });
    expect(wrong.body.ERRORS).toMatchObject({ CODE: 404, ID: 'rqsx_invalid' });
    expect(wrong.body.ERRORS.DETAILS).toContain('Unsupported request type');
  });

  it('refuse feedback without the permission', async () => {
    const answer = await service.client.get('control_user_trade_feedback', { as: otherStaff });
    expect([answer.status, answer.body.ERRORS.CODE]).toEqual([403, 403]);
  });
});
