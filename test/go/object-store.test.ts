import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchMinio } from '../../packages/harness/servers/minio.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { S3FileStorage } from '../../src/platform/storage/s3-file-storage.js';
import { describeFileStorage, localFile } from '../contexts/files/support/file-storage-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-minio-'));
let server: PrivateServer;
let s3Url: string;
beforeAll(async () => {
  ({ server, s3Url } = await launchMinio());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describeFileStorage('MinIO', () => new S3FileStorage(s3Url));

describe('S3FileStorage on MinIO', () => {
  it('fails with a wrong secret key', async () => {
    const storage = new S3FileStorage(Object.assign(new URL(s3Url), { password: 'another' }).href);
    await expect(storage.put('users/ada/x', Buffer.from('x'))).rejects.toThrow('403 SignatureDoesNotMatch');
  });

  it('refuses a file whose hash differs', async () => {
    const file = { ...localFile(folder, Buffer.from('evil')), sha256: '0'.repeat(64) };
    await expect(new S3FileStorage(s3Url).take('users/ada/evil', file)).rejects.toThrow('XAmzContentSHA256Mismatch');
  });

  it('goes on after the store was killed', async () => {
    const storage = new S3FileStorage(s3Url);
    await server.kill();
    const written = storage.put('users/ada/later', Buffer.from('later'));
    const result = written.then(
      () => 'written',
      () => 'failed',
    );
    await server.restart();
    if ((await result) === 'failed') await storage.put('users/ada/later', Buffer.from('later'));
    const content = await storage.open('users/ada/later');
    expect(String(Buffer.concat((await content!.toArray()) as Buffer[]))).toBe('later');
  });
});
