import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn, IdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('safeguarding_block')
export class SafeguardingBlockRow {
  @PrimaryColumn({ name: 'day', type: 'varchar', length: 10 }) day: string;
  /** In the list, from 0. */
  @PrimaryColumn({ name: 'position', type: 'bigint' }) position: number;
  @IdColumn('first_user') firstUser: string;
  @IdColumn('last_user') lastUser: string;
  @CountColumn('wallets') wallets: number;
  @TextColumn('hash', 64) hash: string;
  @TimeColumn('recorded') createdAt: number;
}
