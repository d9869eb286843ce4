import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { FileStorage } from '../../kernel/storage.js';
import { Config } from '../config/config.js';
import { IncomingFolder } from './incoming-folder.js';
import { LocalFileStorage } from './local-file-storage.js';
import { S3FileStorage } from './s3-file-storage.js';
import { UPLOADS } from './storage-to-read.js';

@Global()
@Module({
  providers: [
    IncomingFolder,
    {
      provide: FileStorage,
      useFactory: ({ s3Url, dataDir }: Config, incoming: IncomingFolder) =>
        s3Url ? new S3FileStorage(s3Url) : new LocalFileStorage(join(dataDir, UPLOADS), incoming),
      inject: [Config, IncomingFolder],
    },
  ],
  exports: [FileStorage, IncomingFolder],
})
export class StorageModule {}
