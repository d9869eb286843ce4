import { IsOptional, Matches } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';
import { readTlsFiles, tlsFilesOf } from '../config/tls-files.js';
import { IsReadableBy, S3_ADDRESS } from '../config/variables.js';

const S3_FORM = new RegExp(`^${S3_ADDRESS}$`);

export class StorageEnvironment extends RoomSettings {
  @Described('Files', {
    meaning:
      "object store for the contents of files, with the bucket's path and percent-encoded keys. Without keys it uses those of the role of the pod or machine (AWS). `&ca=`, `cert` and `key` name files in PEM for TLS",
    unset: '`DATA_DIR/uploads`, which all processes must share',
    example: 'https://access-key:secret-key@s3.example.com/harmattan-uploads?region=us-east-1',
    needsHttps: true,
  })
  @IsOptional()
  @Matches(S3_FORM, {
    message: 'S3_URL must be https://<access key>:<secret key>@<host>/<bucket>, or without keys for those of a role',
  })
  @IsReadableBy((address) => readTlsFiles(tlsFilesOf(new URL(address).searchParams)))
  S3_URL?: string = undefined;
}
