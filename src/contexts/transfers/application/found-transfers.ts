import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../kernel/staff-records.js';
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
    return items.map(({ id, senderId, receiverEmail, amountKobo, status, createdAt }) => ({
      id,
      title: `Transfer of ${formatNaira(amountKobo)}`,
      detail: receiverEmail,
      status,
      userId: senderId,
      createdAt,
    }));
  }
}
