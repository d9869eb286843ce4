import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { addDays, lagosMidnight, parseLagosDate } from '../../../kernel/lagos-time.js';
import { Users } from '../../identity/index.js';
import { ExportStatement, type StatementFormatName } from '../../wallet/index.js';
import type { MadeDocument } from '../domain/made-document.js';
import { receiptFailures } from '../domain/receipts.failures.js';

const LIMIT_BYTES = 512 * 1024;
const CONTENT_TYPES: Readonly<Record<StatementFormatName, string>> = { csv: 'text/csv', pdf: 'application/pdf' };

/** Dates of Lagos, both inclusive. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** A statement that fits an answer; reading ends where it gets too long. */
@Injectable()
export class MakeStatement {
  constructor(
    private readonly exportStatement: ExportStatement,
    private readonly users: Users,
  ) {}

  /** @throws Failure `receipts.period_invalid`, `receipts.statement_too_long` */
  async execute(userId: string, { from, to }: Period, format: StatementFormatName): Promise<MadeDocument> {
    const [first, last] = [parseLagosDate(from), parseLagosDate(to)];
    if (first === undefined || last === undefined || last < first) throw new Failure(receiptFailures.period_invalid);
    const user = await this.users.find(userId);
    if (!user) throw new Error(`the signed-in user ${userId} does not exist`);
    const { email, referenceId, firstName, lastName } = user;
    const holder = { email, referenceId, name: `${firstName} ${lastName}`.trim() };
    const period = { from: first, to: lagosMidnight(addDays(to, 1)) };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.exportStatement.execute({ account: userId, holder, ...period, format })) {
      size += chunk.length;
      if (size > LIMIT_BYTES) throw new Failure(receiptFailures.statement_too_long);
      chunks.push(chunk);
    }
    return { fileName: `statement-${from}-${to}.${format}`, contentType: CONTENT_TYPES[format], bytes: Buffer.concat(chunks) };
  }
}
