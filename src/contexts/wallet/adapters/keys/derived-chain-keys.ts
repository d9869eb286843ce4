import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.js';
import { derive, keyId } from '../../../../platform/crypto/key-ring.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { ChainKeys } from '../../application/ports/chain-keys.js';
import type { ChainKey } from '../../domain/hash-chain.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';

/** Derived from `LEDGER_KEY` where there is one, else from `APP_KEY`. */
@Injectable()
export class DerivedChainKeys extends ChainKeys {
  readonly current: ChainKey;
  private readonly configured: readonly ChainKey[];

  constructor(
    { ledgerKey, appKey, previousAppKeys }: Config,
    private readonly box: SecretBox,
  ) {
    super();
    this.configured = [...(ledgerKey ? [ledgerKey] : []), appKey, ...previousAppKeys].map((secret) => ({
      id: keyId(secret),
      secret: derive(secret, 'ledger chain', 32),
    }));
    this.current = this.configured[0]!;
  }

  /** Batches stay verifiable when the key that they were written under is not configured any more. */
  stored({ id, secret }: ChainKey): StoredChainKey {
    return { id, sealed: this.box.encrypt(secret.toString('base64'), id) };
  }

  open(stored: Iterable<StoredChainKey>): ReadonlyMap<string, ChainKey> {
    const keys = new Map<string, ChainKey>();
    for (const { id, sealed } of stored) {
      const secret = this.decrypt(id, sealed);
      if (secret) keys.set(id, { id, secret });
    }
    for (const key of this.configured) keys.set(key.id, key);
    return keys;
  }

  /** Undefined where the row was altered or is under a foreign key; its batches are then reported. */
  private decrypt(id: string, sealed: string): Buffer | undefined {
    try {
      return Buffer.from(this.box.decrypt(sealed, id), 'base64');
    } catch {
      return undefined;
    }
  }
}
