import { Entity, Index } from 'typeorm';
import type { Kobo } from '../../../../kernel/money.js';
import { ExactTextColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('sandbox_payment')
@Index('sandbox_payment_account', ['accountNumber'])
export class SandboxPaymentRow {
  @ExactTextColumn('transaction_id', 100, { primary: true }) transactionId: string;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('payer_name') payerName: string;
  @TimeColumn('reversed_at', { nullable: true }) reversedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}
