import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { Contributes } from '../../../kernel/registry.js';
import { outsideTransaction } from '../../../platform/database/outside-transaction.js';
import { Log } from '../../../platform/telemetry/log.js';
import { SystemLogs } from '../../system-logs/index.js';
import { type LedgerStop, LedgerStopListener, ledgerFailures } from '../../../ledger/index.js';

const WRONG = 'The ledger is not as this service wrote it';
/** What is wrong, and what follows from it. */
const TEXTS: Readonly<Record<string, readonly [what: string, consequence: string]>> = {
  [ledgerFailures.account_stopped.name]: [WRONG, 'Nothing is posted to this account until the row is as its last posting says.'],
  [ledgerFailures.chain_broken.name]: [WRONG, 'No money moves until the ledger ends with a batch of this service.'],
  [ledgerFailures.balance_full.name]: ['A balance is full', 'What would make it larger is refused.'],
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
    const text = TEXTS[failure];
    const key = `ledger-stop:${row.split(':')[0]}:${Math.floor(this.clock.now() / DAY_MS)}`;
    if (!text || this.told.has(key)) return;
    this.told.set(key, true);
    const description = `${text[0]}: ${row}. ${text[1]}`;
    void outsideTransaction(() => this.systemLogs.record({ kind: 'error', description, key })).catch((error: unknown) => {
      this.told.delete(key);
      this.log.problem('a stop of the ledger could not be reported', error);
    });
  }
}
