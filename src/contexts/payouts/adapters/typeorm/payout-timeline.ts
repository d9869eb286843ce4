import { Injectable } from '@nestjs/common';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../../kernel/timeline.js';
import { Database } from '../../../../platform/database/database.js';
import { AttemptTimeline } from '../../../attempts/index.js';
import { maskedAccount } from '../../domain/masked-account.js';
import { PayoutAnswerRow, PayoutAttemptRow, PayoutRow } from './payout.rows.js';

const TAKE = 100;

@Injectable()
@Contributes(TimelineSource)
export class PayoutTimeline extends TimelineSource {
  override readonly name = 'payouts';
  override readonly kinds: readonly RecordKind[] = ['payout'];

  constructor(
    private readonly database: Database,
    private readonly timeline: AttemptTimeline,
  ) {
    super();
  }

  override async entriesOf({ id }: RecordReference): Promise<TimelineEntry[]> {
    const payout = await this.database.repository(PayoutRow).findOneBy({ id });
    if (!payout) return [];
    const options = { where: { payoutId: id }, order: { createdAt: 'ASC' }, take: TAKE } as const;
    const [attempts, answers] = await Promise.all([
      this.database.repository(PayoutAttemptRow).find(options),
      this.database.repository(PayoutAnswerRow).find(options),
    ]);
    const { amountKobo, name, userId, createdAt, settledAt } = payout;
    const what = `${formatNaira(kobo(amountKobo))} to ${name}, ${maskedAccount(payout)}, was ordered`;
    return this.timeline.entriesOf({ id, userId, what, verb: 'pay', createdAt, settledAt, attempts, answers });
  }
}
