import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../../platform/database/columns.js';

@Entity('used_id_token')
@Index('used_id_token_expires', ['expires'])
export class UsedIdTokenRow {
  @PrimaryColumn({ name: 'digest', type: 'varchar', length: 64 }) digest: string;
  @TimeColumn('expires') expires: number;
}
