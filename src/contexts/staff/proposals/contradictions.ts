import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import type { RecordReference } from '../../../kernel/records.js';
import { CONTRADICTION_LOG as PAYOUT_LOG, ResolvePayout } from '../../payouts/index.js';
import { CONTRADICTION_LOG as PURCHASE_LOG, ResolvePurchase } from '../../purchases/index.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../system-logs/index.js';
import { ProposalStore } from './proposal.js';

/**
 * Logs of records of which a provider said something else than before. They are settled once the record was taken back, or staff
 * decided about it since.
 */
class Contradictions extends UnsettledMoneySource {
  constructor(
    override readonly prefix: string,
    private readonly kind: 'purchase' | 'payout',
    /** Undefined where there is no such record. */
    private readonly statusOf: (id: string) => Promise<string | undefined>,
    private readonly store: ProposalStore,
  ) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const states = new Map<string, MoneyState>();
    for (const log of logs) states.set(log.key, (await this.isSettled(log)) ? 'settled' : 'open');
    return states;
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === this.kind ? `${this.prefix}${id}` : undefined;
  }

  private async isSettled({ key, createdAt }: KeyedLog): Promise<boolean> {
    const [id = '', said] = key.slice(this.prefix.length).split(':');
    const status = await this.statusOf(id);
    if (status === undefined || (said === 'failed' && status === 'reversed')) return true;
    return this.store.hasExecuted(`${this.kind}:${id}`, createdAt);
  }
}

@Injectable()
@Contributes(UnsettledMoneySource)
export class ContradictedPurchases extends Contradictions {
  constructor(purchases: ResolvePurchase, store: ProposalStore) {
    super(PURCHASE_LOG, 'purchase', async (id) => (await purchases.find(id))?.purchase.status, store);
  }
}

@Injectable()
@Contributes(UnsettledMoneySource)
export class ContradictedPayouts extends Contradictions {
  constructor(payouts: ResolvePayout, store: ProposalStore) {
    super(PAYOUT_LOG, 'payout', async (id) => (await payouts.find(id))?.payout.status, store);
  }
}
