import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { Contributes } from '../../../kernel/registry.js';
import { type BrokenSeal, BrokenSealListener } from '../../../platform/crypto/broken-seals.js';
import { outsideTransaction } from '../../../platform/database/outside-transaction.js';
import { Log } from '../../../platform/telemetry/log.js';
import { SystemLogs } from '../application/ports.js';
import { bounded } from '../../../platform/bounded.js';

const REMEMBERED = 10_000;

/** Tells staff of a row whose seal does not fit it, once a day while it is read. */
@Injectable()
@Contributes(BrokenSealListener)
export class BrokenSealLogs extends BrokenSealListener {
  private readonly told = new LRUCache<string, true>(bounded(REMEMBERED));

  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /** Not in the transaction that reads the row, which may be taken back. */
  broken({ table, rowId, seal }: BrokenSeal): void {
    const key = `row-seal:${seal}:${rowId}:${Math.floor(this.clock.now() / DAY_MS)}`;
    if (this.told.has(key)) return;
    this.told.set(key, true);
    const description =
      `${table} ${rowId} was changed in the database by something else than this service (${seal}), and is not trusted until an ` +
      'operator has looked at it.';
    void outsideTransaction(() => this.systemLogs.record({ kind: 'error', description, key })).catch((error: unknown) => {
      this.told.delete(key);
      this.log.problem('a row that was changed in the database could not be reported', error);
    });
  }
}
