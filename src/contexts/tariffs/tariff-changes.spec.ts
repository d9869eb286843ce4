import { describe, expect, it } from 'vitest';
import { FixedTariffs } from '../../../test/contexts/tariffs/fake-tariffs.js';
import { ManualClock } from '../../../test/support/clocks.js';
import { type NewSystemLog, SystemLogs } from '../system-logs/index.js';
import { defaultTariffs } from './tariffs.store.js';
import { ReviewTariffs } from './tariff-changes.js';

class CollectedLogs extends SystemLogs {
  readonly logs: NewSystemLog[] = [];
  toRow(): never {
    throw new Error('not used');
  }
  record(log: NewSystemLog): Promise<void> {
    this.logs.push(log);
    return Promise.resolve();
  }
}

describe('a review of tariffs', () => {
  const { tariffs } = defaultTariffs(['nigeria-2026']);

  it.each([
    ['2027-01-01T23:59:59+01:00', []],
    ['2027-01-02T00:00:00+01:00', ['payout_fee', 'stamp_duty', 'vat']],
  ])('is due at %s of %j', async (now, kinds) => {
    const logs = new CollectedLogs();
    const review = new ReviewTariffs(new FixedTariffs(tariffs), logs, new ManualClock(Date.parse(now)));
    expect((await review.overdue()).map(({ kind }) => kind).toSorted()).toEqual(kinds);
    await review.tell();
    expect(logs.logs.map(({ kind }) => kind)).toEqual(kinds.map(() => 'warning'));
    expect(logs.logs.every(({ key }) => key!.startsWith('tariff-review:nigeria-2026-'))).toBe(true);
  });
});
