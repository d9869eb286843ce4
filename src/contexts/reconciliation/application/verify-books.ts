import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { SystemLogs } from '../../system-logs/index.js';
import { LedgerBalances, checkOfVerdict, type LedgerCheck, LedgerChecks, VerifyLedger } from '../../../ledger/index.js';

const WHOLE_EVERY_MS = 7 * DAY_MS;
/** So that other jobs of the process go on meanwhile. */
const THREADS = 1;

/** Verifies what is recent, and the whole of the ledger once a week; a wrong row becomes a system log. */
@Injectable()
export class VerifyBooks {
  constructor(
    private readonly books: LedgerBalances,
    private readonly verifyLedger: VerifyLedger,
    private readonly checks: LedgerChecks,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const whole = await this.checks.last('whole');
    const isWholeDue = !whole || this.clock.now() - whole.createdAt >= WHOLE_EVERY_MS;
    const isEmpty = (await this.books.head()).batchNo === 0;
    const verdict = await this.verifyLedger.execute({ sinceCheckpoint: !isWholeDue, workers: THREADS });
    const record = (kind: LedgerCheck['kind']) => this.checks.record({ ...check, kind });
    const check = checkOfVerdict(verdict, this.clock.now());
    await record('recent');
    if (verdict.since === undefined && !isEmpty) await record('whole');
    if (verdict.ok) return;
    const { table, key } = verdict.wrong ?? { table: 'ledger', key: 'incomplete' };
    await this.systemLogs.record({
      kind: 'error',
      description: `The ledger is wrong: ${check.detail}. See LedgerWrong in docs/runbook.md.`,
      key: `ledger-wrong:${table}:${key}`.slice(0, 191),
    });
  }
}
