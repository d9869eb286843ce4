import { IsOptional, Matches } from 'class-validator';
import { guessableKeyFaults } from '../config/guessable-key.js';
import { Described, RoomSettings } from '../config/room-settings.js';
import { IsKey, STORE_FORM } from '../config/variables.js';

export class BackupEnvironment extends RoomSettings {
  @Described('Data', { meaning: 'encrypts backups; keep a copy away from them', unset: 'derived from `APP_KEY`' })
  @IsOptional()
  @IsKey()
  BACKUP_KEY?: string = undefined;

  @Described('Data', {
    meaning: 'place where `backup` and `restore` keep backups ([deployment](deployment.md#backups))',
    unset: 'given to the command',
    example: 's3:https://access-key:secret-key@s3.example.com/harmattan-backups?region=us-east-1',
    needsHttps: true,
  })
  @IsOptional()
  @Matches(STORE_FORM, { message: 'BACKUP_URL must be file:///path, or s3: and an address as in S3_URL' })
  BACKUP_URL?: string = undefined;

  /** Undefined: the app key encrypts backups. */
  get backupKey(): Buffer | undefined {
    return this.BACKUP_KEY === undefined ? undefined : Buffer.from(this.BACKUP_KEY, 'base64');
  }

  override faults(production: boolean): readonly string[] {
    const { BACKUP_KEY } = this;
    return production ? guessableKeyFaults({ BACKUP_KEY }) : [];
  }
}
