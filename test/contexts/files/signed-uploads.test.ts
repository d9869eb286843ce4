import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, signedHeaders } from '../../support/client.js';
import { type FormPart, multipart } from '../../support/multipart.js';
import { UploadsApp } from './support/uploads-app.js';

const TARGET = '/?req=core_file_upload';
const PARTS: readonly FormPart[] = [
  { name: 'file', fileName: 'a.txt', content: 'Pay Ada 50 Naira' },
  { name: 'note', content: 'first' },
];

let number = 0;
const nextTarget = () => `${TARGET}&n=signed-${++number}`;

describe('signed multipart body', () => {
  let uploads: UploadsApp;
  beforeAll(async () => {
    uploads = await UploadsApp.start('sqlite');
  });
  afterAll(() => uploads.close());

  /** Signs some parts and sends others. */
  async function send(
    signed: readonly FormPart[],
    sent: readonly FormPart[],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const target = nextTarget();
    const { bodyHash } = multipart(signed);
    const { body, contentType } = multipart(sent);
    const proof = signedHeaders(uploads.ada, { method: 'POST', target, bodyHash });
    return post(target, body, { 'content-type': contentType, ...proof, ...headers });
  }

  async function post(target: string, body: Buffer, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(uploads.service.client.baseUrl + target, { method: 'POST', headers, body });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  async function expectDenied(answer: Answer): Promise<void> {
    expect(answer.status).toBe(401);
    expect(answer.body.ERRORS).toMatchObject({ CODE: 401, ID: 'rqat_required', MSG: 'Unauthorized' });
    await expect.poll(() => uploads.incoming()).toEqual([]);
    expect(uploads.contents()).toEqual([]);
    expect(await uploads.rows('SELECT id FROM file')).toEqual([]);
  }

  const [file, note] = PARTS as readonly [FormPart, FormPart];
  it.each<[string, readonly FormPart[]]>([
    ['another content', [{ ...file, content: 'Pay Ada 51 Naira' }, note]],
    ['another value', [file, { ...note, content: 'second' }]],
    ['another name', [file, { ...note, name: 'sysdrn' }]],
    ['the file as a value', [{ name: 'file', content: file.content }, note]],
    ['a value as a file', [file, { ...note, fileName: '' }]],
    ['a part less', [file]],
    ['a part more', [file, note, note]],
    ['a second file', [file, note, { ...file, name: 'other' }]],
    ['no part at all', []],
  ])('is refused when the parts differ: %s', async (_what, sent) => {
    await expectDenied(await send(PARTS, sent));
  });

  it('is refused with the hash of its raw bytes, or of nothing', async () => {
    for (const hashed of ['body', 'nothing']) {
      const target = nextTarget();
      const { body, contentType } = multipart(PARTS);
      const sha512 = createHash('sha512')
        .update(hashed === 'body' ? body : '')
        .digest('hex');
      const headers = signedHeaders(uploads.ada, { method: 'POST', target, bodyHash: `raw:${sha512}` });
      await expectDenied(await post(target, body, { 'content-type': contentType, ...headers }));
    }
  });

  it('is not read without a valid session', async () => {
    const { body, contentType } = multipart([{ ...file, content: Buffer.alloc(9_000_000) }]);
    await expectDenied(await post(nextTarget(), body, { 'content-type': contentType }));
    const nobody = signedHeaders({ pbcKey: 'nobody-nobody-nobody', secret: 'x' }, { method: 'POST', target: TARGET });
    await expectDenied(await post(TARGET, body, { 'content-type': contentType, ...nobody }));
  });

  it.each<[string, string, string]>([
    ['has no boundary', 'multipart/form-data; charset=utf-8', '--x\r\n\r\n--x--\r\n'],
    [
      'has another boundary',
      'multipart/form-data; boundary=y',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    [
      'breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbreak',
    ],
    [
      'has a part without a name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--\r\n',
    ],
    ['is empty', 'multipart/form-data; boundary=x', ''],
    ['is no multipart', 'multipart/form-data; boundary=x', '{"file":"a"}'],
    [
      'has too many parts',
      'multipart/form-data; boundary=x',
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(17)}--x--\r\n`,
    ],
  ])('is answered in the envelope when it %s', async (_what, contentType, text) => {
    const target = nextTarget();
    const headers = signedHeaders(uploads.ada, { method: 'POST', target, bodyHash: multipart([]).bodyHash });
    const answer = await post(target, Buffer.from(text), { 'content-type': contentType, ...headers });
    expect([400, 401]).toContain(answer.status);
    expect(answer.body.REQUEST).toEqual({ VERSION: '1.0', ACTION: 'core_file_upload', STATUS: 'FAILED' });
    await expect.poll(() => uploads.incoming()).toEqual([]);
  });

  it('is refused by operations without uploads', async () => {
    const { body, contentType } = multipart(PARTS);
    const target = '/?req=user_profile_create';
    const answer = await post(target, body, { 'content-type': contentType });
    expect([answer.status, answer.body.REQUEST.ACTION]).toEqual([415, 'user_profile_create']);
  });

  it('without end is cut off in the stream, with an answer', async () => {
    const target = nextTarget();
    const headers = signedHeaders(uploads.ada, { method: 'POST', target, bodyHash: multipart([]).bodyHash });
    const lines = Object.entries({
      ...headers,
      'content-type': 'multipart/form-data; boundary=x',
      'transfer-encoding': 'chunked',
    });
    const socket = createConnection(Number(new URL(uploads.service.client.baseUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'));
    let sentBytes = 0;
    const piece = chunk('a'.repeat(65_536));
    while (!answer && sentBytes < 30_000_000 && !socket.destroyed) {
      if (!socket.write(piece)) await new Promise((resolve) => setTimeout(resolve, 2));
      sentBytes += 65_536;
    }
    await expect.poll(() => answer).toContain('HTTP/1.1 413');
    expect(sentBytes).toBeGreaterThan(10_000_000);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      REQUEST: { ACTION: 'core_file_upload' },
      ERRORS: { CODE: 413 },
    });
    socket.destroy();
    await expect.poll(() => uploads.incoming()).toEqual([]);
  });

  it('of a disconnected sender leaves nothing behind', async () => {
    const target = nextTarget();
    const headers = signedHeaders(uploads.ada, { method: 'POST', target, bodyHash: multipart([]).bodyHash });
    const lines = Object.entries({ ...headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '5000000' });
    const socket = createConnection(Number(new URL(uploads.service.client.baseUrl).port), '127.0.0.1');
    socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(1_000_000)}`);
    await expect.poll(() => uploads.incoming()).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => uploads.incoming()).toEqual([]);
    expect(await uploads.rows('SELECT id FROM file')).toEqual([]);
  });

  it('is accepted with its parts in any order', async () => {
    expect((await send(PARTS, PARTS.toReversed())).body.DATA).toMatchObject({ fileName: 'a.txt', fileSize: 16 });
  });
});
