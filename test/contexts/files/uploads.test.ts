import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { samples } from './support/samples.js';
import { fileOf, UploadsApp } from './support/uploads-app.js';
import { HttpEnvironment } from '../../../src/platform/http/http.settings.js';

const LIMIT = 10 * 1024 * 1024;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
};
function expectRefused(answer: Answer, status: number, id?: string): void {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ REQUEST: { ACTION: 'core_file_upload', STATUS: 'FAILED' } });
  expect(answer.status).toBe(status);
  expect(answer.body.ERRORS).toMatchObject({ CODE: status, ...(id === undefined ? {} : { ID: id }) });
  expect(answer.body.ERRORS.DETAILS).toMatch(/^\S.* \([0-9A-Z]{8}\)$/);
}

describe.each(ONE_BACKEND)('core_file_upload on %s', (backend) => {
  let uploads: UploadsApp;
  let sample: Readonly<Record<string, Buffer>>;
  beforeAll(async () => {
    sample = await samples();
    uploads = await UploadsApp.start(backend);
  });
  afterAll(() => uploads.close());

  /** Asserts that a refused upload leaves nothing. */
  async function expectNothingKept(what: () => Promise<void>): Promise<void> {
    await uploads.settled();
    const before = [await uploads.rows('SELECT COUNT(*) AS files FROM file'), uploads.contents()];
    await what();
    await expect.poll(() => uploads.incoming()).toEqual([]);
    expect([await uploads.rows('SELECT COUNT(*) AS files FROM file'), uploads.contents()]).toEqual(before);
  }

  it.each(Object.keys(MEDIA_TYPES))('stores a file of kind %s', async (extension) => {
    const content = sample[extension]!;
    const file = await uploads.upload(`My file.${extension}`, content);
    expect(file).toEqual({
      marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userid: uploads.ada.userid,
      fileName: `My file.${extension}`,
      fileType: MEDIA_TYPES[extension],
      fileSize: content.length,
      filePath: `${uploads.service.config.of(HttpEnvironment).uploadUrl}${file.localUrl.replace('/uploads', '')}`,
      localUrl: expect.stringMatching(new RegExp(`^/uploads/[0-9a-f]{32}\\.${extension}$`)),
      fileMime: extension,
      status: 'active',
      recorded: expect.stringMatching(/^[0-9]{13}$/),
    });
    await uploads.settled();
    expect((await uploads.find(file.marker)).status).toBe('active');
    const shown = await uploads.show(file);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, MEDIA_TYPES[extension]]);
    const bytes = Buffer.from(await shown.arrayBuffer());
    const isImage = MEDIA_TYPES[extension]!.startsWith('image/');
    // Images are encoded again.
    expect(isImage || bytes.equals(content)).toBe(true);
  });

  it('accepts an upper-case extension', async () => {
    expect(await uploads.upload('SCAN.PDF', sample['pdf']!)).toMatchObject({ fileName: 'SCAN.PDF', fileMime: 'pdf' });
  });

  it('refuses a content that does not match the extension', async () => {
    await expectNothingKept(async () => {
      for (const [extension, other] of [
        ['jpg', 'png'],
        ['pdf', 'zip'],
        ['docx', 'xlsx'],
        ['txt', 'pdf'],
      ] as const)
        expectRefused(await uploads.send({ file: fileOf(`x.${extension}`, sample[other]!) }), 400, 'file_invalid');
    });
  });

  it.each([
    'shell.php',
    'shell.php.jpg',
    'shell.PHP5.png',
    'page.html',
    'page.svg',
    'run.sh',
    'run.exe.pdf',
    'archive.tar',
    'noextension',
    'ends.jpg.',
    'photo.jpg/shell.php',
    '.htaccess',
    'a\u202egpj.exe',
  ])('refuses the name %j', async (name) => {
    await expectNothingKept(async () => {
      expectRefused(await uploads.send({ file: fileOf(name, sample['jpg']!) }), 400);
    });
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ada\\Money.txt', 'Money.txt'],
    ['résumé ₦.txt', 'résumé ₦.txt'],
    ['two\u200b parts.txt', 'two parts.txt'],
    [`${'long'.repeat(80)}.txt`, `${'long'.repeat(80).slice(0, 251)}.txt`],
    ['v1.2.final.txt', 'v1.2.final.txt'],
  ])('stores the name %j as %j', async (given, kept) => {
    const file = await uploads.upload(given, 'text');
    expect(file.fileName).toBe(kept);
    const disposition = (await uploads.show(file)).headers.get('content-disposition')!;
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(kept);
  });

  it('requires exactly one file', async () => {
    await expectNothingKept(async () => {
      const { ada } = uploads;
      const post = (body: unknown) => uploads.service.client.post('core_file_upload', { as: ada, body });
      expectRefused(await post(undefined), 400, 'file_required');
      expectRefused(await post({}), 400, 'file_required');
      expectRefused(await post({ file: 'text' }), 400, 'file_invalid');
      expectRefused(await uploads.send({}), 400, 'file_required');
      expectRefused(await uploads.send({ other: 'x' }), 400, 'file_required');
      expectRefused(await uploads.send({ file: fileOf('', '') }), 400, 'file_required');
      expectRefused(await uploads.send({ file: 'just text' }), 400, 'file_invalid');
      expectRefused(await uploads.send({ file: fileOf('empty.txt', '') }), 400, 'file_invalid');
      const two = [fileOf('a.txt', 'a'), fileOf('b.txt', 'b')];
      expectRefused(await uploads.send({ file: two }), 400, 'file_invalid');
    });
  });

  it('ignores unknown fields and refuses prototype keys', async () => {
    await uploads.upload('a.txt', 'text', uploads.ada, { userid: uploads.obi.userid, status: 'x' });
    expect((await uploads.fetch({ rqtp: 'user' })).body.DATA.result[0].userid).toBe(uploads.ada.userid);
    const parts = [
      { name: 'file', fileName: 'a.txt', content: 'x' },
      { name: '__proto__', content: '{"isAdmin":true}' },
    ];
    const answer = await uploads.service.client.sendForm('POST', '/?req=core_file_upload&n=proto-proto', parts, {
      as: uploads.ada,
    });
    expectRefused(answer, 400);
  });

  it('accepts ten megabytes, and not a byte more', async () => {
    const bytes = Buffer.alloc(LIMIT + 1, 'a');
    expect(await uploads.upload('full.txt', bytes.subarray(1))).toMatchObject({ fileSize: LIMIT });
    await expectNothingKept(async () => {
      expectRefused(await uploads.send({ file: fileOf('over.txt', bytes) }), 413);
      expectRefused(await uploads.send({ file: fileOf('far.txt', Buffer.alloc(12_000_000, 'a')) }), 413);
      expectRefused(await uploads.send({ file: fileOf('a.txt', 'a'), sysdrn: 'x'.repeat(50_000) }), 413);
    });
  });

  it('accepts a system directory from staff only', async () => {
    await expectNothingKept(async () => {
      const answer = await uploads.send({ file: fileOf('a.txt', 'text'), sysdrn: 'icons' });
      expectRefused(answer, 403);
      expect(answer.body.ERRORS.DETAILS).toContain('necessary permission');
    });
    const staff = await uploads.staff();
    const file = await uploads.upload('a.txt', 'text', staff, { sysdrn: 'icons-2' });
    expect(uploads.contents()).toContain(`system/icons-2/${/[0-9a-f]{32}/.exec(file.localUrl)![0]}`);
    for (const sysdrn of ['Icons', '..', 'a/b', '../../x', 'x'.repeat(33), 'a b'])
      expectRefused(await uploads.send({ file: fileOf('a.txt', 'text'), sysdrn }, staff), 400, 'sysdrn_invalid');
  });

  it('accepts a signed request once', async () => {
    const parts = [{ name: 'file', fileName: 'once.txt', content: 'once' }];
    const options = { as: uploads.ada, timestamp: Math.floor(Date.now() / 1000) };
    const target = '/?req=core_file_upload&n=only-once';
    expect((await uploads.service.client.sendForm('POST', target, parts, options)).status).toBe(200);
    await expectNothingKept(async () => {
      const again = await uploads.service.client.sendForm('POST', target, parts, options);
      expectRefused(again, 409, 'request_replayed');
    });
  });
});
