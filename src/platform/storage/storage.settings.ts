import { IsOptional, Matches } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';

const S3_FORM = /^https?:\/\/([^\s:@/]+:[^\s:@/]+@)?[^\s@/?#]+\/[^\s?#]+(\?region=[a-z0-9-]+)?$/;

export class StorageEnvironment extends RoomSettings {
  @Described('Files', {
    meaning:
      "object store for the contents of files, with the bucket's path and percent-encoded keys; without keys those of the role of the pod or machine (AWS)",
    unset: '`DATA_DIR/uploads`, which all processes must share',
    example: 'https://access-key:secret-key@s3.example.com/harmattan-uploads?region=us-east-1',
    needsHttps: true,
  })
  @IsOptional()
  @Matches(S3_FORM, {
    message: 'S3_URL must be https://<access key>:<secret key>@<host>/<bucket>, or without keys for those of a role',
  })
  S3_URL?: string = undefined;
}
