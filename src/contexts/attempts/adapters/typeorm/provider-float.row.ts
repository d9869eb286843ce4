import { Entity } from 'typeorm';
import { KoboColumn, PrimaryIdColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('provider_float')
export class ProviderFloatRow {
  @PrimaryIdColumn('provider') provider: string;
  @KoboColumn('balance_kobo') balanceKobo: number;
  @TimeColumn('low_since', { nullable: true }) lowSince: number | null;
  @TimeColumn('read_at') readAt: number;
}
