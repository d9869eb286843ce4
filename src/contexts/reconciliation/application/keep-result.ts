import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { SystemLogs } from '../../system-logs/index.js';
import { type Compared, describeNewDifferences, type NewDifferences } from '../domain/advice.js';
import type { Difference } from '../domain/difference.js';
import { type Counts, reconciliationId, Reconciliations, type Run } from './ports.js';

export interface KeptResult extends Readonly<Counts> {
  readonly id: string;
  readonly provider: string;
  readonly day: string;
  readonly news: readonly NewDifferences[];
}

export interface ComparedDay {
  /** What was compared, as its reconciliations are listed. */
  readonly name: string;
  readonly day: string;
  readonly compared: Compared;
  readonly ours: number;
  readonly theirs: number;
  readonly matched: number;
  readonly differences: readonly Difference[];
  readonly differenceKobo: number;
}

/** Keeps the result of a comparison in the place of the one before, and tells staff of what is new in it. */
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

  /** For a run whose differences are kept already. */
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
