import { describe, expect, it } from 'vitest';
import { type Progress, scenarioOf, stateAt } from './scenario.js';

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
