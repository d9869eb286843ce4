import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { codesTo } from '../../support/mailbox.js';
import { fileOf } from './support/uploads-app.js';

const BUDGETS = '{"unproved_uploads":{"cap":1000},"site_unproved_uploads":{"cap":2500}}';
const TEXT = 'x'.repeat(600);

describe.each(ONE_BACKEND)('files of accounts whose address nobody proved, on %s', (backend) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp(backend, { EMAIL_VERIFICATION: 'required', TRUSTED_PROXIES: 'loopback', BUDGETS });
  });
  afterAll(() => service.close());

  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const upload = (as: TestUser, ip: string) =>
    service.client.post('core_file_upload', { as, form: { file: fileOf('notes.txt', TEXT) }, ...from(ip) });
  const ticket = (as: TestUser, ip: string) => {
    const attachments = [{ filename: 'notes.txt', content_type: 'text/plain', data: Buffer.from(TEXT).toString('base64') }];
    const body = { subject: 'Help', message: 'See the file', category: 'other', priority: 'low', attachments };
    return service.client.post('support_ticket_create', { as, body, ...from(ip) });
  };
  const outcome = ({ status, body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'ok' : `${status} ${body.ERRORS.ID}`);

  it('count for their network, whichever account sends them and as what, and not once the address is proved', async () => {
    const [ada, obi] = [await service.register(), await service.register()];
    expect(outcome(await upload(ada, '41.58.0.1'))).toBe('ok');
    const refused = await upload(obi, '41.58.0.1');
    expect(outcome(refused)).toBe('400 email_unverified');
    expect(refused.body.ERRORS.DETAILS).toMatch(/^Please confirm your e-mail address first: /);
    expect(outcome(await ticket(obi, '41.58.0.1'))).toBe('400 email_unverified');
    expect(outcome(await ticket(obi, '41.58.0.2'))).toBe('ok');
    const [code] = await codesTo(service.config.dataDir, obi.email);
    expect((await service.client.get('user_email_confirm', { as: obi, query: { code: code! } })).status).toBe(200);
    for (let time = 0; time < 3; time++) expect(outcome(await upload(obi, '41.58.0.1'))).toBe('ok');
  });

  it('count for an IPv6 /48, whichever of its networks they come from', async () => {
    const user = await service.register();
    const outcomes = [];
    for (const network of ['1', '2', '3', '4', '5']) outcomes.push(outcome(await upload(user, `2c0f:f248:7:${network}::1`)));
    expect(outcomes.map((each) => each === 'ok')).toEqual([true, true, true, true, false]);
  });
});
