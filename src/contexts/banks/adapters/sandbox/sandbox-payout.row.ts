import { Entity, Index } from 'typeorm';
import { CountColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { SandboxPayoutState } from '../../application/ports.js';

@Entity('sandbox_payout')
@Index('sandbox_payout_recorded', ['createdAt'])
export class SandboxPayoutRow {
  @TextColumn('reference', 64, { primary: true }) reference: string;
  @TextColumn('bank_code', 64) bankCode: string;
  @TextColumn('account', 16) account: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @TextColumn('state', 16) state: SandboxPayoutState;
  @CountColumn('payments', { default: 0 }) payments: number;
  @TimeColumn('recorded') createdAt: number;
}
