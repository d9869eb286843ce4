import { Entity } from 'typeorm';
import { PrimaryIdColumn, TimeColumn } from '../platform/database/columns.js';

/** One row, or none. */
@Entity('sandbox_clock')
export class SandboxClockRow {
  @PrimaryIdColumn() id: string;
  @TimeColumn('ahead_ms') aheadMs: number;
}
