import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStorage, LocalFile } from '../../../../src/kernel/storage.js';

/** In this folder. */
export function localFile(folder: string, bytes: Buffer): LocalFile {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  return { path, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function contentOf(content: Readable | undefined): Promise<Buffer | undefined> {
  return content && Buffer.concat((await content.toArray()) as Buffer[]);
}

/** What every storage does with the files of users. */
export function describeFileStorage(name: string, make: () => FileStorage): void {
  describe(`FileStorage: ${name}`, () => {
    let storage: FileStorage;
    let folder: string;
    beforeAll(() => {
      storage = make();
      folder = mkdtempSync(join(tmpdir(), 'harmattan-files-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('returns what was stored, whole and by range', async () => {
      const bytes = randomBytes(3_000_000);
      await storage.take('users/ada/large', localFile(folder, bytes));
      expect((await contentOf(await storage.open('users/ada/large')))!.equals(bytes)).toBe(true);
      const part = await contentOf(await storage.open('users/ada/large', { from: 1_000, to: 1_009 }));
      expect(part).toEqual(bytes.subarray(1_000, 1_010));
    });

    it('stores bytes and replaces them', async () => {
      await storage.put('users/ada/small', Buffer.from('first'));
      await storage.put('users/ada/small', Buffer.from('second'));
      expect(String(await contentOf(await storage.open('users/ada/small')))).toBe('second');
    });

    it('moves', async () => {
      await storage.put('users/ada/here', Buffer.from('moving'));
      await storage.move('users/ada/here', 'quarantine/there');
      expect(await storage.open('users/ada/here')).toBeUndefined();
      expect(String(await contentOf(await storage.open('quarantine/there')))).toBe('moving');
      await storage.move('users/ada/here', 'quarantine/there');
      expect(String(await contentOf(await storage.open('quarantine/there')))).toBe('moving');
    });

    it('removes, also missing keys', async () => {
      await storage.put('users/ada/gone', Buffer.from('x'));
      await storage.remove('users/ada/gone', 'users/ada/never');
      expect(await storage.open('users/ada/gone')).toBeUndefined();
      expect(await storage.open('users/ada/never')).toBeUndefined();
    });
  });
}
