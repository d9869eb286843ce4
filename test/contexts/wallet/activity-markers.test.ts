import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { ContractFixture } from '../../contract/support/contract-fixture.js';

const LISTS = { deposit: 'user_deposit_order_fetch', transfer: 'user_transfer_fetch', history: 'user_wallet_history' } as const;

describe.each(ONE_BACKEND)('wallet activity on %s', (backend) => {
  let fixture: ContractFixture;

  beforeAll(async () => {
    fixture = await ContractFixture.open(backend);
  });
  afterAll(() => fixture.close());

  it('names each entry as the list that it comes from does', async () => {
    const { body } = await fixture.must('user_wallet_activity', { as: fixture.ada });
    const entries = body.DATA as { rxtype: keyof typeof LISTS; marker: string; amount: number }[];
    expect(new Set(entries.map(({ rxtype }) => rxtype))).toEqual(new Set(Object.keys(LISTS)));
    // The fixture's own funding is a movement without a transfer.
    for (const { rxtype, marker } of entries.filter(({ amount }) => amount !== 100_000)) {
      const found = await fixture.must(LISTS[rxtype], { as: fixture.ada, query: { rqtp: 'mk', rqvl: marker } });
      expect(found.body.DATA).toMatchObject([{ marker }]);
    }
  });
});
