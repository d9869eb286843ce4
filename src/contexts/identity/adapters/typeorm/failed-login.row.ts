import { Entity, Index, PrimaryColumn } from 'typeorm';
import { CountColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('failed_login')
@Index('failed_login_last', ['lastAt'])
export class FailedLoginRow {
  @PrimaryColumn({ name: 'attempt', type: 'varchar', length: 64 }) attempt: string;
  @CountColumn('failures') failures: number;
  @TimeColumn('last_at') lastAt: number;
}
