import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { StartError } from '../config/start-error.js';
import { STORE_FORM } from '../config/variables.js';
import { S3FileStorage } from '../storage/s3-file-storage.js';

/** A place for backups: a folder for each, with the manifest written last. */
export interface BackupStore {
  put(backup: string, name: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is none. */
  get(backup: string, name: string): Promise<Buffer | undefined>;
  /** Oldest first, with those that were not finished. */
  backups(): Promise<string[]>;
}

/** Kept beside the logical backups, each in a folder of its own. */
export type BackupKind = 'physical' | 'binlog';

/** @param url `file:///path`, or `s3:` and an address as in S3_URL. @throws StartError for another one */
export function backupStore(url: string, kind?: BackupKind): BackupStore {
  if (!STORE_FORM.test(url)) throw new StartError(['Backups are kept in file:///path, or in s3: and an address as in S3_URL.']);
  return url.startsWith('s3:')
    ? new ObjectBackups(new S3FileStorage(url.slice('s3:'.length)), `${kind ?? 'backups'}/`)
    : new FolderBackups(join(fileURLToPath(url), kind ?? ''), kind !== undefined);
}

class FolderBackups implements BackupStore {
  constructor(
    private readonly folder: string,
    private readonly mayBeMissing: boolean,
  ) {}

  async put(backup: string, name: string, bytes: Buffer): Promise<void> {
    await mkdir(join(this.folder, backup), { recursive: true, mode: 0o700 });
    const path = join(this.folder, backup, name);
    const draft = await open(`${path}.draft`, 'w', 0o600);
    try {
      await draft.writeFile(bytes);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(`${path}.draft`, path);
  }

  async get(backup: string, name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.folder, backup, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async backups(): Promise<string[]> {
    if (existsSync(this.folder)) return (await readdir(this.folder)).toSorted();
    if (this.mayBeMissing) return [];
    // Not made here: it may be a disk that is not mounted.
    throw new StartError([`The folder ${this.folder} for backups is not there: mount its disk, or make it with mkdir -p.`]);
  }
}

class ObjectBackups implements BackupStore {
  constructor(
    private readonly store: S3FileStorage,
    private readonly prefix: string,
  ) {}

  put(backup: string, name: string, bytes: Buffer): Promise<void> {
    return this.store.put(`${this.prefix}${backup}/${name}`, bytes);
  }

  async get(backup: string, name: string): Promise<Buffer | undefined> {
    const content = await this.store.open(`${this.prefix}${backup}/${name}`);
    return content && buffer(content);
  }

  async backups(): Promise<string[]> {
    const keys = await this.store.list(this.prefix);
    return [...new Set(keys.map((key) => key.slice(this.prefix.length).split('/', 1)[0]!))].toSorted();
  }
}
