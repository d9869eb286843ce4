import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type RowUpdate, type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf } from '../../platform/database/table.js';
import type { Postponement } from '../attempts/index.js';
import {
  type DuePurchase,
  type PurchaseAnswer,
  Purchases,
  type RevealedPurchase,
  type Settlement,
  type Attempt,
  type Purchase,
  type PurchaseState,
} from './purchases.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import {
  answerValues,
  insertAttempt,
  insertPurchase,
  rawValues,
  toAttempt,
  toPurchase,
  PurchaseAnswerRow,
  PurchaseAttemptRow,
  PurchaseRawAnswerRow,
  PurchaseRow,
  readDeliverables,
  sealedValues,
  VerificationRow,
} from './purchases.rows.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import type { VerifiedCustomer } from '../billers/index.js';
import { type VerificationKey, Verifications } from './order.js';

const PURCHASE = tableOf(PurchaseRow);
const ATTEMPT = tableOf(PurchaseAttemptRow);
const ANSWER = tableOf(PurchaseAnswerRow);
const RAW_ANSWER = tableOf(PurchaseRawAnswerRow);

@Injectable()
export class TypeormPurchases extends Purchases {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {
    super();
  }

  held(purchase: Purchase, attempt: Attempt): RowInsert[] {
    return [insertPurchase(purchase), insertAttempt(attempt)];
  }

  settled({ purchase, attempt }: PurchaseState, { status, raw, commissionKobo, details, deliverables }: Settlement): RowUpdate[] {
    const { code, message } = rawValues(raw);
    return [
      PURCHASE.update(
        // Stale where the purchase was settled or rerouted while the provider answered.
        { id: purchase.id, status: status === 'reversed' ? 'completed' : 'pending', reference: attempt.reference },
        {
          status,
          responseCode: code,
          responseMessage: message,
          commissionKobo,
          details: JSON.stringify(details),
          nextQueryAt: null,
          settledAt: COMMITTED_AT,
          ...(deliverables === undefined ? {} : sealedValues(this.secrets, purchase.id, deliverables)),
        },
      ),
    ];
  }

  unchanged({ purchase, attempt }: PurchaseState): RowUpdate {
    const { reference } = attempt;
    return PURCHASE.update({ id: purchase.id, status: purchase.status, reference }, { reference });
  }

  rerouted(
    { purchase, attempt }: PurchaseState,
    raw: Raw,
    next: Attempt,
    { nextQueryAt, commissionKobo }: { readonly nextQueryAt: number; readonly commissionKobo: Kobo },
  ): { inserts: RowInsert[]; updates: RowUpdate[] } {
    const { code, message } = rawValues(raw);
    return {
      inserts: [insertAttempt(next)],
      updates: [
        PURCHASE.update(
          { id: purchase.id, status: 'pending', reference: attempt.reference },
          { reference: next.reference, queries: 0, nextQueryAt, commissionKobo },
        ),
        ATTEMPT.update({ id: attempt.id }, { state: 'failed', rawCode: code, rawMessage: message }),
      ],
    };
  }

  answered(attempt: Attempt, answer: PurchaseAnswer): RowInsert[] {
    return [
      ANSWER.insert({ ...answerValues(attempt, answer), createdAt: COMMITTED_AT }),
      ...this.rawAnswers(attempt, answer).map((raw) => RAW_ANSWER.insert({ ...raw, createdAt: COMMITTED_AT })),
    ];
  }

  async keepAnswer(attempt: Attempt, answer: PurchaseAnswer): Promise<void> {
    const createdAt = this.clock.now();
    await ANSWER.insertNew(this.database, [{ ...answerValues(attempt, answer), createdAt }]);
    const raw = this.rawAnswers(attempt, answer);
    if (raw.length > 0)
      await RAW_ANSWER.insertNew(
        this.database,
        raw.map((each) => ({ ...each, createdAt })),
      );
  }

  async notFoundAt({ id, purchaseId }: Attempt): Promise<number[]> {
    const answers = await this.database
      .repository(PurchaseAnswerRow)
      .findBy({ purchaseId, attemptId: id, outcome: 'not_found', call: 'query' });
    return answers.map(({ createdAt }) => createdAt);
  }

  async postpone({ purchase, attempt }: PurchaseState, { raw, queries, nextQueryAt }: Postponement): Promise<void> {
    const { code, message } = rawValues(raw);
    // No effect on a purchase that was settled or rerouted meanwhile.
    await this.purchases.update(
      { id: purchase.id, status: 'pending', reference: attempt.reference },
      { responseCode: code, responseMessage: message, queries, nextQueryAt: nextQueryAt ?? null },
    );
  }

  isAnswered({ id, purchaseId }: Attempt): Promise<boolean> {
    return this.database.repository(PurchaseAnswerRow).existsBy({ purchaseId, attemptId: id });
  }

  async find(id: string): Promise<PurchaseState | undefined> {
    const [purchase, attempt] = await Promise.all([
      this.purchases.findOneBy({ id }),
      this.attempts.findOne({ where: { purchaseId: id }, order: { number: 'DESC' } }),
    ]);
    return purchase && attempt ? { purchase: toPurchase(purchase), attempt: toAttempt(attempt) } : undefined;
  }

  async providersTried(purchaseId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.attempts.findBy({ purchaseId })).map(({ provider }) => provider));
  }

  async findByReference(provider: string, reference: string): Promise<PurchaseState | undefined> {
    const attempt = await this.attempts.findOneBy({ provider, reference });
    // MySQL ignores trailing spaces.
    return attempt?.reference === reference ? this.find(attempt.purchaseId) : undefined;
  }

  listDue(now: number, limit: number, after?: DuePurchase): Promise<DuePurchase[]> {
    const { id, nextQueryAt } = after ?? { id: '', nextQueryAt: 0 };
    return this.database.rows<DuePurchase>(
      `SELECT id, next_query_at AS nextQueryAt FROM purchase
       WHERE next_query_at BETWEEN ? AND ? AND (next_query_at > ? OR id > ?) ORDER BY next_query_at, id LIMIT ${limit}`,
      [nextQueryAt, now, nextQueryAt, id],
    );
  }

  async reveal(userId: string, id: string): Promise<RevealedPurchase | undefined> {
    const row = await this.purchases.findOneBy({ userId, id });
    return row ? this.revealed(row) : undefined;
  }

  async revealAll(ids: readonly string[]): Promise<ReadonlyMap<string, RevealedPurchase>> {
    const rows = await this.purchases.findBy({ id: In([...ids]) });
    return new Map(rows.map((row) => [row.id, this.revealed(row)]));
  }

  async list(userId: string, page: PageRequest, revealed: boolean): Promise<Page<RevealedPurchase>> {
    const { items, next } = await readRowPage(this.purchases, { userId }, page);
    return { items: items.map((row) => (revealed ? this.revealed(row) : { ...toPurchase(row), deliverables: [] })), next };
  }

  private revealed(row: PurchaseRow): RevealedPurchase {
    return { ...toPurchase(row), deliverables: readDeliverables(this.secrets, row) };
  }

  private rawAnswers({ id: attemptId, purchaseId }: Attempt, { outcome }: PurchaseAnswer) {
    if (outcome.status !== 'success' || outcome.body === undefined) return [];
    const id = newId();
    return [{ id, purchaseId, attemptId, sealedBody: this.secrets.encrypt(outcome.body, id) }];
  }

  private get purchases() {
    return this.database.repository(PurchaseRow);
  }

  private get attempts() {
    return this.database.repository(PurchaseAttemptRow);
  }
}

const TABLE = tableOf(VerificationRow);

@Injectable()
export class TypeormVerifications extends Verifications {
  private readonly stored: KeyLoader<VerificationRow, keyof VerificationKey, 'customer' | 'expires'>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.stored = new KeyLoader(database, TABLE, ['userId', 'paymentCode', 'customerId'], ['customer', 'expires']);
  }

  async keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ ...key, customer: JSON.stringify(customer), expires })
      .orUpdate(['customer', 'expires'], ['user_id', 'payment_code', 'customer_id'])
      .updateEntity(false)
      .execute();
  }

  async find(key: VerificationKey): Promise<VerifiedCustomer | undefined> {
    const found = await this.stored.get(key);
    return found && found.expires > this.clock.now() ? (JSON.parse(found.customer) as VerifiedCustomer) : undefined;
  }

  async removeExpired(): Promise<void> {
    await this.rows.delete({ expires: LessThan(this.clock.now()) });
  }

  private get rows() {
    return this.database.repository(VerificationRow);
  }
}
