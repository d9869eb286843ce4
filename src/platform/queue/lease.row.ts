import { Entity, PrimaryColumn } from 'typeorm';
import { TextColumn, TimeColumn } from '../database/columns.js';

@Entity('lease')
export class LeaseRow {
  @PrimaryColumn({ name: 'name', type: 'varchar', length: 64 }) name: string;
  @TextColumn('holder', 64) holder: string;
  /** Afterwards any process may take it. */
  @TimeColumn('until') until: number;
  /** When the last completed run began. */
  @TimeColumn('done_at', { default: 0 }) doneAt: number;
}
