import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { BACKENDS } from '../support/backend.js';

const AT_ONCE = 6;

// Where several connections write at once.
describe.each(BACKENDS.slice(-1))('concurrent identical calls on %s', (backend) => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
  });
  afterAll(() => fixture.close());

  it.each(Object.keys(CALLS))('%s answers each without an internal error', async (action) => {
    const call = await fixture.goodCall(action);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => fixture.call(action, call)));
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    // One may succeed; staff codes that were used before count as failed attempts and are delayed.
    expect(answers.some(({ status }) => status === 200 || status === 429)).toBe(true);
  });
});
