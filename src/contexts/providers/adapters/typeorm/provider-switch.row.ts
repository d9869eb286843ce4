import { Entity } from 'typeorm';
import { FlagColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('provider_switch')
export class ProviderSwitchRow {
  @PrimaryIdColumn('provider') provider: string;
  @FlagColumn('is_on') isOn: boolean;
  @TextColumn('reason') reason: string;
  @TimeColumn('changed_at') changedAt: number;
}
