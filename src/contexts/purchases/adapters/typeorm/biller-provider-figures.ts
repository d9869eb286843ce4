import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { medianSeconds, type ProviderFigures, ProviderFigureSource } from '../../../providers/index.js';
import { BillerProviders, ProviderFloats } from '../../../billers/index.js';

/** The time of a delivery is counted in tenths of a second, so that the database answers with a few hundred rows. */
const TENTH_MS = 100;
const ENDED = `SELECT attempt.provider AS provider,
    CASE WHEN attempt.reference <> purchase.reference OR purchase.status = 'failed' THEN 1 ELSE 0 END AS failed,
    (purchase.settled_at - attempt.recorded) - (purchase.settled_at - attempt.recorded) % ${TENTH_MS} AS took, COUNT(*) AS total
  FROM purchase JOIN purchase_attempt attempt ON attempt.purchase_id = purchase.id
  WHERE purchase.recorded >= ? AND (attempt.reference <> purchase.reference OR purchase.status <> 'pending')
  GROUP BY attempt.provider, failed, took`;
const UNDECIDED = `SELECT attempt.provider AS provider, COUNT(*) AS total FROM purchase
  JOIN purchase_attempt attempt ON attempt.purchase_id = purchase.id AND attempt.reference = purchase.reference
  WHERE purchase.status = 'pending' GROUP BY attempt.provider`;

interface Ended {
  readonly provider: string;
  readonly failed: number | string;
  readonly took: number | string | null;
  readonly total: number | string;
}

@Injectable()
@Contributes(ProviderFigureSource)
export class BillerProviderFigures extends ProviderFigureSource {
  readonly kind = 'biller';

  constructor(
    private readonly providers: BillerProviders,
    private readonly floats: ProviderFloats,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  async figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    const ended = await this.database.rows<Ended>(ENDED, [this.clock.now() - DAY_MS]);
    const undecided = await this.database.rows<{ provider: string; total: number | string }>(UNDECIDED);
    const waiting = new Map(undecided.map(({ provider, total }) => [provider, Number(total)]));
    const figures = new Map<string, ProviderFigures>();
    for (const name of this.names) {
      const float = await this.floats.find(name);
      figures.set(name, {
        ...figuresOf(ended.filter(({ provider }) => provider === name)),
        floatKobo: float && kobo(float.balanceKobo),
        undecided: waiting.get(name) ?? 0,
      });
    }
    return figures;
  }
}

function figuresOf(ended: readonly Ended[]): Pick<ProviderFigures, 'successRate' | 'medianSeconds'> {
  const count = (rows: readonly Ended[]) => rows.reduce((sum, { total }) => sum + Number(total), 0);
  const delivered = ended.filter(({ failed }) => Number(failed) === 0);
  const [all, good] = [count(ended), count(delivered)];
  return { successRate: all === 0 ? undefined : good / all, medianSeconds: medianSeconds(delivered) };
}
