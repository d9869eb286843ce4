import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { ReconciliationStatus, Remembered } from '../../application/ports.js';
import type { DifferenceKind } from '../../domain/difference.js';

@Entity('reconciliation')
@Index('reconciliation_recorded', ['createdAt'])
@Index('reconciliation_day', ['day', 'createdAt'])
@Index('reconciliation_provider', ['provider', 'createdAt'])
@Index('reconciliation_status', ['status', 'createdAt'])
export class ReconciliationRow {
  /** Provider and day. */
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @TextColumn('day', 10) day: string;
  /** Later runs have greater ids. */
  @IdColumn('run_id') runId: string;
  @TextColumn('status', 16) status: ReconciliationStatus;
  @CountColumn('ours') ours: number;
  @CountColumn('theirs') theirs: number;
  @CountColumn('matched') matched: number;
  @CountColumn('missing_here') missingHere: number;
  @CountColumn('missing_there') missingThere: number;
  @CountColumn('differing') differing: number;
  @KoboColumn('difference_kobo') differenceKobo: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('reconciliation_difference')
@Index('reconciliation_difference_page', ['reconciliationId', 'runId', 'createdAt'])
@Index('reconciliation_difference_reference', ['runId', 'kind', 'reference'])
@Index('reconciliation_difference_digest', ['runId', 'digest'])
export class ReconciliationDifferenceRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('reconciliation_id') reconciliationId: string;
  @IdColumn('run_id') runId: string;
  @TextColumn('kind', 16) kind: DifferenceKind | Remembered;
  @TextColumn('reference', 100) reference: string;
  @TextColumn('transaction_id', 100) transactionId: string;
  @KoboColumn('ours_kobo', { nullable: true }) oursKobo: number | null;
  @KoboColumn('theirs_kobo', { nullable: true }) theirsKobo: number | null;
  @TextColumn('our_status', 16) ourStatus: string;
  @TextColumn('their_status', 64) theirStatus: string;
  @TimeColumn('our_time', { nullable: true }) ourTime: number | null;
  @TimeColumn('their_time', { nullable: true }) theirTime: number | null;
  @TextColumn('note', 64) note: string;
  /** Hash of what both sides say, to compare runs. */
  @TextColumn('digest', 40) digest: string;
  /** When the run began and one more for each difference, because pages never split a millisecond. */
  @TimeColumn('recorded') createdAt: number;
}
