/**
 * `npm run check`: formatting, lint, types, architecture and dead code; runs all of them, two at a time, even if one fails. With `-- --changed`
 * it looks at the format of what changed alone, and runs the tests about that.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildClient, isClientBuilt } from './lib/build-client.mjs';
import { changedFiles, testsOf } from './lib/changed.mjs';
import { fail, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const changed = process.argv.includes('--changed') ? changedFiles() : undefined;
const checks = {
  formatting: ['oxfmt/bin/oxfmt', '--list-different', '--no-error-on-unmatched-pattern', ...(changed ?? [])],
  lint: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts', 'packages', 'vitest.config.ts'],
  types: ['typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  'types of the console': ['typescript7/bin/tsc', '--noEmit', '-p', 'packages/console'],
  'types of the pages': ['typescript7/bin/tsc', '--noEmit', '-p', 'packages/reference'],
  'types of the scripts': ['typescript7/bin/tsc', '--noEmit', '-p', 'scripts'],
  architecture: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'packages',
    'scripts',
  ],
  'dead code': ['knip/bin/knip.js', '--treat-config-hints-as-errors'],
};

try {
  await prepare({ build: false });
  // Others have its types from its build.
  if (!isClientBuilt()) await buildClient();
} catch (error) {
  fail(error);
}

const left = Object.entries(checks).values();
await Promise.all([runInTurn(), runInTurn()]);
if (changed) await runTestsOf(changed);

async function runInTurn() {
  for (const [name, [tool, ...args]] of left) await run(name, tool, args);
}

async function run(name, tool, args) {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (code !== 0) {
    console.log(output + errors);
    process.exitCode = 1;
  }
}

async function runTestsOf(files) {
  const tests = testsOf(files);
  if (tests.length === 0) return console.log('no tests are about what changed');
  console.log(`tests: ${tests.join(' ')}`);
  const args = ['scripts/test.mjs', '--project=shared', '--passWithNoTests', ...tests];
  const { status } = await runChild('testing', [process.execPath, ...args], { stdio: ['ignore', 1, 2] });
  if (status !== 0) process.exitCode = 1;
}
