import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { LedgerExceptions } from '../../application/ports.js';
import type { ExceptedFault, LedgerException, Signature } from '../../domain/ledger-exception.js';
import { LedgerExceptionRow } from '../../../adapters/typeorm/ledger.rows.js';

@Injectable()
export class SqlLedgerExceptions extends LedgerExceptions {
  constructor(private readonly database: Database) {
    super();
  }

  async all(): Promise<LedgerException[]> {
    const rows = await this.rows.find({ order: { digest: 'ASC', place: 'ASC' } });
    const exceptions = new Map<string, LedgerException>();
    for (const row of rows) {
      const { digest, table, key, column, expected, found, reason } = row;
      const signatures = exceptions.get(digest)?.signatures ?? [];
      const fault = { digest, table, key, column, expected, found, reason };
      exceptions.set(digest, { ...fault, signatures: [...signatures, signatureIn(row)] });
    }
    return [...exceptions.values()];
  }

  async sign(fault: ExceptedFault, place: 1 | 2, signature: Signature): Promise<void> {
    await this.rows.insert({ ...fault, place, ...signature });
  }

  private get rows() {
    return this.database.repository(LedgerExceptionRow);
  }
}

function signatureIn({ operator, signedAt, keyId, seal }: LedgerExceptionRow): Signature {
  return { operator, signedAt, keyId, seal };
}
