import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { exactText, fromExactText } from '../../../../kernel/exact-text.js';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../../system-logs/index.js';
import { REVERSAL_LOG } from '../../domain/system-log-keys.js';
import { DepositPaymentRow } from './deposits.rows.js';

const SUSPENSE_LOG = /^deposit:([^:]+):(.+)$/s;

/** Logs of payments in suspense, by provider and transaction, and of reversed ones that somebody owes. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormSuspenseLogs extends UnsettledMoneySource {
  override readonly prefix = 'deposit:';

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const keys = logs.map(({ key }) => key);
    const [reversed, suspended] = await Promise.all([
      this.reversed(keys.filter((key) => key.startsWith(REVERSAL_LOG))),
      this.suspended(keys.filter((key) => !key.startsWith(REVERSAL_LOG))),
    ]);
    return new Map([...reversed, ...suspended]);
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    const payment = kind === 'suspense' ? await this.payments.findOneBy({ id }) : undefined;
    if (!payment) return undefined;
    const { provider, transactionId, debt } = payment;
    return debt === '' ? `deposit:${provider}:${exactText(transactionId)}` : `${REVERSAL_LOG}${id}`;
  }

  /** A reversal that nobody owes anything of is for somebody to read. */
  private async reversed(keys: readonly string[]): Promise<[string, MoneyState][]> {
    if (keys.length === 0) return [];
    const payments = await this.payments.findBy({ id: In(keys.map((key) => key.slice(REVERSAL_LOG.length))) });
    return payments
      .filter(({ debt }) => debt !== '')
      .map(({ id, debt }) => [`${REVERSAL_LOG}${id}`, debt === 'owed' ? 'queued' : 'settled']);
  }

  private async suspended(keys: readonly string[]): Promise<[string, MoneyState][]> {
    const named = keys.flatMap((key) => {
      const [, provider, transactionId] = SUSPENSE_LOG.exec(key) ?? [];
      return provider === undefined || transactionId === undefined ? [] : [{ provider, transactionId }];
    });
    const providers = [...new Set(named.map(({ provider }) => provider))];
    const found = await Promise.all(
      providers.map((provider) => {
        const ids = named.filter((each) => each.provider === provider).map((each) => fromExactText(each.transactionId));
        return this.payments.findBy({ provider, transactionId: In(ids), orderId: '' });
      }),
    );
    return found.flat().map((payment) => [`deposit:${payment.provider}:${exactText(payment.transactionId)}`, stateOf(payment)]);
  }

  private get payments() {
    return this.database.repository(DepositPaymentRow);
  }
}

function stateOf({ settlementId, reversalId }: DepositPaymentRow): MoneyState {
  return settlementId === '' && reversalId === '' ? 'queued' : 'settled';
}
