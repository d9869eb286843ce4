import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention } from '../../platform/config/variables.js';

export class IdentityEnvironment extends RoomSettings {
  @Described('Personal data', {
    meaning: 'keyed digests of the BVNs and NINs of closed accounts, counted from the erasure: the law asks for five years',
  })
  @IsRetention(1_825)
  RETENTION_IDENTITY_DAYS: number = 1_825;
}
