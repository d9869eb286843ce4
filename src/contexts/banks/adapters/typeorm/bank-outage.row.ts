import { Entity } from 'typeorm';
import { TextColumn } from '../../../../platform/database/columns.js';

@Entity('bank_outage')
export class BankOutageRow {
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  /** The last failures in a row, unix ms with commas. */
  @TextColumn('failed_at', 80) failedAt: string;
}
