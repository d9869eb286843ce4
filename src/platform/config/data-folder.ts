import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.js';

export const SQLITE_FILE = 'harmattan.sqlite';

const OTHERS = 0o077;

/**
 * Makes the folder, and takes access to it and its contents from everybody but its owner. Closed subfolders close their contents.
 * @returns a warning if a part belongs to another user, as a mounted volume may. @throws StartError
 */
export function openDataFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const path of [folder, join(folder, SQLITE_FILE)])
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    close(folder);
    for (const name of readdirSync(folder)) close(join(folder, name));
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM') return `${folder} belongs to another user: others may read it until its owner runs chmod -R go= on it`;
    if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
      throw new StartError([`DATA_DIR ${folder} cannot be used (${code}): name a folder that this user may write.`]);
    throw error;
  }
}

/** Makes an empty file if there is none, because a program that creates it would let others read it. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

function close(path: string): void {
  // Another process may remove a draft meanwhile.
  const info = statSync(path, { throwIfNoEntry: false });
  if (info && (info.mode & OTHERS) !== 0) chmodSync(path, info.mode & 0o700);
}
