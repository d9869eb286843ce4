import { Check, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
  FlagColumn,
} from '../../../platform/database/columns.js';
import type { LedgerCheck } from '../../chain/domain/ledger-check.js';

@Entity('ledger_check')
export class LedgerCheckRow {
  @PrimaryColumn({ name: 'name', type: 'varchar', length: 16 }) kind: LedgerCheck['kind'];
  @FlagColumn('is_ok') isOk: boolean;
  @TimeColumn('checked_at') createdAt: number;
  @CountColumn('batch_no', { default: 0 }) batchNo: number;
  @TextColumn('hash', 64, { default: '' }) hash: string;
  @LongTextColumn('detail', { nullable: true }) detail: string | null;
}

// The columns of the ledger's tables; its statements are SQL (mysql/, sqlite/, sql/).

@Entity('ledger_account')
@Check('ledger_account_wallet_not_below_zero', "balance_kobo >= 0 OR kind = 'system'")
export class LedgerAccountRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 8) kind: string;
  @KoboColumn('balance_kobo', { default: 0 }) balanceKobo: number;
  @CountColumn('seq', { default: 0 }) seq: number;
  @TimeColumn('recorded') createdAt: number;
}

/** What owners may not pay out of their wallets; a row from the first block of a wallet on. */
@Entity('ledger_block')
export class LedgerBlockRow {
  @PrimaryIdColumn('account_id') account: string;
  @CountColumn('version') version: number;
  /** Of `blocksText`. */
  @LongTextColumn('blocks') blocks: string;
}

@Entity('posting')
@Index('posting_batch_line', ['batchNo', 'line'], { unique: true })
export class PostingRow {
  @PrimaryIdColumn('account_id') account: string;
  @PrimaryColumn({ name: 'recorded', type: 'bigint' }) postedAt: number;
  @PrimaryColumn({ name: 'seq', type: 'bigint' }) seq: number;
  @IdColumn('journal_id') journalId: string;
  @CountColumn('batch_no') batchNo: number;
  @CountColumn('line') line: number;
  @KoboColumn('amount_kobo') amountKobo: number;
  @KoboColumn('balance_kobo') balanceKobo: number;
  @TextColumn('kind', 16) kind: string;
  @TextColumn('note') note: string;
}

@Entity('journal')
@Index('journal_id', ['id'], { unique: true })
export class JournalRow {
  @PrimaryColumn({ name: 'batch_no', type: 'bigint' }) batchNo: number;
  @PrimaryColumn({ name: 'position', type: 'bigint' }) position: number;
  @IdColumn('id') id: string;
  @TextColumn('kind', 16) kind: string;
  @IdColumn('subject') subject: string;
  @TimeColumn('recorded') postedAt: number;
  @TextColumn('request', 43) request: string;
}

/** What is held for a subject; one row for each, changed when it ends. */
@Entity('ledger_hold')
@Index('ledger_hold_payer', ['payer', 'createdAt'])
@Index('ledger_hold_open', ['state', 'subject'])
@Check('ledger_hold_left_of_it', 'left_kobo >= 0 AND left_kobo <= held_kobo')
export class LedgerHoldRow {
  @PrimaryIdColumn('subject') subject: string;
  @TextColumn('kind', 16) kind: string;
  @IdColumn('account_id') account: string;
  @IdColumn('payer') payer: string;
  @KoboColumn('held_kobo') heldKobo: number;
  @KoboColumn('left_kobo') leftKobo: number;
  @TextColumn('state', 16) state: string;
  @TextColumn('shares', 1024) shares: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('key_id', 16) keyId: string;
  @TextColumn('seal', 64) seal: string;
  @TextColumn('terms', 64, { default: '' }) terms: string;
  @CountColumn('version', { default: 0 }) version: number;
}

@Entity('ledger_batch')
export class LedgerBatchRow {
  @PrimaryColumn({ name: 'batch_no', type: 'bigint' }) batchNo: number;
  @CountColumn('journals') journals: number;
  @TextColumn('hash', 64) hash: string;
  @TimeColumn('recorded') postedAt: number;
  @TextColumn('key_id', 16) keyId: string;
}

/** The first anchor of each batch that was anchored. */
@Entity('ledger_anchor')
export class LedgerAnchorRow {
  @PrimaryColumn({ name: 'batch_no', type: 'bigint' }) batchNo: number;
  @TextColumn('hash', 64) hash: string;
  @TimeColumn('committed_at') committedAt: number;
  @TimeColumn('anchored_at') anchoredAt: number;
  @TextColumn('key_id', 16) keyId: string;
  @TextColumn('signature', 100) signature: string;
}

@Entity('ledger_key')
export class LedgerKeyRow {
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 16 }) id: string;
  @Sealed() @LongTextColumn('sealed') sealed: string;
  @TimeColumn('recorded') createdAt: number;
}

/** The last one, under the id `last`. */
@Entity('ledger_checkpoint')
export class LedgerCheckpointRow {
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 16 }) id: string;
  @CountColumn('batch_no') batchNo: number;
  @Sealed() @LongTextColumn('sealed') sealed: string;
  @TimeColumn('recorded') createdAt: number;
}

/** A file with postings that may be gone from their table. */
@Entity('ledger_archive')
@Index('ledger_archive_last_batch', ['lastBatch'], { unique: true })
export class LedgerArchiveRow {
  @PrimaryColumn({ name: 'part_no', type: 'bigint' }) partNo: number;
  @TextColumn('month', 7) month: string;
  @CountColumn('first_batch') firstBatch: number;
  @CountColumn('last_batch') lastBatch: number;
  @TimeColumn('first_posted_at') firstPostedAt: number;
  @TimeColumn('last_posted_at') lastPostedAt: number;
  @CountColumn('postings') postings: number;
  @CountColumn('size_bytes') sizeBytes: number;
  @TextColumn('sha256', 64) sha256: string;
  @TextColumn('storage_key', 128) storageKey: string;
  @LongTextColumn('part_index') index: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ledger_head')
export class LedgerHeadRow {
  @PrimaryColumn({ name: 'id', type: 'bigint' }) id: number;
  @CountColumn('batch_no') batchNo: number;
  @TextColumn('hash', 64) hash: string;
  @TimeColumn('recorded') postedAt: number;
  @TextColumn('nonce', 24, { default: '' }) nonce: string;
  /** How often blocks of accounts were changed, on a server. */
  @CountColumn('blocks_no', { default: 0 }) blocksNo: number;
}

@Entity('money_request')
@Index('money_request_recorded', ['createdAt'])
export class IdempotencyRecordRow {
  @PrimaryIdColumn('scope') scope: string;
  @PrimaryColumn({ name: 'action', type: 'varchar', length: 64 }) action: string;
  @PrimaryColumn({ name: 'request_key', type: 'varchar', length: 43 }) key: string;
  @TextColumn('digest', 64) fingerprint: string;
  @TextColumn('state', 16) state: string;
  @LongTextColumn('answer', { nullable: true }) response: string | null;
  @IdColumn('subject', { nullable: true }) subjectId: string | null;
  @IdColumn('journal_id', { nullable: true }) journalId: string | null;
  @IdColumn('writer') attemptId: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('seal', 64) checksum: string;
}

@Entity('ledger_loss')
export class LedgerLossRow {
  @PrimaryIdColumn() id: string;
  @CountColumn('head_batch_no') headBatchNo: number;
  @TextColumn('head_hash', 64) headHash: string;
  @CountColumn('lost_batch_no') lostBatchNo: number;
  @TextColumn('lost_hash', 64) lostHash: string;
  @TimeColumn('accepted_at') acceptedAt: number;
}

/** A signature under a fault that operators set aside. */
@Entity('ledger_exception')
export class LedgerExceptionRow {
  @PrimaryColumn({ name: 'digest', type: 'varchar', length: 32 }) digest: string;
  @PrimaryColumn({ name: 'place', type: 'bigint' }) place: number;
  @TextColumn('table_name', 64) table: string;
  @TextColumn('row_key', 255) key: string;
  @TextColumn('column_name', 64) column: string;
  @TextColumn('expected', 1024) expected: string;
  @TextColumn('found', 1024) found: string;
  @TextColumn('reason', 1024) reason: string;
  @TextColumn('operator', 64) operator: string;
  @TimeColumn('signed_at') signedAt: number;
  @TextColumn('key_id', 16) keyId: string;
  @TextColumn('seal', 64) seal: string;
}

export const LEDGER_ROWS = [
  LedgerExceptionRow,
  LedgerCheckRow,
  LedgerCheckpointRow,
  LedgerLossRow,
  LedgerAccountRow,
  PostingRow,
  JournalRow,
  LedgerHoldRow,
  LedgerBlockRow,
  LedgerBatchRow,
  LedgerAnchorRow,
  LedgerArchiveRow,
  LedgerKeyRow,
  LedgerHeadRow,
  IdempotencyRecordRow,
];
