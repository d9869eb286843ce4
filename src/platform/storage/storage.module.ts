import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { FileStorage } from '../../kernel/storage.js';
import { Config } from '../config/config.js';
import { IncomingFolder } from './incoming-folder.js';
import { LocalFileStorage } from './local-file-storage.js';
import { S3FileStorage } from './s3-file-storage.js';
import { StorageEnvironment } from './storage.settings.js';
import { UPLOADS } from './storage-to-read.js';

@Global()
@Module({
  providers: [
    IncomingFolder,
    {
      provide: FileStorage,
      useFactory: ({ S3_URL }: StorageEnvironment, { dataDir }: Config, incoming: IncomingFolder) =>
        S3_URL ? new S3FileStorage(S3_URL) : new LocalFileStorage(join(dataDir, UPLOADS), incoming),
      inject: [StorageEnvironment, Config, IncomingFolder],
    },
  ],
  exports: [FileStorage, IncomingFolder],
})
export class StorageModule {}
