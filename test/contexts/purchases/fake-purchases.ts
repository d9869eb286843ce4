import {
  Purchases,
  type RevealedPurchase,
  type Settlement,
  type Attempt,
  type Purchase,
  type PurchaseState,
} from '../../../src/contexts/purchases/purchases.js';
import type { AttemptAnswer, Postponement } from '../../../src/contexts/attempts/index.js';
import { outcomeName, type Raw } from '../../../src/kernel/provider-outcome.js';
import { type RowUpdate, type RowInsert, COMMITTED_AT } from '../../../src/kernel/row-changes.js';
import type { Page } from '../../../src/kernel/pagination.js';
import type { FakeLedger } from '../../support/fake-ledger.js';

/** Purchases in the tables of a FakeLedger: what it commits is what is found. */
export class FakePurchases extends Purchases {
  constructor(private readonly ledger: FakeLedger) {
    super();
  }

  held(purchase: Purchase, attempt: Attempt): RowInsert[] {
    return [
      { table: 'purchase', values: { ...values(purchase), createdAt: COMMITTED_AT } },
      { table: 'purchase_attempt', values: { ...attempt } },
    ];
  }

  settled({ purchase, attempt }: PurchaseState, { status, raw, commissionKobo, deliverables }: Settlement): RowUpdate[] {
    const set = {
      status,
      responseCode: raw.code,
      commissionKobo,
      nextQueryAt: null,
      ...(deliverables && { deliverables: JSON.stringify(deliverables) }),
    };
    const before = status === 'reversed' ? 'completed' : 'pending';
    return [{ table: 'purchase', key: { id: purchase.id, status: before, reference: attempt.reference }, set }];
  }

  unchanged({ purchase, attempt: { reference } }: PurchaseState): RowUpdate {
    return { table: 'purchase', key: { id: purchase.id, status: purchase.status, reference }, set: { reference } };
  }

  rerouted(
    { purchase, attempt }: PurchaseState,
    _raw: Raw,
    next: Attempt,
    changes: { nextQueryAt: number; commissionKobo: number },
  ) {
    const key = { id: purchase.id, status: 'pending', reference: attempt.reference };
    return {
      inserts: [{ table: 'purchase_attempt', values: { ...next } }],
      updates: [{ table: 'purchase', key, set: { reference: next.reference, queries: 0, ...changes } }],
    };
  }

  answered(attempt: Attempt, { call, outcome }: AttemptAnswer): RowInsert[] {
    return [{ table: 'purchase_answer', values: { attempt: attempt.id, call, outcome: outcomeName(outcome) } }];
  }

  keepAnswer(attempt: Attempt, answer: AttemptAnswer): Promise<void> {
    this.ledger.rows('purchase_answer').push(...this.answered(attempt, answer).map((row) => ({ ...row.values })));
    return Promise.resolve();
  }

  isAnswered({ id }: Attempt): Promise<boolean> {
    return Promise.resolve(this.ledger.rows('purchase_answer').some(({ attempt }) => attempt === id));
  }

  notFoundAt(): Promise<number[]> {
    return Promise.resolve([]);
  }

  postpone({ purchase }: PurchaseState, { queries, nextQueryAt }: Postponement): Promise<void> {
    const row = this.ledger.rows('purchase').find(({ id }) => id === purchase.id)!;
    if (row['status'] === 'pending') Object.assign(row, { queries, nextQueryAt: nextQueryAt ?? null });
    return Promise.resolve();
  }

  find(id: string): Promise<PurchaseState | undefined> {
    const row = this.ledger.rows('purchase').find((candidate) => candidate['id'] === id);
    const attempt = this.ledger.rows('purchase_attempt').findLast(({ purchaseId }) => purchaseId === id);
    return Promise.resolve(row && attempt ? { purchase: purchaseOf(row), attempt: attempt as unknown as Attempt } : undefined);
  }

  providersTried(id: string): Promise<ReadonlySet<string>> {
    const attempts = this.ledger.rows('purchase_attempt').filter((row) => row['purchaseId'] === id);
    return Promise.resolve(new Set(attempts.map((row) => String(row['provider']))));
  }

  async findByReference(provider: string, reference: string): Promise<PurchaseState | undefined> {
    const attempt = this.ledger
      .rows('purchase_attempt')
      .find((row) => row['provider'] === provider && row['reference'] === reference);
    return attempt && this.find(String(attempt['purchaseId']));
  }

  listDue(): Promise<[]> {
    return Promise.resolve([]);
  }

  reveal(): Promise<RevealedPurchase | undefined> {
    return Promise.resolve(undefined);
  }

  revealAll(): Promise<ReadonlyMap<string, RevealedPurchase>> {
    return Promise.resolve(new Map());
  }

  list(): Promise<Page<RevealedPurchase>> {
    return Promise.resolve({ items: [], next: undefined });
  }
}

function values({ customer, details, deliversPin, nextQueryAt, ...plain }: Purchase) {
  return {
    ...plain,
    customer: JSON.stringify(customer),
    details: JSON.stringify(details),
    charges: JSON.stringify(plain.charges),
    deliversPin: Number(deliversPin),
    nextQueryAt: nextQueryAt ?? null,
  };
}

function purchaseOf(row: Record<string, unknown>): Purchase {
  return {
    ...row,
    customer: JSON.parse(String(row['customer'])),
    details: JSON.parse(String(row['details'])),
    charges: JSON.parse(String(row['charges'])),
    deliversPin: row['deliversPin'] === 1,
    nextQueryAt: row['nextQueryAt'] ?? undefined,
  } as Purchase;
}
