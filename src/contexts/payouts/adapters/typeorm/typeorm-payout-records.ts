import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type AttemptRecord, type PayoutFilter, type PayoutRecord, PayoutRecords } from '../../application/ports.js';
import { toPayout } from './payout-mapping.js';
import { payoutIdsByReference } from './payout-references.js';
import { PayoutAnswerRow, PayoutAttemptRow, PayoutRow } from './payout.rows.js';

const NAMED = 100;

@Injectable()
export class TypeormPayoutRecords extends PayoutRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>> {
    const rows = await readRowPage(this.database.repository(PayoutRow), await this.conditionsOf(filter), page);
    const payoutId = In(rows.items.map(({ id }) => id));
    const [attempts, answers] = await Promise.all([
      this.database.repository(PayoutAttemptRow).find({ where: { payoutId }, order: { number: 'ASC' } }),
      this.database.repository(PayoutAnswerRow).find({ where: { payoutId }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const of = <Row extends { readonly payoutId: string }>(list: readonly Row[], id: string) =>
      list.filter((each) => each.payoutId === id);
    return { items: rows.items.map((row) => toRecord(row, of(attempts, row.id), of(answers, row.id))), next: rows.next };
  }

  private async conditionsOf(filter: PayoutFilter): Promise<FindOptionsWhere<PayoutRow>[]> {
    const { id, userId, account, reference, status, isUndecided } = filter;
    const condition: FindOptionsWhere<PayoutRow> = {
      ...(id === undefined ? {} : { id }),
      ...(userId === undefined ? {} : { userId }),
      ...(account === undefined ? {} : { account }),
      ...(status === undefined ? {} : { status }),
      ...(isUndecided ? { status: 'pending', nextQueryAt: IsNull() } : {}),
    };
    if (reference === undefined) return [condition];
    const ids = await payoutIdsByReference(this.database, reference, NAMED);
    return [
      { ...condition, id: In(ids) },
      { ...condition, sessionId: reference },
    ];
  }
}

function toRecord(row: PayoutRow, attempts: readonly PayoutAttemptRow[], answers: readonly PayoutAnswerRow[]): PayoutRecord {
  const latest = attempts.at(-1);
  const named = answers.findLast(({ attemptId, providerReference }) => attemptId === latest?.id && providerReference !== '');
  return {
    payout: toPayout(row),
    provider: latest?.provider ?? '',
    providerReference: named?.providerReference ?? '',
    answers: attempts.flatMap((attempt) => answersOf(attempt, answers)),
  };
}

function answersOf(attempt: PayoutAttemptRow, answers: readonly PayoutAnswerRow[]): AttemptRecord[] {
  const { id, provider, reference, rawCode, rawMessage, createdAt, state } = attempt;
  const given = answers.filter(({ attemptId }) => attemptId === id);
  if (given.length === 0) return [{ provider, reference, outcome: state, code: rawCode, message: rawMessage, createdAt }];
  return given.map((answer) => {
    const { outcome, code, message } = answer;
    return { provider, reference, outcome, code, message, createdAt: answer.createdAt };
  });
}
