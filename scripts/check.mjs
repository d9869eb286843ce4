/** `npm run check`: formatting, lint, types, architecture and dead code; runs all of them even if one fails. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const checks = {
  formatting: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
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
  prepare({ build: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

for (const [name, [tool, ...args]] of Object.entries(checks)) {
  const startedAt = Date.now();
  const result = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], { cwd: root, encoding: 'utf8' });
  const isGood = result.status === 0;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isGood) {
    console.log(result.stdout + result.stderr + (result.error?.message ?? ''));
    process.exitCode = 1;
  }
}
