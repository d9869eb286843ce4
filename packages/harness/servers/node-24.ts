/** Another version of Node, which the package `node-<platform>-<architecture>` of the npm registry brings. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.js';

const VERSION = '24.21.0';

/** The path of Node 24, which is installed where it is missing. @throws Error where it cannot be */
export function provideNode24(): string {
  const name = `node-${process.platform}-${process.arch}`;
  const place = join(root, 'node_modules/.cache', `node-${VERSION}`);
  const program = join(place, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  const args = ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', `${name}@${VERSION}`];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cannot install ${name}@${VERSION}: ${stderr}`);
  return program;
}
