import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type RowUpdate, type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf } from '../../platform/database/table.js';
import type { AttemptAnswer } from '../attempts/index.js';
import { TypeormOrders } from '../attempts/orders.store.js';
import {
  type Attempt,
  PURCHASE,
  type Purchase,
  Purchases,
  type PurchaseState,
  type RevealedPurchase,
  type Settlement,
} from './purchases.js';
import {
  insertAttempt,
  insertPurchase,
  PURCHASE_TABLES,
  PurchaseAttemptRow,
  PurchaseRawAnswerRow,
  PurchaseRow,
  readDeliverables,
  sealedValues,
  toAttempt,
  toPurchase,
  VerificationRow,
} from './purchases.rows.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import type { VerifiedCustomer } from '../billers/index.js';
import { type VerificationKey, Verifications } from './order.js';

const RAW_ANSWER = tableOf(PurchaseRawAnswerRow);

@Injectable()
export class TypeormPurchases extends TypeormOrders<PurchaseState, PurchaseRow, PurchaseAttemptRow> implements Purchases {
  constructor(
    database: Database,
    private readonly secrets: SecretBox,
    clock: Clock,
  ) {
    super(database, clock, PURCHASE, PURCHASE_TABLES);
  }

  held(purchase: Purchase, attempt: Attempt): RowInsert[] {
    return [insertPurchase(purchase), insertAttempt(attempt)];
  }

  settled(state: PurchaseState, { status, raw, commissionKobo, details, deliverables }: Settlement): RowUpdate[] {
    return this.settledAs(state, status, raw, {
      commissionKobo,
      details: JSON.stringify(details),
      ...(deliverables === undefined ? {} : sealedValues(this.secrets, state.purchase.id, deliverables)),
    });
  }

  override answered(attempt: Attempt, answer: AttemptAnswer): RowInsert[] {
    const raw = this.rawAnswers(attempt, answer).map((values) => RAW_ANSWER.insert({ ...values, createdAt: COMMITTED_AT }));
    return [...super.answered(attempt, answer), ...raw];
  }

  override async keepAnswer(attempt: Attempt, answer: AttemptAnswer): Promise<void> {
    await super.keepAnswer(attempt, answer);
    const createdAt = this.clock.now();
    const raw = this.rawAnswers(attempt, answer).map((values) => ({ ...values, createdAt }));
    if (raw.length > 0) await RAW_ANSWER.insertNew(this.database, raw);
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

  private rawAnswers({ id: attemptId, purchaseId }: Attempt, { outcome }: AttemptAnswer) {
    if (outcome.status !== 'success' || outcome.body === undefined) return [];
    const id = newId();
    return [{ id, purchaseId, attemptId, sealedBody: this.secrets.encrypt(outcome.body, id) }];
  }

  protected stateOf(purchase: PurchaseRow, attempt: PurchaseAttemptRow): PurchaseState {
    return { purchase: toPurchase(purchase), attempt: toAttempt(attempt) };
  }

  protected attemptRow(attempt: Attempt): RowInsert {
    return insertAttempt(attempt);
  }

  private get purchases() {
    return this.database.repository(PurchaseRow);
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
