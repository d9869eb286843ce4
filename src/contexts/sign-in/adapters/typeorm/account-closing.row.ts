import { Entity, Index } from 'typeorm';
import { PrimaryIdColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('account_closing')
@Index('account_closing_due', ['closesAt'])
export class AccountClosingRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TimeColumn('closes_at') closesAt: number;
  @TimeColumn('recorded') createdAt: number;
}
