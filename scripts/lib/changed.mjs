/** What `npm run check -- --changed` looks at: files that differ from the last commit, or, where none do, those of the last commit. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @returns paths of files that are there, from the project's root */
export function changedFiles() {
  const now = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  const files = now.length > 0 ? now : git('diff', '--name-only', 'HEAD~1', 'HEAD');
  return files.filter((file) => existsSync(join(root, file)));
}

/**
 * Files and folders whose tests are about these files: a test itself, the specs of the room that a source is in, and the folder of `test`
 * of the same name.
 * @param {readonly string[]} files
 */
export function testsOf(files) {
  const found = new Set();
  for (const file of files) {
    if (/\.(test|spec)\.ts$/.test(file)) found.add(file);
    if (!file.startsWith('src/')) continue;
    const [room, name] = file.slice('src/'.length).split('/');
    const place = room === 'contexts' || room === 'platform' ? `${room}/${name}` : room;
    for (const folder of [`src/${place}/`, `test/${place.replace('platform/', '')}/`])
      if (existsSync(join(root, folder))) found.add(folder);
  }
  return [...found];
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
