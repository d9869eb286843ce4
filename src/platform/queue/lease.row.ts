import { Entity, PrimaryColumn } from 'typeorm';
import { TextColumn, TimeColumn } from '../database/columns.js';

/** Lease of work that only one process may do at a time. */
@Entity('lease')
export class LeaseRow {
  @PrimaryColumn({ name: 'name', type: 'varchar', length: 64 }) name: string;
  @TextColumn('holder', 64) holder: string;
  /** Unix ms; afterwards any process may take it. */
  @TimeColumn('until') until: number;
  /** Unix ms of the last completed run's beginning. */
  @TimeColumn('done_at', { default: 0 }) doneAt: number;
}
