import { IsInt, Max, Min } from 'class-validator';
import { type Kobo, naira } from '../../kernel/money.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { toNumber } from '../../platform/config/variables.js';

export class AttemptsEnvironment extends RoomSettings {
  @Described('Providers', {
    meaning:
      'Naira; staff get a system log when our balance with a provider of purchases or payouts is below it. The service reads the balance every 5 minutes',
  })
  @toNumber
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  PROVIDER_FLOAT_ALERT: number = 100_000;

  get floatAlertKobo(): Kobo {
    return naira(this.PROVIDER_FLOAT_ALERT);
  }
}
