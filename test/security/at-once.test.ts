import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { BACKENDS } from '../support/backend.js';

const AT_ONCE = 6;

describe.each(BACKENDS)('the same call many times at the same moment, on %s', (backend) => {
  let world: ContractFixture;
  beforeAll(async () => {
    world = await ContractFixture.open(backend, CALLS);
  }, 60_000);
  afterAll(() => world.close());

  it.each(Object.keys(CALLS))('%s is answered each time, without a fault', async (action) => {
    const call = await world.goodCall(action);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => world.call(action, call)));
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    // One of them is as it would have been alone; codes of staff that were used already count as guesses, and guesses are slowed down.
    expect(answers.some(({ status }) => status === 200 || status === 429)).toBe(true);
  });
});
