import type { Database } from '../../../../platform/database/database.js';
import { PayoutAnswerRow, PayoutAttemptRow } from './payout.rows.js';

/** Ids of the payouts that have this reference, ours or the provider's, in any attempt. */
export async function payoutIdsByReference(database: Database, reference: string, take: number): Promise<string[]> {
  const select = { payoutId: true };
  const [ours, theirs] = await Promise.all([
    database.repository(PayoutAttemptRow).find({ select, where: { reference }, take }),
    database.repository(PayoutAnswerRow).find({ select, where: { providerReference: reference }, take }),
  ]);
  return [...new Set([...ours, ...theirs].map(({ payoutId }) => payoutId))];
}
