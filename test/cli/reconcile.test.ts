import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackend } from '../support/backend.js';
import { runCli } from './run-cli.js';

const DAY = '2026-10-05';

describe('cli: reconcile', () => {
  const place = makeBackend('sqlite');
  beforeAll(async () => {
    await runCli(place.environment, 'migrate', '--create');
  }, 60_000);
  afterAll(() => place.remove());

  const reconcile = (...args: string[]) =>
    runCli(place.environment, 'reconcile', '--provider', 'sandbox', '--day', DAY, '--json', ...args);
  function file(name: string, text: string): string {
    const path = join(place.config.dataDir, name);
    writeFileSync(path, text);
    return path;
  }

  it('takes the own names of the columns and naira without a map, and exits 1 on a difference', async () => {
    const csv = file('own.csv', `reference,amount,status,time\nelse-1,"1,200.50",delivered,${DAY} 10:00\n`);
    const { exitCode, json } = await reconcile('--file', csv);
    expect([exitCode, json]).toMatchObject([1, { ours: 0, theirs: 1, missingHere: 1, differenceKobo: 120_050 }]);
  });

  it('exits 0 where both sides agree', async () => {
    const { exitCode, json } = await reconcile('--file', file('empty.csv', 'reference,amount,status,time\n'));
    expect([exitCode, json]).toMatchObject([0, { ours: 0, theirs: 0, matched: 0 }]);
  });

  it.each([
    ['a line that cannot be read', 'reference,amount\nx1,10\nx2,ten\n', [], 'line 3: amount "ten" is no amount in naira'],
    ['a column that is not there', 'ref,amount\nx1,10\n', [], 'it has no column reference'],
    ['what is no CSV', 'reference,amount\n"x1,10\n', [], 'The settlement file cannot be read'],
    ['a map that is none', 'reference,amount\n', ['--map'], 'is no map'],
  ])('exits 2 for %s', async (_, text, more, message) => {
    const map = more.length > 0 ? ['--map', file('map.json', '{"unit":"dollar"}')] : [];
    const { exitCode, json } = await reconcile('--file', file('wrong.csv', text), ...map);
    expect([exitCode, json.error]).toEqual([2, expect.stringContaining(message)]);
  });

  it('exits 2 for a provider that needs a file, and 1 for a file that is not there', async () => {
    expect(await reconcile()).toMatchObject({ exitCode: 2 });
    expect(await reconcile('--file', '/nowhere.csv')).toMatchObject({ exitCode: 1 });
    expect(await runCli(place.environment, 'reconcile', '--provider', 'sandbox', '--day', '2026-02-30')).toMatchObject({
      exitCode: 2,
    });
  });
});
