import { describe, expect, it } from 'vitest';
import { FakeLedger } from '../../../test/support/fake-ledger.js';
import type { Charge } from '../../kernel/charges.js';
import { type Kobo, kobo, naira, ZERO_KOBO } from '../../kernel/money.js';
import { DUTIES_ACCOUNT, FEES_ACCOUNT, providerClearing, providerCosts, providerHeld, VAT_ACCOUNT } from '../../ledger/index.js';
import type { ClosedAccountLog, Ending } from '../attempts/index.js';
import { type Payouts, type PayoutState, sharesOf, termsOf } from './payouts.js';
import { ResolvePayout, SettlePayout } from './settle-payout.js';

const PAYER = 'payer';
const BALANCE = naira(30_000);
const AMOUNT = naira(20_000);
const CHARGED = naira(75) + 188;
const RAW = { code: '00', message: 'scripted' };
const CHARGES: readonly Charge[] = [
  { kind: 'payout_fee', name: 'Fee', amountKobo: naira(25), baseKobo: AMOUNT, tariffId: 'fee' },
  { kind: 'stamp_duty', name: 'Duty', amountKobo: naira(50), baseKobo: AMOUNT, tariffId: 'duty' },
  { kind: 'vat', name: 'VAT', amountKobo: kobo(188), baseKobo: naira(25), tariffId: 'vat' },
];

/** A payout whose money is held with the bank, over a ledger in memory. */
async function held() {
  const ledger = new FakeLedger().open(PAYER, BALANCE);
  const settled: object[] = [];
  const state: PayoutState = {
    payout: {
      id: 'p-1',
      userId: PAYER,
      reference: 'r-1',
      bankCode: 'gtbank',
      bankName: 'GTBank',
      account: '1234567890',
      name: 'ADA OBI',
      amountKobo: AMOUNT,
      charges: CHARGES,
      note: '',
      status: 'pending',
      responseCode: '',
      responseMessage: '',
      sessionId: '',
      costKobo: ZERO_KOBO,
      queries: 0,
      nextQueryAt: 1,
      createdAt: 1,
      endedAt: undefined,
    },
    attempt: { id: 'a-1', payoutId: 'p-1', number: 1, provider: 'bank', reference: 'r-1', bankCode: '058', submitAt: undefined },
  };
  const total = kobo(AMOUNT + CHARGED);
  await ledger.commit({
    idempotencyKey: { scope: PAYER, action: 'user_payout_create', key: '1', fingerprint: '' },
    journal: {
      id: 'j-1',
      kind: 'payout',
      subject: 'p-1',
      postings: [
        { account: PAYER, amountKobo: kobo(-total), note: '' },
        { account: providerHeld('bank'), amountKobo: total, note: '' },
      ],
      holds: sharesOf(CHARGES),
      terms: termsOf(state),
    },
    response: null,
  });
  const payouts = {
    find: () => Promise.resolve(state),
    settled: (_: PayoutState, settlement: object) => {
      settled.push(settlement);
      return [];
    },
  } as unknown as Payouts;
  const settle = new SettlePayout(ledger, payouts, { rows: () => Promise.resolve([]) } as unknown as ClosedAccountLog);
  const commit = async (ending: Ending<PayoutState>) => (await settle.commit(ending, [])) as PayoutState;
  return { ledger, settle, state, commit, settled, resolve: new ResolvePayout(payouts, settle) };
}

/** Wallet, held, owed to the bank, its costs, and our fees, duty and VAT. */
function books({ ledger }: { readonly ledger: FakeLedger }): Kobo[] {
  const ofBank = [providerHeld('bank'), providerClearing('bank'), providerCosts('bank')];
  return [PAYER, ...ofBank, FEES_ACCOUNT, DUTIES_ACCOUNT, VAT_ACCOUNT].map((account) => ledger.balanceOf(account));
}

const LEFT = BALANCE - AMOUNT - CHARGED;
const success = (feeKobo?: Kobo) => ({ status: 'success', raw: RAW, ...(feeKobo === undefined ? {} : { feeKobo }) }) as const;
const reversed = (feeKobo?: Kobo) => ({ status: 'reversed', raw: RAW, ...(feeKobo === undefined ? {} : { feeKobo }) }) as const;

describe('SettlePayout', () => {
  it('owes the bank amount and fee of a payout that was paid, and keeps what the payer was charged', async () => {
    const payout = await held();
    const after = await payout.commit(payout.settle.completion(payout.state, { ...success(naira(10)), sessionId: 's-1' }));
    expect(books(payout)).toEqual([LEFT, 0, AMOUNT + naira(10), -naira(10), naira(25), naira(50), 188]);
    expect(after.payout).toMatchObject({ status: 'completed', sessionId: 's-1', costKobo: naira(10), nextQueryAt: undefined });
    expect(after.payout.endedAt).toBeGreaterThan(0);
  });

  it('gives all of a payout back that was not paid, at no cost', async () => {
    const payout = await held();
    await payout.commit(payout.settle.refunding(payout.state, { status: 'failed', raw: RAW, feeKobo: naira(10) }));
    expect(books(payout)).toEqual([BALANCE, 0, 0, 0, 0, 0, 0]);
  });

  it('bears itself what the bank keeps of money that came back before it was paid', async () => {
    const payout = await held();
    const after = await payout.commit(payout.settle.refunding(payout.state, reversed(naira(10))));
    expect(books(payout)).toEqual([BALANCE, 0, naira(10), -naira(10), 0, 0, 0]);
    expect(after.payout).toMatchObject({ status: 'failed', costKobo: naira(10) });
  });

  it.each([
    ['the fee that was told before, where none is told', naira(10), undefined, naira(10)],
    ['a smaller fee that is told with the return', naira(10), naira(4), naira(4)],
    ['a greater fee that is told with the return', naira(10), naira(16), naira(16)],
    ['no fee that the bank gives back', naira(10), ZERO_KOBO, ZERO_KOBO],
    ['a fee that is told only with the return', undefined, naira(10), naira(10)],
  ])('gives all of a returned payout back, and costs us %s', async (_, before, told, costKobo) => {
    const payout = await held();
    const paid = await payout.commit(payout.settle.completion(payout.state, success(before)));
    const after = await payout.commit(payout.settle.reversing(paid, reversed(told)));
    // Minus zero is zero.
    expect(books(payout).map((balance) => balance + 0)).toEqual([BALANCE, 0, costKobo, 0 - costKobo, 0, 0, 0]);
    expect(after.payout).toMatchObject({ status: 'reversed', costKobo });
    expect(payout.settled.at(-1)).toMatchObject({ status: 'reversed', costKobo });
  });

  it('ends a payout once: what was completed is not refunded', async () => {
    const payout = await held();
    await payout.commit(payout.settle.completion(payout.state, success()));
    const again = await payout.settle.commit(payout.settle.refunding(payout.state, { raw: RAW }), []);
    expect(again).toMatchObject({ record: { response: 'completed' } });
    expect(books(payout)).toEqual([LEFT, 0, AMOUNT, 0, naira(25), naira(50), 188]);
  });
});

describe('ResolvePayout', () => {
  it('gives back what staff say was not paid, and nothing of another version of the payout', async () => {
    const { resolve } = await held();
    const { version } = (await resolve.find('p-1'))!;
    expect(await resolve.change('p-1', `${version} `, 'failed')).toBeUndefined();
    expect(await resolve.change('p-1', version, 'failed')).toMatchObject({ journal: { kind: 'refund', ends: { as: 'void' } } });
    expect(await resolve.change('p-1', version, 'completed')).toMatchObject({ journal: { ends: { as: 'post' } } });
  });
});
