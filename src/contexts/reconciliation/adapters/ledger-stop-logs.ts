import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { Contributes } from '../../../kernel/registry.js';
import { outsideTransaction } from '../../../platform/database/outside-transaction.js';
import { Log } from '../../../platform/telemetry/log.js';
import { SystemLogs } from '../../system-logs/index.js';
import { type LedgerStop, LedgerStopListener, ledgerFailures } from '../../../ledger/index.js';

const CONSEQUENCES: Readonly<Record<string, string>> = {
  [ledgerFailures.account_stopped.name]: 'Nothing is posted to this account until the row is as its last posting says.',
  [ledgerFailures.chain_broken.name]: 'No money moves until the ledger ends with a batch of this service.',
};

/** Tells staff once a day of each row that the ledger does not build upon. Purchases tell of their holds themselves. */
@Injectable()
@Contributes(LedgerStopListener)
export class LedgerStopLogs extends LedgerStopListener {
  private readonly told = new LRUCache<string, true>({ max: 1_000 });

  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  stopped({ failure, row }: LedgerStop): void {
    const consequence = CONSEQUENCES[failure];
    const key = `ledger-stop:${row.split(':')[0]}:${Math.floor(this.clock.now() / DAY_MS)}`;
    if (!consequence || this.told.has(key)) return;
    this.told.set(key, true);
    const description = `The ledger is not as this service wrote it: ${row}. ${consequence}`;
    void outsideTransaction(() => this.systemLogs.record({ kind: 'error', description, key })).catch((error: unknown) => {
      this.told.delete(key);
      this.log.problem('a stop of the ledger could not be reported', error);
    });
  }
}
