import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import type { RecordReference } from '../../kernel/records.js';
import { Database } from '../../platform/database/database.js';
import { rowsById } from '../../platform/database/open-rows.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource, SystemLogs } from '../system-logs/index.js';
import { ReconciliationRow } from './reconciliations.store.js';
import { LRUCache } from 'lru-cache';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { outsideTransaction } from '../../platform/database/outside-transaction.js';
import { Log } from '../../platform/telemetry/log.js';
import { type LedgerStop, LedgerStopListener, ledgerFailures } from '../../ledger/index.js';

const KEY = /^reconciliation:(?<id>.+:\d{4}-\d{2}-\d{2}):[a-z_]+:[^:]+$/;

/** Logs of differences: the day waits in the queue itself, until it agrees or is explained. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormReconciliationLogs extends UnsettledMoneySource {
  override readonly prefix = 'reconciliation:';

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const named = logs.flatMap(({ key }) => {
      const id = KEY.exec(key)?.groups?.['id'];
      return id === undefined ? [] : [{ key, id }];
    });
    const ids = [...new Set(named.map(({ id }) => id))];
    const rows = await rowsById(this.database.repository(ReconciliationRow), ids);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return new Map(
      named
        .filter(({ id }) => statuses.has(id))
        .map(({ key, id }) => [key, statuses.get(id) === 'differing' ? 'queued' : 'settled']),
    );
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === 'reconciliation' ? `${this.prefix}${id}:` : undefined;
  }
}

const WRONG = 'The ledger is not as this service wrote it';
/** The fault and its consequence. */
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
