import { Entity, Index, PrimaryColumn } from 'typeorm';
import { CountColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('budget_spending')
@Index('budget_spending_ends', ['endsAt'])
@Index('budget_spending_subject', ['subjectHash'])
@Index('budget_spending_blocked', ['blockedUntil'])
export class BudgetSpendingRow {
  /** Hash of budget and subject, because addresses without an account must not be stored. */
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 64 }) id: string;
  @TextColumn('budget', 64) budget: string;
  /** An id of ours, else empty. */
  @TextColumn('subject') subject: string;
  @TextColumn('subject_hash', 64, { default: '' }) subjectHash: string;
  @CountColumn('spent') spent: number;
  @TimeColumn('began_at') beganAt: number;
  @TimeColumn('last_at') lastAt: number;
  @TimeColumn('refused_at') refusedAt: number;
  @TimeColumn('blocked_until') blockedUntil: number;
  @TimeColumn('ends_at') endsAt: number;
}
