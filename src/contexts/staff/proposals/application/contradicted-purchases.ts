import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { CONTRADICTION_LOG, ResolvePurchase } from '../../../purchases/index.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../../system-logs/index.js';
import { Proposals } from './ports.js';

/** Logs of purchases of which a provider said something else than before: settled once the purchase was taken back, or staff decided about it since. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class ContradictedPurchases extends UnsettledMoneySource {
  override readonly prefix = CONTRADICTION_LOG;

  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const states = new Map<string, MoneyState>();
    for (const log of logs) states.set(log.key, (await this.isSettled(log)) ? 'settled' : 'open');
    return states;
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === 'purchase' ? `${CONTRADICTION_LOG}${id}` : undefined;
  }

  private async isSettled({ key, createdAt }: KeyedLog): Promise<boolean> {
    const [purchaseId = '', said] = key.slice(CONTRADICTION_LOG.length).split(':');
    const found = await this.resolvePurchase.find(purchaseId);
    if (!found || (said === 'failed' && found.purchase.status === 'reversed')) return true;
    return this.proposals.hasExecuted(`purchase:${purchaseId}`, createdAt);
  }
}
