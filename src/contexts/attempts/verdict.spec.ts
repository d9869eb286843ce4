import { describe, expect, it } from 'vitest';
import {
  isConfirmedNotFound,
  nextQueryDelayMs,
  reversalCheckDelayMs,
  type CallContext,
  judge,
  type ProviderCall,
  type Verdict,
} from './verdict.js';
import { assert, boolean, constantFrom, property, record } from 'fast-check';
import type { ErrorClass, ProviderOutcome } from '../../kernel/provider-outcome.js';

describe('isConfirmedNotFound', () => {
  it.each<[string, number[], boolean]>([
    ['is false for no answer', [], false],
    ['is false for two', [0, 100], false],
    ['is true for three, in any order', [200, 0, 100], true],
    ['is false where three came at once', [0, 1, 2], false],
    ['does not count what came too soon', [0, 50, 100, 150], false],
    ['counts what came in time beside what came too soon', [0, 50, 100, 150, 200], true],
  ])('%s', (_, times, expected) => {
    expect(isConfirmedNotFound(times, 100)).toBe(expected);
  });
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the schedule of questions', () => {
  it('is 10 s, 20 s, 40 s, 1 m, 2 m, 5 m, 10 m, every 15 m to 2 h, hourly to 24 h', () => {
    const delays: number[] = [];
    let age = 0;
    for (let delay = nextQueryDelayMs(0, age); delay !== undefined; delay = nextQueryDelayMs(delays.length, age)) {
      delays.push(delay);
      age += delay;
    }
    expect(delays.slice(0, 7)).toEqual([10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE]);
    const rest = delays.slice(7);
    const quarters = rest.filter((delay) => delay === 15 * MINUTE).length;
    expect(rest).toEqual([...Array<number>(quarters).fill(15 * MINUTE), ...Array<number>(rest.length - quarters).fill(HOUR)]);
    expect(quarters).toBe(7);
    expect(age).toBeGreaterThanOrEqual(24 * HOUR);
    expect(age).toBeLessThan(25 * HOUR);
  });

  it('begins as the provider needs it', () => {
    expect([0, 1, 2].map((queries) => nextQueryDelayMs(queries, 0, [5, 7]))).toEqual([5, 7, 15 * MINUTE]);
  });
});

it('asks three times, one, 24 and 72 hours after the delivery', () => {
  expect([1, 2, 3, 4].map((check) => reversalCheckDelayMs(check))).toEqual([3_600_000, 82_800_000, 172_800_000, undefined]);
});

const CALLS: readonly ProviderCall[] = ['submit', 'query', 'resubmit'];
const ABOUT_THE_CALL = ['not_sent', 'rate_limited', 'provider_auth', 'provider_config', 'provider_float'] as const;
const NEVER_DEFINITE = ['duplicate_reference', 'outcome_unknown'] as const;
const ABOUT_THE_PURCHASE = [
  'validation',
  'customer_invalid',
  'item_unavailable',
  'amount_out_of_range',
  'suspected_duplicate',
  'biller_down',
] as const;
const ERROR_CLASSES: readonly ErrorClass[] = [...ABOUT_THE_CALL, ...NEVER_DEFINITE, ...ABOUT_THE_PURCHASE];

const raw = { code: '1', message: 'scripted' };
type Failed = Extract<ProviderOutcome, { status: 'failed' }>;
const failed = (errorClass: ErrorClass, failoverEligible = false): ProviderOutcome => ({
  status: 'failed',
  raw,
  errorClass,
  failoverEligible,
});
const context = (over: Partial<CallContext>): CallContext => ({
  status: 'pending',
  deliversPin: false,
  call: 'query',
  hasAlternative: true,
  resubmitsSafely: true,
  ...over,
});

/** Whether the outcome decides the purchase, written down apart from the code under test. */
function isDefinite(outcome: ProviderOutcome, call: ProviderCall): boolean {
  if (outcome.status === 'success' || outcome.status === 'reversed') return true;
  if (outcome.status !== 'failed') return false;
  const about: readonly ErrorClass[] = call === 'submit' ? [...ABOUT_THE_CALL, ...ABOUT_THE_PURCHASE] : ABOUT_THE_PURCHASE;
  return about.includes(outcome.errorClass) && !(call === 'resubmit' && outcome.errorClass === 'suspected_duplicate');
}

describe('judge', () => {
  it.each(ABOUT_THE_CALL)('waits when a query or a resubmit fails with %s', (errorClass) => {
    expect(judge(failed(errorClass, true), context({ call: 'query' }))).toEqual({ do: 'wait' });
    expect(judge(failed(errorClass, true), context({ call: 'resubmit' }))).toEqual({ do: 'wait' });
  });

  it.each(ABOUT_THE_CALL)('refunds or reroutes when the submit itself fails with %s', (errorClass) => {
    expect(judge(failed(errorClass, true), context({ call: 'submit' }))).toEqual({ do: 'reroute' });
    expect(judge(failed(errorClass, true), context({ call: 'submit', hasAlternative: false }))).toEqual({ do: 'refund' });
  });

  it.each(NEVER_DEFINITE)('waits on %s whatever the call was', (errorClass) => {
    for (const call of CALLS) expect(judge(failed(errorClass, true), context({ call }))).toEqual({ do: 'wait' });
  });

  it.each(ABOUT_THE_PURCHASE)('refunds when a query answers %s', (errorClass) => {
    expect(judge(failed(errorClass, true), context({ call: 'query' }))).toEqual({ do: 'refund' });
  });

  it('takes a suspected duplicate on a resubmit for the first submit', () => {
    expect(judge(failed('suspected_duplicate'), context({ call: 'resubmit' }))).toEqual({ do: 'wait' });
  });

  it.each(ABOUT_THE_CALL)('refunds where the order itself has failed with %s, whoever asked', (cause) => {
    const ended: ProviderOutcome = { ...(failed(cause, true) as Failed), isOfOrder: true };
    expect(judge(ended, context({ call: 'query' }))).toEqual({ do: 'refund' });
    expect(judge(ended, context({ call: 'query', status: 'completed' }))).toEqual({ do: 'alarm' });
  });

  it('waits for the PIN of a voucher that was delivered without it', () => {
    const voucher = context({ deliversPin: true });
    expect(judge({ status: 'success', raw }, voucher)).toEqual({ do: 'wait' });
    const bonus = { kind: 'bonus_token' as const, value: '5678' };
    expect(judge({ status: 'success', raw, deliverables: [bonus] }, voucher)).toEqual({ do: 'wait' });
    const delivery = { status: 'success' as const, raw, deliverables: [bonus, { kind: 'pin' as const, value: '1234' }] };
    expect(judge(delivery, voucher)).toEqual({ do: 'complete', delivery });
  });

  it.each([...ABOUT_THE_CALL, ...NEVER_DEFINITE])(
    'raises no alarm for a completed purchase when a query fails with %s',
    (cause) => {
      expect(judge(failed(cause), context({ status: 'completed' }))).toEqual({ do: 'nothing' });
    },
  );

  it('moves money only on what is definite about the purchase', () => {
    const outcome = constantFrom<ProviderOutcome>(
      { status: 'success', raw },
      { status: 'success', raw, deliverables: [{ kind: 'pin', value: '1234' }] },
      { status: 'pending', raw },
      { status: 'reversed', raw },
      { status: 'not_found', raw },
      { status: 'unknown', raw, cause: 'timeout' },
      ...ERROR_CLASSES.flatMap((errorClass) => [failed(errorClass), failed(errorClass, true)]),
    );
    const any = record({
      status: constantFrom('pending', 'completed', 'failed', 'reversed'),
      deliversPin: boolean(),
      call: constantFrom(...CALLS),
      hasAlternative: boolean(),
      resubmitsSafely: boolean(),
    });
    assert(
      property(outcome, any, (said, state) => {
        const allowed: Readonly<Record<Verdict['do'], boolean>> = {
          complete:
            said.status === 'success' && state.status === 'pending' && (!state.deliversPin || said.deliverables !== undefined),
          refund: isDefinite(said, state.call) && said.status !== 'success' && state.status === 'pending',
          reverse: said.status === 'reversed' && state.status === 'completed',
          reroute: isDefinite(said, state.call) && said.status === 'failed' && state.call === 'submit' && state.hasAlternative,
          resubmit: said.status === 'not_found' && state.call === 'query' && state.resubmitsSafely,
          alarm: isDefinite(said, state.call) && state.status !== 'pending',
          wait: state.status === 'pending',
          nothing: state.status !== 'pending',
        };
        expect(allowed[judge(said, state).do]).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
