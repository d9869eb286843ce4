import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { Kobo } from '../../../../kernel/money.js';
import { IdColumn, KoboColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('sandbox_deposit_account')
@Index('sandbox_deposit_account_reference', ['reference'], { unique: true })
export class SandboxAccountRow {
  @PrimaryColumn({ name: 'account_number', type: 'varchar', length: 10 }) accountNumber: string;
  @IdColumn('reference') reference: string;
  @TextColumn('account_name') accountName: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TimeColumn('expires_at') expiresAt: number;
  @TimeColumn('recorded') createdAt: number;
}
