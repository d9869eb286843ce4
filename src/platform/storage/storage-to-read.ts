import { join } from 'node:path';
import type { FileStorage } from '../../kernel/storage.js';
import { LocalFileStorage } from './local-file-storage.js';
import { S3FileStorage } from './s3-file-storage.js';

export const UPLOADS = 'uploads';

const READ_ONLY = {
  newPath: (): string => {
    throw new Error('files are only read here');
  },
};

interface StoragePlace {
  /** Undefined: the files are in `dataDir`. */
  readonly s3Url: string | undefined;
  readonly dataDir: string;
}

/** The files of the service, for threads and tools that write none. */
export function storageToRead({ s3Url, dataDir }: StoragePlace): Pick<FileStorage, 'open'> {
  return s3Url ? new S3FileStorage(s3Url) : new LocalFileStorage(join(dataDir, UPLOADS), READ_ONLY);
}
