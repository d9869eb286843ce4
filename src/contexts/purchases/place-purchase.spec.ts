import { array, assert, asyncProperty, boolean, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anItem, BUYER, PurchaseFixture, outcomes, ScriptedProvider } from '../../../test/contexts/purchases/fakes.js';
import { kobo } from '../../kernel/money.js';

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
    const script = [
      outcomes.success,
      outcomes.success,
      { ...outcomes.success, deliverables: [{ kind: 'pin' as const, value: '1234' }] },
    ];
    const item = anItem({ deliversPin: true });
    const fixture = new PurchaseFixture([new ScriptedProvider('first', script)], item);
    await fixture.buy();
    await fixture.requeryNow();
    expect((await fixture.state()).purchase.status).toBe('pending');
    await fixture.requeryNow();
    expect(fixture.ledger.rows('purchase')).toMatchObject([
      { status: 'completed', deliverables: '[{"kind":"pin","value":"1234"}]' },
    ]);
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
