import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../kernel/staff-records.js';
import type { StoredTransfer } from '../domain/transfer.js';
import { Transfers } from './ports.js';

@Injectable()
@Contributes(StaffRecords)
export class FoundTransfers extends StaffRecords {
  override readonly kind = 'transfer';
  override readonly permission = 'userControl.transaction';

  constructor(private readonly transfers: Transfers) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const { items } = await this.transfers.list([{ id: text }], { before: undefined, size: limit });
    return items.map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await this.transfers.findStored(ids)).map(summaryOf);
  }
}

function summaryOf({ id, senderId, receiverEmail, amountKobo, status, createdAt }: StoredTransfer): RecordSummary {
  const title = `Transfer of ${formatNaira(amountKobo)}`;
  return { id, title, detail: receiverEmail, status, userId: senderId, createdAt };
}
