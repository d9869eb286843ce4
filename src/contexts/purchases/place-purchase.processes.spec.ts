import { describe, expect, it, vi } from 'vitest';
import { outcomes, PurchaseFixture, ScriptedProvider } from '../../../test/contexts/purchases/fakes.js';
import { kobo } from '../../kernel/money.js';
import type { ProviderOutcome } from '../../kernel/provider-outcome.js';

const PAID = kobo(21_500);

describe('a purchase', () => {
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
      const first = new ScriptedProvider('first', [], { submitTimeoutMs: 60_000 });
      let refuse: (outcome: ProviderOutcome) => void = () => undefined;
      first.submit = () => new Promise((resolve) => (refuse = resolve));
      const fixture = new PurchaseFixture([first, new ScriptedProvider('second', [outcomes.pending])]);
      fixture.settings.answerWithinMs = 20;
      await fixture.buy();
      first.query = async () => {
        refuse(outcomes.notSent);
        await fixture.work.last;
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

  describe('whose process was suspended between the commit and the call', () => {
    it.each([
      ['the wall clock', (fixture: PurchaseFixture) => (fixture.now += 41)],
      ['the monotonic clock', () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 41)],
    ])('is submitted under a new window once its provider does not know it, by %s', async (_, suspend) => {
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
      expect([provider.submitted.map(({ reference }) => reference), provider.queried]).toEqual([['first-1'], ['first-1']]);
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

    /** The process ends between its hold and the ledger's word that the provider may be told. */
    async function crashed(provider: ScriptedProvider): Promise<PurchaseFixture> {
      const fixture = new PurchaseFixture([provider]);
      const commit = fixture.ledger.commit.bind(fixture.ledger);
      vi.spyOn(fixture.ledger, 'commit')
        .mockImplementationOnce(commit)
        .mockRejectedValueOnce(new Error('the process was killed'));
      await fixture.buy();
      vi.restoreAllMocks();
      expect([provider.submitted, fixture.paidKobo]).toEqual([[], PAID]);
      return fixture;
    }

    it('is submitted once by whoever finds it, where its provider does not know it', async () => {
      const provider = new ScriptedProvider('first', [outcomes.notFound, outcomes.success]);
      const fixture = await crashed(provider);
      await fixture.requeryNow();
      await fixture.advance.submit(await fixture.state(), fixture.window());
      expect([provider.submitted.length, provider.queried]).toEqual([1, ['first-1']]);
      expect((await fixture.state()).purchase.status).toBe('completed');
    });

    it('is submitted once of two that ask at once, and stays undecided where that is refused for now', async () => {
      const float = { ...outcomes.refused, errorClass: 'provider_float' } as const;
      const provider = new ScriptedProvider('first', [outcomes.notFound, outcomes.notFound, float]);
      const fixture = await crashed(provider);
      const state = await fixture.state();
      await Promise.all([fixture.advance.query(state), fixture.advance.query(state)]);
      expect(provider.submitted).toHaveLength(1);
      expect([(await fixture.state()).purchase.status, fixture.paidKobo]).toEqual(['pending', PAID]);
    });

    it('is not sent, and fails, where the ledger gives its word only after the window', async () => {
      const provider = new ScriptedProvider('first', []);
      const fixture = new PurchaseFixture([provider]);
      const commit = fixture.ledger.commit.bind(fixture.ledger);
      vi.spyOn(fixture.ledger, 'commit')
        .mockImplementationOnce(commit)
        .mockImplementationOnce(async (command) => {
          const result = await commit(command);
          fixture.now += 41;
          return result;
        });
      expect(await fixture.buy()).toMatchObject({ status: 'failed' });
      vi.restoreAllMocks();
      expect([provider.submitted, provider.queried, fixture.paidKobo]).toEqual([[], [], 0]);
    });

    it.each([
      ['purchase', 'customer', '{"id":"999","name":"","address":"","email":"","mobile":""}'],
      ['purchase', 'amountKobo', 90_000_000],
      ['purchase_attempt', 'paymentCode', 'first:other'],
      ['purchase_attempt', 'reference', 'x'],
    ])(
      'is not submitted where %s.%s was changed meanwhile, which staff are told, and is once it is as before',
      async (table, column, value) => {
        const provider = new ScriptedProvider('first', Array<ProviderOutcome>(3).fill(outcomes.notFound), {
          resubmitsSafely: true,
        });
        const fixture = await crashed(provider);
        const row = fixture.ledger.rows(table)[0]!;
        const before = row[column];
        row[column] = value;
        for (let time = 0; time < 2; time++) await fixture.requeryNow();
        expect([provider.submitted, fixture.paidKobo]).toEqual([[], PAID]);
        expect([...fixture.logs.written.keys()]).toContainEqual(expect.stringMatching(/^purchase\.hold:/));
        row[column] = before;
        await fixture.requeryNow();
        expect(provider.submitted).toMatchObject([{ reference: 'first-1', paymentCode: 'first:light', amountKobo: 20_000 }]);
      },
    );

    it('does not submit again after a query that took too long', async () => {
      const provider = new ScriptedProvider('first', ['silence', outcomes.notFound], { resubmitsSafely: true });
      const fixture = new PurchaseFixture([provider]);
      fixture.settings.answerWithinMs = 20;
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
});
