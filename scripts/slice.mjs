/**
 * `npm run test:slice`: random faults, and of the rotation (test/rotation.json) a fifth and what the commits of the last hours touch.
 * `npm run test:slow` runs all of it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANDING_S } from './lib/blame.mjs';
import { root } from './lib/root.mjs';
import { sliceOf } from './lib/slice.mjs';

const rotation = JSON.parse(readFileSync(join(root, 'test/rotation.json'), 'utf8'));
const [committed = '0'] = git('log', '-1', '--format=%ct');
const [tree = ''] = git('rev-parse', 'HEAD^{tree}');
const landed = git('log', `--since=${Number(committed) - LANDING_S}`, '--name-only', '--format=');
const slice = sliceOf(rotation, tree, [...landed, ...git('diff', '--name-only', 'HEAD')]);
console.error(`Of the rotation: ${slice.join(' ') || 'nothing'}`);
process.argv.splice(2, 0, '--project=slow', 'test/faults/', ...slice);
await import('./test.mjs');

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
