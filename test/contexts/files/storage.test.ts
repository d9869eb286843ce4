import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStorage } from '../../../src/kernel/storage.js';
import type { Config } from '../../../src/platform/config/config.js';
import { IncomingFolder } from '../../../src/platform/storage/incoming-folder.js';
import { LocalFileStorage } from '../../../src/platform/storage/local-file-storage.js';
import { S3FileStorage } from '../../../src/platform/storage/s3-file-storage.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { describeFileStorage, localFile } from './support/file-storage-suite.js';
import { S3Server } from './support/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-storage-'));
const incoming = new IncomingFolder({ dataDir: folder } as Config, {} as Log);
const s3 = new S3Server();
beforeAll(() => s3.start());
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const STORAGES: Readonly<Record<string, () => FileStorage>> = {
  'a folder': () => new LocalFileStorage(join(folder, 'uploads'), incoming),
  'an object store': () => new S3FileStorage(s3.url()),
};

for (const [name, make] of Object.entries(STORAGES)) describeFileStorage(name, make);

describe('LocalFileStorage', () => {
  it.each(['../app.key', 'users/../../app.key', '/etc/passwd', 'users//x', 'users/./x', '', 'a\0b'])(
    'refuses the key %j',
    async (key) => {
      const storage = STORAGES['a folder']!();
      await expect(storage.open(key)).rejects.toThrow('not a valid storage key');
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a valid storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a valid storage key');
    },
  );

  it('leaves no partial file', () => expect(readdirSync(join(folder, 'incoming'))).toEqual([]));
});

describe('S3FileStorage', () => {
  it('retries after an outage or overload', async () => {
    const storage = new S3FileStorage(s3.url());
    const bytes = randomBytes(200_000);
    s3.faults.push('hang up', 503);
    await storage.take('users/ada/again', localFile(folder, bytes));
    expect(s3.objects.get('users/ada/again')!.equals(bytes)).toBe(true);
    s3.faults.push(500, 500, 500);
    await expect(storage.put('users/ada/again', bytes)).rejects.toThrow('500 SlowDown');
  });

  it('fails with a wrong secret key', async () => {
    const storage = new S3FileStorage(s3.url('another'));
    await expect(storage.put('users/ada/x', Buffer.from('x'))).rejects.toThrow('403 SignatureDoesNotMatch');
    await expect(storage.open('users/ada/large')).rejects.toThrow('403 SignatureDoesNotMatch');
  });

  it('keeps the original when a copy fails half-way', async () => {
    const storage = new S3FileStorage(s3.url());
    await storage.put('users/ada/half', Buffer.from('x'));
    s3.faults.push('copy error');
    await expect(storage.move('users/ada/half', 'quarantine/half')).rejects.toThrow('did not copy');
    expect(s3.objects.has('users/ada/half')).toBe(true);
  });

  it('refuses a file whose hash differs', async () => {
    const file = { ...localFile(folder, Buffer.from('evil')), sha256: createHash('sha256').update('good').digest('hex') };
    await expect(new S3FileStorage(s3.url()).take('users/ada/evil', file)).rejects.toThrow('XAmzContentSHA256Mismatch');
  });
});
