import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { receiptFailures } from '../domain/receipts.failures.js';
import { type StatementOrder, STATEMENTS_PER_DAY } from '../domain/statement-file.js';
import { StatementFiles } from './ports.js';

@Injectable()
export class RequestStatementFile {
  constructor(
    private readonly files: StatementFiles,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns the id that the file will have, the same while it is being made. @throws Failure `receipts.statement_running`, `receipts.statements_exhausted` */
  async execute(userId: string, { from, to, format }: StatementOrder): Promise<string> {
    const running = await this.files.runningOf(userId);
    if (running?.from === from && running.to === to && running.format === format) return running.id;
    if (running) throw new Failure(receiptFailures.statement_running);
    const createdAt = this.clock.now();
    const recent = await this.files.timesSince(userId, createdAt - DAY_MS);
    const used = recent.at(-STATEMENTS_PER_DAY);
    if (used !== undefined) {
      const retryAfterSeconds = Math.ceil((used + DAY_MS - createdAt) / 1000);
      throw new Failure(receiptFailures.statements_exhausted, { retryAfterSeconds });
    }
    const id = newId();
    await this.unitOfWork.run(async () => {
      if (!(await this.files.begin({ id, userId, from, to, format, createdAt })))
        throw new Failure(receiptFailures.statement_running);
      await this.outbox.add(domainEvent('statement.requested', { statementId: id, userId }));
    });
    return id;
  }
}
