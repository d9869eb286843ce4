import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention } from '../../platform/config/variables.js';

export class AnalyticsEnvironment extends RoomSettings {
  @Described('Personal data', { meaning: 'visitors' })
  @IsRetention(1)
  RETENTION_VISITOR_DAYS: number = 400;
}
