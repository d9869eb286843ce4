/** Compiles the simulated providers, which are part of the tests and share no code with the service. */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

const output = join(root, 'dist-simulators');
const page = 'console/page.html';

/** @param {string} file in `test/simulators`. Resolves to its exports. */
export async function importSimulators(file) {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.simulators.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The simulators could not be compiled.');
  copyFileSync(join(root, 'test/simulators', page), join(output, page));
  return import(pathToFileURL(join(output, file)).href);
}
