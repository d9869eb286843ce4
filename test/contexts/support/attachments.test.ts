import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const picture = { filename: 'receipt.png', content_type: 'image/png', data: PNG };
const note = { filename: 'note.txt', content_type: 'text/plain', data: Buffer.from('It is broken.').toString('base64') };
const MEGABYTE = 1024 * 1024;

interface Message {
  readonly from: string;
  readonly attachments: readonly Record<string, unknown>[];
}

describe.each(ONE_BACKEND)('ticket attachments on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let staff: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    ada = await service.register();
    staff = await signInStaff(service, 'helpControl.allowModify', 'helpControl.getDataList', 'helpControl.viewDetails');
  });
  afterAll(() => service.close());

  const create = (as: TestUser, attachments: unknown): Promise<Answer> =>
    service.client.post('support_ticket_create', {
      as,
      body: { subject: 'Broken', message: 'See there', category: 'technical', attachments },
    });
  const messagesOf = async (ticket_id: string) => {
    const { DATA } = (await service.client.get('support_ticket_get', { as: ada, query: { ticket_id } })).body;
    return DATA.messages as Message[];
  };

  it('are stored with each message and shown as files', async () => {
    const ticket_id = (await create(ada, [picture, note])).body.DATA.ticket_id as string;
    const body = { ticket_id, message: 'Here is more', attachments: [note] };
    expect((await service.client.post('support_ticket_reply', { as: ada, body })).body.REQUEST.STATUS).toBe('OK');
    const answer = { ticket_id, message: 'And this is ours', attachments: [picture] };
    await service.client.post('control_support_ticket_reply', { as: staff, body: answer });

    const messages = await messagesOf(ticket_id);
    expect(messages.map(({ from, attachments }) => [from, attachments.map((file) => file['fileName'])])).toEqual([
      ['user', ['receipt.png', 'note.txt']],
      ['user', ['note.txt']],
      ['staff', ['receipt.png']],
    ]);
    expect(messages.map(({ attachments }) => attachments[0]!['userid'])).toEqual([ada.userid, ada.userid, '']);
    const seen = await service.client.get('control_support_ticket_fetch', { as: staff, query: { ticket_id } });
    expect((seen.body.DATA.messages as Message[])[2]!.attachments[0]).toMatchObject({ userid: staff.userid });
    const [image, file] = messages[0]!.attachments;
    expect(image).toMatchObject({ userid: ada.userid, fileType: 'image/png', fileMime: 'png', status: 'active' });
    expect(file!['fileSize']).toBe('It is broken.'.length);
    expect(file!['recorded']).toMatch(/^[0-9]{13}$/);
    const own = await service.client.get('core_file_fetch', { as: ada, query: { rqtp: 'mk', rqvl: String(file!['marker']) } });
    expect(own.body.REQUEST.STATUS).toBe('OK');
  });

  it.each([
    ['no list', picture],
    ['no objects', ['receipt.png']],
    ['no name', [{ ...picture, filename: '' }]],
    ['no type', [{ ...picture, content_type: undefined }]],
    ['nothing in it', [{ ...picture, data: '' }]],
    ['no base64', [{ ...picture, data: 'not base64!' }]],
    ['base64 for addresses', [{ ...picture, data: '__-_' }]],
    ['eleven of them', Array.from({ length: 11 }, () => note)],
  ])('are refused when they are: %s', async (_, attachments) => {
    const { status, body } = await create(ada, attachments);
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, 'attachments_invalid']);
  });

  it('must be valid files, otherwise no ticket is opened', async () => {
    const as = await service.register();
    const program = { ...note, filename: 'run.exe' };
    const masked = { ...note, filename: 'note.png' };
    for (const attachments of [[note, program], [masked]]) {
      const { status, body } = await create(as, attachments);
      expect([status, body.ERRORS.CODE]).toEqual([400, 400]);
    }
    const none = await service.client.get('support_ticket_fetch', { as });
    expect(none.body.ERRORS.CODE).toBe(404);
    const files = await service.client.get('core_file_fetch', { as, query: { rqtp: 'all' } });
    expect(files.body.REQUEST.STATUS).toBe('FAILED');
  });

  it('are discarded when the ticket is not written', async () => {
    const as = await service.register();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(as, [note])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const { DATA } = (await service.client.get('core_file_fetch', { as, query: { rqtp: 'all' } })).body;
    expect(DATA.result).toHaveLength(5);
  });

  it('are 10 MB each at most, and 15 MB with everything', async () => {
    const text = (bytes: number) => ({ ...note, data: Buffer.alloc(bytes, 'text ').toString('base64') });
    expect((await create(ada, [text(10 * MEGABYTE)])).body.REQUEST.STATUS).toBe('OK');
    for (const bytes of [10 * MEGABYTE + 1, 12 * MEGABYTE]) {
      const { status, body } = await create(ada, [text(bytes)]);
      expect([status, body.ERRORS.CODE]).toEqual([413, 413]);
    }
  });
});

describe('ticket attachments under rate limits', () => {
  let service: TestApp;
  beforeAll(async () => {
    // Three uploads in an hour, six writing requests in a minute.
    service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0.1' });
  });
  afterAll(() => service.close());

  it('count as uploads', async () => {
    const as = await service.register();
    const ticket = { subject: 'Broken', message: 'See there', category: 'technical' };
    const opened = await service.client.post('support_ticket_create', { as, body: { ...ticket, attachments: [note, note] } });
    const { ticket_id } = opened.body.DATA as { ticket_id: string };
    const reply = (attachments?: unknown) =>
      service.client.post('support_ticket_reply', { as, body: { ticket_id, message: 'And?', attachments } });
    expect((await reply([note])).status).toBe(200);
    const refused = await reply([note]);
    expect([refused.status, refused.body.ERRORS.CODE]).toEqual([429, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const form = { file: { fileName: 'note.txt', content: 'It is broken.' } };
    expect((await service.client.post('core_file_upload', { as, form })).status).toBe(429);
    expect((await reply()).status).toBe(200);
  });
});
