import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransferRow, TypeormTransfers } from '../../../src/contexts/transfers/transfers.store.js';
import type { QuoteTransfer, CreateTransfer, Recipients } from '../../../src/contexts/transfers/transfers.js';
import {
  presentTransfer,
  TransfersOperations,
  type TransferFetchInput,
} from '../../../src/contexts/transfers/transfers.operations.js';
import type { Budgets } from '../../../src/kernel/budgets.js';
import type { Caller } from '../../../src/kernel/caller.js';
import { COMMITTED_AT } from '../../../src/kernel/row-changes.js';
import { naira } from '../../../src/kernel/money.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';

const START = 1_790_000_000_000;
const callerOf = (userId: string): Caller => ({
  userId,
  sessionId: 's',
  isTest: false,
  grants: undefined,
  ip: '127.0.0.1',
  reference: 'R',
});

describe.each(BACKENDS)('lists of transfers on %s', (backend) => {
  let test: TestDatabase;
  let operations: TransfersOperations;
  const fetch = (userId: string, input: TransferFetchInput) => operations.fetch(input, callerOf(userId));
  const none = { failure: 'transfers.no_data' };

  /** Writes what the ledger would write. */
  async function record(transfers: TypeormTransfers, number: number, senderId: string, receiverId: string, recorded: number) {
    const id = `T${String(number).padStart(3, '0')}`;
    const { table, values } = transfers.toRow({
      id,
      senderId,
      receiverId,
      receiverEmail: `${receiverId}@example.com`,
      amountKobo: naira(50 + number),
      charges: [],
      note: 'Lunch',
      status: 'complete',
    });
    const columns = Object.keys(values);
    await test.database.rows(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      Object.values(values).map((value) => (value === COMMITTED_AT ? recorded : value)),
    );
  }

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [TransferRow], MIGRATIONS);
    const transfers = new TypeormTransfers(test.database);
    operations = new TransfersOperations({} as CreateTransfer, {} as QuoteTransfer, transfers, {} as Recipients, {} as Budgets);
    // Ada and Obi pay each other in turn, several times in one millisecond; Eze pays Obi once.
    for (let number = 0; number < 50; number++) {
      const [sender, receiver] = number % 2 === 0 ? (['ada', 'obi'] as const) : (['obi', 'ada'] as const);
      await record(transfers, number, sender, receiver, START + Math.floor(number / 4));
    }
    await record(transfers, 900, 'eze', 'obi', START + 100);
  });
  afterAll(() => test.drop());

  it('show a transfer as documented', async () => {
    expect((await fetch('eze', { rqtp: 'all' })).map(presentTransfer)).toEqual([
      {
        marker: 'T900',
        userid: 'eze',
        receiver: 'obi',
        email: 'obi@example.com',
        amount: 950,
        charges: [],
        fee: 0,
        duty: 0,
        vat: 0,
        surcharge: 0,
        total: 950,
        rqnote: 'Lunch',
        status: 'complete',
        recorded: String(START + 100),
      },
    ]);
  });

  it.each([
    ['all', 50],
    ['sender', 25],
    ['receiver', 25],
  ] as const)('page %s newest first, none lost or repeated', async (rqtp, count) => {
    const seen: string[] = [];
    let page: number | undefined;
    while (seen.length < count) {
      const items = await fetch('ada', { rqtp, page });
      seen.push(...items.map(({ id }) => id));
      page = items.at(-1)!.createdAt;
    }
    await expect(fetch('ada', { rqtp, page })).rejects.toMatchObject(none);
    expect(seen).toHaveLength(count);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  it('filter by sender and receiver', async () => {
    expect((await fetch('obi', { rqtp: 'sender', rqvl: 'eze' })).map(({ id }) => id)).toEqual(['T900']);
    expect((await fetch('eze', { rqtp: 'receiver', rqvl: 'obi' })).map(({ id }) => id)).toEqual(['T900']);
    expect(await fetch('ada', { rqtp: 'sender', rqvl: 'ada' })).toEqual(await fetch('ada', { rqtp: 'sender' }));
  });

  it("show only the caller's transfers", async () => {
    expect(await fetch('obi', { rqtp: 'mk', rqvl: 'T900' })).toHaveLength(1);
    await expect(fetch('ada', { rqtp: 'mk', rqvl: 'T900' })).rejects.toMatchObject(none);
    await expect(fetch('ada', { rqtp: 'sender', rqvl: 'eze' })).rejects.toMatchObject(none);
    await expect(fetch('ada', { rqtp: 'receiver', rqvl: 'eze' })).rejects.toMatchObject(none);
    await expect(fetch('ada', { rqtp: 'mk' })).rejects.toMatchObject(none);
    await expect(fetch('nobody', { rqtp: 'all' })).rejects.toMatchObject(none);
  });
});
