import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention } from '../../platform/config/variables.js';

export class SupportEnvironment extends RoomSettings {
  @Described('Personal data', { meaning: 'contact forms' })
  @IsRetention(1)
  RETENTION_CONTACT_FORM_DAYS: number = 730;

  @Described('Personal data', { meaning: 'tickets, after they were resolved or closed' })
  @IsRetention(1)
  RETENTION_TICKET_DAYS: number = 730;
}
