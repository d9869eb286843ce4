import { array, assert, asyncProperty, boolean, constantFrom } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anItem, BUYER, Counter, outcomes, ScriptedProvider } from '../../../../test/contexts/billing/fakes.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { kobo } from '../../../kernel/money.js';
import { billingFailures } from '../domain/billing.failures.js';
import type { ProviderOutcome } from '../domain/provider-outcome.js';

const PAID = kobo(21_500);
const HOUR_MS = 3_600_000;

describe('a purchase', () => {
  it('holds the money and the reference before the provider is called', async () => {
    const provider = new ScriptedProvider('first', [outcomes.success]);
    const counter = new Counter([provider]);
    const submit = provider.submit.bind(provider);
    provider.submit = (submission) => {
      expect(counter.paidKobo).toBe(PAID);
      expect(counter.ledger.rows('purchase_attempt')).toMatchObject([{ reference: submission.reference, number: 1 }]);
      return submit(submission);
    };
    expect(await counter.buy()).toMatchObject({ status: 'completed' });
    expect(provider.submitted).toMatchObject([{ reference: 'first-1', paymentCode: 'first:light', amountKobo: 20_000 }]);
    // 2 percent of 200, the fee of 5 and the surcharge of 10 are ours.
    expect([counter.ledger.balanceOf('system:fees'), counter.ledger.balanceOf('system:clearing:first')]).toEqual([1_900, 19_600]);
  });

  it.each([
    ['says nothing', 'silence'],
    ['breaks off', new Error('socket hang up')],
    ['does not know', outcomes.unknown],
    ['is busy with it', outcomes.pending],
    ['cannot find it', outcomes.notFound],
  ] as const)('stays pending and moves nothing when the provider %s', async (_, step) => {
    const counter = new Counter([new ScriptedProvider('first', [step]), new ScriptedProvider('second', [])]);
    expect(await counter.buy()).toMatchObject({ status: 'pending' });
    await counter.work.last;
    expect([counter.paidKobo, (await counter.state()).purchase.status]).toEqual([PAID, 'pending']);
    expect((await counter.state()).attempt.provider).toBe('first');
    expect((await counter.state()).purchase.nextQueryAt).toBe(counter.now + 10_000);
  });

  it('goes to the next provider after a definite refusal, under a new reference', async () => {
    const [first, second] = [
      new ScriptedProvider('first', [outcomes.notSent]),
      new ScriptedProvider('second', [outcomes.success]),
    ];
    const counter = new Counter([first, second]);
    expect(await counter.buy()).toMatchObject({ status: 'completed' });
    expect(second.submitted).toMatchObject([{ reference: 'second-1', paymentCode: 'second:light' }]);
    expect([counter.ledger.balanceOf('system:clearing:first'), counter.ledger.balanceOf('system:clearing:second')]).toEqual([
      0, 19_600,
    ]);
  });

  describe('that another process took further while the provider refused it', () => {
    /** The first provider refuses a submission, after the other process received the same answer. */
    const overtaken = (meanwhile: 'query' | 'submit', said: ProviderOutcome, second: ProviderOutcome[]) => {
      const first = new ScriptedProvider('first', [said]);
      const counter = new Counter([first, new ScriptedProvider('second', second)]);
      const submit = first.submit.bind(first);
      first.submit = async () => {
        first.submit = submit;
        if (meanwhile === 'query') await counter.advance.query(await counter.state());
        else await counter.advance.submit(await counter.state(), counter.window());
        return outcomes.notSent;
      };
      return counter;
    };

    it.each([
      ['refunded it', 'query', outcomes.refused, [], 'failed', 0],
      ['completed it', 'query', outcomes.success, [], 'completed', 1],
      ['gave it to the next provider', 'submit', outcomes.notSent, [outcomes.success], 'completed', 1],
      ['waits for the next provider', 'submit', outcomes.notSent, [outcomes.pending], 'pending', 0],
    ] as const)('is answered as it is: %s', async (_, meanwhile, said, second, status, sold) => {
      const counter = overtaken(meanwhile, said, [...second]);
      expect(await counter.buy()).toMatchObject({ status });
      expect((await counter.state()).purchase.status).toBe(status);
      expect([counter.paidKobo, counter.soldCount, counter.sumKobo]).toEqual([status === 'failed' ? 0 : PAID, sold, 0]);
      expect(counter.ledger.rows('purchase_attempt')).toHaveLength(meanwhile === 'submit' ? 2 : 1);
    });

    it.each([
      ['quietly when it was refused', outcomes.refused, 0],
      ['with an alarm when it was delivered', outcomes.success, 1],
    ] as const)('leaves an older attempt %s', async (_, answer, alarms) => {
      const first = new ScriptedProvider('first', ['silence']);
      const counter = new Counter([first, new ScriptedProvider('second', [outcomes.pending])]);
      await counter.buy();
      first.query = async () => {
        first.submit = () => Promise.resolve(outcomes.notSent);
        await counter.advance.submit(await counter.state(), counter.window());
        return answer;
      };
      await counter.askAgain();
      expect(await counter.state()).toMatchObject({ purchase: { status: 'pending' }, attempt: { provider: 'second' } });
      expect([...counter.logs.written.values()].map(({ description }) => description)).toEqual(
        Array<unknown>(alarms).fill(expect.stringMatching(/^first says success/)),
      );
      expect(counter.paidKobo).toBe(PAID);
    });

    it('is answered as pending when the settlement fails for another reason', async () => {
      const counter = new Counter([new ScriptedProvider('first', [outcomes.success])]);
      counter.purchases.settled = () => [{ table: 'purchase', key: { id: 'none' }, set: {} }];
      expect(await counter.buy()).toMatchObject({ status: 'pending' });
      expect(counter.work.failed).toMatchObject([{ message: expect.stringContaining('is stale, but nobody changed it') }]);
    });
  });

  it('is refunded when no other provider may try', async () => {
    const refused = new Counter([new ScriptedProvider('first', [outcomes.refused]), new ScriptedProvider('second', [])]);
    await refused.buy();
    const alone = new Counter([new ScriptedProvider('first', [outcomes.notSent])]);
    await alone.buy();
    for (const counter of [refused, alone])
      expect([counter.paidKobo, (await counter.state()).purchase.status]).toEqual([0, 'failed']);
  });

  it('is never sent again under the same reference, unless the provider takes that for one', async () => {
    const careful = new ScriptedProvider('first', ['silence', outcomes.notFound, outcomes.success]);
    const counter = new Counter([careful]);
    await counter.buy();
    await counter.work.last;
    await counter.askAgain();
    expect([careful.submitted.length, (await counter.state()).purchase.status]).toEqual([1, 'pending']);

    const idempotent = new ScriptedProvider('first', ['silence', outcomes.notFound, outcomes.success], { resubmitsSafely: true });
    const other = new Counter([idempotent]);
    await other.buy();
    await other.work.last;
    await other.askAgain();
    expect(idempotent.submitted.map(({ reference }) => reference)).toEqual(['first-1', 'first-1']);
    expect((await other.state()).purchase.status).toBe('completed');
  });

  it('waits for a PIN that a delivery should have had', async () => {
    const script = [outcomes.success, outcomes.success, { ...outcomes.success, pin: '1234' }];
    const item = anItem({ deliversPin: true });
    const counter = new Counter([new ScriptedProvider('first', script)], item);
    await counter.buy();
    await counter.askAgain();
    expect((await counter.state()).purchase.status).toBe('pending');
    await counter.askAgain();
    expect(counter.ledger.rows('purchase')).toMatchObject([{ status: 'completed', pin: '1234' }]);
  });

  it('takes the commission from what the provider charged, where it tells', async () => {
    const counter = new Counter([new ScriptedProvider('first', [{ ...outcomes.success, chargedKobo: kobo(19_000) }])]);
    await counter.buy();
    expect(counter.ledger.balanceOf('system:clearing:first')).toBe(19_000);
  });

  it('is left to people after a day', async () => {
    const provider = new ScriptedProvider('first', []);
    const counter = new Counter([provider]);
    await counter.buy();
    const begun = counter.now;
    while ((await counter.state()).purchase.nextQueryAt !== undefined) await counter.askAgain();
    expect(counter.now - begun).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(counter.now - begun).toBeLessThan(26 * HOUR_MS);
    expect([...counter.logs.written.keys()]).toEqual([`purchase.undecided:${(await counter.state()).purchase.id}`]);
    expect(counter.paidKobo).toBe(PAID);
  });

  it('calls for people when the provider takes back its word and money is at stake', async () => {
    const counter = new Counter([new ScriptedProvider('first', [outcomes.refused, outcomes.success])]);
    await counter.buy();
    await counter.advance.query(await counter.state());
    expect([...counter.logs.written.values()]).toMatchObject([
      { kind: 'error', description: expect.stringContaining('says success') },
    ]);
    expect(counter.paidKobo).toBe(0);
  });

  describe('repeated with the same key', () => {
    it('is answered from the purchase, which stores no answer of its own', async () => {
      const counter = new Counter([new ScriptedProvider('first', [outcomes.success])]);
      const answer = await counter.buy();
      expect(counter.ledger.requests.get(counter.key())).toMatchObject({ state: 'pending', response: undefined });
      expect(await counter.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
      expect(counter.paidKobo).toBe(PAID);
    });

    it('is answered as completed after a reversal, as it was the first time', async () => {
      const counter = new Counter([new ScriptedProvider('first', [outcomes.success, outcomes.reversed])]);
      const answer = await counter.buy();
      await counter.advance.query(await counter.state());
      expect((await counter.state()).purchase.status).toBe('reversed');
      expect(await counter.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
    });

    it('is answered as pending when it was so the first time, also after it is completed', async () => {
      const counter = new Counter([new ScriptedProvider('first', [outcomes.pending, outcomes.success])]);
      const answer = await counter.buy();
      await counter.askAgain();
      expect((await counter.state()).purchase.status).toBe('completed');
      expect(await counter.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
    });

    it('is answered although the item has been withdrawn', async () => {
      const counter = new Counter([new ScriptedProvider('first', [outcomes.success])]);
      const answer = await counter.buy();
      counter.order = () => {
        throw new Failure(billingFailures.unknown_item);
      };
      expect(await counter.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
      await expect(counter.buy('request-2')).rejects.toThrow(billingFailures.unknown_item.text);
    });
  });

  describe('whose pending answer cannot be stored', () => {
    const STORE_ANSWER_MS = 3_000;
    const unstorable = async (counter: Counter) => {
      const answer = counter.ledger.requests.answer.bind(counter.ledger.requests);
      counter.ledger.requests.answer = () => Promise.reject(new Error('the database is away'));
      const given = await counter.buy();
      counter.ledger.requests.answer = answer;
      return given;
    };

    it('is answered as pending all the same, and a repeat finds what became of it', async () => {
      const counter = new Counter([new ScriptedProvider('first', ['silence', outcomes.success])]);
      expect(await unstorable(counter)).toMatchObject({ status: 'pending' });
      expect(counter.work.failed).toMatchObject([{ message: 'the database is away' }]);
      await counter.work.last;
      await counter.askAgain();
      expect(await counter.buy()).toMatchObject({
        record: { state: 'answered', response: { v: 1, result: { status: 'completed' } } },
      });
      expect(counter.paidKobo).toBe(PAID);
    });

    it('is in progress while it is young, and answered as pending when it is not', async () => {
      const counter = new Counter([new ScriptedProvider('first', ['silence'])]);
      await unstorable(counter);
      expect(await counter.buy()).toMatchObject({ record: { state: 'pending' } });
      expect(await counter.buy('request-1', 'other parameters')).toMatchObject({
        record: { state: 'pending', fingerprint: 'd' },
      });
      counter.now += STORE_ANSWER_MS;
      expect(await counter.buy()).toMatchObject({
        record: { state: 'answered', response: { v: 1, result: { status: 'pending' } } },
      });
    });

    it('is answered in time when the database hangs', async () => {
      const counter = new Counter([new ScriptedProvider('first', ['silence'])]);
      counter.ledger.requests.answer = () => new Promise(() => undefined);
      expect(await counter.buy()).toMatchObject({ status: 'pending' });
    });
  });

  describe('whose process was suspended between the commit and the call', () => {
    it.each([
      ['the wall clock', (counter: Counter) => (counter.now += 41)],
      ['the monotonic clock', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 41)],
    ])('is queried and not submitted, by %s', async (_, suspend) => {
      const provider = new ScriptedProvider('first', [outcomes.notFound]);
      const counter = new Counter([provider]);
      const commit = counter.ledger.commit.bind(counter.ledger);
      vi.spyOn(counter.ledger, 'commit').mockImplementationOnce(async (command) => {
        const result = await commit(command);
        suspend(counter);
        return result;
      });
      expect(await counter.buy()).toMatchObject({ status: 'pending' });
      vi.restoreAllMocks();
      expect([provider.submitted, provider.queried]).toEqual([[], ['first-1']]);
      expect((await counter.state()).purchase).toMatchObject({ status: 'pending', queries: 1 });
    });

    it('leaves the purchase as another process settled it meanwhile', async () => {
      const provider = new ScriptedProvider('first', [outcomes.refused]);
      const counter = new Counter([provider]);
      const commit = counter.ledger.commit.bind(counter.ledger);
      vi.spyOn(counter.ledger, 'commit').mockImplementationOnce(async (command) => {
        const result = await commit(command);
        await counter.advance.query(await counter.state());
        counter.now += 41;
        return result;
      });
      expect(await counter.buy()).toMatchObject({ status: 'failed' });
      expect([provider.submitted, provider.queried, counter.paidKobo]).toEqual([[], ['first-1'], 0]);
    });

    it('does not submit again after a query that took too long', async () => {
      const provider = new ScriptedProvider('first', ['silence', outcomes.notFound], { resubmitsSafely: true });
      const counter = new Counter([provider]);
      await counter.buy();
      await counter.work.last;
      const query = provider.query.bind(provider);
      provider.query = (reference) => {
        counter.now += 41;
        return query(reference);
      };
      await counter.askAgain();
      expect([provider.submitted.length, (await counter.state()).purchase.status]).toEqual([1, 'pending']);
    });
  });

  it('moves money at most once whatever the provider says, in whatever order', async () => {
    const step = constantFrom(...Object.values(outcomes), new Error('broken'));
    const script = array(step, { minLength: 1, maxLength: 8 });
    await assert(
      asyncProperty(script, script, boolean(), async (one, two, resubmitsSafely) => {
        const [first, second] = [
          new ScriptedProvider('first', [...one], { resubmitsSafely }),
          new ScriptedProvider('second', [...two]),
        ];
        const counter = new Counter([first, second]);
        await counter.buy();
        for (let query = 0; query < 10; query++) await counter.advance.query(await counter.state());

        const { status } = (await counter.state()).purchase;
        expect(counter.sumKobo).toBe(0);
        expect(counter.paidKobo).toBe(status === 'pending' || status === 'completed' ? PAID : 0);
        expect(counter.soldCount).toBe(status === 'completed' ? 1 : 0);
        const notes = counter.ledger.journals.flatMap(({ postings }) => postings).filter(({ account }) => account === BUYER);
        expect(notes.length).toBeLessThanOrEqual(2);
        expect(new Set(first.submitted.map(({ reference }) => reference)).size).toBe(1);
        // The second is tried after a definite refusal that another may do better with, and never else.
        expect(second.submitted.length).toBe(one[0] === outcomes.notSent ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});
