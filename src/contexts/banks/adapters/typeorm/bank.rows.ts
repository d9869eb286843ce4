import { Entity } from 'typeorm';
import { ExactTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import type { BankKind } from '../../domain/bank.js';

/** A bank that a provider lists and the data file does not have, or one that staff renamed. */
@Entity('bank')
export class BankRow {
  @TextColumn('code', 48, { primary: true }) code: string;
  @TextColumn('name', 120) name: string;
  @TextColumn('kind', 16) kind: BankKind;
  /** Empty where not known. */
  @TextColumn('nip_code', 8) nipCode: string;
  @TimeColumn('recorded') createdAt: number;
}

/** What a provider calls a bank. */
@Entity('bank_match')
@RowSeal<BankMatchRow>('matchSeal', ['bankCode'])
@Unsealed<BankMatchRow>({
  listedName: 'is only shown, and compared with what the provider lists now',
  matchedBy: 'only chooses among matches that are sealed',
  listedAt: 'is only shown',
  goneAt: 'only says that the provider no longer lists the bank, or that it does again',
})
export class BankMatchRow {
  @PrimaryIdColumn('provider') provider: string;
  @ExactTextColumn('provider_code', 64, { primary: true }) providerCode: string;
  @TextColumn('bank_code', 48) bankCode: string;
  @TextColumn('listed_name', 120) listedName: string;
  /** What it was matched by: `nip`, `cbn`, `name`, `none` or `staff`. */
  @TextColumn('matched_by', 8) matchedBy: string;
  @TimeColumn('listed_at') listedAt: number;
  /** When the provider no longer listed it; null while it does. */
  @TimeColumn('gone_at', { nullable: true }) goneAt: number | null;
  @TextColumn('match_seal', 64, { nullable: true }) matchSeal: string | null;
}

/** When the list of a provider was read. */
@Entity('bank_sync')
export class BankSyncRow {
  @PrimaryIdColumn('provider') provider: string;
  @TimeColumn('synced_at') syncedAt: number;
}

export const BANK_ROWS = [BankRow, BankMatchRow, BankSyncRow];
