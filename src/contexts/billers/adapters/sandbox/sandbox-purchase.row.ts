import { Entity, Index } from 'typeorm';
import { CountColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { SandboxState } from './scenario.js';

@Entity('sandbox_purchase')
@Index('sandbox_purchase_reverses', ['reversesAt'])
export class SandboxPurchaseRow {
  @TextColumn('reference', 64, { primary: true }) reference: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  @TextColumn('customer_id', 64) customerId: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @TextColumn('state', 16) state: SandboxState;
  @CountColumn('deliveries', { default: 0 }) deliveries: number;
  @TimeColumn('decides_at', { nullable: true }) decidesAt: number | null;
  @TimeColumn('reverses_at', { nullable: true }) reversesAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}
