import { IsOptional, Matches } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { entriesOf } from '../../platform/config/variables.js';

const ACCOUNT = '[a-z0-9-]{1,24}(:[0-9]{10})?';

export class SettlementsEnvironment extends RoomSettings {
  @Described('Business', {
    meaning:
      'names of our accounts at banks in the books and for staff, each with the number of the account; a statement of another account is then refused',
    unset: 'no account at a bank is in the books',
    form: 'up to 24 small letters, digits and hyphens each, a colon and ten digits, with commas between',
    example: 'gtb-collections:0123456789,zenith-operations:1012345678',
  })
  @IsOptional()
  @Matches(new RegExp(`^${ACCOUNT}(,${ACCOUNT})*$`), {
    message:
      '$property must be names of small letters, digits and hyphens, each may have a colon and the ten digits of the account, with commas between',
  })
  BANK_ACCOUNTS?: string = undefined;

  /** Numbers by names; undefined where none is given. */
  get bankAccounts(): ReadonlyMap<string, string | undefined> {
    return new Map(entriesOf(this.BANK_ACCOUNTS).map((entry) => entry.split(':') as [string, string | undefined]));
  }
}
