import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention } from '../../platform/config/variables.js';

export class AuditEnvironment extends RoomSettings {
  @Described('Personal data', { meaning: 'records of reads by staff' })
  @IsRetention(400)
  RETENTION_STAFF_READ_DAYS: number = 400;
}
