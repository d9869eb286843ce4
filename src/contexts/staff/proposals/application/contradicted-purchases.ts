import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { CONTRADICTION_LOG, ResolvePurchase } from '../../../purchases/index.js';
import { type KeyedLog, UnsettledMoneySource } from '../../../system-logs/index.js';
import { Proposals } from './ports.js';

/** Logs of purchases of which a provider said something else than before: settled once the purchase was taken back, or staff decided about it since. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class ContradictedPurchases extends UnsettledMoneySource {
  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  async isUnsettled({ key, createdAt }: KeyedLog): Promise<boolean> {
    if (!key.startsWith(CONTRADICTION_LOG)) return false;
    const [purchaseId = '', said] = key.slice(CONTRADICTION_LOG.length).split(':');
    const found = await this.resolvePurchase.find(purchaseId);
    if (!found || (said === 'failed' && found.purchase.status === 'reversed')) return false;
    return !(await this.proposals.hasExecuted(`purchase:${purchaseId}`, createdAt));
  }
}
