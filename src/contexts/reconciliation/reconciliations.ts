import { failures, Failure } from '../../kernel/failure.js';
import { DAY_MS, MINUTE_MS, Clock } from '../../kernel/clock.js';
import { lagosMidnight } from '../../kernel/lagos-time.js';
import type { Period } from '../../kernel/provider-transactions.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { type NewDifferences, type Difference, type Compared, describeNewDifferences } from './differences.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { SystemLogs } from '../system-logs/index.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

export const reconciliationFailures = failures('reconciliation', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  nothing_differs: ['conflict', 'No difference of this day waits to be explained'],
  compared_again: ['conflict', 'The day was compared again meanwhile: look at what differs now'],
  unknown_provider: ['invalid', 'There is no such provider'],
  file_needed: ['invalid', 'This provider lists nothing by its interface: give its settlement file'],
  balance_needed: ['invalid', 'The provider states no balance of that day by its interface: give the one that it stated'],
  file_unreadable: ['invalid', 'The settlement file cannot be read'],
  file_of_another_day: ['invalid', 'No line of the settlement file is of that day'],
  unread_listing: ['unavailable', 'The provider could not be asked for its transactions'],
});

/** How far apart both sides may write one transaction, so that midnight can be between. */
export const MIDNIGHT_TOLERANCE_MS = 15 * MINUTE_MS;

export class Day {
  readonly period: Period;
  /** The period with the records that may belong to the day before or after. */
  readonly around: Period;

  constructor(readonly date: string) {
    const from = lagosMidnight(date);
    this.period = { from, to: from + DAY_MS };
    this.around = { from: from - MIDNIGHT_TOLERANCE_MS, to: from + DAY_MS + MIDNIGHT_TOLERANCE_MS };
  }

  /** A line without a time is of the day whose list it is in. */
  has(at: number | undefined): boolean {
    return at === undefined || isWithin(this.period, at);
  }

  isNear(at: number | undefined): boolean {
    return at === undefined || isWithin(this.around, at);
  }
}

function isWithin({ from, to }: Period, at: number): boolean {
  return at >= from && at < to;
}

export interface Counts {
  ours: number;
  theirs: number;
  matched: number;
  missingHere: number;
  missingThere: number;
  differing: number;
  /** The provider's books less ours. */
  differenceKobo: number;
}

/** explained: it differs, and staff explained why. */
export type ReconciliationStatus = 'agreed' | 'differing' | 'explained';

export interface Reconciliation extends Readonly<Counts> {
  /** Provider and day. */
  readonly id: string;
  readonly provider: string;
  /** `YYYY-MM-DD` in Lagos. */
  readonly day: string;
  readonly status: ReconciliationStatus;
  readonly createdAt: number;
}

/** Lines that a run remembers for the run of the next or the previous day, because of midnight. */
export type Remembered = 'awaited' | 'straddling';

export interface ReconciliationFilter {
  readonly id?: string;
  readonly day?: string;
  readonly provider?: string;
}

export interface StoredDifference extends Difference {
  readonly id: string;
  readonly createdAt: number;
}

export abstract class Reconciliations {
  abstract exists(provider: string, day: string): Promise<boolean>;
  /** Whether the last run of the day remembered it. */
  abstract remembers(provider: string, day: string, what: Remembered, reference: string): Promise<boolean>;
  /** @param before how many the run has added */
  abstract addDifferences(
    run: Run,
    before: number,
    differences: readonly (Difference | { readonly kind: Remembered; readonly reference: string })[],
  ): Promise<void>;
  /**
   * Replaces the result of the day, in the caller's unit of work; `superseded` if a run that began later was faster. An explained
   * result stays explained if nothing new differs.
   * @returns what the result before it did not have
   */
  abstract replace(run: Run, counts: Counts, now: number): Promise<readonly NewDifferences[] | 'superseded'>;
  /** Rows of runs that are not the result. */
  abstract removeOlder(run: Run): Promise<void>;
  abstract list(filter: ReconciliationFilter, page: PageRequest): Promise<Page<Reconciliation>>;
  abstract find(id: string): Promise<Reconciliation | undefined>;
  /**
   * In the caller's unit of work. False where it does not differ, is explained already, or is another result.
   * @param createdAt of the result that is explained
   */
  abstract explain(id: string, createdAt: number): Promise<boolean>;
  /** Latest run's. */
  abstract differences(id: string, page: PageRequest): Promise<Page<StoredDifference>>;
}

export interface Run {
  /** Later runs have greater ids. */
  readonly id: string;
  readonly provider: string;
  readonly day: string;
}

export function reconciliationId({ provider, day }: Omit<Run, 'id'>): string {
  return `${provider}:${day}`;
}

export interface KeptResult extends Readonly<Counts> {
  readonly id: string;
  readonly provider: string;
  readonly day: string;
  readonly news: readonly NewDifferences[];
}

export interface ComparedDay {
  /** Name of the compared side, as its reconciliations are listed. */
  readonly name: string;
  readonly day: string;
  readonly compared: Compared;
  readonly ours: number;
  readonly theirs: number;
  readonly matched: number;
  readonly differences: readonly Difference[];
  readonly differenceKobo: number;
}

/** Keeps the result of a comparison in the place of the one before, and tells staff about new differences. */
@Injectable()
export class KeepResult {
  constructor(
    private readonly reconciliations: Reconciliations,
    private readonly systemLogs: SystemLogs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ name, day, compared, ours, theirs, matched, differences, differenceKobo }: ComparedDay): Promise<KeptResult> {
    const run: Run = { id: newId(), provider: name, day };
    if (differences.length > 0) await this.reconciliations.addDifferences(run, 0, differences);
    const of = (kind: Difference['kind']) => differences.filter((difference) => difference.kind === kind).length;
    const [missingHere, missingThere] = [of('missing_here'), of('missing_there')];
    const differing = differences.length - missingHere - missingThere;
    const counts: Counts = { ours, theirs, matched, missingHere, missingThere, differing, differenceKobo };
    return { id: reconciliationId(run), provider: name, day, ...counts, news: await this.finish(run, compared, counts) };
  }

  /** Finishes a run whose differences are kept already. */
  async finish(run: Run, compared: Compared, counts: Counts): Promise<readonly NewDifferences[]> {
    const { id, provider, day } = run;
    const news = await this.unitOfWork.run(async () => {
      const found = await this.reconciliations.replace(run, counts, this.clock.now());
      if (found === 'superseded') return [];
      for (const entry of found)
        await this.systemLogs.record({
          kind: entry.kind === 'missing_here' ? 'warning' : 'error',
          description: describeNewDifferences(entry, compared, `${provider}, ${day}`),
          key: `reconciliation:${provider}:${day}:${entry.kind}:${id}`,
        });
      return found;
    });
    await this.reconciliations.removeOlder(run);
    return news;
  }
}

/** Staff explain the differences of a day, which then waits no longer unless a later run finds others. */
@Injectable()
export class ExplainDay {
  constructor(
    private readonly reconciliations: Reconciliations,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /**
   * @param createdAt when the result was recorded that they looked at, in milliseconds
   * @throws Failure `reconciliation.no_record`, `reconciliation.nothing_differs`, `reconciliation.compared_again`
   */
  execute(id: string, createdAt: number, note: string, by: StaffMember): Promise<void> {
    return this.auditedUnitOfWork.execute(by, 'control_reconciliation_explain', async () => {
      if (!(await this.reconciliations.explain(id, createdAt))) throw new Failure(await this.refusal(id));
      const after = { status: 'explained', note };
      return { subject: `reconciliation:${id}`, before: { status: 'differing' }, after, result: undefined };
    });
  }

  private async refusal(id: string) {
    const present = await this.reconciliations.find(id);
    if (!present) return reconciliationFailures.no_record;
    return present.status === 'differing' ? reconciliationFailures.compared_again : reconciliationFailures.nothing_differs;
  }
}
