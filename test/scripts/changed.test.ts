import { describe, expect, it } from 'vitest';
import { testsOf } from '../../scripts/lib/changed.mjs';

describe('tests of what changed', () => {
  it.each([
    ['src/contexts/transfers/transfers.operations.ts', ['src/contexts/transfers/', 'test/contexts/transfers/']],
    ['src/platform/queue/job-table.ts', ['src/platform/queue/', 'test/queue/']],
    ['src/ledger/chain/domain/audit.ts', ['src/ledger/', 'test/ledger/']],
    ['src/kernel/money.ts', ['src/kernel/']],
    ['test/edge/limits.test.ts', ['test/edge/limits.test.ts']],
    ['docs/errors.md', []],
  ])('%s', (file, tests) => expect(testsOf([file, file])).toEqual(tests));
});
