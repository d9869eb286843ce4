import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { type AcknowledgedCommand, type AcknowledgedHead, type ChainHead, LedgerLosses } from '../../application/ports.js';

const PORTION = 200;

@Injectable()
export class SqlLedgerLosses extends LedgerLosses {
  constructor(private readonly database: Database) {
    super();
  }

  async head(): Promise<ChainHead> {
    const [row] = await this.database.rows<{ batch_no: number; hash: string }>(
      'SELECT batch_no, hash FROM ledger_head WHERE id = 1',
    );
    return { batchNo: row!.batch_no, hash: row!.hash };
  }

  async hashOf(batchNo: number): Promise<string | undefined> {
    const [row] = await this.database.rows<{ hash: string }>('SELECT hash FROM ledger_batch WHERE batch_no = ?', [batchNo]);
    return row?.hash;
  }

  async missing(commands: readonly AcknowledgedCommand[]): Promise<AcknowledgedCommand[]> {
    const missing: AcknowledgedCommand[] = [];
    for (let start = 0; start < commands.length; start += PORTION) {
      const portion = commands.slice(start, start + PORTION);
      const rows = await this.database.rowsOnce<Omit<AcknowledgedCommand, 'key' | 'at'>>(
        `SELECT scope, action, request_key AS recordKey FROM money_request
         WHERE (scope, action, request_key) IN (${portion.map(() => '(?, ?, ?)').join()})`,
        portion.flatMap(({ scope, action, recordKey }) => [scope, action, recordKey]),
      );
      const found = new Set(rows.map(nameOf));
      missing.push(...portion.filter((command) => !found.has(nameOf(command))));
    }
    return missing;
  }

  async isAccepted({ batchNo, writtenAt }: AcknowledgedHead): Promise<boolean> {
    const sql = 'SELECT id FROM ledger_loss WHERE head_batch_no < ? AND accepted_at >= ? LIMIT 1';
    return (await this.database.rows(sql, [batchNo + 1, writtenAt])).length > 0;
  }

  async accept(head: ChainHead, lost: AcknowledgedHead, acceptedAt: number): Promise<void> {
    await this.database.rows(
      'INSERT INTO ledger_loss (id, head_batch_no, head_hash, lost_batch_no, lost_hash, accepted_at) VALUES (?, ?, ?, ?, ?, ?)',
      [newId(), head.batchNo, head.hash, lost.batchNo, lost.hash, acceptedAt],
    );
  }
}

function nameOf({ scope, action, recordKey }: Omit<AcknowledgedCommand, 'key' | 'at'>): string {
  return `${scope}\n${action}\n${recordKey}`;
}
