import { Entity, Index } from 'typeorm';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('resolved_account')
@Index('resolved_account_resolved', ['resolvedAt'])
export class ResolvedAccountRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  @TextColumn('account', 16, { primary: true }) account: string;
  @TextColumn('name', 160) name: string;
  @TimeColumn('resolved_at') resolvedAt: number;
}
