import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { CONTRADICTION_LOG, ResolvePayout } from '../../../payouts/index.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../../system-logs/index.js';
import { Proposals } from './ports.js';

/** Logs of payouts of which a provider said something else than before: settled once the payout was returned, or staff decided about it since. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class ContradictedPayouts extends UnsettledMoneySource {
  override readonly prefix = CONTRADICTION_LOG;

  constructor(
    private readonly resolvePayout: ResolvePayout,
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
    return kind === 'payout' ? `${CONTRADICTION_LOG}${id}` : undefined;
  }

  private async isSettled({ key, createdAt }: KeyedLog): Promise<boolean> {
    const [payoutId = '', said] = key.slice(CONTRADICTION_LOG.length).split(':');
    const found = await this.resolvePayout.find(payoutId);
    if (!found || (said === 'failed' && found.payout.status === 'reversed')) return true;
    return this.proposals.hasExecuted(`payout:${payoutId}`, createdAt);
  }
}
