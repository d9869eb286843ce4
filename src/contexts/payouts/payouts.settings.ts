import { IsOptional, MinLength } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention } from '../../platform/config/variables.js';

export class PayoutsEnvironment extends RoomSettings {
  @Described('Providers', {
    meaning:
      'secret of at least 24 characters in the address that payout providers ask before they pay (`payout_authorize`), as `token=`',
    unset: 'every payout that a provider asks about is refused',
  })
  @IsOptional()
  @MinLength(24)
  PAYOUT_APPROVAL_TOKEN?: string = undefined;

  @Described('Personal data', { meaning: 'answers of providers about payouts' })
  @IsRetention(90)
  RETENTION_PAYOUT_ANSWER_DAYS: number = 730;
}
