import { IsOptional, Matches } from 'class-validator';
import { guessableKeyFaults } from '../config/guessable-key.js';
import { Described, RoomSettings } from '../config/room-settings.js';
import { entriesOf, IsKey } from '../config/variables.js';

const KEYS_FORM = /^ *[A-Za-z0-9+/]{43}= *(, *[A-Za-z0-9+/]{43}= *)*$/;

/** `Config.appKey` is the key that holds: the embedded service makes one where none is given. */
export class KeysEnvironment extends RoomSettings {
  @Described('Data', {
    meaning:
      'encrypts secrets at rest, the same for every process (`openssl rand -base64 32`); required with `DATABASE_URL`; production refuses one that can be guessed ([running](running.md#keys))',
    unset: 'embedded: made at the first start and kept in `DATA_DIR/app.key`',
  })
  @IsOptional()
  @IsKey()
  APP_KEY?: string = undefined;

  @Described('Data', {
    meaning: 'former keys: the service still reads their values, until `keys:rotate` has encrypted them anew',
    unset: 'none',
  })
  @IsOptional()
  @Matches(KEYS_FORM, { message: 'APP_KEY_PREVIOUS must be former keys, each 32 bytes in base64, separated by commas' })
  APP_KEY_PREVIOUS?: string = undefined;

  @Described('Data', { meaning: 'keys the hash chain of the ledger', unset: 'derived from `APP_KEY`' })
  @IsOptional()
  @IsKey()
  LEDGER_KEY?: string = undefined;

  /** Newest first. */
  get previousAppKeys(): readonly Buffer[] {
    return entriesOf(this.APP_KEY_PREVIOUS).map((key) => Buffer.from(key, 'base64'));
  }

  /** Undefined: the hash chain is keyed by the app key. */
  get ledgerKey(): Buffer | undefined {
    return this.LEDGER_KEY === undefined ? undefined : Buffer.from(this.LEDGER_KEY, 'base64');
  }

  override faults(production: boolean): readonly string[] {
    const { APP_KEY, LEDGER_KEY } = this;
    return production ? guessableKeyFaults({ APP_KEY, LEDGER_KEY }) : [];
  }
}
