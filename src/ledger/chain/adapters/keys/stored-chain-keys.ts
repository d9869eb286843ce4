import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { StartError } from '../../../../platform/config/start-error.js';
import { Database } from '../../../../platform/database/database.js';
import { insertNew } from '../../../../platform/database/insert-new.js';
import type { ChainKey } from '../../domain/hash-chain.js';
import { RECORDS_KEY, recordsKeyOf } from '../../domain/records-key.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';
import { DerivedChainKeys } from './derived-chain-keys.js';

/** The chain's keys as they are stored in the database, which is prepared for batches under the current one. */
@Injectable()
export class StoredChainKeys {
  constructor(
    private readonly database: Database,
    private readonly keys: DerivedChainKeys,
    private readonly clock: Clock,
  ) {}

  async prepare(): Promise<void> {
    // Under another key no command of before would be found, and each would be executed again.
    const [request] = await this.database.rows('SELECT scope FROM money_request LIMIT 1');
    if (!request) await this.store(recordsKeyOf(this.keys.current));
    await this.loadKeys();
    await this.store(this.keys.current);
    await this.loadKeys();
  }

  /**
   * Holds may be sealed under the earlier keys, and under a later one of another process.
   * @throws StartError where the key of the idempotency records is not there, or is another one than was stored
   */
  async loadKeys(): Promise<void> {
    const stored = await this.database.rows<StoredChainKey>('SELECT id, sealed FROM ledger_key');
    const records = stored.find(({ id }) => id === RECORDS_KEY);
    if (records && this.keys.isReadable(records)) return this.keys.load(stored);
    const lost = new StartError([
      records && this.keys.isOfAnotherKey(records)
        ? 'APP_KEY is not the key of these data: set the one that they were made with, as APP_KEY or in APP_KEY_PREVIOUS.'
        : 'ledger_key records: the key of the idempotency records is missing or was changed; money is refused without it',
    ]);
    this.keys.lose(lost);
    throw lost;
  }

  /** Some tools work without a schema; whoever needs the key of the records then hears why it is not there. */
  async tryToLoadKeys(): Promise<void> {
    await this.loadKeys().catch((error: Error) => this.keys.lose(error));
  }

  private async store(key: ChainKey): Promise<void> {
    const { id, sealed } = this.keys.stored(key);
    await insertNew(this.database, 'ledger_key', ['id', 'sealed', 'recorded'], [[id, sealed, this.clock.now()]]);
  }
}
