import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { auditOf } from './support-fixture.js';

const TUTORIAL = {
  ttle: 'How to pay 100% of a bill',
  cntx: 'Open the app. Choose Electricity_Bills.',
  vurl: 'https://videos.example.com/1?a=b',
  purl: 'https://pictures.example.com/1.png',
};

describe.each(ONE_BACKEND)('tutorials on %s', (backend) => {
  let service: TestApp;
  let editor: TestUser;
  let viewer: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    editor = await signInStaff(service, 'helpControl.allowCreate', 'helpControl.allowModify');
    viewer = await signInStaff(service, 'helpControl.viewDetails');
  });
  afterAll(() => service.close());

  const create = async (overrides: Readonly<Record<string, string>> = {}) => {
    const answer = await service.client.post('control_support_tutorial_create', {
      as: editor,
      body: { ...TUTORIAL, ...overrides },
    });
    return answer.body.DATA.MKID as string;
  };
  const update = (body: unknown) => service.client.call('support_tutorial_update', { as: editor, method: 'PATCH', body });
  const remove = (query: Readonly<Record<string, string | boolean>>) =>
    service.client.get('support_tutorial_remove', { as: editor, query });
  const fetch = (query: Readonly<Record<string, string>> = {}, as?: TestUser) =>
    service.client.get('support_tutorial_fetch', { query, ...(as ? { as } : {}) });
  const markers = ({ body }: Answer) =>
    body.REQUEST.STATUS === 'OK' ? (body.DATA.result as { marker: string }[]).map(({ marker }) => marker) : [];

  it('are visible by status', async () => {
    const id = await create();
    const shown = async (as?: TestUser) => ({
      browsing: markers(await fetch({}, as)).includes(id),
      search: markers(await fetch({ search: 'HOW to' }, as)).includes(id),
      marker: (await fetch({ reqv: id }, as)).status === 200,
    });
    const yes = { browsing: true, search: true, marker: true };
    const no = { browsing: false, search: false, marker: false };
    expect([await shown(), await shown(editor), await shown(viewer)]).toEqual([no, no, yes]);
    expect((await fetch({ reqv: id }, viewer)).body.DATA).toMatchObject({ marker: id, ...TUTORIAL, status: 'draft' });

    await update({ qxid: id, status: 'published' });
    expect([await shown(), await shown(viewer)]).toEqual([yes, yes]);
    await update({ qxid: id, status: 'archived' });
    expect([await shown(), await shown(viewer)]).toEqual([{ ...yes, browsing: false }, yes]);

    expect((await remove({ reqv: id })).body.REQUEST.STATUS).toBe('OK');
    expect([await shown(), await shown(viewer)]).toEqual([no, no]);
    const gone = await fetch({ reqv: id });
    expect([gone.status, gone.body.ERRORS.CODE]).toEqual([404, 404]);
  });

  it('are found by literal text in title or content', async () => {
    const [percent, underscore] = [
      await create({ ttle: 'Plain', cntx: '5%_off!' }),
      await create({ ttle: 'Wild_card', cntx: 'x' }),
    ];
    for (const qxid of [percent, underscore]) await update({ qxid, status: 'published' });
    expect(markers(await fetch({ search: '5%_OFF!' }))).toEqual([percent]);
    expect(markers(await fetch({ search: 'wild_CARD' }))).toEqual([underscore]);
    expect(markers(await fetch({ search: 'wild%card' }))).toEqual([]);
    expect((await fetch({ search: 'no such words' })).body.ERRORS.CODE).toBe(404);
  });

  it('page newest first', async () => {
    const made: string[] = [];
    for (let number = 0; number < 20; number++) {
      const id = await create({ ttle: `Number ${number}`, cntx: 'paged' });
      await update({ qxid: id, status: 'published' });
      made.push(id);
    }
    const seen: string[] = [];
    let page: string | undefined;
    while (page !== '') {
      const answer = await fetch({ search: 'paged', ...(page === undefined ? {} : { page }) });
      seen.push(...markers(answer));
      page = answer.body.DATA.pagination as string;
    }
    expect(seen).toEqual(made.toReversed());
  });

  it('are changed in part and audited', async () => {
    const id = await create();
    await update({ qxid: id, ttle: 'Another title' });
    expect((await fetch({ reqv: id }, viewer)).body.DATA).toMatchObject({ ...TUTORIAL, ttle: 'Another title', status: 'draft' });
    const refused = [await update({ qxid: id }), await update({ qxid: 'unknown', ttle: 'x' }), await update({ ttle: 'x' })];
    expect(refused.map(({ body }) => [body.ERRORS.CODE, body.ERRORS.DETAILS.replace(/ \(.*/, '')])).toEqual([
      [400, 'No data to update'],
      [400, 'Could not process your request'],
      [404, 'The parameter qxid is required'],
    ]);
    expect((await auditOf(service, `tutorial:${id}`)).map(({ action }) => action)).toEqual([
      'control_support_tutorial_create',
      'support_tutorial_update',
    ]);
  });

  it('are removed softly, or deleted when asked for', async () => {
    const id = await create();
    expect((await remove({ reqv: id })).status).toBe(200);
    expect((await remove({ reqv: id })).body.ERRORS).toMatchObject({ CODE: 404 });
    expect((await update({ qxid: id, status: 'published' })).body.ERRORS).toMatchObject({ CODE: 400 });
    expect((await remove({ reqv: id, permanent: true })).status).toBe(200);
    expect((await remove({ reqv: id, permanent: true })).body.ERRORS).toMatchObject({ CODE: 404 });
    expect((await remove({})).body.ERRORS).toMatchObject({ CODE: 400, ID: 'tutorial_id_required' });
  });

  it('accept http addresses only', async () => {
    for (const vurl of ['javascript:alert(1)', 'data:text/html,x', 'videos.example.com', 'https://x.example/"onload="y']) {
      const answer = await service.client.post('control_support_tutorial_create', { as: editor, body: { ...TUTORIAL, vurl } });
      expect(answer.body.ERRORS.ID).toBe('vurl_invalid');
    }
  });

  it('are created and changed only with the permission', async () => {
    const create = await service.client.post('control_support_tutorial_create', { as: viewer, body: TUTORIAL });
    expect(create.status).toBe(403);
    expect(create.body.ERRORS).not.toHaveProperty('CODE');
    const calls = [
      service.client.call('support_tutorial_update', { as: viewer, method: 'PATCH', body: { qxid: 'x', ttle: 'y' } }),
      service.client.get('support_tutorial_remove', { as: viewer, query: { reqv: 'x' } }),
    ];
    for (const { body } of await Promise.all(calls)) expect(body.ERRORS.CODE).toBe(403);
  });
});
