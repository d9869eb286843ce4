import { Entity, Index, PrimaryColumn } from 'typeorm';
import { CountColumn, TextColumn, TimeColumn } from '../database/columns.js';

/** A failed answer of status 5xx, with nothing of its request but the operation. */
@Entity('fault')
@Index('fault_recorded', ['createdAt'])
export class FaultRow {
  @PrimaryColumn({ name: 'reference', type: 'varchar', length: 8 }) reference: string;
  @TextColumn('action', 64) action: string;
  @CountColumn('status') status: number;
  /** Name of the failure, as `edge.fault`. */
  @TextColumn('failure', 64) failure: string;
  /** Class and code of the error; without its message, which may have values. */
  @TextColumn('error', 128) error: string;
  /** File and line of our code. */
  @TextColumn('place') place: string;
  @TimeColumn('recorded') createdAt: number;
}
