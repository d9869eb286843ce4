import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.js';

/**
 * The folder that `fill` has filled, once for all test files of a run, whatever process they run in.
 * @throws Error where filling it failed, here or in another file
 */
export async function onceARun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const run = process.env['TEST_RUN_FOLDER']!;
  const folder = join(run, name);
  const failed = `${folder}.failed`;
  if (isFirst(`${folder}.begun`)) {
    try {
      const unfinished = `${folder}.unfinished`;
      mkdirSync(unfinished);
      await fill(unfinished);
      renameSync(unfinished, folder);
    } catch (error) {
      writeFileSync(failed, '');
      throw error;
    }
  }
  await until(() => existsSync(folder) || existsSync(failed));
  if (existsSync(failed)) throw new Error(`${name} could not be made in another test file`);
  return folder;
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
