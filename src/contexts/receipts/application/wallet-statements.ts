import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import type { User } from '../../sign-in/index.js';
import { ExportStatement } from '../../wallet/index.js';
import type { StatementOrder } from '../domain/statement-file.js';

@Injectable()
export class WalletStatements {
  constructor(private readonly exportStatement: ExportStatement) {}

  write(holder: User, { from, to, format }: StatementOrder): AsyncIterable<Uint8Array> {
    const { id: account, email, referenceId, firstName, lastName } = holder;
    const name = `${firstName} ${lastName}`.trim();
    const period = { from: lagosMidnight(from), to: lagosMidnight(addDays(to, 1)) };
    return this.exportStatement.execute({ account, holder: { email, referenceId, name }, ...period, format });
  }
}
