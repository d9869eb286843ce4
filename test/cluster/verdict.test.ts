import { describe, expect, it } from 'vitest';
import type { Seen } from '../../packages/harness/faults/client-view.js';
import { type Fault, onAll } from '../../packages/harness/faults/fault.js';
import { judge, RULES } from '../../packages/harness/faults/verdict.js';

const RIGHT: Seen = {
  attempts: 500,
  errors: { 'HTTP 503 unavailable': 4 },
  failed: 4,
  firstErrorS: 0.1,
  lastErrorS: 1.5,
  clientErrors: { 'HTTP 409 idempotency_in_progress': 2 },
  clientErrorsS: 2,
  withoutMoneyS: 5,
  slow: 1,
  slowestMs: 2_400,
  gaveUp: {},
};
const FAULT = { withoutMoneyS: { galera: 5, replication: 10 } };
const SILENT = { isSilent: true, withoutMoneyS: onAll(5) };
const CALM: Seen = { ...RIGHT, errors: {}, failed: 0, clientErrors: {}, clientErrorsS: 0 };

type Given = readonly [rule: string, what: string, Seen, Pick<Fault, 'isSilent' | 'withoutMoneyS'>, sentence: string];
const WRONG: readonly Given[] = [
  ['silence', 'a request failed', { ...CALM, failed: 1 }, SILENT, '1 requests failed'],
  ['silence', 'a request was answered with 4xx', { ...CALM, clientErrors: { 'HTTP 401 x': 2 } }, SILENT, '2 requests failed'],
  [
    'money',
    'no money moved for too long',
    { ...RIGHT, withoutMoneyS: 5.1 },
    FAULT,
    '5.1 s without money, at most 5 s are allowed',
  ],
  [
    'clientErrors',
    'a call met its first attempt for too long',
    { ...RIGHT, clientErrorsS: 10.2 },
    FAULT,
    'one call was answered for 10.2 s with HTTP 409 idempotency_in_progress',
  ],
];

describe('judge', () => {
  it('finds nothing wrong within the bounds', () => {
    expect(judge(RIGHT, FAULT, 'galera')).toEqual([]);
    expect(judge(CALM, SILENT, 'galera')).toEqual([]);
  });

  it.each(WRONG)('%s finds that %s', (rule, _, seen, fault, sentence) => {
    expect(RULES[rule]!(seen, fault, 'galera')).toEqual([sentence]);
    expect(judge(seen, fault, 'galera')).toEqual([sentence]);
  });

  it('has an example for each of its rules', () => {
    expect(new Set(WRONG.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
  });

  it('takes the bound of the kind of database', () => {
    expect(judge({ ...RIGHT, withoutMoneyS: 9 }, FAULT, 'replication')).toEqual([]);
  });
});
