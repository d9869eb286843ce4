import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageProcess } from '../../../src/platform/images/image-process.js';
import { makeBackend, type TestBackend } from '../../support/backend.js';
import { type Credentials, TestClient } from '../../support/client.js';
import { buildService, type ServiceProcess, startProcess } from '../../support/service-process.js';
import { until } from '../../support/until.js';
import { bombs } from './support/bombs.js';
import { fileOf, type UploadedFile } from './support/uploads-app.js';

const USER = { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com', pswd: 'Correct-horse-7', devt: 'Web', devs: '1', devn: 'x' };
/** Beyond what the service has after its start. */
const MEMORY_KB = 200_000;

/** A figure of /proc/<pid>/status in kB. */
function figure(pid: number, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe('files made to exhaust the service', () => {
  let place: TestBackend;
  let service: ServiceProcess;
  let client: TestClient;
  let as: Credentials;
  beforeAll(async () => {
    await buildService();
    place = makeBackend('sqlite');
    service = await startProcess({ ...place.environment, RATE_LIMIT_SCALE: '0' });
    client = new TestClient(service.url);
    as = (await client.post('user_profile_create', { body: USER })).body.DATA as Credentials;
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await place.remove();
  });

  it('are refused or rejected within bounded memory, and the service goes on', async () => {
    const before = figure(service.child.pid!, 'VmHWM');
    const taken: UploadedFile[] = [];
    for (const [name, content] of Object.entries(await bombs())) {
      const { status, body } = await client.post('core_file_upload', { as, form: { file: fileOf(name, content) } });
      expect([200, 400]).toContain(status);
      if (status === 200) taken.push(body.DATA as UploadedFile);
    }
    const statusOf = async ({ marker }: UploadedFile) =>
      ((await client.get('core_file_fetch', { as, query: { rqtp: 'mk', rqvl: marker } })).body.DATA as UploadedFile).status;
    const urlOf = (file: UploadedFile) => service.url + file.localUrl;
    for (const file of taken.filter(({ fileMime }) => ['webp', 'png', 'gif', 'heic'].includes(fileMime))) {
      if (file.fileName === 'tiny-frames.gif') continue;
      await until(async () => (await statusOf(file)) === 'rejected');
      expect((await fetch(urlOf(file))).status).toBe(404);
    }
    expect(figure(service.child.pid!, 'VmHWM') - before).toBeLessThan(MEMORY_KB);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.child.exitCode).toBeNull();
  });

  it('are decoded without the secrets of the service, and first to go where memory ends', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const picture = sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: 'red', noise } });
    await client.post('core_file_upload', {
      as,
      form: { file: fileOf('noise.webp', await picture.webp({ effort: 0 }).toBuffer()) },
    });
    let seen: { environment: string; score: string; limits: string } | undefined;
    await until(
      () => {
        for (const pid of childrenOf(service.child.pid!))
          try {
            const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
            if (!read('cmdline').includes('image-child')) continue;
            if (!read('cmdline').startsWith(process.execPath)) continue;
            seen = { environment: read('environ'), score: read('oom_score_adj'), limits: read('limits') };
          } catch {
            // It has ended.
          }
        return Promise.resolve(seen !== undefined);
      },
      { everyMs: 2 },
    );
    expect(seen!.environment).not.toMatch(/DATA_DIR|DATABASE_URL|APP_KEY/);
    expect(seen!.score.trim()).toBe('1000');
    expect(seen!.limits).toMatch(/Max data size +671088640/);
    expect(seen!.limits).toMatch(/Max cpu time +10 /);
    expect(seen!.limits).toMatch(/Max file size +0 /);
  });
});

describe('ImageProcess', () => {
  const images = new ImageProcess();
  const webp = { format: 'webp', animated: false } as const;
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: 'red' } })
      .png()
      .toBuffer();

  it('takes a picture of 25 megapixels and none of more', async () => {
    expect(await images.convert(await flat(5_000, 5_000), [{ ...webp, size: 10 }])).toHaveLength(1);
    expect(await images.convert(await flat(5_001, 5_000), [{ ...webp, size: 10 }])).toBe('too_large');
  });

  it('ends a conversion that would take more than its memory', async () => {
    const plain = { format: 'png', options: { compressionLevel: 0 }, animated: false } as const;
    expect(
      await images.convert(
        await flat(5_000, 5_000),
        Array.from({ length: 8 }, () => plain),
      ),
    ).toBe('ended');
  });

  it('goes on after one that cannot be read', async () => {
    expect(await images.convert(Buffer.from('no picture'), [webp])).toBe('unreadable');
    expect(await images.convert(Buffer.alloc(0), [webp])).toBe('unreadable');
    expect(await images.convert(await flat(5, 5), [webp])).toHaveLength(1);
  });
});
