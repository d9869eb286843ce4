import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn } from '../../../../platform/database/columns.js';

/** How far a consumer of the journals has come: everything up to this place is consumed. */
@Entity('journal_cursor')
export class JournalCursorRow {
  @PrimaryColumn({ name: 'consumer', type: 'varchar', length: 64 }) consumer: string;
  @CountColumn('batch_no') batchNo: number;
  @CountColumn('position') position: number;
  /** The last batch before the consumer began. */
  @CountColumn('after_batch_no') afterBatchNo: number;
}
