import { Entity, PrimaryColumn } from 'typeorm';
import { TextColumn, TimeColumn } from '../database/columns.js';

/** Who may do what only one process does at a time. */
@Entity('lease')
export class LeaseRow {
  @PrimaryColumn({ name: 'name', type: 'varchar', length: 64 }) name: string;
  @TextColumn('holder', 64) holder: string;
  /** Unix ms; from then on anybody may take it. */
  @TimeColumn('until') until: number;
  /** Unix ms when the work was last begun and brought to an end. */
  @TimeColumn('done_at', { default: 0 }) doneAt: number;
}
