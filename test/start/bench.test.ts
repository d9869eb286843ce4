import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const SHORTEST = [
  ['--only', 'transfer', '--backend', 'sqlite', '--connections', '4', '--seconds', '0.2', '--warm-up', '0.2', '--users', '10'],
  ['books', '--postings', '2000', '--wallets', '20', '--months', '2', '--only', 'balance'],
  ['edge', '--by-part', '--rounds', '1', '--requests', '500', '--warm-up', '100', '--connections', '4'],
  ['edge', '--by-step', '--rounds', '1', '--requests', '500', '--warm-up', '100', '--connections', '4'],
  ['growth', '--transfers', '3000', '--users', '40', '--most', '2500'],
  [
    'nodes',
    '--processes',
    '1',
    '--delays',
    '0',
    '--loads',
    'uniform',
    '--ways',
    'one writer',
    '--seconds',
    '0.2',
    '--warm-up',
    '0.2',
  ],
];

describe('the benchmark runs', () => {
  it.each(SHORTEST.map((args) => [args.join(' '), args] as const))('%s', (_, args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bench.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/\d /);
  });
});

describe('the comparison with the commit before', () => {
  it('passes, and says why, where git does not have that commit', () => {
    const args = ['scripts/bench-quick.mjs', 'no-such-commit'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stdout).toMatch(/^Nothing is compared: there is no no-such-commit here/);
    expect(status).toBe(0);
  });
});
