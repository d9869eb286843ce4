import { array, assert, asyncProperty, boolean, constantFrom } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anItem, BUYER, PurchaseFixture, outcomes, ScriptedProvider } from '../../../../test/contexts/purchases/fakes.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { kobo } from '../../../kernel/money.js';
import { catalogueFailures } from '../../catalogue/domain/catalogue.failures.js';
import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';

const PAID = kobo(21_500);
const HOUR_MS = 3_600_000;

describe('a purchase', () => {
  it('holds the money and the reference before the provider is called', async () => {
    const provider = new ScriptedProvider('first', [outcomes.success]);
    const fixture = new PurchaseFixture([provider]);
    const submit = provider.submit.bind(provider);
    provider.submit = (submission) => {
      expect(fixture.paidKobo).toBe(PAID);
      expect(fixture.ledger.rows('purchase_attempt')).toMatchObject([{ reference: submission.reference, number: 1 }]);
      return submit(submission);
    };
    expect(await fixture.buy()).toMatchObject({ status: 'completed' });
    expect(provider.submitted).toMatchObject([{ reference: 'first-1', paymentCode: 'first:light', amountKobo: 20_000 }]);
    // 2 percent of 200, the fee of 5 and the surcharge of 10 are ours.
    expect([fixture.ledger.balanceOf('system:fees'), fixture.ledger.balanceOf('system:clearing:first')]).toEqual([1_900, 19_600]);
  });

  it('keeps each answer of each attempt', async () => {
    const fixture = new PurchaseFixture([
      new ScriptedProvider('first', [outcomes.notSent]),
      new ScriptedProvider('second', [outcomes.pending, outcomes.notFound, outcomes.success, outcomes.success]),
    ]);
    await fixture.buy();
    await fixture.work.last;
    await fixture.requeryNow();
    await fixture.requeryNow();
    await fixture.advance.query(await fixture.state());
    expect(fixture.ledger.rows('purchase_answer').map(({ call, outcome }) => [call, outcome])).toEqual([
      ['submit', 'failed_not_sent'],
      ['submit', 'pending'],
      ['query', 'not_found'],
      ['query', 'success'],
      ['query', 'success'],
    ]);
  });

  it.each([
    ['says nothing', 'silence'],
    ['breaks off', new Error('socket hang up')],
    ['does not know', outcomes.unknown],
    ['is busy with it', outcomes.pending],
    ['cannot find it', outcomes.notFound],
  ] as const)('stays pending and moves nothing when the provider %s', async (_, step) => {
    const fixture = new PurchaseFixture([new ScriptedProvider('first', [step]), new ScriptedProvider('second', [])]);
    expect(await fixture.buy()).toMatchObject({ status: 'pending' });
    await fixture.work.last;
    expect([fixture.paidKobo, (await fixture.state()).purchase.status]).toEqual([PAID, 'pending']);
    expect((await fixture.state()).attempt.provider).toBe('first');
    expect((await fixture.state()).purchase.nextQueryAt).toBe(fixture.now + 10_000);
  });

  it('goes to the next provider after a definite refusal, under a new reference', async () => {
    const [first, second] = [
      new ScriptedProvider('first', [outcomes.notSent]),
      new ScriptedProvider('second', [outcomes.success]),
    ];
    const fixture = new PurchaseFixture([first, second]);
    expect(await fixture.buy()).toMatchObject({ status: 'completed' });
    expect(second.submitted).toMatchObject([{ reference: 'second-1', paymentCode: 'second:light' }]);
    expect([fixture.ledger.balanceOf('system:clearing:first'), fixture.ledger.balanceOf('system:clearing:second')]).toEqual([
      0, 19_600,
    ]);
  });

  describe('that another process took further while the provider refused it', () => {
    /** The first provider refuses a submission, after the other process received the same answer. */
    const overtaken = (meanwhile: 'query' | 'submit', said: ProviderOutcome, second: ProviderOutcome[]) => {
      const first = new ScriptedProvider('first', [said]);
      const fixture = new PurchaseFixture([first, new ScriptedProvider('second', second)]);
      const submit = first.submit.bind(first);
      first.submit = async () => {
        first.submit = submit;
        if (meanwhile === 'query') await fixture.advance.query(await fixture.state());
        else await fixture.advance.submit(await fixture.state(), fixture.window());
        return outcomes.notSent;
      };
      return fixture;
    };

    it.each([
      ['refunded it', 'query', outcomes.refused, [], 'failed', 0],
      ['completed it', 'query', outcomes.success, [], 'completed', 1],
      ['gave it to the next provider', 'submit', outcomes.notSent, [outcomes.success], 'completed', 1],
      ['waits for the next provider', 'submit', outcomes.notSent, [outcomes.pending], 'pending', 0],
    ] as const)('is answered as it is: %s', async (_, meanwhile, said, second, status, sold) => {
      const fixture = overtaken(meanwhile, said, [...second]);
      expect(await fixture.buy()).toMatchObject({ status });
      expect((await fixture.state()).purchase.status).toBe(status);
      expect([fixture.paidKobo, fixture.soldCount, fixture.sumKobo]).toEqual([status === 'failed' ? 0 : PAID, sold, 0]);
      expect(fixture.ledger.rows('purchase_attempt')).toHaveLength(meanwhile === 'submit' ? 2 : 1);
    });

    it.each([
      ['quietly when it was refused', outcomes.refused, 0],
      ['with an alarm when it was delivered', outcomes.success, 1],
    ] as const)('leaves an older attempt %s', async (_, answer, alarms) => {
      const first = new ScriptedProvider('first', ['silence']);
      const fixture = new PurchaseFixture([first, new ScriptedProvider('second', [outcomes.pending])]);
      await fixture.buy();
      first.query = async () => {
        first.submit = () => Promise.resolve(outcomes.notSent);
        await fixture.advance.submit(await fixture.state(), fixture.window());
        return answer;
      };
      await fixture.requeryNow();
      expect(await fixture.state()).toMatchObject({ purchase: { status: 'pending' }, attempt: { provider: 'second' } });
      expect([...fixture.logs.written.values()].map(({ description }) => description)).toEqual(
        Array<unknown>(alarms).fill(expect.stringMatching(/^first says success/)),
      );
      expect(fixture.paidKobo).toBe(PAID);
    });

    it('is answered as pending when the settlement fails for another reason', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.success])]);
      fixture.purchases.settled = () => [{ table: 'purchase', key: { id: 'none' }, set: {} }];
      expect(await fixture.buy()).toMatchObject({ status: 'pending' });
      expect(fixture.work.failed).toMatchObject([{ message: expect.stringContaining('is stale but unchanged') }]);
    });
  });

  it('is refunded when no other provider may try', async () => {
    const refused = new PurchaseFixture([new ScriptedProvider('first', [outcomes.refused]), new ScriptedProvider('second', [])]);
    await refused.buy();
    const alone = new PurchaseFixture([new ScriptedProvider('first', [outcomes.notSent])]);
    await alone.buy();
    for (const fixture of [refused, alone])
      expect([fixture.paidKobo, (await fixture.state()).purchase.status]).toEqual([0, 'failed']);
  });

  it('is never sent again under the same reference, unless the provider takes that for one', async () => {
    const careful = new ScriptedProvider('first', ['silence', outcomes.notFound, outcomes.success]);
    const fixture = new PurchaseFixture([careful]);
    await fixture.buy();
    await fixture.work.last;
    await fixture.requeryNow();
    expect([careful.submitted.length, (await fixture.state()).purchase.status]).toEqual([1, 'pending']);

    // It is sent again within that time only, also on a busy machine.
    const safe = { resubmitsSafely: true, submitTimeoutMs: 500 };
    const idempotent = new ScriptedProvider('first', ['silence', outcomes.notFound, outcomes.success], safe);
    const other = new PurchaseFixture([idempotent]);
    await other.buy();
    await other.work.last;
    await other.requeryNow();
    expect(idempotent.submitted.map(({ reference }) => reference)).toEqual(['first-1', 'first-1']);
    expect((await other.state()).purchase.status).toBe('completed');
  });

  it('waits for a PIN that a delivery should have had', async () => {
    const script = [outcomes.success, outcomes.success, { ...outcomes.success, pin: '1234' }];
    const item = anItem({ deliversPin: true });
    const fixture = new PurchaseFixture([new ScriptedProvider('first', script)], item);
    await fixture.buy();
    await fixture.requeryNow();
    expect((await fixture.state()).purchase.status).toBe('pending');
    await fixture.requeryNow();
    expect(fixture.ledger.rows('purchase')).toMatchObject([{ status: 'completed', pin: '1234' }]);
  });

  it('takes the commission from what the provider charged, where it tells', async () => {
    const fixture = new PurchaseFixture([new ScriptedProvider('first', [{ ...outcomes.success, chargedKobo: kobo(19_000) }])]);
    await fixture.buy();
    expect(fixture.ledger.balanceOf('system:clearing:first')).toBe(19_000);
  });

  it('is left to staff after a day', async () => {
    const provider = new ScriptedProvider('first', []);
    const fixture = new PurchaseFixture([provider]);
    await fixture.buy();
    const begun = fixture.now;
    while ((await fixture.state()).purchase.nextQueryAt !== undefined) await fixture.requeryNow();
    expect(fixture.now - begun).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(fixture.now - begun).toBeLessThan(26 * HOUR_MS);
    expect([...fixture.logs.written.keys()]).toEqual([`purchase.undecided:${(await fixture.state()).purchase.id}`]);
    expect(fixture.paidKobo).toBe(PAID);
  });

  it('writes a system log when the provider contradicts an earlier answer', async () => {
    const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.refused, outcomes.success])]);
    await fixture.buy();
    await fixture.advance.query(await fixture.state());
    expect([...fixture.logs.written.values()]).toMatchObject([
      { kind: 'error', description: expect.stringContaining('says success') },
    ]);
    expect(fixture.paidKobo).toBe(0);
  });

  describe('repeated with the same key', () => {
    it('is answered from the purchase, which stores no answer of its own', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.success])]);
      const answer = await fixture.buy();
      expect(fixture.ledger.requests.get(fixture.key())).toMatchObject({ state: 'pending', response: undefined });
      expect(await fixture.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
      expect(fixture.paidKobo).toBe(PAID);
    });

    it('is answered as completed after a reversal, as it was the first time', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.success, outcomes.reversed])]);
      const answer = await fixture.buy();
      await fixture.advance.query(await fixture.state());
      expect((await fixture.state()).purchase.status).toBe('reversed');
      expect(await fixture.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
    });

    it('is answered as pending when it was so the first time, also after it is completed', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.pending, outcomes.success])]);
      const answer = await fixture.buy();
      await fixture.requeryNow();
      expect((await fixture.state()).purchase.status).toBe('completed');
      expect(await fixture.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
    });

    it('is answered although the item has been withdrawn', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.success])]);
      const answer = await fixture.buy();
      fixture.order = () => {
        throw new Failure(catalogueFailures.unknown_item);
      };
      expect(await fixture.buy()).toMatchObject({ record: { state: 'answered', response: storedResult(answer) } });
      await expect(fixture.buy('request-2')).rejects.toThrow(catalogueFailures.unknown_item.text);
    });
  });

  describe('whose pending answer cannot be stored', () => {
    const STORE_ANSWER_MS = 3_000;
    const unstorable = async (fixture: PurchaseFixture) => {
      const answer = fixture.ledger.requests.answer.bind(fixture.ledger.requests);
      fixture.ledger.requests.answer = () => Promise.reject(new Error('the database is away'));
      const given = await fixture.buy();
      fixture.ledger.requests.answer = answer;
      return given;
    };

    it('is answered as pending all the same, and a repeat finds what became of it', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', ['silence', outcomes.success])]);
      expect(await unstorable(fixture)).toMatchObject({ status: 'pending' });
      expect(fixture.work.failed).toMatchObject([{ message: 'the database is away' }]);
      await fixture.work.last;
      await fixture.requeryNow();
      expect(await fixture.buy()).toMatchObject({
        record: { state: 'answered', response: { v: 1, result: { status: 'completed' } } },
      });
      expect(fixture.paidKobo).toBe(PAID);
    });

    it('is in progress while it is young, and answered as pending when it is not', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', ['silence'])]);
      await unstorable(fixture);
      expect(await fixture.buy()).toMatchObject({ record: { state: 'pending' } });
      expect(await fixture.buy('request-1', 'other parameters')).toMatchObject({
        record: { state: 'pending', fingerprint: 'd' },
      });
      fixture.now += STORE_ANSWER_MS;
      expect(await fixture.buy()).toMatchObject({
        record: { state: 'answered', response: { v: 1, result: { status: 'pending' } } },
      });
    });

    it('lets a repeat wait for what becomes of it, rather than refuse it for long', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', [outcomes.pending, outcomes.success])]);
      fixture.settings.answerWithinMs = 10_000;
      await unstorable(fixture);
      fixture.now += 2_000;
      const repeat = fixture.buy();
      await fixture.requeryNow();
      expect(await repeat).toMatchObject({ record: { state: 'answered', response: { v: 1, result: { status: 'completed' } } } });
    });

    it('is answered in time when the database hangs', async () => {
      const fixture = new PurchaseFixture([new ScriptedProvider('first', ['silence'])]);
      fixture.ledger.requests.answer = () => new Promise(() => undefined);
      expect(await fixture.buy()).toMatchObject({ status: 'pending' });
    });
  });

  describe('whose process was suspended between the commit and the call', () => {
    it.each([
      ['the wall clock', (fixture: PurchaseFixture) => (fixture.now += 41)],
      ['the monotonic clock', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 41)],
    ])('is queried and not submitted, by %s', async (_, suspend) => {
      const provider = new ScriptedProvider('first', [outcomes.notFound]);
      const fixture = new PurchaseFixture([provider]);
      const commit = fixture.ledger.commit.bind(fixture.ledger);
      vi.spyOn(fixture.ledger, 'commit').mockImplementationOnce(async (command) => {
        const result = await commit(command);
        suspend(fixture);
        return result;
      });
      expect(await fixture.buy()).toMatchObject({ status: 'pending' });
      vi.restoreAllMocks();
      expect([provider.submitted, provider.queried]).toEqual([[], ['first-1']]);
      expect((await fixture.state()).purchase).toMatchObject({ status: 'pending', queries: 1 });
    });

    it('leaves the purchase as another process settled it meanwhile', async () => {
      const provider = new ScriptedProvider('first', [outcomes.refused]);
      const fixture = new PurchaseFixture([provider]);
      const commit = fixture.ledger.commit.bind(fixture.ledger);
      vi.spyOn(fixture.ledger, 'commit').mockImplementationOnce(async (command) => {
        const result = await commit(command);
        await fixture.advance.query(await fixture.state());
        fixture.now += 41;
        return result;
      });
      expect(await fixture.buy()).toMatchObject({ status: 'failed' });
      expect([provider.submitted, provider.queried, fixture.paidKobo]).toEqual([[], ['first-1'], 0]);
    });

    it('does not submit again after a query that took too long', async () => {
      const provider = new ScriptedProvider('first', ['silence', outcomes.notFound], { resubmitsSafely: true });
      const fixture = new PurchaseFixture([provider]);
      await fixture.buy();
      await fixture.work.last;
      const query = provider.query.bind(provider);
      provider.query = (reference) => {
        fixture.now += 41;
        return query(reference);
      };
      await fixture.requeryNow();
      expect([provider.submitted.length, (await fixture.state()).purchase.status]).toEqual([1, 'pending']);
    });
  });

  it('moves money at most once whatever the provider says, in whatever order', async () => {
    const step = constantFrom(...Object.values(outcomes), new Error('broken'));
    const script = array(step, { minLength: 1, maxLength: 8 });
    await assert(
      asyncProperty(script, script, boolean(), async (one, two, resubmitsSafely) => {
        // On a busy machine a short window ends before the submit.
        const submitTimeoutMs = 60_000;
        const [first, second] = [
          new ScriptedProvider('first', [...one], { resubmitsSafely, submitTimeoutMs }),
          new ScriptedProvider('second', [...two], { submitTimeoutMs }),
        ];
        const fixture = new PurchaseFixture([first, second]);
        await fixture.buy();
        // On a busy machine the answer comes before the work ends.
        await fixture.work.last;
        for (let query = 0; query < 10; query++) await fixture.advance.query(await fixture.state());

        const { status } = (await fixture.state()).purchase;
        expect(fixture.sumKobo).toBe(0);
        expect(fixture.paidKobo).toBe(status === 'pending' || status === 'completed' ? PAID : 0);
        expect(fixture.soldCount).toBe(status === 'completed' ? 1 : 0);
        const notes = fixture.ledger.journals.flatMap(({ postings }) => postings).filter(({ account }) => account === BUYER);
        expect(notes.length).toBeLessThanOrEqual(2);
        expect(new Set(first.submitted.map(({ reference }) => reference)).size).toBe(1);
        // The second is tried after a definite refusal that another may do better with, and never else.
        expect(second.submitted.length).toBe(one[0] === outcomes.notSent ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});
