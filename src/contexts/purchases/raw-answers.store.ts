import { Injectable } from '@nestjs/common';
import type { Deliverable } from '../../kernel/deliverable.js';
import { kobo } from '../../kernel/money.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import { RawAnswers, type ReadPurchase } from './raw-answers.js';
import { PurchaseAttemptRow, PurchaseRawAnswerRow, PurchaseRow, readDeliverables, sealedValues } from './purchases.rows.js';

@Injectable()
export class TypeormRawAnswers extends RawAnswers {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  async purchasesAfter(id: string, limit: number, only?: string): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      `SELECT DISTINCT purchase_id AS id FROM purchase_raw_answer
       WHERE purchase_id > ?${only === undefined ? '' : ' AND purchase_id = ?'} ORDER BY purchase_id LIMIT ${limit}`,
      only === undefined ? [id] : [id, only],
    );
    return rows.map((row) => row.id);
  }

  async lock(id: string): Promise<ReadPurchase | undefined> {
    const purchase = await this.database
      .repository(PurchaseRow)
      .findOne({ where: { id, status: 'completed' }, ...rowLock(this.database) });
    if (!purchase) return undefined;
    const { reference, amountKobo, deliversPin, customerId } = purchase;
    const attempt = await this.database.repository(PurchaseAttemptRow).findOneBy({ purchaseId: id, reference });
    const answers = await this.database
      .repository(PurchaseRawAnswerRow)
      .find({ where: { purchaseId: id, attemptId: attempt?.id ?? '' }, order: { id: 'ASC' } });
    if (!attempt || answers.length === 0) return undefined;
    return {
      provider: attempt.provider,
      submitted: { amountKobo: kobo(amountKobo), deliversPin, customerId },
      stored: readDeliverables(this.secrets, purchase),
      answers: this.bodiesOf(answers),
    };
  }

  async replace(id: string, deliverables: readonly Deliverable[]): Promise<void> {
    await this.database.repository(PurchaseRow).update({ id }, sealedValues(this.secrets, id, deliverables));
  }

  private bodiesOf(answers: readonly PurchaseRawAnswerRow[]): string[] | undefined {
    try {
      return answers.map(({ id, sealedBody }) => this.secrets.decrypt(sealedBody, id));
    } catch {
      return undefined;
    }
  }
}
