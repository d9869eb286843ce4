import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention, IsUrl, toNumber } from '../../platform/config/variables.js';

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

  @Described('Business', {
    meaning: 'Watchman of Moov on a machine of ours, which compares verified customers with lists of sanctions',
    unset: 'nobody is screened, and `/readyz` says so',
    example: 'http://127.0.0.1:8084',
  })
  @IsOptional()
  @IsUrl('http', 'https')
  SCREENING_URL?: string = undefined;

  @Described('Business', {
    meaning: 'how alike a name on a list has to be, from 0 to 1. Try it on pairs of your own',
  })
  @toNumber
  @IsNumber()
  @Min(0.5)
  @Max(1)
  SCREENING_MIN_MATCH: number = 0.85;
}
