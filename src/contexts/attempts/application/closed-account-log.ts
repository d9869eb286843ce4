import { Injectable } from '@nestjs/common';
import { formatNaira, type Kobo } from '../../../kernel/money.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import { Users } from '../../sign-in/index.js';
import { SystemLogs } from '../../system-logs/index.js';

/** The owner of a closed account is told nothing any more, so staff are. */
@Injectable()
export class ClosedAccountLog {
  constructor(
    private readonly users: Users,
    private readonly systemLogs: SystemLogs,
  ) {}

  /** To be written with what gives the money back; none where the account is open. */
  async rows(noun: 'purchase' | 'payout', id: string, userId: string, backKobo: Kobo): Promise<RowInsert[]> {
    const owner = await this.users.find(userId);
    if (owner?.status !== 'closed') return [];
    const amount = formatNaira(backKobo);
    const description = `${amount} of ${noun} ${id} went back to the wallet of ${userId}, whose account is closed, so nobody was told. Find its owner in the records that are kept, pay by bank transfer, and take it from the wallet by control_wallet_adjust of ${owner.email}.`;
    return [this.systemLogs.toRow({ key: `${noun}.closed_account:${id}`, description })];
  }
}
