import { describe, expect, it } from 'vitest';
import { outcomes, PurchaseFixture, ScriptedProvider } from '../../../test/contexts/purchases/fakes.js';
import { Failure } from '../../kernel/failure.js';
import { storedResult } from '../../kernel/idempotency-records.js';
import { kobo } from '../../kernel/money.js';
import { catalogueFailures } from '../catalogue/catalogue.js';

const PAID = kobo(21_500);

describe('a purchase', () => {
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
});
