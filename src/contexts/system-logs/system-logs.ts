import { failures, Failure } from '../../kernel/failure.js';
import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import type { RecordReference } from '../../kernel/records.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { StaffAlerts } from '../notifications/index.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

export const systemLogFailures = failures('system_logs', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  log_not_found: ['not_found', "We couldn't find any record matching your query"],
  money_unsettled: ['refused', 'The money that this log stands for is not settled yet'],
  log_closed: ['conflict', 'This log is already closed'],
});

export type SystemLogStatus = 'open' | 'resolved' | 'ignored';

export interface SystemLog {
  readonly id: string;
  /** Its own id where it was written without one. */
  readonly logKey: string;
  readonly kind: 'error' | 'warning' | 'info';
  readonly description: string;
  readonly status: SystemLogStatus;
  readonly createdAt: number;
}

export interface NewSystemLog {
  readonly kind: 'error' | 'warning' | 'info';
  /** Human-readable; names records by id and holds no secrets. */
  readonly description: string;
  /** Only the first log of a key (up to 191 characters) is written. */
  readonly key?: string;
}

/** A warning that is committed with its subject; its key is not written twice. */
export type CommittedWarning = Required<Pick<NewSystemLog, 'description' | 'key'>>;

export abstract class SystemLogs {
  /** For a ledger command, which makes sure that it is written once. */
  abstract toRow(warning: CommittedWarning): RowInsert;
  abstract record(log: NewSystemLog): Promise<void>;
}

export interface SystemLogFilter {
  readonly kind?: string;
  readonly id?: string;
}

export abstract class SystemLogStore {
  /** In the caller's unit of work. @returns the id; undefined where the key exists, whose log stays as it is */
  abstract add(log: NewSystemLog): Promise<string | undefined>;
  abstract toRow(warning: CommittedWarning): RowInsert;
  abstract find(id: string): Promise<SystemLog | undefined>;
  /** The first logs whose keys begin so. */
  abstract listBeginning(prefix: string, limit: number): Promise<SystemLog[]>;
  /** Open logs whose keys begin so, in the order of their keys, after the given one. */
  abstract listOpenBeginning(prefix: string, afterKey: string, limit: number): Promise<SystemLog[]>;
  abstract list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>>;
  /** Closes an open log, in the caller's unit of work. False where it is not open. */
  abstract close(id: string, status: Exclude<SystemLogStatus, 'open'>): Promise<boolean>;
}

export interface KeyedLog {
  readonly key: string;
  readonly createdAt: number;
}

/** `queued`: it is open, and the record that it stands for waits in the work queue itself. */
export type MoneyState = 'open' | 'queued' | 'settled';

/** Contributed by the contexts whose money it is. */
export abstract class UnsettledMoneySource {
  /** Keys of its logs begin with it. */
  abstract readonly prefix: string;
  /** States by key, of up to 1,000 logs that begin so; logs without money behind them are left out. */
  abstract statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>>;
  /** The beginning of the keys of logs about this record; undefined if there are none. */
  abstract keyOf(record: RecordReference): Promise<string | undefined>;
}

/** Keeps logs open that stand for money, until it is settled. */
@Injectable()
export class UnsettledMoney extends Registry<UnsettledMoneySource> {
  constructor(contributions: Contributions) {
    super(contributions, UnsettledMoneySource, { namesOf: ({ prefix }) => [prefix] });
  }

  get prefixes(): string[] {
    return this.entries.map(({ prefix }) => prefix);
  }

  /** The beginnings of the keys of all logs about this record. */
  async keysOf(record: RecordReference): Promise<string[]> {
    const keys = await Promise.all(this.entries.map((source) => source.keyOf(record)));
    return keys.filter((key) => key !== undefined);
  }

  async isBehind(log: KeyedLog): Promise<boolean> {
    const state = (await this.statesOf([log])).get(log.key);
    return state !== undefined && state !== 'settled';
  }

  async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const found = await Promise.all(
      this.entries.map(async (source) => {
        const own = logs.filter(({ key }) => key.startsWith(source.prefix));
        return own.length === 0 ? [] : [...(await source.statesOf(own))];
      }),
    );
    return new Map(found.flat());
  }
}

export interface Closing {
  readonly logId: string;
  /** resolved: the problem is solved. ignored: there was nothing to do. */
  readonly status: Exclude<SystemLogStatus, 'open'>;
  /** A remark of the staff member; kept in the audit trail. */
  readonly note: string | undefined;
  readonly action: string;
}

const PORTION = 500;

@Injectable()
export class StoredSystemLogs extends SystemLogs {
  constructor(
    private readonly store: SystemLogStore,
    private readonly unsettledMoney: UnsettledMoney,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  toRow(warning: CommittedWarning): RowInsert {
    return this.store.toRow(warning);
  }

  /** Records it; a log of kind error also raises an event and an alert. */
  async record(log: NewSystemLog): Promise<void> {
    await this.unitOfWork.run(async () => {
      const systemLogId = await this.store.add(log);
      if (systemLogId === undefined || log.kind !== 'error') return;
      await this.staffAlerts.add(`Error: ${log.description}`);
      await this.outbox.add(domainEvent('system_log.created', { systemLogId, kind: log.kind }));
    });
  }

  /** @throws Failure `system_logs.log_not_found`, `system_logs.log_closed`, `system_logs.money_unsettled` */
  async close({ logId, status, note, action }: Closing, by: StaffMember): Promise<void> {
    const log = await this.store.find(logId);
    if (log?.status === 'open' && (await this.unsettledMoney.isBehind({ key: log.logKey, createdAt: log.createdAt })))
      throw new Failure(systemLogFailures.money_unsettled);
    return this.auditedUnitOfWork.execute(by, action, async () => {
      if (!(await this.store.close(logId, status))) {
        const exists = (await this.store.find(logId)) !== undefined;
        throw new Failure(exists ? systemLogFailures.log_closed : systemLogFailures.log_not_found);
      }
      const after = note === undefined ? { status } : { status, note };
      return { subject: `system_log:${logId}`, before: { status: 'open' }, after, result: undefined };
    });
  }

  /** Closes the logs that stand for money which is settled by now. */
  async closeSettled(): Promise<void> {
    for (const prefix of this.unsettledMoney.prefixes) await this.closeBeginning(prefix);
  }

  private async closeBeginning(prefix: string): Promise<void> {
    let after = '';
    for (;;) {
      const logs = await this.store.listOpenBeginning(prefix, after, PORTION);
      const states = await this.unsettledMoney.statesOf(logs.map(({ logKey: key, createdAt }) => ({ key, createdAt })));
      const settled = logs.filter(({ logKey }) => states.get(logKey) === 'settled');
      for (const { id } of settled) await this.store.close(id, 'resolved');
      if (logs.length < PORTION) return;
      after = logs.at(-1)!.logKey;
    }
  }
}
