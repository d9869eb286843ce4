import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { countResults, durationsOf, readResults, slowestLines, summaryLine } from '../../scripts/lib/results.mjs';

const ROOT = join(import.meta.dirname, '../..');
const end = { isWhole: true, passed: 0, failed: 0, skipped: 0 };
const green = { file: 'a.test.ts', passed: 2, failed: 0, skipped: 0 };

describe('summary line of npm test', () => {
  it.each([
    ['a green run', [green, end], 0, '2 passed, 0 failed', true],
    ['a failed test', [green, { ...green, failed: 1 }, end], 1, '4 passed, 1 failed', false],
    ['a skipped test', [{ ...green, skipped: 1 }, end], 0, '2 passed, 0 failed, 1 skipped', false],
    ['an unhandled rejection', [green, { ...end, failed: 1 }], 1, '2 passed, 1 failed', false],
    ['an exit code that nothing explains', [green, end], 1, '2 passed, 1 failed', false],
    ['no test at all', [end], 0, '0 passed, 1 failed', false],
    ['a run that was ended', [green, green], 1, '4 passed, 1 failed', false],
    ['no report', [], 1, '0 passed, 1 failed', false],
  ])('reports %s', (_, lines, exitCode, line, isGreen) => {
    const results = countResults(lines, exitCode);
    expect([summaryLine(results), results.isGreen]).toEqual([line, isGreen]);
  });

  it('has each file as it ends, also one that cannot be loaded', () => {
    const folder = mkdtempSync(join(tmpdir(), 'results-'));
    const results = join(folder, 'results');
    const tests = {
      'loads.test.ts': "it('a', () => expect(1).toBe(1)); it('b', () => expect(1).toBe(2)); it.skip('c', () => {});",
      'broken.test.ts': "import './missing.js';",
    };
    for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, name), text);
    const reporter = `--reporter=${join(ROOT, 'scripts/lib/results.mjs')}`;
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--globals', `--root=${folder}`, reporter];
    spawnSync(process.execPath, args, { cwd: ROOT, env: { ...process.env, TEST_RESULTS: results } });
    const lines = readResults(results);
    rmSync(folder, { recursive: true });
    expect(
      lines
        .map(({ seconds: _, processorSeconds: __, ...line }) => line)
        .toSorted((one, other) => (one.file ?? 'z').localeCompare(other.file ?? 'z')),
    ).toEqual([
      { file: 'broken.test.ts', passed: 0, failed: 1, skipped: 0 },
      { file: 'loads.test.ts', passed: 1, failed: 1, skipped: 1 },
      end,
    ]);
  });
});

it('names the files with the most processor time', () => {
  const took = (file: string, processorSeconds: number) => ({ ...green, file, processorSeconds });
  const lines = [green, took('b.test.ts', 61.4), took('c.test.ts', 75), end];
  expect(slowestLines(lines)).toEqual(['   75 s  c.test.ts', '   61 s  b.test.ts']);
});

it('keeps the durations of long files, also of those that did not run, and of no file that is gone', () => {
  const lines = [green, { ...green, file: 'long.test.ts', processorSeconds: 61.4 }, { ...green, processorSeconds: 2.2 }, end];
  const before = { 'a.test.ts': 7, 'gone.test.ts': 9, 'long.test.ts': 30, 'slow.test.ts': 100 };
  const durations = durationsOf(lines, before, (file) => file !== 'gone.test.ts');
  expect(Object.entries(durations)).toEqual([
    ['long.test.ts', 61],
    ['slow.test.ts', 100],
  ]);
});
