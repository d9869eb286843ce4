import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../../../../../test/support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { Analytics0008 } from '../../../../migrations/0008-analytics.js';
import { SystemLogRow } from './system-log.row.js';
import { TypeormSystemLogs } from './typeorm-system-logs.js';

describe.each(BACKENDS)('TypeormSystemLogs on %s', (backend) => {
  let test: TestDatabase;
  let logs: TypeormSystemLogs;

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [SystemLogRow], [Analytics0008]);
    logs = new TypeormSystemLogs(test.database, { now: () => 1_700_000_000_000 });
  });

  afterAll(() => test.drop());

  it('writes one log for a key and keeps the first', async () => {
    await logs.record({ kind: 'error', description: 'first', key: 'purchase.undecided:1' });
    await test.database.repository(SystemLogRow).update({ logKey: 'purchase.undecided:1' }, { status: 'resolved' });
    await logs.record({ kind: 'error', description: 'again', key: 'purchase.undecided:1' });

    const written = await test.database.repository(SystemLogRow).findBy({ logKey: 'purchase.undecided:1' });
    expect(written).toMatchObject([{ kind: 'error', description: 'first', status: 'resolved', createdAt: 1_700_000_000_000 }]);
  });

  it('writes every log without a key', async () => {
    await logs.record({ kind: 'info', description: 'twice' });
    await logs.record({ kind: 'info', description: 'twice' });

    expect(await test.database.repository(SystemLogRow).countBy({ description: 'twice' })).toBe(2);
  });
});
