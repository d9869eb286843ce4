import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('resolved_account')
@RowSeal<ResolvedAccountRow>('nameSeal', ['name'])
@Unsealed<ResolvedAccountRow>({ resolvedAt: 'only says when the bank is asked again' })
@Index('resolved_account_resolved', ['resolvedAt'])
export class ResolvedAccountRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  @TextColumn('account', 16, { primary: true }) account: string;
  @TextColumn('name', 160) name: string;
  @TimeColumn('resolved_at') resolvedAt: number;
  @TextColumn('name_seal', 64, { nullable: true }) nameSeal: string | null;
}
