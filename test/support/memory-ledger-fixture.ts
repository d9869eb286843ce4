import { LedgerTelemetry } from '../../src/ledger/adapters/ledger-telemetry.js';
import { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { movement } from './ledger-fixture.js';
import { ManualClock } from './clocks.js';
import { MemoryLedgerStore, type FaultPoint } from './memory-ledger-store.js';

const CHAIN_KEY = { id: 'test', secret: Buffer.alloc(32) };
const log = new Log({ LOG_LEVEL: 'silent' });

/** A ledger on a store in memory, with the wallets `ada` (1,000,000 kobo) and `ben` (nothing). */
export class MemoryLedgerFixture {
  readonly store = new MemoryLedgerStore();
  readonly clock = new ManualClock(1_000);
  notifications = 0;
  inUnit = false;
  readonly ledger: GroupCommitLedger;

  constructor() {
    this.store.accounts.set('ada', { balanceKobo: 1_000_000, seq: 1 }).set('ben', { balanceKobo: 0, seq: 0 });
    this.ledger = this.newLedger();
  }

  /** A ledger on the same store, as another process would have. */
  newLedger(): GroupCommitLedger {
    const telemetry = new LedgerTelemetry(new Metrics(), log, () => this.notifications++);
    return new GroupCommitLedger(this.store, this.clock, CHAIN_KEY, telemetry, () => this.inUnit);
  }

  balance(account: string): number {
    return this.store.accounts.get(account)!.balanceKobo;
  }

  /** Throws `error` the first time that `moment` comes. */
  strikeOnce(moment: FaultPoint, error: Error): void {
    this.store.injectFault = (now) => {
      if (now !== moment) return;
      this.store.injectFault = () => undefined;
      throw error;
    };
  }
}

export const UPDATES = [{ table: 'order', key: { id: 'o', status: 'open' }, set: { status: 'done' } }];

export function pay(over: Partial<LedgerCommand> = {}): LedgerCommand {
  return movement('ada', 'ben', 10, over);
}

/** Some turns of the event loop. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
