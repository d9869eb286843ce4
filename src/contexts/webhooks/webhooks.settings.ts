import { IsIn, IsInt, Max, Min } from 'class-validator';
import { DAY_MS } from '../../kernel/clock.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { toNumber } from '../../platform/config/variables.js';

export class WebhooksEnvironment extends RoomSettings {
  @Described('Webhooks', { meaning: '`allowed` permits webhooks to this machine, to try them out; not in production' })
  @IsIn(['refused', 'allowed'])
  WEBHOOK_LOOPBACK: 'refused' | 'allowed' = 'refused';

  @Described('Webhooks', { meaning: 'days that succeeded webhooks are kept with their attempts; failed ones stay' })
  @toNumber
  @IsInt()
  @Min(7)
  @Max(3650)
  WEBHOOK_RETENTION_DAYS: number = 90;

  /** Never in production. */
  get allowsLoopback(): boolean {
    return this.WEBHOOK_LOOPBACK === 'allowed';
  }

  get retentionMs(): number {
    return this.WEBHOOK_RETENTION_DAYS * DAY_MS;
  }

  override faults(production: boolean): readonly string[] {
    if (!production || !this.allowsLoopback) return [];
    return ['WEBHOOK_LOOPBACK must be refused in production: subscribers would reach what runs beside the service'];
  }
}
