import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { pooledRandomBytes } from '../../kernel/random.js';
import { type DerivedKey, KeyRing } from './key-ring.js';

const VERSION = 'v2';
const SEALED = /v2\.[0-9a-f]{8}\.[A-Za-z0-9_-]+/g;
const PURPOSE = 'secret box';

/** AES-256-GCM under a key derived from APP_KEY. */
@Injectable()
export class SecretBox {
  constructor(private readonly ring: KeyRing) {}

  /** `v2.<key id>.<base64url of nonce, tag, ciphertext>`; the associated data is the id of the row. */
  encrypt(text: string, associatedData: string): string {
    const { id, bytes } = this.ring.current(PURPOSE);
    const nonce = pooledRandomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(associatedData));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** @throws Error when the text was altered, or encrypted with other associated data or a key that is not in the ring */
  decrypt(encrypted: string, associatedData: string): string {
    const [version, keyId, body, ...rest] = encrypted.split('.');
    if (version !== VERSION || !body || rest.length > 0) throw new Error('not an encrypted text');
    const key = this.ring.keys(PURPOSE).find(({ id }) => id === keyId);
    if (!key) throw new Error(`encrypted under the key ${keyId}, which is neither APP_KEY nor in APP_KEY_PREVIOUS`);
    return open(key, body, associatedData);
  }

  /** Whether it says that it was encrypted under another key than those of the ring. */
  isOfAnotherKey(encrypted: string): boolean {
    const [version, keyId] = encrypted.split('.');
    return version === VERSION && this.ring.keys(PURPOSE).every(({ id }) => id !== keyId);
  }

  /** Encrypts anew, under the current key, every encrypted text in a column's value that is under another one. */
  renew(value: string, associatedData: string): string {
    const current = `${VERSION}.${this.ring.current(PURPOSE).id}.`;
    return value.replace(SEALED, (sealed) =>
      sealed.startsWith(current) ? sealed : this.encrypt(this.decrypt(sealed, associatedData), associatedData),
    );
  }
}

function open({ bytes: key }: DerivedKey, body: string, associatedData: string): string {
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 }).setAAD(
    Buffer.from(associatedData),
  );
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
