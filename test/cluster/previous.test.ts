import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { olderCommit } from '../../packages/harness/cluster/previous.js';

const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-history-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

/** @returns the commit */
function commit(path: string, text = ''): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', path);
  return git('rev-parse', 'HEAD');
}

describe('olderCommit', () => {
  it('is the newest tag before the current commit', () => {
    commit('src/migrations/0100-users.ts');
    git('tag', 'v1');
    const second = commit('src/main.ts');
    git('tag', 'v2');
    commit('src/migrations/0101-wallets.ts');
    commit('README.md');
    git('tag', 'v3');
    expect(olderCommit(folder)).toBe(second);
  });

  it('is the commit before the newest migration where there is no tag', () => {
    commit('src/migrations/0001-baseline.ts');
    commit('src/migrations/0100-users.ts');
    const before = commit('src/main.ts');
    commit('src/migrations/0101-wallets.ts');
    commit('src/migrations/0100-users.ts', 'formatted');
    expect(olderCommit(folder)).toBe(before);
  });

  it('is nothing where the newest migration is from before the baseline', () => {
    commit('README.md');
    commit('src/migrations/0166-limits.ts');
    commit('src/migrations/0001-baseline.ts');
    expect(olderCommit(folder)).toBeUndefined();
  });

  it('is nothing where the newest migration was made on a branch without the baseline', () => {
    commit('README.md');
    const main = git('branch', '--show-current');
    git('switch', '--quiet', '--create', 'holds');
    commit('src/migrations/0160-holds.ts');
    git('switch', '--quiet', main);
    commit('src/migrations/0001-baseline.ts');
    git('merge', '--quiet', '--no-edit', 'holds');
    expect(olderCommit(folder)).toBeUndefined();
  });

  it('is nothing in a clone without history', () => {
    commit('src/migrations/0100-users.ts');
    expect(olderCommit(folder)).toBeUndefined();
  });

  it('is nothing where there is no repository', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(olderCommit(folder)).toBeUndefined();
  });
});
