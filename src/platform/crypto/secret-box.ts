import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

const VERSION = 'v1';

/** AES-256-GCM under a key derived from APP_KEY. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.appKey, '', 'harmattan secret box', 32));
  }

  /** `v1.<base64url of nonce, tag, ciphertext>`; the associated data is the id of the row. */
  encrypt(text: string, associatedData: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(associatedData));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** @throws Error when the text was altered, or encrypted with other associated data or another key */
  decrypt(encrypted: string, associatedData: string): string {
    const [version, body] = encrypted.split('.');
    if (version !== VERSION || !body) throw new Error('not an encrypted text of this version');
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12), { authTagLength: 16 }).setAAD(
      Buffer.from(associatedData),
    );
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}
