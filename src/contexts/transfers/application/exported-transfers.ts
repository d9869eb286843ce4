import { Injectable } from '@nestjs/common';
import { itemised } from '../../../kernel/charges.js';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { Transfers } from './ports.js';

/** The other party as the user sees it: the address of a receiver, nothing of a sender. */
@Injectable()
@Contributes(PersonalDataSource)
export class ExportedTransfers extends PersonalDataSource {
  constructor(private readonly transfers: Transfers) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'transfers', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    const own = [{ senderId: userId }, { receiverId: userId }];
    for await (const transfer of readAll((page) => this.transfers.list(own, page))) {
      const isSent = transfer.senderId === userId;
      yield {
        at: isoTime(transfer.createdAt),
        reference: transfer.id,
        direction: isSent ? 'sent' : 'received',
        amount: toNaira(transfer.amountKobo),
        ...(isSent ? { ...itemised(transfer), receiver: transfer.receiverEmail } : {}),
        note: transfer.note,
        status: transfer.status,
      };
    }
  }
}
