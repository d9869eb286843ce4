import { Injectable } from '@nestjs/common';
import { fromExactText } from '../../../../kernel/exact-text.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { type KeyedLog, UnsettledMoneySource } from '../../../system-logs/index.js';
import { REVERSAL_LOG } from '../../domain/system-log-keys.js';
import { DepositPaymentRow } from './deposits.rows.js';

const SUSPENSE_LOG = /^deposit:([^:]+):(.+)$/s;

@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormSuspenseLogs extends UnsettledMoneySource {
  constructor(private readonly database: Database) {
    super();
  }

  async isUnsettled({ key }: KeyedLog): Promise<boolean> {
    const payments = this.database.repository(DepositPaymentRow);
    if (key.startsWith(REVERSAL_LOG)) return payments.existsBy({ id: key.slice(REVERSAL_LOG.length), debt: 'owed' });
    const [, provider, transactionId] = SUSPENSE_LOG.exec(key) ?? [];
    if (provider === undefined || transactionId === undefined) return false;
    const open = { orderId: '', settlementId: '', reversalId: '' };
    return payments.existsBy({ provider, transactionId: fromExactText(transactionId), ...open });
  }
}
