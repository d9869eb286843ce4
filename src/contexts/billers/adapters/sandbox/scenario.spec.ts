import { describe, expect, it } from 'vitest';
import { fits, type Progress, scenarioOf, stateAt } from './scenario.js';
import { SANDBOX_LISTING } from './sandbox-biller-provider.js';

describe('numbers of customers in the sandbox', () => {
  it.each([
    ['08031234567', 'required|digits:11', true],
    ['0803123456', 'required|digits:11', false],
    ['+2348031234', 'required|digits:11', false],
    ['4503123456', 'required|digits_between:10,13', true],
    ['4503123456789', 'required|digits_between:10,13', true],
    ['123', 'required|digits_between:10,13', false],
    ['45031234567890', 'required|digits_between:10,13', false],
    ['4503123456x', 'required|digits_between:10,13', false],
    ['ada99', 'required|alpha_num|between:4,20', true],
    ['ada', 'required|alpha_num|between:4,20', false],
    ['ada 99', 'required|alpha_num|between:4,20', false],
    ['', 'required', false],
  ])('fit the rules of an item or do not: %j, %s, %s', (text, rules, expected) => {
    expect(fits(text, rules)).toBe(expected);
  });

  it('have no rule that is not known', () => {
    for (const { validationParams } of SANDBOX_LISTING.items) expect(() => fits('4503123456', validationParams)).not.toThrow();
  });
});

const progress = (customerId: string, over: Partial<Progress> = {}): Progress => ({
  customerId,
  state: scenarioOf(customerId).begins,
  decidesAt: null,
  reversesAt: null,
  ...over,
});

describe('the sandbox', () => {
  it.each([
    ['08030000001', 'waiting', 'delivered'],
    ['08030000002', 'failed', 'failed'],
    ['45030001234', 'delivered', 'delivered'],
    ['08030000006', 'failed', 'failed'],
    ['08030000007', 'waiting', 'waiting'],
  ])('treats %s as %s, and as %s when queried', (customerId, begins, queried) => {
    expect(scenarioOf(customerId).begins).toBe(begins);
    expect(stateAt(progress(customerId), 0, 'query')).toBe(queried);
  });

  it.each([
    ['08030000003', 'delivered'],
    ['08030000004', 'failed'],
  ])('decides about %s after its time, by submit and by query', (customerId, end) => {
    const waiting = progress(customerId, { decidesAt: 100 });
    expect(scenarioOf(customerId).answers).toBe(false);
    expect([stateAt(waiting, 99, 'query'), stateAt(waiting, 100, 'query'), stateAt(waiting, 100, 'submit')]).toEqual([
      'waiting',
      end,
      end,
    ]);
  });

  it('takes a delivery back when its time has come', () => {
    const delivered = progress('08030000005', { reversesAt: 100 });
    expect([stateAt(delivered, 99, 'query'), stateAt(delivered, 100, 'query')]).toEqual(['delivered', 'reversed']);
  });
});
