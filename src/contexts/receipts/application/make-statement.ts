import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { parseLagosDate } from '../../../kernel/lagos-time.js';
import { Users } from '../../sign-in/index.js';
import type { MadeDocument } from '../domain/made-document.js';
import { receiptFailures } from '../domain/receipts.failures.js';
import { type StatementOrder, statementName } from '../domain/statement-file.js';
import { RequestStatementFile } from './request-statement-file.js';
import { WalletStatements } from './wallet-statements.js';

const LIMIT_BYTES = 512 * 1024;
const CONTENT_TYPES: Readonly<Record<StatementOrder['format'], string>> = { csv: 'text/csv', pdf: 'application/pdf' };

/** A statement that fits an answer; reading ends where it gets too long, and a job makes a file instead. */
@Injectable()
export class MakeStatement {
  constructor(
    private readonly statements: WalletStatements,
    private readonly requestFile: RequestStatementFile,
    private readonly users: Users,
  ) {}

  /** @returns the id that the file will have where there is one. @throws Failure `receipts.period_invalid`, and of RequestStatementFile */
  async execute(userId: string, order: StatementOrder): Promise<MadeDocument | string> {
    return (await this.makeShort(userId, order)) ?? this.requestFile.execute(userId, order);
  }

  /** @returns undefined where it is too long for an answer. @throws Failure `receipts.not_found`, `receipts.period_invalid` */
  async makeShort(userId: string, order: StatementOrder): Promise<MadeDocument | undefined> {
    const { from, to, format } = order;
    const [first, last] = [parseLagosDate(from), parseLagosDate(to)];
    if (first === undefined || last === undefined || last < first) throw new Failure(receiptFailures.period_invalid);
    const user = await this.users.find(userId);
    if (!user) throw new Failure(receiptFailures.not_found);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.statements.write(user, order)) {
      size += chunk.length;
      if (size > LIMIT_BYTES) return undefined;
      chunks.push(chunk);
    }
    return { fileName: statementName(order), contentType: CONTENT_TYPES[format], bytes: Buffer.concat(chunks) };
  }
}
