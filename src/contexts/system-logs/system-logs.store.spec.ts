import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../../../test/support/backend.js';
import { makeTestDatabase, RowTables0001, type TestDatabase } from '../../../test/support/test-database.js';
import { SystemLogRow, TypeormSystemLogStore } from './system-logs.store.js';

describe.each(BACKENDS)('TypeormSystemLogStore on %s', (backend) => {
  let test: TestDatabase;
  let logs: TypeormSystemLogStore;

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [SystemLogRow], [RowTables0001]);
    logs = new TypeormSystemLogStore(test.database, { now: () => 1_700_000_000_000 });
  });

  afterAll(() => test.drop());

  it('writes one log for a key and keeps the first', async () => {
    const id = await logs.add({ kind: 'error', description: 'first', key: 'purchase.undecided:1' });
    expect(id).toMatch(/^[0-9A-Z]{26}$/);
    await test.database.repository(SystemLogRow).update({ logKey: 'purchase.undecided:1' }, { status: 'resolved' });
    expect(await logs.add({ kind: 'error', description: 'again', key: 'purchase.undecided:1' })).toBeUndefined();

    const written = await test.database.repository(SystemLogRow).findBy({ logKey: 'purchase.undecided:1' });
    expect(written).toMatchObject([
      { id, kind: 'error', description: 'first', status: 'resolved', createdAt: 1_700_000_000_000 },
    ]);
  });

  it('writes every log without a key', async () => {
    await logs.add({ kind: 'info', description: 'twice' });
    await logs.add({ kind: 'info', description: 'twice' });

    expect(await test.database.repository(SystemLogRow).countBy({ description: 'twice' })).toBe(2);
  });
});
