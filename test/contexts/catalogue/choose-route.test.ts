import { describe, expect, it } from 'vitest';
import { anItem, aRoute, BUYER, outcomes, PurchaseFixture, ScriptedProvider } from '../purchases/fakes.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import type { ProviderOutcome } from '../../../src/kernel/provider-outcome.js';

const PAID = kobo(21_500);

describe('ChooseRoute for a purchase', () => {
  describe('where the first provider was set aside', () => {
    const broken = [outcomes.notSent, outcomes.unknown, 'silence', new Error('socket hang up'), outcomes.unknown] as const;
    const buyAll = async (fixture: PurchaseFixture, times: number) => {
      for (let time = 1; time <= times; time++) {
        await fixture.buy(`request-${time}`);
        await fixture.work.last;
      }
    };
    const rich = (...providers: ScriptedProvider[]) => {
      const fixture = new PurchaseFixture(providers);
      fixture.ledger.open(BUYER, naira(100_000));
      return fixture;
    };

    it('goes to the next one at once, and to the first again after a pause and one success', async () => {
      const first = new ScriptedProvider('first', [...broken, outcomes.success, outcomes.success]);
      const second = new ScriptedProvider('second', Array(3).fill(outcomes.success));
      const fixture = rich(first, second);
      await buyAll(fixture, 6);
      expect([first.submitted.length, second.submitted.length]).toEqual([5, 2]);
      fixture.now += 30_000;
      await fixture.buy('request-7');
      await fixture.buy('request-8');
      expect([first.submitted.length, second.submitted.length]).toEqual([7, 2]);
    });

    it('is refused without a hold where there is no other one', async () => {
      const only = new ScriptedProvider('first', [...broken]);
      const fixture = rich(only);
      await buyAll(fixture, 5);
      const paidKobo = fixture.ledger.balanceOf(BUYER);
      await expect(fixture.buy('request-6')).rejects.toMatchObject({ failure: 'catalogue.unavailable' });
      expect([only.submitted.length, fixture.ledger.balanceOf(BUYER)]).toEqual([5, paidKobo]);
    });

    it('leaves the trial to the next one where the wallet refuses it', async () => {
      const first = new ScriptedProvider('first', [...broken, outcomes.success]);
      const fixture = rich(first);
      await buyAll(fixture, 5);
      fixture.now += 30_000;
      fixture.ledger.open(BUYER, kobo(1));
      await expect(fixture.buy('request-6')).rejects.toThrow();
      fixture.ledger.open(BUYER, naira(1_000));
      expect(await fixture.buy('request-7')).toMatchObject({ status: 'completed' });
    });

    it('passes over what staff switched off', async () => {
      const second = new ScriptedProvider('second', [outcomes.success]);
      const fixture = rich(new ScriptedProvider('first', []), second);
      fixture.switches.off.add('first');
      expect(await fixture.buy()).toMatchObject({ status: 'completed' });
      fixture.switches.off.add('second');
      await expect(fixture.buy('request-2')).rejects.toMatchObject({ failure: 'catalogue.unavailable' });
      expect(second.submitted).toHaveLength(1);
    });

    it('is not set aside by what it refuses or answers without sense', async () => {
      const unmapped = { status: 'unknown', raw: { code: '?', message: '' }, cause: 'unmapped_code' } as const;
      const first = new ScriptedProvider('first', [
        ...Array(5).fill(outcomes.refused),
        ...Array.from({ length: 5 }, () => ({ ...unmapped })),
        outcomes.success,
      ]);
      const fixture = rich(first);
      await buyAll(fixture, 10);
      expect(await fixture.buy('request-11')).toMatchObject({ status: 'completed' });
    });
  });

  describe('of a fixed price', () => {
    const priced = (name: string, script: ProviderOutcome[], amountKobo: number | 'unreadable') =>
      Object.assign(new ScriptedProvider(name, script), {
        price: () =>
          amountKobo === 'unreadable'
            ? Promise.reject(new Error('down'))
            : Promise.resolve({ fixed: true as const, amountKobo: kobo(amountKobo) }),
      });
    const fixedItem = () =>
      anItem({
        price: { fixed: true, amountKobo: naira(200) },
        routes: [aRoute('first'), aRoute('second')],
      });

    it.each([
      ['goes to the next provider at the same price', 20_000, 'completed', 1],
      ['is refunded where the next provider has another price', 20_100, 'failed', 0],
      ['is refunded where the next price cannot be read', 'unreadable', 'failed', 0],
    ] as const)('%s', async (_, secondPrice, status, submitted) => {
      const second = priced('second', [outcomes.success], secondPrice);
      const fixture = new PurchaseFixture([priced('first', [outcomes.notSent], 20_000), second], fixedItem());
      expect(await fixture.buy()).toMatchObject({ status });
      expect([second.submitted.length, fixture.paidKobo]).toEqual([submitted, submitted ? PAID : 0]);
    });

    it('sets a provider aside whose prices cannot be read, though others can', async () => {
      const first = priced('first', [], 'unreadable');
      const fixture = new PurchaseFixture([first, priced('second', [outcomes.refused], 20_000)], fixedItem());
      for (let time = 1; time <= 5; time++) await fixture.buy(`request-${time}`);
      expect(await fixture.health.setAsideSince('first')).toBe(fixture.now);
    });
  });
});
