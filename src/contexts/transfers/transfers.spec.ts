import type { PaymentConfirmations } from '../devices/index.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { type IdempotencyKey, type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { storedResult } from '../../kernel/idempotency-records.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { type Kobo, kobo, naira } from '../../kernel/money.js';
import { signInFailures, type Payer, PaymentAuthorisation, type User, Users } from '../sign-in/index.js';
import { type CommitReceipt, type LedgerCommand, Ledger } from '../../ledger/index.js';
import { readTariffs } from '../tariffs/read-tariffs.js';
import {
  type StoredTransfer,
  type Transfer,
  CreateTransfer,
  type SentTransfer,
  Transfers,
  Recipients,
  TransferTerms,
} from './transfers.js';
import { FixedTariffs, unlimited } from '../../../test/contexts/tariffs/fake-tariffs.js';
import { ManualClock } from '../../../test/support/clocks.js';

const person = (id: string, status: User['status'] = 'active'): Payer => ({
  pin: undefined,
  coolingOffUntil: 0,
  id,
  email: `${id}@example.com`,
  firstName: id,
  lastName: 'Okafor',
  referenceId: `${id.toUpperCase()}00000`.slice(0, 8),
  referrerId: undefined,
  emailVerified: true,
  phoneVerified: false,
  phoneProved: false,
  identityVerified: false,
  verifiedNumbers: '',
  isTest: id === 'tester',
  status,
  createdAt: 0,
  phoneNumber: '',
});

class FakeUsers extends Users {
  private readonly people = [person('ada'), person('obi'), person('eve', 'suspended'), person('tester')];
  find(id: string): Promise<Payer | undefined> {
    return Promise.resolve(this.people.find((entry) => entry.id === id));
  }
  findByEmail(email: string): Promise<User | undefined> {
    return Promise.resolve(this.people.find((entry) => entry.email === email));
  }
  findByReference(reference: string): Promise<User | undefined> {
    return Promise.resolve(this.people.find((entry) => entry.referenceId === reference));
  }
}

class NamedPayers extends PaymentAuthorisation {
  refused = '';
  authorise({ id }: User): void {
    if (id === this.refused) throw new Failure(signInFailures.email_unverified);
  }
  mayEarnBonus(): boolean {
    return true;
  }
}

class FakeLedger extends Ledger {
  readonly facts: LedgerCommand[] = [];
  outcome: CommitReceipt | Replayed = { committedAt: 1 };
  commit(fact: LedgerCommand): Promise<CommitReceipt | Replayed> {
    this.facts.push(fact);
    return Promise.resolve(this.outcome);
  }
}

class FakeTransfers extends Transfers {
  toRow(transfer: Transfer): RowInsert {
    return { table: 'transfer', values: { id: transfer.id } };
  }
  find(): Promise<Map<string, Transfer>> {
    return Promise.resolve(new Map());
  }
  findStored(): Promise<StoredTransfer[]> {
    return Promise.resolve([]);
  }
  list(): Promise<{ items: StoredTransfer[]; next: undefined }> {
    return Promise.resolve({ items: [], next: undefined });
  }
}

const request: IdempotencyKey = { scope: 'ada', action: 'user_transfer_create', key: 'key:1', fingerprint: 'd' };

const ada: MoneyCaller = {
  userId: 'ada',
  sessionId: 's',
  isTest: false,
  grants: undefined,
  ip: '',
  reference: '',
  idempotencyKey: request,
};

const DATED = { from: '2026-01-01' };
const LEVIES = [
  { ...DATED, id: 'levy', kind: 'transfer_fee', name: 'Levy', bands: [{ from: 100, fee: 2.5 }] },
  { ...DATED, id: 'duty', kind: 'stamp_duty', name: 'Duty', bands: [{ from: 100, percent: 1 }] },
  { ...DATED, id: 'tax', kind: 'vat', name: 'Tax', bands: [{ from: 0, percent: 7.5 }], of: ['transfer_fee'] },
];

describe('CreateTransfer', () => {
  const clock = new ManualClock(Date.parse('2026-11-20T12:00:00Z'));
  let ledger: FakeLedger;
  let payers: NamedPayers;
  const using = (tariffs?: string) =>
    new CreateTransfer(
      new Recipients(new FakeUsers()),
      payers,
      new TransferTerms(new FixedTariffs(tariffs === undefined ? [] : readTariffs(tariffs)), clock),
      unlimited(ledger, clock),
      new FakeTransfers(),
      { required: false } as PaymentConfirmations,
    );
  const send = (recipient: string, amountKobo: Kobo, tariffs?: string) =>
    using(tariffs).execute({ recipient, amountKobo, note: 'Lunch' }, ada);

  beforeEach(() => {
    ledger = new FakeLedger();
    payers = new NamedPayers();
  });

  it.each(['obi@example.com', 'OBI@Example.com', 'OBI00000'])(
    'commits one journal and one row for a transfer to %s',
    async (recipient) => {
      const sent = (await send(recipient, naira(500))) as SentTransfer;
      expect(sent).toMatchObject({ amountKobo: 50_000, recipientName: 'obi Okafor' });
      const { id } = sent;
      expect(ledger.facts).toHaveLength(1);
      const { journal, inserts, events, response, idempotencyKey } = ledger.facts[0]!;
      expect(journal).toMatchObject({
        id,
        kind: 'transfer',
        postings: [
          { account: 'ada', amountKobo: -50_000, note: 'Transfer to obi Okafor' },
          { account: 'obi', amountKobo: 50_000, note: 'Transfer from ada Okafor' },
        ],
      });
      expect(inserts!.map(({ table }) => table)).toEqual(['transfer']);
      expect(events).toBeUndefined();
      expect([response, idempotencyKey]).toEqual([storedResult(sent), request]);
    },
  );

  it('posts the tariff in the same journal, on top of the amount', async () => {
    await send('obi@example.com', naira(500), JSON.stringify(LEVIES));
    expect(ledger.facts[0]!.journal!.postings).toEqual([
      { account: 'ada', amountKobo: -50_000, note: 'Transfer to obi Okafor' },
      { account: 'obi', amountKobo: 50_000, note: 'Transfer from ada Okafor' },
      { account: 'ada', amountKobo: -250, note: 'Levy' },
      { account: 'system:fees', amountKobo: 250, note: 'Levy' },
      { account: 'ada', amountKobo: -500, note: 'Duty' },
      { account: 'system:duties', amountKobo: 500, note: 'Duty' },
      { account: 'ada', amountKobo: -19, note: 'Tax' },
      { account: 'system:vat', amountKobo: 19, note: 'Tax' },
    ]);
  });

  it.each([
    ['nobody@example.com', kobo(1), 'recipient_not_found'],
    ['eve@example.com', naira(500), 'recipient_not_found'],
    ['neither', naira(500), 'recipient_not_found'],
    ['ada@example.com', kobo(1), 'to_yourself'],
    ['tester@example.com', kobo(1), 'test_account'],
    ['obi@example.com', kobo(4_999), 'below_minimum'],
    ['obi@example.com', kobo(500_000_001), 'above_maximum'],
  ])('refuses a transfer to %s of %i kobo: %s', async (recipient, amountKobo, fact) => {
    await expect(send(recipient, amountKobo)).rejects.toMatchObject({ failure: `transfers.${fact}` });
    expect(ledger.facts).toEqual([]);
  });

  it.each([naira(50), naira(5_000_000)])('accepts %i kobo', async (amountKobo) => {
    await send('obi@example.com', amountKobo);
    expect(ledger.facts).toHaveLength(1);
  });

  it('commits nothing for a payer who is not authorised', async () => {
    payers.refused = 'ada';
    await expect(send('nobody@example.com', naira(500))).rejects.toMatchObject({ failure: 'sign_in.email_unverified' });
    expect(ledger.facts).toEqual([]);
  });

  it('returns the stored answer of a repeated request', async () => {
    ledger.outcome = new Replayed({
      fingerprint: 'd',
      state: 'answered',
      response: 'the first id',
      subjectId: undefined,
      createdAt: 1,
    });
    expect(await send('obi@example.com', naira(500))).toBe(ledger.outcome);
  });
});
