import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ArchiveEntry, ArchiveWriter } from '../../../src/contexts/accounts/personal-data.js';
import { PersonalDataJobs } from '../../../src/contexts/accounts/accounts.jobs.js';
import { HarmattanClient, sessionInMemory } from '../../../packages/client/src/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { naira } from '../../../src/kernel/money.js';
import { FileStorage } from '../../../src/kernel/storage.js';
import { Database } from '../../../src/platform/database/database.js';
import type { TestUser } from '../../support/app.js';
import { signedHeaders } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo, mailsTo } from '../../support/mailbox.js';
import { signInStaff } from '../../support/staff.js';
import { type UploadedFile, UploadsApp } from '../files/support/uploads-app.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';

const NAMES =
  'deposits devices files identity locations logins notices own-limits passkeys payees payouts profile purchases push-registrations referral sessions tickets transfers wallet-history'.split(
    ' ',
  );

describe.each(ONE_BACKEND)("export of a user's data on %s", (backend) => {
  let issuer: IdTokenIssuer;
  let app: UploadsApp;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    app = await UploadsApp.start(backend, issuer.environment);
  });
  afterAll(async () => {
    await app.close();
    issuer.stop();
  });

  const post = (action: string, as: TestUser, body: object = {}) => app.service.client.post(action, { as, body });
  const request = (as: TestUser) => post('user_data_export', as, { pswd: as.password });
  const stateOf = async (id: string) =>
    (await app.service.app.get(Database).rows<{ state: string }>('SELECT state FROM data_export WHERE id = ?', [id]))[0]?.state;
  const archives = () => provider(app.service, ArchiveWriter);

  async function exported(as: TestUser): Promise<string> {
    const { body } = await request(as);
    const id = body.DATA.MKID as string;
    await until(async () => (await stateOf(id)) === 'ready');
    return id;
  }
  async function addressOf(id: string, as: TestUser): Promise<UploadedFile> {
    const { status, body } = await app.service.client.post('core_file_download', { as, body: { fxid: id, pswd: as.password } });
    expect([status, body.REQUEST.STATUS]).toEqual([200, 'OK']);
    return body.DATA as UploadedFile;
  }
  /** As the session signs it. */
  const download = (file: UploadedFile, as: TestUser, method = 'GET') =>
    app.show(file, signedHeaders(as, { method, target: file.localUrl }), method);
  const isRemoved = async (id: string) => (await stateOf(id)) === 'expired';
  async function contentOf(id: string, as: TestUser): Promise<Record<string, string>> {
    const bytes = new Uint8Array(await (await download(await addressOf(id, as), as)).arrayBuffer());
    return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
  }

  it('has all that is kept of the user, and their own files', async () => {
    const { ada, obi, service } = app;
    const token = `push-token-${backend}`;
    const devs = `serial of Zoe on ${backend}`;
    const zoe = await service.register({ fsnm: 'Zoe', devs, tktp: 'expo', phtk: token });
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, zoe.userid, naira(1_000)));
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(1_000)));
    await post('user_transfer_create', zoe, { email: obi.email, amount: 50, messge: 'for the book' });
    await post('user_transfer_create', ada, { email: zoe.email, amount: 60 });
    await post('user_deposit_order_create', zoe, { amount: 5_000 });
    await post('support_ticket_create', zoe, { subject: 'Help', message: 'Where is it?', category: 'other', priority: 'low' });
    await app.upload('notes.txt', 'my notes', zoe);
    await app.upload('notes.txt', 'other notes', zoe);

    const content = await contentOf(await exported(zoe), zoe);
    const json = (name: string) => JSON.parse(content[`${name}.json`]!) as Record<string, unknown>[];
    expect(
      Object.keys(content)
        .filter((name) => name.endsWith('.json'))
        .toSorted(),
    ).toEqual(NAMES.map((name) => `${name}.json`));
    expect(json('profile')).toMatchObject([{ firstName: 'Zoe', email: zoe.email, balance: 1_010 }]);
    expect(json('transfers')).toMatchObject([
      { direction: 'received', amount: 60 },
      { direction: 'sent', amount: 50, receiver: obi.email, note: 'for the book' },
    ]);
    expect(json('wallet-history').length).toBe(3);
    expect(json('deposits')).toMatchObject([{ announced: 5_000, status: 'pending' }]);
    expect(json('tickets')).toMatchObject([{ subject: 'Help', messages: [{ from: 'user', text: 'Where is it?' }] }]);
    expect(json('logins')).toHaveLength(1);
    expect(json('push-registrations')).toMatchObject([{ service: 'expo', status: 'active' }]);
    expect(json('purchases')).toEqual([]);
    const own = Object.entries(content).filter(([name]) => name.startsWith('files/'));
    expect(own.map(([, text]) => text).toSorted()).toEqual(['my notes', 'other notes']);
    const all = JSON.stringify(content);
    for (const secret of [token, devs, zoe.secret, '$argon2', ada.email, ada.userid, obi.userid, zoe.userid])
      expect(all).not.toContain(secret);
    await service.settled();
    expect((await mailsTo(service.config.dataDir, zoe.email)).some(({ subject }) => subject === 'Your data are ready')).toBe(
      true,
    );
  });

  it('is seen by its owner alone, not even by staff, and takes no room', async () => {
    const zoe = await app.service.register();
    const id = await exported(zoe);
    const staff = await signInStaff(app.service, 'userControl.viewDetails');
    const mine = (await app.fetch({ rqtp: 'all' }, zoe)).body.DATA.result as { marker: string }[];
    expect(mine.map(({ marker }) => marker)).toEqual([id]);
    expect((await app.fetch({ rqtp: 'mk', rqvl: id }, staff)).status).toBe(404);
    expect((await app.fetch({ rqtp: 'owner', rqvl: zoe.userid }, staff)).status).toBe(404);
    expect((await app.fetch({ rqtp: 'mk', rqvl: id }, app.obi)).status).toBe(404);
    const usage = await app.service.app.get(Database).rows('SELECT * FROM file_usage WHERE user_id = ?', [zoe.userid]);
    expect(usage).toEqual([]);
  });

  it('runs once at a time, and three times a day', async () => {
    const zoe = await app.service.register();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const write = vi.spyOn(archives(), 'write').mockImplementationOnce(async (entries) => {
      await held;
      return archives().write(entries);
    });
    const [first, second] = await Promise.all([request(zoe), request(zoe)]);
    const refused = [first, second].flatMap(({ status, body }) => (status === 200 ? [] : [[status, body.ERRORS.ID]]));
    expect(refused).toEqual([[409, 'export_running']]);
    release();
    const id = (first.body.DATA?.MKID ?? second.body.DATA?.MKID) as string;
    await app.service.settled();
    expect(await stateOf(id)).toBe('ready');
    write.mockRestore();
    await exported(zoe);
    await exported(zoe);
    const { status, body } = await request(zoe);
    expect([status, body.ERRORS.ID]).toEqual([429, 'exports_exhausted']);
  });

  it('makes one file where the job was killed before it was stored, and repeated after', async () => {
    const zoe = await app.service.register();
    const take = vi.spyOn(provider(app.service, FileStorage), 'take').mockRejectedValueOnce(new Error('killed'));
    const id = await exported(zoe);
    expect(take).toHaveBeenCalledTimes(2);
    take.mockRestore();
    await provider(app.service, PersonalDataJobs).make({ exportId: id });
    const rows = await app.service.app.get(Database).rows('SELECT id, status FROM file WHERE user_id = ?', [zoe.userid]);
    expect(rows).toEqual([{ id, status: 'active' }]);
  });

  it('needs the password of the account', async () => {
    const zoe = await app.service.register();
    const ids = [];
    for (const body of [{}, { pswd: 'Wrong-horse-7' }, { code: '123456' }]) {
      const answer = await post('user_data_export', zoe, body);
      ids.push([answer.status, answer.body.ERRORS.CODE, answer.body.ERRORS.ID]);
    }
    expect(ids).toEqual([
      [400, 400, 'pswd_required'],
      [400, 400, 'pswd_invalid'],
      [400, 400, 'pswd_required'],
    ]);
    expect((await request(zoe)).status).toBe(200);
  });

  it('needs a fresh code where the account has no password', async () => {
    const emal = `google-${backend}@example.com`;
    const login = { rqat: await issuer.token({ email: emal }), devt: 'iOS', devs: 'export', devn: 'iPhone' };
    const as = (await app.service.client.post('user_google_login', { body: login })).body.DATA as TestUser;
    const idOf = async (body: object) => (await post('user_data_export', as, body)).body.ERRORS?.ID;
    expect(await idOf({})).toBe('code_required');
    await app.service.client.get('user_email_verify_send', { query: { emal, purpose: 'reset' } });
    const [reset] = await codesTo(app.service.config.dataDir, emal);
    expect(await idOf({ code: reset })).toBe('code_invalid');
    await app.service.client.get('user_email_verify_send', { query: { emal, purpose: 'export' } });
    const code = (await codesTo(app.service.config.dataDir, emal, 2)).at(-1);
    expect(await idOf({ code, pswd: 'No-password-7' })).toBeUndefined();
    expect(await idOf({ code })).toBe('code_invalid');
  });

  it('has no address of its own, and is served once to whoever its owner asked for one', async () => {
    const zoe = await app.service.register();
    const id = await exported(zoe);
    expect(await app.find(id, zoe)).toMatchObject({ filePath: '', localUrl: '' });
    const [{ name }] = (await app.rows<{ name: string }>('SELECT name FROM file WHERE id = ?', id)) as [{ name: string }];
    expect((await app.show({ localUrl: `/uploads/${name}.zip` })).status).toBe(404);
    const refused = await app.service.client.post('core_file_download', { as: app.obi, body: { fxid: id } });
    expect(refused.status).toBe(404);

    const before = await addressOf(id, zoe);
    const file = await addressOf(id, zoe);
    expect((await download(before, zoe)).status).toBe(404);
    expect((await download(file, zoe, 'HEAD')).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 10 }, () => download(file, zoe)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(404)]);
    const served = answers.find(({ status }) => status === 200)!;
    expect(served.headers.get('cache-control')).toBe('no-store');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="harmattan-data-/);
    await app.service.settled();
    expect(await isRemoved(id)).toBe(true);
    expect((await app.fetch({ rqtp: 'mk', rqvl: id }, zoe)).status).toBe(404);
  });

  it('is served to nobody for its address alone, nor to another session', async () => {
    const zoe = await app.service.register();
    const file = await addressOf(await exported(zoe), zoe);
    expect((await app.show(file)).status).toBe(401);
    expect((await app.show(file, signedHeaders(zoe, { method: 'GET', target: '/uploads/once/other' }))).status).toBe(401);
    expect((await download(file, app.obi)).status).toBe(404);
    const login = { emal: zoe.email, pswd: zoe.password, dvty: 'Web', dsnm: 'another' };
    const elsewhere = (await app.service.client.post('user_profile_login', { body: login })).body.DATA as TestUser;
    expect((await download(file, elsewhere)).status).toBe(404);
    // None of them used it up.
    const client = new HarmattanClient({ baseUrl: app.service.client.baseUrl, session: sessionInMemory() });
    await client.signIn('user_profile_login', { ...login, dsnm: 'client' });
    const { localUrl } = await client.call('core_file_download', { fxid: file.marker, pswd: zoe.password });
    const headers = await client.downloadHeaders(localUrl);
    expect((await app.show({ localUrl }, headers)).status).toBe(200);
  });

  it('has no address for who holds the session alone', async () => {
    const zoe = await app.service.register();
    const id = await exported(zoe);
    const asked = async (more: object) => {
      const { status, body } = await post('core_file_download', zoe, { fxid: id, ...more });
      return [status, body.ERRORS?.ID, body.DATA?.filePath];
    };
    expect(await asked({})).toEqual([400, 'pswd_required', undefined]);
    expect(await asked({ pswd: 'Wrong-horse-7' })).toEqual([400, 'pswd_invalid', undefined]);
    expect(await app.rows('SELECT file_id FROM file_download WHERE file_id = ?', id)).toEqual([]);
    expect((await download(await addressOf(id, zoe), zoe)).status).toBe(200);
  });

  it('is not served after the time of its address, nor after its owner signed out', async () => {
    const zoe = await app.service.register();
    const id = await exported(zoe);
    const late = await addressOf(id, zoe);
    await app.rows('UPDATE file_download SET expires = 1 WHERE file_id = ?', id);
    expect((await download(late, zoe)).status).toBe(404);
    const file = await addressOf(id, zoe);
    await app.service.client.get('user_profile_logout', { as: zoe });
    expect((await download(file, zoe)).status).toBe(401);
    expect(await stateOf(id)).toBe('ready');
  });

  it('is deleted after seven days', async () => {
    const zoe = await app.service.register();
    const id = await exported(zoe);
    const file = await addressOf(id, zoe);
    const database = app.service.app.get(Database);
    await provider(app.service, PersonalDataJobs).sweep();
    expect(await stateOf(id)).toBe('ready');
    await database.rows('UPDATE data_export SET expires_at = expires_at - ? WHERE id = ?', [8 * DAY_MS, id]);
    await provider(app.service, PersonalDataJobs).sweep();
    expect([await stateOf(id), (await download(file, zoe)).status]).toEqual(['expired', 404]);
    expect((await app.fetch({ rqtp: 'mk', rqvl: id }, zoe)).status).toBe(404);
  });

  it('has one file open at a time and holds none in memory', async () => {
    let [open, most] = [0, 0];
    const part = randomBytes(1_048_576);
    async function* entries(): AsyncIterable<ArchiveEntry> {
      for (let number = 0; number < 8; number++)
        yield {
          path: `files/${number}`,
          open: () => {
            most = Math.max(most, ++open);
            const content = Readable.from(Array.from({ length: 8 }, () => part));
            void once(content, 'end').then(() => open--);
            return Promise.resolve(content);
          },
        };
    }
    const archive = await archives().write(entries());
    expect(most).toBe(1);
    expect(Object.values(unzipSync(new Uint8Array(await readFile(archive.path)))).map(({ length }) => length)).toEqual(
      Array.from({ length: 8 }, () => 8 * part.length),
    );
    await archives().remove(archive);
    const broken = { path: 'x', open: () => Promise.reject(new Error('unreachable')) };
    await expect(archives().write(Readable.from([broken]))).rejects.toThrow('unreachable');
  });
});
