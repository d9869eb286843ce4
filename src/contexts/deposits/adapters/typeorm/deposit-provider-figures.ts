import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { medianSeconds, type ProviderFigures, ProviderFigureSource } from '../../../providers/index.js';
import { DepositProviders } from '../../application/deposit-provider.js';

const OPENED = `SELECT provider, COUNT(*) AS total, SUM(CASE WHEN account_number = '' THEN 0 ELSE 1 END) AS opened
  FROM deposit_order WHERE recorded >= ? GROUP BY provider`;
/** From the payment, where the provider says its time, to the credit; in tenths of a second. */
const CREDITED = `SELECT provider, (recorded - received_at) - (recorded - received_at) % 100 AS took, COUNT(*) AS total
  FROM deposit_payment WHERE order_id <> '' AND received_at > 0 AND recorded >= received_at AND received_at >= ?
    AND order_id IN (SELECT id FROM deposit_order WHERE recorded >= ?)
  GROUP BY provider, took`;
const PENDING = "SELECT provider, COUNT(*) AS total FROM deposit_order WHERE status = 'pending' GROUP BY provider";

type Counted = Readonly<Record<'total' | 'opened' | 'took', number | string>> & { readonly provider: string };

/** What succeeds is the opening of an account; what is undecided are orders that wait for money. */
@Injectable()
@Contributes(ProviderFigureSource)
export class DepositProviderFigures extends ProviderFigureSource {
  readonly kind = 'deposit';

  constructor(
    private readonly providers: DepositProviders,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all().map(({ name }) => name);
  }

  async figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    const since = this.clock.now() - DAY_MS;
    const opened = await this.database.rows<Counted>(OPENED, [since]);
    const credited = await this.database.rows<Counted>(CREDITED, [since, since]);
    const pending = await this.database.rows<Counted>(PENDING);
    return new Map(
      this.names.map((name) => {
        const accounts = opened.find(({ provider }) => provider === name);
        return [
          name,
          {
            successRate: accounts && Number(accounts.opened) / Number(accounts.total),
            medianSeconds: medianSeconds(credited.filter(({ provider }) => provider === name)),
            undecided: Number(pending.find(({ provider }) => provider === name)?.total ?? 0),
          },
        ];
      }),
    );
  }
}
