import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClamdVirusScanner } from '../../../src/contexts/files/adapters/clamd/clamd-virus-scanner.js';
import { startPrivateClamd } from '../../../scripts/services.mjs';
import { Outbox } from '../../../src/kernel/events.js';
import { BACKENDS } from '../../support/backend.js';
import { ClamdServer } from './support/clamd-server.js';
import { heic, photo, samples, zip } from './support/samples.js';
import { S3Server } from './support/s3-server.js';
import { UploadsApp } from './support/uploads-app.js';

const MARK = 'HARMATTAN-LOCAL-TEST-SIGNATURE-7f3a';

describe.each(BACKENDS)('processing on %s', (backend) => {
  let uploads: UploadsApp;
  const clamd = new ClamdServer(MARK);
  const s3 = new S3Server();
  beforeAll(async () => {
    await Promise.all([clamd.start(), s3.start()]);
    // The folder on one, the object store on the other.
    uploads = await UploadsApp.start(backend, { CLAMD_URL: clamd.url, ...(backend === 'mysql' ? { S3_URL: s3.url() } : {}) });
  });
  afterAll(async () => {
    await uploads.close();
    clamd.stop();
    await s3.stop();
  });

  const contents = () => (backend === 'mysql' ? [...s3.objects.keys()] : uploads.contents());
  const nameOf = (localUrl: string) => /[0-9a-f]{32}/.exec(localUrl)![0];
  const notices = (userId: string) =>
    uploads.rows<{ subject: string; message: string }>('SELECT subject, message FROM notice WHERE user_id = ?', userId);

  it.each(['jpg', 'png', 'gif', 'webp'])('writes a %s anew, without what the camera told', async (extension) => {
    const original = await sharp(await photo())
      .keepMetadata()
      .toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png'))
      .toBuffer();
    const before = await sharp(original).metadata();
    expect([before.width, before.height]).toEqual([40, 30]);
    const tells = before.exif !== undefined;
    // GIF has no room for it.
    expect(tells).toBe(extension !== 'gif');

    const file = await uploads.upload(`photo.${extension}`, original);
    await uploads.settled();
    const served = Buffer.from(await (await uploads.show(file)).arrayBuffer());
    const after = await sharp(served).metadata();
    expect(served.includes('Camera of Ada')).toBe(false);
    expect([after.format, after.exif, after.xmp, after.orientation]).toEqual([before.format, undefined, undefined, undefined]);
    // It was held upright.
    expect([after.width, after.height]).toEqual(tells ? [30, 40] : [40, 30]);
    expect(await uploads.find(file.marker)).toMatchObject({ status: 'active', fileSize: served.length });
    const name = nameOf(file.localUrl);
    expect(
      contents()
        .filter((path) => path.includes(name))
        .map((path) => path.split(name)[1]!)
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['.clean', '.thumbnail']);
  });

  it('keeps an animation moving', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const original = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100], loop: 0 })
      .toBuffer();
    const file = await uploads.upload('moving.gif', original);
    await uploads.settled();
    const served = Buffer.from(await (await uploads.show(file)).arrayBuffer());
    expect((await sharp(served).metadata()).pages).toBe(3);
  });

  it('blanks what a HEIC tells, and leaves the picture', async () => {
    const original = await heic();
    expect(original.includes('Camera of Ada')).toBe(true);
    const file = await uploads.upload('photo.heic', original);
    await uploads.settled();
    const served = Buffer.from(await (await uploads.show(file)).arrayBuffer());
    expect(served.includes('Camera of Ada')).toBe(false);
    expect(served).toHaveLength(original.length);
    served.write('avif', 8, 'latin1');
    expect((await sharp(served).raw().toBuffer()).length).toBe(40 * 30 * 3);
  });

  it.each([
    ['breaks off', async () => (await photo()).subarray(0, 300)],
    [
      'would fill the memory',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
    ],
  ])('rejects an image that %s', async (_what, make) => {
    const as = await uploads.service.register();
    const file = await uploads.upload((await make()).length > 300 ? 'large.png' : 'broken.jpg', await make(), as);
    await uploads.settled();
    expect(await uploads.find(file.marker, as)).toMatchObject({ status: 'rejected' });
    expect((await uploads.show(file)).status).toBe(404);
    expect(await notices(as.userid)).toContainEqual({
      subject: 'File rejected',
      message: `Your file ${file.fileName} was rejected: it is not an image that can be opened.`,
    });
    expect(contents().filter((path) => path.includes(nameOf(file.localUrl)))).toEqual([`quarantine/${nameOf(file.localUrl)}`]);
  });

  it('puts an infected file into quarantine and tells its owner', async () => {
    const as = await uploads.service.register();
    const file = await uploads.upload('invoice.pdf', `%PDF-1.4\n${MARK}\n%%EOF`, as);
    await uploads.settled();
    expect(await uploads.find(file.marker, as)).toMatchObject({ status: 'rejected' });
    expect((await uploads.show(file)).status).toBe(404);
    const told = (await notices(as.userid)).filter(({ subject }) => subject === 'File rejected');
    expect(told.map(({ message }) => message)).toEqual(['Your file invoice.pdf was rejected: it contains a virus.']);
    const name = nameOf(file.localUrl);
    expect(contents().filter((path) => path.includes(name))).toEqual([`quarantine/${name}`]);
    expect((await uploads.delete(file.marker, as)).status).toBe(200);
    expect(contents().filter((path) => path.includes(name))).toEqual([]);
  });

  it('shows the scanner every byte', async () => {
    const content = Buffer.from('0123456789abcdef'.repeat(50_000));
    await uploads.upload('long.txt', content);
    await uploads.settled();
    expect(clamd.scanned.at(-1)!.equals(content)).toBe(true);
  });

  it('hands nothing out that was not scanned, and tries again while the scanner is away', async () => {
    clamd.isBroken = true;
    const file = await uploads.upload('waiting.txt', 'waiting');
    const early = await uploads.show(file);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await early.text()).not.toContain('waiting');
    clamd.isBroken = false;
    await uploads.settled();
    expect(await (await uploads.show(file)).text()).toBe('waiting');
  });

  it('tells that it is done, once', async () => {
    const outbox = uploads.service.app.get(Outbox, { strict: false });
    const told: unknown[] = [];
    const add = outbox.add.bind(outbox);
    outbox.add = (...events) => {
      told.push(...events.filter(({ name }) => name.startsWith('file.')));
      return add(...events);
    };
    const { csv } = await samples();
    const good = await uploads.upload('good.csv', csv!);
    const bad = await uploads.upload('bad.csv', MARK);
    await uploads.settled();
    outbox.add = add;
    const { userid: userId } = uploads.ada;
    expect(told).toHaveLength(4);
    for (const { marker } of [good, bad])
      expect(told).toContainEqual({ name: 'file.uploaded', data: { fileId: marker, userId } });
    expect(told).toContainEqual({ name: 'file.processed', data: { fileId: good.marker, userId, status: 'active' } });
    expect(told).toContainEqual({ name: 'file.processed', data: { fileId: bad.marker, userId, status: 'rejected' } });
  });
});

// A scanner that is not installed here and cannot be is stood in for by the one above.
const clamd = await startPrivateClamd({ signatures: { 'Harmattan.Test': MARK } }).catch((error: unknown) => {
  console.warn(`the tests with ClamAV itself are left out: ${String(error)}`);
});
describe.each(clamd ? [clamd] : [])('ClamAV itself', { timeout: 60_000 }, (clamd) => {
  afterAll(() => clamd.stop());
  const scanner = new ClamdVirusScanner(clamd.url);

  it('finds what it has a signature of, wherever it stands', async () => {
    expect(await scanner.scan(Buffer.from(`before ${MARK} after`))).toBe('Harmattan.Test.UNOFFICIAL');
    const long = Buffer.alloc(9_000_000, 'a');
    expect(await scanner.scan(long)).toBeUndefined();
    long.write(MARK, 8_000_000);
    expect(await scanner.scan(long)).toBe('Harmattan.Test.UNOFFICIAL');
  });

  it('looks into archives', async () => {
    expect(await scanner.scan(zip({ 'a.txt': `x${MARK}x` }))).toBe('Harmattan.Test.UNOFFICIAL');
    expect(await scanner.scan(zip({ 'a.txt': 'harmless' }))).toBeUndefined();
  });

  it('keeps an infected upload from everybody', async () => {
    const uploads = await UploadsApp.start('sqlite', { CLAMD_URL: clamd.url });
    const [good, bad] = [await uploads.upload('good.txt', 'good'), await uploads.upload('bad.txt', MARK)];
    await uploads.settled();
    expect(await (await uploads.show(good)).text()).toBe('good');
    expect((await uploads.show(bad)).status).toBe(404);
    expect((await uploads.find(bad.marker)).status).toBe('rejected');
    expect(uploads.contents().filter((path) => path.startsWith('quarantine/'))).toHaveLength(1);
    await uploads.close();
  });
});

describe('a scanner', () => {
  it('that is not there is an error, never a clean bill', async () => {
    await expect(new ClamdVirusScanner('tcp://127.0.0.1:9').scan(Buffer.from('x'))).rejects.toThrow('ECONNREFUSED');
    await expect(new ClamdVirusScanner('unix:///nowhere/clamd.sock').scan(Buffer.from('x'))).rejects.toThrow('ENOENT');
  });

  it('that hangs up is an error too', async () => {
    const server = await new ClamdServer('x').start();
    server.isBroken = true;
    await expect(new ClamdVirusScanner(server.url).scan(Buffer.from('x'))).rejects.toThrow('clamd did not scan');
    server.stop();
  });
});
