import { IsInt, Max, Min } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention, toNumber } from '../../platform/config/variables.js';

export class IdentityEnvironment extends RoomSettings {
  @Described('Personal data', {
    meaning: 'keyed digests of the BVNs and NINs of closed accounts, counted from the erasure: the law asks for five years',
  })
  @IsRetention(1_825)
  RETENTION_IDENTITY_DAYS: number = 1_825;

  @Described('Business', {
    meaning: 'days after which a BVN or NIN has to be verified again. We tell the user 30 days before. 0: never',
  })
  @toNumber
  @IsInt()
  @Min(0)
  @Max(36_500)
  IDENTITY_REVALIDATION_DAYS: number = 0;
}
