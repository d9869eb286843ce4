import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DueOrder } from '../../../src/contexts/attempts/index.js';
import { PurchaseAttemptRow, PurchaseRow } from '../../../src/contexts/purchases/purchases.rows.js';
import { TypeormPurchases } from '../../../src/contexts/purchases/purchases.store.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { SystemClock } from '../../../src/kernel/clock.js';
import type { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import { PagedSweep } from '../../../src/platform/queue/paged-sweep.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';

const TEXTS = { kind: 'airtime', status: 'pending', details: '{}' } as const;
const NUMBERS = { amountKobo: 1, commissionKobo: 0, queries: 0, createdAt: 1 };
const EMPTY = {
  userId: '',
  categoryId: '',
  billerId: '',
  billerName: '',
  itemId: '',
  itemName: '',
  paymentCode: '',
  reference: '',
  customerId: '',
  customerName: '',
  customerAddress: '',
  customerEmail: '',
  customerMobile: '',
  responseCode: '',
  responseMessage: '',
  sealedDeliverables: null,
  deliversPin: false,
};

describe.each(BACKENDS)('purchases whose query is due, on %s', (backend) => {
  let place: TestDatabase;

  beforeAll(async () => {
    place = await makeTestDatabase(backend, [PurchaseRow, PurchaseAttemptRow], MIGRATIONS);
    const row = (id: string, nextQueryAt: number) => ({ id, nextQueryAt, ...TEXTS, ...NUMBERS, ...EMPTY });
    const rows = Array.from({ length: 450 }, (_, index) => row(`stuck-${index}`, 1_000));
    const all = [...rows, row('behind', 2_000), row('later', 9_000)];
    for (let start = 0; start < all.length; start += 100)
      await place.database.repository(PurchaseRow).insert(all.slice(start, start + 100));
  });
  afterAll(() => place.drop());

  it('are all reached, although many stay due', async () => {
    const purchases = new TypeormPurchases(place.database, {} as SecretBox, new SystemClock());
    const reached: string[] = [];
    const sweep = new PagedSweep<DueOrder>(
      (last, limit) => purchases.listDue(5_000, limit, last),
      async (due) => void reached.push(...due.map(({ id }) => id)),
    );
    await sweep.run(2);
    expect(reached).toHaveLength(400);
    await sweep.run(2);
    expect(new Set(reached).size).toBe(451);
    expect(reached.at(-1)).toBe('behind');
    await sweep.run(1);
    expect(reached).toHaveLength(651);
  });
});
