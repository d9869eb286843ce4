import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn } from '../../../../platform/database/columns.js';

@Entity('journal_cursor')
export class JournalCursorRow {
  @PrimaryColumn({ name: 'consumer', type: 'varchar', length: 64 }) consumer: string;
  @CountColumn('batch_no') batchNo: number;
  @CountColumn('position') position: number;
}
