import { IsOptional, Matches } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { entriesOf } from '../../platform/config/variables.js';

export class SettlementsEnvironment extends RoomSettings {
  @Described('Business', {
    meaning: 'names of our accounts at banks, as the books and staff call them',
    unset: 'no account at a bank is in the books',
    form: 'up to 24 small letters, digits and hyphens each, with commas between',
    example: 'gtb-collections,zenith-operations',
  })
  @IsOptional()
  @Matches(/^[a-z0-9-]{1,24}(,[a-z0-9-]{1,24})*$/, {
    message: '$property must be names of small letters, digits and hyphens with commas between',
  })
  BANK_ACCOUNTS?: string = undefined;

  get bankAccounts(): readonly string[] {
    return [...new Set(entriesOf(this.BANK_ACCOUNTS))];
  }
}
