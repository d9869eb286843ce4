import { Injectable } from '@nestjs/common';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../../kernel/timeline.js';
import { Database } from '../../../../platform/database/database.js';
import { AttemptTimeline } from '../../../attempts/index.js';
import { PurchaseAnswerRow, PurchaseAttemptRow, PurchaseRow } from './purchase.rows.js';

const TAKE = 100;

@Injectable()
@Contributes(TimelineSource)
export class PurchaseTimeline extends TimelineSource {
  override readonly name = 'purchases';
  override readonly kinds: readonly RecordKind[] = ['purchase'];

  constructor(
    private readonly database: Database,
    private readonly timeline: AttemptTimeline,
  ) {
    super();
  }

  override async entriesOf({ id }: RecordReference): Promise<TimelineEntry[]> {
    const purchase = await this.database.repository(PurchaseRow).findOneBy({ id });
    if (!purchase) return [];
    const options = { where: { purchaseId: id }, order: { createdAt: 'ASC' }, take: TAKE } as const;
    const [attempts, answers] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find(options),
      this.database.repository(PurchaseAnswerRow).find(options),
    ]);
    const { itemName, amountKobo, customerId, userId, createdAt, settledAt } = purchase;
    const what = `${itemName} for ${customerId} was ordered: ${formatNaira(kobo(amountKobo))}`;
    return this.timeline.entriesOf({ id, userId, what, verb: 'deliver', createdAt, settledAt, attempts, answers });
  }
}
