import { expect, it } from 'vitest';
import type { ChangeStatement } from '../write-set.js';
import { batchStatements } from './batch-statements.js';

const change = (id: string, key: object, set: object, table = 'purchase'): ChangeStatement => ({
  table,
  key: Object.entries({ id, ...key }),
  set: Object.entries(set),
});

function updatesOf(...updates: ChangeStatement[]): string[] {
  const writes = { updates, inserts: [], increments: [], accounts: [], holds: [], batch: undefined };
  return batchStatements(writes, 'nonce').map(({ text }) => text);
}

it('changes the same columns of many rows in one statement, with one check', () => {
  const [update, check, ...rest] = updatesOf(
    change('a', { status: 'held' }, { status: 'done', cost: 1 }),
    change('b', { status: 'held' }, { status: 'done', cost: null }),
    change("c'", { status: 'held' }, { status: 'gone', cost: 3 }),
  );
  expect(update).toBe(
    "UPDATE /*+ INL_JOIN(t) */ (SELECT 'a' AS c0,'held' AS c1,'done' AS c2,1 AS c3 UNION ALL SELECT 'b','held','done',NULL" +
      " UNION ALL SELECT 'c\\'','held','gone',3) v STRAIGHT_JOIN purchase t ON t.id = v.c0 AND t.status = v.c1 SET t.status = v.c2,t.cost = v.c3",
  );
  expect(check).toBe('UPDATE ledger_head SET batch_no = IF(ROW_COUNT() = 3, batch_no, NULL) WHERE id = 1');
  expect(rest).toHaveLength(1);
});

it('keeps other tables, keys and columns apart, and a further change of a row behind all first ones', () => {
  const statements = updatesOf(
    change('a', { status: 'new' }, { status: 'held' }),
    change('a', { status: 'held' }, { status: 'done' }),
    change('b', {}, { status: 'held' }),
    change('b', {}, { cost: 1 }),
    change('c', { status: 'new' }, { status: 'held' }),
    change('d', {}, { status: 'held' }, 'payout'),
  );
  const rows = statements.filter((text) => text.includes('STRAIGHT_JOIN')).map((text) => text.match(/'[a-d]'/g)!.join(''));
  expect(rows).toEqual(["'a''c'", "'b'", "'d'", "'a'", "'b'"]);
});
