import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../scripts/audit-advisories.mjs');

const LOCK = {
  packages: {
    '': { name: 'x' },
    'packages/client': { name: '@x/client', version: '1.0.0' },
    'node_modules/@x/client': { resolved: 'packages/client', link: true },
    'node_modules/left': { version: '1.2.3' },
    'node_modules/@scope/right': { version: '2.0.0', dev: true },
    'node_modules/other/node_modules/left': { version: '1.3.0' },
    'node_modules/alias': { name: 'typescript', version: '7.0.2' },
  },
};

const record = (id: string, name: string, events: object[], more: object = {}) => ({
  id,
  summary: `Fault ${id}`,
  modified: '2026-11-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  database_specific: { severity: 'HIGH' },
  ...more,
});

describe('audit:advisories', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'advisories-'));
    writeFileSync(join(folder, 'lock.json'), JSON.stringify(LOCK));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  let count = 0;
  function database(content: unknown): string {
    const path = join(folder, `${count++}.json`);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      execFile(process.execPath, [SCRIPT, '--lock', join(folder, 'lock.json'), ...args], (error, stdout, stderr) =>
        done({ code: (error?.code as number | undefined) ?? 0, stdout, stderr }),
      );
    });

  it('finds what records of OSV name, where its version is in their range', async () => {
    const { code, stdout } = await run(
      '--database',
      database([
        record('GHSA-1', 'left', [{ introduced: '0' }, { fixed: '1.3.0' }]),
        record('GHSA-2', 'typescript', [{ introduced: '7.0.0' }, { last_affected: '7.0.2' }]),
        record('GHSA-3', 'left', [{ introduced: '0' }], { withdrawn: '2026-11-02T00:00:00Z' }),
        record('GHSA-4', '@x/client', [{ introduced: '0' }]),
      ]),
    );
    expect(code).toBe(1);
    expect(stdout).toBe(`high     typescript 7.0.2 (node_modules/alias)
         GHSA-2: Fault GHSA-2
         no version that mends it is named
high     left 1.2.3 (node_modules/left)
         GHSA-1: Fault GHSA-1
         mended in 1.3.0
4 packages held against 3 advisories, the newest of 2026-11-01: 2 found.
`);
  });

  it('finds what the answer of a registry names, from a level on, and leaves out development on request', async () => {
    const path = database({
      left: [{ id: 1, title: 'Slow', severity: 'low', vulnerable_versions: '<=1.3.0', url: 'https://example.com/1' }],
      '@scope/right': [{ id: 2, title: 'Open', severity: 'critical', vulnerable_versions: '>=2.0.0 <2.0.1' }],
    });
    const found = async (...args: string[]) => {
      const { code, stdout } = await run('--database', path, '--json', ...args);
      return [code, (JSON.parse(stdout) as { found: { id: string; path: string }[] }).found.map(({ id }) => id)];
    };
    expect(await found()).toEqual([1, ['2', '1', '1']]);
    expect(await found('--level', 'high')).toEqual([1, ['2']]);
    expect(await found('--level', 'high', '--omit', 'dev')).toEqual([0, []]);
  });

  it('reads a folder of records', async () => {
    const path = join(folder, 'database');
    mkdirSync(join(path, '2026', '11'), { recursive: true });
    writeFileSync(join(path, '2026', '11', 'a.json'), JSON.stringify(record('GHSA-5', 'left', [{ introduced: '9.0.0' }])));
    writeFileSync(join(path, 'README.md'), 'no record');
    expect(await run('--database', path)).toMatchObject({
      code: 0,
      stdout: '4 packages held against 1 advisory, the newest of 2026-11-01: none is affected.\n',
    });
  });

  it.each([
    ['no database', () => [], '--database is missing'],
    ['a database that does not exist', () => ['--database', join(folder, 'nowhere')], 'does not exist'],
    ['no JSON', () => ['--database', database('<html>')], 'is no JSON'],
    ['JSON of another form', () => ['--database', database({ error: 'not found' })], 'has neither records of OSV'],
    ['a list of something else', () => ['--database', database([{ name: 'left' }])], 'has neither records of OSV'],
    ['no advisory', () => ['--database', database([])], 'has no advisory'],
    ['an unknown level', () => ['--database', database([]), '--level', 'bad'], '--level bad is unknown'],
  ])('exits with 2 for %s, which is not the same as nothing found', async (_, args, words) => {
    const { code, stdout, stderr } = await run(...args());
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    expect(stderr).not.toMatch(/\n +at /);
  });
});
