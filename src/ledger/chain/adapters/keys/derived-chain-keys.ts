import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.js';
import { configuredSecrets, storedSecret } from '../../../../platform/crypto/chain-secrets.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { ChainKeys } from '../../application/ports.js';
import type { ChainKey } from '../../domain/hash-chain.js';
import { RECORDS_KEY, recordsKeyOf } from '../../domain/records-key.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';

/** Derived from `LEDGER_KEY` where there is one, else from `APP_KEY`. */
@Injectable()
export class DerivedChainKeys extends ChainKeys {
  readonly current: ChainKey;
  private readonly configured: readonly ChainKey[];
  private known: ReadonlyMap<string, ChainKey>;
  private unreadable: Error | undefined;

  constructor(
    config: Config,
    private readonly box: SecretBox,
  ) {
    super();
    this.configured = configuredSecrets(config);
    this.current = this.configured[0]!;
    this.known = this.open([]);
  }

  /** Key of the idempotency records. @throws Error where it cannot be read */
  get records(): ChainKey {
    if (this.unreadable !== undefined) throw this.unreadable;
    return this.known.get(RECORDS_KEY)!;
  }

  /** No command is looked up or executed from now on, because none would be found under another key. */
  lose(unreadable: Error): void {
    this.unreadable = unreadable;
  }

  /** A configured key, or one of those last loaded. */
  find(id: string): ChainKey | undefined {
    return this.known.get(id);
  }

  load(stored: Iterable<StoredChainKey>): void {
    this.known = this.open(stored);
    this.unreadable = undefined;
  }

  /** Batches stay verifiable when the key that they were written under is not configured any more. */
  stored({ id, secret }: ChainKey): StoredChainKey {
    return { id, sealed: this.box.encrypt(secret.toString('base64'), id) };
  }

  isReadable(row: StoredChainKey): boolean {
    return storedSecret(this.box, row) !== undefined;
  }

  isOfAnotherKey({ sealed }: StoredChainKey): boolean {
    return this.box.isOfAnotherKey(sealed);
  }

  open(stored: Iterable<StoredChainKey>): ReadonlyMap<string, ChainKey> {
    const keys = new Map<string, ChainKey>();
    for (const row of stored) {
      // Without its key the batches of an altered row are reported.
      const secret = storedSecret(this.box, row);
      if (secret) keys.set(row.id, { id: row.id, secret });
    }
    for (const key of this.configured) keys.set(key.id, key);
    if (!keys.has(RECORDS_KEY)) keys.set(RECORDS_KEY, recordsKeyOf(this.current));
    return keys;
  }
}
