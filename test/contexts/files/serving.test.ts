import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from './support/samples.js';
import { UploadsApp, type UploadedFile } from './support/uploads-app.js';

const TEXT = 'abcdefghijklmnopqrstuvwxyz';

describe('file download', () => {
  let uploads: UploadsApp;
  let text: UploadedFile;
  beforeAll(async () => {
    uploads = await UploadsApp.start('sqlite');
    text = await uploads.upload('alphabet.txt', TEXT);
    await uploads.settled();
  });
  afterAll(() => uploads.close());

  const elsewhere = (localUrl: string) => ({ ...text, localUrl });

  it('sends headers that keep browsers from interpreting the content', async () => {
    const shown = await uploads.show(text);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '26',
      'content-disposition': 'attachment; filename="alphabet.txt"; filename*=UTF-8\'\'alphabet.txt',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    });
    expect(await shown.text()).toBe(TEXT);
  });

  it('is inline for images', async () => {
    const file = await uploads.upload('photo.jpg', await photo());
    await uploads.settled();
    const shown = await uploads.show(file);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('needs the unguessable name', async () => {
    const names = new Set<string>();
    for (let count = 0; count < 5; count++) names.add((await uploads.upload('x.txt', 'x')).localUrl);
    expect(names.size).toBe(5);
    const { localUrl } = text;
    for (const path of [
      localUrl.replace('.txt', '.html'),
      localUrl.replace('.txt', ''),
      localUrl.toUpperCase().replace('/UPLOADS', '/uploads'),
      localUrl.replace('.txt', '.thumbnail.webp'),
      localUrl.replace(/.\.txt$/, '.txt'),
      `${localUrl}%00`,
      '/uploads/..%2f..%2fapp.key',
      '/uploads/%2e%2e%2fapp.key',
      '/uploads/users',
      `/uploads/${uploads.ada.userid}`,
    ]) {
      const shown = await uploads.show(elsewhere(path));
      expect([path, shown.status]).toEqual([path, 404]);
      expect(await shown.text()).not.toContain(TEXT);
    }
  });

  it('serves byte ranges', async () => {
    const part = async (range: string) => {
      const shown = await uploads.show(text, { range });
      return [shown.status, shown.headers.get('content-range'), await shown.text()];
    };
    expect(await part('bytes=0-3')).toEqual([206, 'bytes 0-3/26', 'abcd']);
    expect(await part('bytes=23-')).toEqual([206, 'bytes 23-25/26', 'xyz']);
    expect(await part('bytes=-2')).toEqual([206, 'bytes 24-25/26', 'yz']);
    expect(await part('bytes=20-900')).toEqual([206, 'bytes 20-25/26', 'uvwxyz']);
    expect(await part('bytes=26-')).toEqual([416, 'bytes */26', expect.any(String)]);
    expect(await part('bytes=0-1,4-5')).toEqual([200, null, TEXT]);
    const etag = (await uploads.show(text)).headers.get('etag')!;
    expect((await uploads.show(text, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await uploads.show(text, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  });

  it('answers 304 to a matching ETag', async () => {
    const etag = (await uploads.show(text)).headers.get('etag')!;
    const again = await uploads.show(text, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('answers HEAD', async () => {
    const head = await uploads.show(text, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '26', '']);
  });

  it('refuses other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await uploads.show(text, {}, method);
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect((await uploads.show(text)).status).toBe(200);
  });

  it('serves thumbnails of images', async () => {
    const large = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const file = await uploads.upload('large.png', large);
    await uploads.settled();
    const shown = await uploads.show(elsewhere(file.localUrl.replace('.png', '.thumbnail.webp')));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(['webp', 320, 213]);
  });
});
