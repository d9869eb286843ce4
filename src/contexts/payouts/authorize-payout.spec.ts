import { afterEach, describe, expect, it, vi } from 'vitest';
import { kobo, naira } from '../../kernel/money.js';
import type { ApprovalQuestion, PayoutProviders } from '../banks/index.js';
import type { NewSystemLog, SystemLogs } from '../system-logs/index.js';
import { FakeLedger } from '../../../test/support/fake-ledger.js';
import { providerHeld } from '../../ledger/index.js';
import { type Attempt, type Payout, type PayoutState, type Payouts, termsOf } from './payouts.js';
import { ApprovalToken, AuthorizePayout } from './authorize-payout.js';

const TOKEN = 'a-token-of-24-characters';
const REQUEST = { body: new Uint8Array(), headers: {} };
const QUESTION: ApprovalQuestion = {
  reference: 'r-1',
  amountKobo: naira(500),
  destination: { bankCode: '058', account: '0123456789' },
};

class FixedToken extends ApprovalToken {
  is(token: string): boolean {
    return token === TOKEN;
  }
}

/** A provider that asks, and one payout that it was sent. */
class Asked {
  now = 1_700_000_000_000;
  question: ApprovalQuestion | undefined = QUESTION;
  state: PayoutState | undefined;
  delayMs = 0;
  repeatsWithinMs = 0;
  private approvedAt: number | undefined;
  readonly logs = new Map<string, NewSystemLog>();
  private readonly authorize: AuthorizePayout;
  readonly ledger = new FakeLedger().open('ada', 100_000);

  constructor(payout: Partial<Payout> = {}, attempt: Partial<Attempt> = {}) {
    this.state = {
      payout: {
        id: 'p-1',
        status: 'pending',
        amountKobo: naira(500),
        account: '0123456789',
        name: 'ADA OBI',
        ...payout,
      } as Payout,
      attempt: { id: 'a-1', provider: 'rail', reference: 'r-1', bankCode: '058', submitAt: undefined, ...attempt } as Attempt,
    };
    this.hold();
    const repeatsWithin = () => this.repeatsWithinMs;
    const approvals = {
      get repeatsWithinMs() {
        return repeatsWithin();
      },
      read: () => Promise.resolve(this.question),
      answer: (isApproved: boolean) => ({ httpStatus: isApproved ? 200 : 400, body: {} }),
    };
    const providers = { find: (name: string) => (name === 'rail' ? { approvals } : undefined) };
    const payouts = {
      findByReference: async (_: string, reference: string) => {
        await new Promise((resolve) => setTimeout(resolve, this.delayMs));
        return this.question?.reference === reference && reference !== 'unknown' ? this.state : undefined;
      },
      approve: () => {
        const before = this.approvedAt;
        this.approvedAt ??= this.now;
        return Promise.resolve(before);
      },
    };
    const logs = {
      record: (log: NewSystemLog) => {
        this.logs.set(log.key!, log);
        return Promise.resolve();
      },
    };
    const background = { keep: <T>(_: string, work: Promise<T>) => work };
    this.authorize = new AuthorizePayout(
      providers as unknown as PayoutProviders,
      payouts as unknown as Payouts,
      this.ledger,
      new FixedToken(),
      logs as unknown as SystemLogs,
      background,
      { now: () => this.now },
    );
  }

  /** Sets the ledger's hold, with the terms that the rail may get. */
  private hold(): void {
    const { payout } = this.state!;
    const journal = {
      id: 'j-1',
      kind: 'payout',
      subject: payout.id,
      postings: [
        { account: 'ada', amountKobo: kobo(-50_000), note: '' },
        { account: providerHeld('rail'), amountKobo: naira(500), note: '' },
      ],
      holds: [],
      terms: termsOf(this.state!),
    } as const;
    const key = (action: string) => ({ scope: 'system', action, key: 'r-1', fingerprint: '' });
    void this.ledger.commit({ idempotencyKey: key('hold'), journal });
    void this.ledger.commit({ idempotencyKey: key('submit'), submits: { subject: payout.id, terms: journal.terms } });
  }

  async status(token = TOKEN): Promise<number> {
    return (await this.authorize.execute('rail', token, REQUEST)).httpStatus;
  }
}

describe('the question of a provider whether a payout is ours', () => {
  afterEach(() => void vi.useRealTimers());

  it('is answered with yes for one that is submitted and undecided', async () => {
    const asked = new Asked();
    expect(await asked.status()).toBe(200);
    expect(asked.logs.size).toBe(0);
  });

  it.each([
    ['with a wrong token', new Asked(), 'another-token-of-24-characters'],
    ['about one that is paid', new Asked({ status: 'completed' }), TOKEN],
    ['about one that was refunded', new Asked({ status: 'failed' }), TOKEN],
    ['about one that was returned', new Asked({ status: 'reversed' }), TOKEN],
    ['about another amount', new Asked({ amountKobo: kobo(50_001) }), TOKEN],
    ['about another account', new Asked({ account: '0123456780' }), TOKEN],
    ['about another bank', new Asked({}, { bankCode: '044' }), TOKEN],
    ['about an attempt that another one followed', new Asked({}, { reference: 'r-2' }), TOKEN],
    ['about one that was not submitted yet', new Asked({}, { submitAt: 1 }), TOKEN],
  ])('%s is answered with no, and staff are told', async (_, asked, token) => {
    expect(await asked.status(token)).toBe(400);
    expect([...asked.logs.values()].map(({ kind }) => kind)).toEqual(['error']);
  });

  it('that is not authentic, or about nothing of ours, is answered with no', async () => {
    const asked = new Asked();
    asked.question = undefined;
    expect(await asked.status()).toBe(400);
    asked.question = { ...QUESTION, reference: 'unknown' };
    expect(await asked.status()).toBe(400);
  });

  it('is answered with yes once, and staff are told of a replay', async () => {
    const asked = new Asked();
    expect(await asked.status()).toBe(200);
    asked.now += 1_000;
    expect(await asked.status()).toBe(400);
    expect([...asked.logs.values()].map(({ description }) => description)).toEqual([
      expect.stringContaining('payout p-1 was approved before'),
    ]);
  });

  it('is answered again for as long as the provider repeats what got no answer', async () => {
    const asked = new Asked();
    asked.repeatsWithinMs = 60_000;
    expect(await asked.status()).toBe(200);
    asked.now += 59_999;
    expect(await asked.status()).toBe(200);
    expect(asked.logs.size).toBe(0);
    asked.now += 1;
    expect(await asked.status()).toBe(400);
    expect(asked.logs.size).toBe(1);
  });

  it('is refused without a yes that would be remembered', async () => {
    const asked = new Asked();
    asked.question = { ...QUESTION, amountKobo: kobo(1) };
    expect(await asked.status()).toBe(400);
    asked.question = QUESTION;
    expect(await asked.status()).toBe(200);
  });

  it('is answered with no where the rows are not what the ledger holds for, also behind a yes', async () => {
    const asked = new Asked();
    const { payout, attempt } = asked.state!;
    asked.repeatsWithinMs = 1_000_000;
    expect(await asked.status()).toBe(200);
    asked.state = { payout: { ...payout, account: '9999999999' }, attempt };
    asked.question = { ...QUESTION, destination: { ...QUESTION.destination, account: '9999999999' } };
    expect(await asked.status()).toBe(400);
    const forged = new Asked();
    forged.state = { payout: { ...payout, id: 'p-2' }, attempt };
    expect(await forged.status()).toBe(400);
    expect([...forged.logs.values()][0]!.description).toContain('the ledger holds nothing for payout p-2');
  });

  it('tells staff once a minute, however often it is asked', async () => {
    const asked = new Asked({ status: 'completed' });
    for (let time = 0; time < 20; time++) await asked.status();
    expect(asked.logs.size).toBe(1);
    asked.now += 60_000;
    await asked.status();
    expect(asked.logs.size).toBe(2);
  });

  it('is answered with no in time where it cannot be looked up', async () => {
    vi.useFakeTimers();
    const asked = new Asked();
    asked.delayMs = 3_000;
    const answers: number[] = [];
    void asked.status().then((status) => answers.push(status));
    await vi.advanceTimersByTimeAsync(799);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([400]);
  });
});
