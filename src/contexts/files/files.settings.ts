import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsUrl, toNumber } from '../../platform/config/variables.js';

export class FilesEnvironment extends RoomSettings {
  @Described('Files', {
    meaning: 'ClamAV daemon that scans files',
    unset: 'files are not scanned for viruses',
    example: 'tcp://127.0.0.1:3310',
  })
  @IsOptional()
  @IsUrl('tcp', 'unix')
  CLAMD_URL?: string = undefined;

  @Described('Files', { meaning: 'megabytes of storage for the files of one user' })
  @toNumber
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  UPLOAD_QUOTA_MB: number = 1_024;

  get quotaBytes(): number {
    return this.UPLOAD_QUOTA_MB * 1_048_576;
  }
}
