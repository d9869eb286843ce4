import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import { type Deliverable, masked } from '../../../../kernel/deliverable.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { phoneSpellings } from '../../../../kernel/phone.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  Purchases,
} from '../../application/ports.js';
import { toPurchase } from './purchase-mapping.js';
import { PurchaseAnswerRow, PurchaseAttemptRow, PurchaseRow } from './purchase.rows.js';
import { readDeliverables } from './sealed-deliverables.js';

@Injectable()
export class TypeormPurchaseRecords extends PurchaseRecords {
  constructor(
    private readonly database: Database,
    private readonly purchases: Purchases,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  async list(filter: PurchaseFilter, page: PageRequest): Promise<Page<PurchaseRecord>> {
    const rows = await readRowPage(this.database.repository(PurchaseRow), await this.conditionOf(filter), page);
    const ids = rows.items.map(({ id }) => id);
    const [attempts, answers] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find({ where: { purchaseId: In(ids) }, order: { number: 'ASC' } }),
      this.database
        .repository(PurchaseAnswerRow)
        .find({ where: { purchaseId: In(ids) }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const items = rows.items.map((row) =>
      toRecord(
        this.secrets,
        row,
        attempts.filter(({ purchaseId }) => purchaseId === row.id),
        answers.filter(({ purchaseId }) => purchaseId === row.id),
      ),
    );
    return { items, next: rows.next };
  }

  async reveal(purchaseId: string): Promise<readonly Deliverable[]> {
    return (await this.purchases.revealAll([purchaseId])).get(purchaseId)?.deliverables ?? [];
  }

  private async conditionOf(filter: PurchaseFilter): Promise<FindOptionsWhere<PurchaseRow>> {
    const { id, userId, customerId, reference, status, isUndecided } = filter;
    return {
      ...(id === undefined ? {} : { id }),
      ...(userId === undefined ? {} : { userId }),
      ...(customerId === undefined ? {} : { customerId: In(phoneSpellings(customerId)) }),
      ...(reference === undefined ? {} : { id: In(await this.namedBy(reference)) }),
      ...(status === undefined ? {} : { status }),
      ...(isUndecided ? { status: 'pending', nextQueryAt: IsNull() } : {}),
    };
  }

  private async namedBy(reference: string): Promise<string[]> {
    const select = { purchaseId: true };
    const [ours, theirs] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find({ select, where: { reference } }),
      this.database.repository(PurchaseAnswerRow).find({ select, where: { providerReference: reference } }),
    ]);
    return [...new Set([...ours, ...theirs].map(({ purchaseId }) => purchaseId))];
  }
}

function toRecord(
  secrets: SecretBox,
  row: PurchaseRow,
  attempts: readonly PurchaseAttemptRow[],
  answers: readonly PurchaseAnswerRow[],
): PurchaseRecord {
  const latest = attempts.at(-1);
  const named = answers.findLast(({ attemptId, providerReference }) => attemptId === latest?.id && providerReference !== '');
  return {
    purchase: toPurchase(row),
    provider: latest?.provider ?? '',
    providerReference: named?.providerReference ?? '',
    // Decrypted where it is shown: of a sorted list many are read and few are.
    get deliverables() {
      return masked(readDeliverables(secrets, row));
    },
    answers: attempts.flatMap((attempt) => answersOf(attempt, answers)),
  };
}

function answersOf(attempt: PurchaseAttemptRow, answers: readonly PurchaseAnswerRow[]): AttemptAnswer[] {
  const { id, provider, reference, rawCode, rawMessage, createdAt, state } = attempt;
  const given = answers.filter(({ attemptId }) => attemptId === id);
  if (given.length === 0) return [{ provider, reference, outcome: state, code: rawCode, message: rawMessage, createdAt }];
  return given.map(({ outcome, code, message, createdAt: at }) => ({
    provider,
    reference,
    outcome,
    code,
    message,
    createdAt: at,
  }));
}
