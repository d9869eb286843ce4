import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derive } from '../crypto/key-ring.js';
import type { BackupStore } from './backup-store.js';

/** The streams of a backup. The number goes into the nonce. */
const STREAMS = { database: 1, files: 2, binlog: 3 } as const;
export type BackupStream = keyof typeof STREAMS;

/** Held in memory, and one object of the store. */
const PART_BYTES = 8 * 1024 * 1024;
const TAG_BYTES = 16;

export class DamagedBackup extends Error {}

/**
 * Streams in parts, each encrypted by AES-256-GCM under a key of this backup alone. The nonce is stream, number and whether it is the
 * last one, so that no part can be exchanged, left out or cut off (the STREAM construction).
 */
export class SealedParts {
  private readonly key: Buffer;

  constructor(
    private readonly place: BackupStore,
    private readonly backup: string,
    secret: Buffer,
  ) {
    this.key = derive(secret, `backup ${backup}`, 32);
  }

  /** @returns the number of parts, and their bytes */
  async write(stream: BackupStream, source: AsyncIterable<Buffer>): Promise<{ parts: number; bytes: number }> {
    let [parts, bytes, held] = [0, 0, 0];
    let chunks: Buffer[] = [];
    const put = async (part: Buffer, isLast: boolean) => {
      const sealed = this.seal(nonceOf(stream, parts, isLast), part);
      await this.place.put(this.backup, nameOf(stream, parts++), sealed);
      bytes += sealed.length;
    };
    for await (const chunk of source) {
      chunks.push(chunk);
      held += chunk.length;
      while (held > PART_BYTES) {
        const all = Buffer.concat(chunks);
        await put(all.subarray(0, PART_BYTES), false);
        chunks = [all.subarray(PART_BYTES)];
        held -= PART_BYTES;
      }
    }
    await put(Buffer.concat(chunks), true);
    return { parts, bytes };
  }

  /** @throws DamagedBackup where a part is missing or is not as it was written */
  async *read(stream: BackupStream, parts: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part++) {
      const sealed = await this.place.get(this.backup, nameOf(stream, part));
      if (!sealed) throw new DamagedBackup(`${nameOf(stream, part)} of backup ${this.backup} is missing`);
      yield this.open(nonceOf(stream, part, part === parts - 1), sealed, nameOf(stream, part));
    }
  }

  private seal(nonce: Buffer, part: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]);
  }

  private open(nonce: Buffer, sealed: Buffer, name: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    try {
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new DamagedBackup(`${name} of backup ${this.backup} is damaged`);
    }
  }
}

function nonceOf(stream: BackupStream, part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(STREAMS[stream], 0);
  nonce.writeUInt32BE(part, 4);
  nonce.writeUInt8(Number(isLast), 11);
  return nonce;
}

function nameOf(stream: BackupStream, part: number): string {
  return `${stream}-${String(part).padStart(6, '0')}`;
}
