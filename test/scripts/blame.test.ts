import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownFailures, landingsBefore } from '../../scripts/lib/blame.mjs';

const HOUR_S = 3_600;

it('takes commits that were made within four hours as one landing', () => {
  const commits = [100, 99, 97, 95, 90, 89, 80].map((hour) => ({ hash: `at ${hour}`, seconds: hour * HOUR_S }));
  expect(landingsBefore(commits)).toEqual(['at 95', 'at 90', 'at 80']);
  expect(landingsBefore(commits, 2)).toEqual(['at 95', 'at 90']);
  expect(landingsBefore([])).toEqual([]);
});

/** A tree whose tests are files with a result in them, and a runner that reports these. */
describe('a file that fails', () => {
  const tree = mkdtempSync(join(tmpdir(), 'blame-'));
  const runner = `
    import { readFileSync, writeFileSync } from 'node:fs';
    const lines = process.argv.slice(3).map((file) => ({ file, passed: 1, failed: Number(readFileSync(file, 'utf8')), skipped: 0 }));
    writeFileSync(process.env.TEST_KEPT_RESULTS, lines.map((line) => JSON.stringify(line)).join('\\n'));`;

  beforeAll(() => {
    git('init', '--quiet');
    mkdirSync(join(tree, 'scripts'));
    writeFileSync(join(tree, 'scripts/test.mjs'), runner);
    // Six landings a day apart.
    for (const day of [1, 2, 3, 4, 5, 6]) {
      write({ day, 'old.test.ts': 1, 'recent.test.ts': day > 3 ? 1 : 0, 'mine.test.ts': day > 5 ? 1 : 0 });
      if (day > 5) write({ 'new.test.ts': 1 });
      git('add', '--all');
      git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', `day ${day}`, '--date', at(day));
    }
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  it('is known where it fails at the landing before, until it has failed for five', async () => {
    const files = ['old.test.ts', 'recent.test.ts', 'mine.test.ts', 'new.test.ts'];
    expect(await knownFailures(tree, files, ['--project=shared'])).toEqual(['recent.test.ts']);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('is of this change where many fail', async () => {
    const files = Array.from({ length: 11 }, () => 'recent.test.ts');
    expect(await knownFailures(tree, files, ['--project=shared'])).toEqual([]);
  });

  function write(files: Readonly<Record<string, number>>): void {
    for (const [name, failed] of Object.entries(files)) writeFileSync(join(tree, name), String(failed));
  }

  function git(...args: string[]): string {
    const day = args.at(-1)!;
    const env = { ...process.env, GIT_COMMITTER_DATE: day.includes('T') ? day : undefined };
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: tree, encoding: 'utf8', env });
    if (status !== 0) throw new Error(stderr || stdout);
    return stdout;
  }

  function at(day: number): string {
    return `2026-11-0${day}T12:00:00Z`;
  }
});
