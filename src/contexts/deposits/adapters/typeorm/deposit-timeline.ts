import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../../kernel/timeline.js';
import { Database } from '../../../../platform/database/database.js';
import { MailRecords } from '../../../../platform/mail/mail-records.js';
import { journalEntries, Journals } from '../../../../ledger/index.js';
import { WebhookEntries } from '../../../webhooks/index.js';
import { DepositOrderRow, DepositPaymentRow } from './deposits.rows.js';

const TAKE = 50;

/** Orders, the payments that came for them or for nobody, what the ledger did, and who was told. */
@Injectable()
@Contributes(TimelineSource)
export class DepositTimeline extends TimelineSource {
  override readonly name = 'deposits';
  override readonly kinds: readonly RecordKind[] = ['deposit', 'suspense'];

  constructor(
    private readonly database: Database,
    private readonly journals: Journals,
    private readonly mails: MailRecords,
    private readonly webhooks: WebhookEntries,
  ) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const order = kind === 'deposit' ? await this.database.repository(DepositOrderRow).findOneBy({ id }) : null;
    const where = kind === 'deposit' ? { orderId: id } : { id };
    const payments = await this.database.repository(DepositPaymentRow).find({ where, order: { createdAt: 'ASC' }, take: TAKE });
    const ids = payments.flatMap((payment) => [payment.id, payment.settlementId, payment.reversalId, payment.lateCostId]);
    const causes = ids.filter((each) => each !== '');
    const [journals, ...told] = await Promise.all([
      this.journals.find(causes),
      this.mails.entriesOf(causes),
      this.webhooks.entriesOf(causes),
    ]);
    return [...(order ? orderEntries(order) : []), ...payments.map(paymentEntry), ...journalEntries(journals), ...told.flat()];
  }
}

function orderEntries(order: DepositOrderRow): TimelineEntry[] {
  const { amountKobo, bankName, accountNumber, status, expiresAt, userId, createdAt } = order;
  const ordered: TimelineEntry = {
    at: createdAt,
    part: 'user',
    what: `A deposit of ${formatNaira(amountKobo)} was ordered`,
    detail: `${bankName} ${accountNumber}`.trim(),
    userId,
  };
  if (status !== 'expired') return [ordered];
  return [ordered, { at: expiresAt, part: 'provider', what: 'The time to pay ended', detail: '', userId: '' }];
}

function paymentEntry(payment: DepositPaymentRow): TimelineEntry {
  const { provider, amountKobo, payerName, payerBank, narration, reason, transactionId, receivedAt, createdAt } = payment;
  const said = [payerBank, narration && `“${narration}”`, `transaction ${transactionId}`, reason.replaceAll('_', ' ')];
  return {
    // Where the provider does not say when, it is when we heard of it.
    at: receivedAt === 0 ? createdAt : receivedAt,
    part: 'provider',
    what: `${provider} received ${formatNaira(amountKobo)} from ${payerName || 'an unnamed payer'}`,
    detail: said.filter((text) => text !== '').join(' · '),
    userId: '',
  };
}
