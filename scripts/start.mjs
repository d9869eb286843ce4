/**
 * `npm start [-- --demo]`: prepares the tree and runs the service in this process, so that signals and the exit code need no forwarding
 * (package.json says `exec` for the same reason: npm's shell would not pass a SIGTERM on). `--demo` makes the demonstration first.
 */
import { join } from 'node:path';
import { fail, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const [option, ...others] = process.argv.splice(2);
try {
  if (others.length > 0 || (option ?? '--demo') !== '--demo') throw new Error('npm start takes one option: npm start -- --demo');
  await prepare({ tools: false });
  if (option === '--demo') for (const command of [['migrate', '--create'], ['demo:seed']]) await operate(...command);
} catch (error) {
  fail(error);
}
process.argv.splice(2, 0, 'dist/main.js');
await import('./run.mjs');

async function operate(...command) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', command[0] === 'migrate' ? 2 : 1, 2];
  const { status } = await runChild('making the demonstration', [process.execPath, join(root, 'dist/cli.js'), ...command], {
    stdio,
  });
  if (status !== 0) throw new Error(`${command.join(' ')} failed`);
}
