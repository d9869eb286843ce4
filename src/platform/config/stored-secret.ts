import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.js';

/** A secret that is made at the first start and kept in the data folder. @throws ConfigurationError where its file is damaged */
export function storedSecret(folder: string, file: string, form: RegExp, make: () => string): string {
  const path = join(folder, file);
  if (!existsSync(path)) makeFile(path, make());
  const secret = readFileSync(path, 'utf8').trim();
  if (!form.test(secret)) throw new ConfigurationError([`${path} is damaged: restore it, or what it encrypted is lost`]);
  return secret;
}

/** Creates a file atomically: one of two processes that start together wins, and a crash leaves no partial file. */
function makeFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
