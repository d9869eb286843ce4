import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClamdVirusScanner } from '../../../src/contexts/files/adapters/clamd/clamd-virus-scanner.js';
import { startPrivateClamd } from '../../../packages/harness/servers/services.js';
import { ImageProcess } from '../../../src/platform/images/image-process.js';
import { Outbox } from '../../../src/kernel/events.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { ClamdServer } from './support/clamd-server.js';
import { heic, photo, samples, zip } from './support/samples.js';
import { S3Server } from './support/s3-server.js';
import { UploadsApp } from './support/uploads-app.js';

const MARK = 'HARMATTAN-LOCAL-TEST-SIGNATURE-7f3a';

describe.each(ONE_BACKEND)('file processing on %s', (backend) => {
  let uploads: UploadsApp;
  const clamd = new ClamdServer(MARK);
  const s3 = new S3Server();
  beforeAll(async () => {
    await Promise.all([clamd.start(), s3.start()]);
    // Local folder on one back end, object store on the other.
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

  it.each(['jpg', 'png', 'gif', 'webp'])('encodes a %s again without metadata', async (extension) => {
    const original = await sharp(await photo())
      .keepMetadata()
      .toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png'))
      .toBuffer();
    const before = await sharp(original).metadata();
    expect([before.width, before.height]).toEqual([40, 30]);
    const tells = before.exif !== undefined;
    // GIF has no EXIF.
    expect(tells).toBe(extension !== 'gif');

    const file = await uploads.upload(`photo.${extension}`, original);
    await uploads.settled();
    const served = Buffer.from(await (await uploads.show(file)).arrayBuffer());
    const after = await sharp(served).metadata();
    expect(served.includes('Camera of Ada')).toBe(false);
    expect([after.format, after.exif, after.xmp, after.orientation]).toEqual([before.format, undefined, undefined, undefined]);
    // Its orientation is a quarter turn.
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

  it('keeps an animation', async () => {
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

  it('overwrites the metadata of HEIC and keeps the picture', async () => {
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
    ['breaks off', 'it is not an image that can be opened', async () => (await photo()).subarray(0, 300)],
    [
      'would fill the memory',
      'it is an image of more than 25 megapixels',
      () =>
        sharp({ create: { width: 5_001, height: 5_000, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
    ],
  ])('rejects an image that %s', async (_what, reason, make) => {
    const as = await uploads.service.register();
    const file = await uploads.upload((await make()).length > 300 ? 'large.png' : 'broken.jpg', await make(), as);
    await uploads.settled();
    expect(await uploads.find(file.marker, as)).toMatchObject({ status: 'rejected' });
    expect((await uploads.show(file)).status).toBe(404);
    expect(await notices(as.userid)).toContainEqual({
      subject: 'File rejected',
      message: `Your file ${file.fileName} was rejected: ${reason}.`,
    });
    expect(contents().filter((path) => path.includes(nameOf(file.localUrl)))).toEqual([`quarantine/${nameOf(file.localUrl)}`]);
  });

  it('rejects an image that ends the process of images twice, and tells its owner and staff', async () => {
    const images = uploads.service.app.get(ImageProcess, { strict: false });
    const ended = vi.spyOn(images, 'convert').mockResolvedValue('ended');
    const as = await uploads.service.register();
    const file = await uploads.upload('heavy.png', await photo().then((bytes) => sharp(bytes).png().toBuffer()), as);
    await uploads.settled();
    expect(ended).toHaveBeenCalledTimes(2);
    ended.mockRestore();
    expect(await uploads.find(file.marker, as)).toMatchObject({ status: 'rejected' });
    const told = (await notices(as.userid)).filter(({ subject }) => subject === 'File rejected');
    expect(told.map(({ message }) => message)).toEqual(['Your file heavy.png was rejected: it cannot be processed.']);
    const logs = await uploads.rows<{ description: string }>("SELECT description FROM system_log WHERE kind = 'warning'");
    expect(logs.filter(({ description }) => description.includes(file.marker))).toHaveLength(1);
  });

  it('rejects a file whose job ended the service twice, and names the job to staff', async () => {
    clamd.isBroken = true;
    const as = await uploads.service.register();
    const file = await uploads.upload('deadly.txt', 'deadly', as);
    await until(
      async () => (await uploads.rows('SELECT 1 FROM job WHERE job_key = ? AND claimed_by = ?', file.marker, '')).length === 1,
    );
    // As processes leave it that ended while they ran it.
    await uploads.execute("UPDATE job SET crashes = 1, claimed_by = 'ended', run_at = 1 WHERE job_key = ?", file.marker);
    await until(async () => (await uploads.find(file.marker, as)).status === 'rejected');
    clamd.isBroken = false;
    const told = (await notices(as.userid)).filter(({ subject }) => subject === 'File rejected');
    expect(told.map(({ message }) => message)).toEqual(['Your file deadly.txt was rejected: it cannot be processed.']);
    const staff = await uploads.staff('otherControl.otherAccess');
    const jobs = await uploads.service.client.get('control_job_fetch', { as: staff, query: { rqtp: 'exhausted' } });
    const [job] = (jobs.body.DATA as { result: { marker: string; name: string; error: string }[] }).result;
    expect(job).toMatchObject({ name: 'file.process', error: 'its process ended 2 times' });
    const logs = () => uploads.rows<{ description: string }>("SELECT description FROM system_log WHERE kind = 'error'");
    await until(async () => (await logs()).some(({ description }) => description.includes(job!.marker)));
    expect((await uploads.service.client.post('control_job_retry', { as: staff, body: { reqv: job!.marker } })).status).toBe(200);
    await until(async () => (await uploads.rows('SELECT 1 FROM job WHERE job_key = ?', file.marker)).length === 0);
  });

  it('quarantines an infected file and notifies its owner', async () => {
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

  it('passes every byte to the scanner', async () => {
    const content = Buffer.from('0123456789abcdef'.repeat(50_000));
    await uploads.upload('long.txt', content);
    await uploads.settled();
    expect(clamd.scanned.at(-1)!.equals(content)).toBe(true);
  });

  it('serves nothing before the scan, and retries while the scanner is unavailable', async () => {
    clamd.isBroken = true;
    const file = await uploads.upload('waiting.txt', 'waiting');
    const early = await uploads.show(file);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await early.text()).not.toContain('waiting');
    clamd.isBroken = false;
    await uploads.settled();
    expect(await (await uploads.show(file)).text()).toBe('waiting');
  });

  it('publishes its completion once', async () => {
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

// Without an installed ClamAV the simulated one above has to suffice.
const clamd = await startPrivateClamd({ signatures: { 'Harmattan.Test': MARK } }).catch((error: unknown) => {
  console.warn(`the tests with ClamAV itself are left out: ${String(error)}`);
});
describe.each(clamd ? [clamd] : [])('ClamAV', (clamd) => {
  afterAll(() => clamd.stop());
  const scanner = new ClamdVirusScanner(clamd.url);

  it('finds a signature at any position', async () => {
    expect(await scanner.scan(Buffer.from(`before ${MARK} after`))).toBe('Harmattan.Test.UNOFFICIAL');
    const long = Buffer.alloc(9_000_000, 'a');
    expect(await scanner.scan(long)).toBeUndefined();
    long.write(MARK, 8_000_000);
    expect(await scanner.scan(long)).toBe('Harmattan.Test.UNOFFICIAL');
  });

  it('scans inside archives', async () => {
    expect(await scanner.scan(zip({ 'a.txt': `x${MARK}x` }))).toBe('Harmattan.Test.UNOFFICIAL');
    expect(await scanner.scan(zip({ 'a.txt': 'harmless' }))).toBeUndefined();
  });

  it('withholds an infected upload', async () => {
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

describe('scanner failure', () => {
  it('of an unreachable scanner is an error and not a clean result', async () => {
    await expect(new ClamdVirusScanner('tcp://127.0.0.1:9').scan(Buffer.from('x'))).rejects.toThrow('ECONNREFUSED');
    await expect(new ClamdVirusScanner('unix:///nowhere/clamd.sock').scan(Buffer.from('x'))).rejects.toThrow('ENOENT');
  });

  it('of a closed connection is an error', async () => {
    const server = await new ClamdServer('x').start();
    server.isBroken = true;
    await expect(new ClamdVirusScanner(server.url).scan(Buffer.from('x'))).rejects.toThrow('clamd did not scan');
    server.stop();
  });
});
