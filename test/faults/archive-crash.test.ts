import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveProgress } from '../../src/ledger/archive/application/archive-ledger.js';
import { everythingRead, writeMonths } from '../ledger/support/archived-books.js';
import { verify } from '../ledger/verify.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, openLedger } from '../support/ledger-fixture.js';
import { type Compiled, compile } from './compiled.js';

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('a process killed while it archives, on %s', { concurrent: true }, (backend) => {
  let books: LedgerFixture;
  let wallets: readonly string[];
  let before: unknown;
  let verdict: unknown;
  beforeAll(async () => {
    books = await openLedger(backend);
    // On each day of a year four of their months are closed, and each has more than the 2,000 that are deleted at once.
    wallets = await writeMonths(books, { postings: 18_000, wallets: 12, mostCommands: 16 }, 190);
    [before, verdict] = [await read(), await verify(books.config)];
  });
  afterAll(() => books.close());

  const read = () => everythingRead(books, wallets.slice(1, 3));
  const countOf = async (table: string) =>
    Number((await books.dataSource.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);

  async function lastArchived(): Promise<number> {
    const [{ last }] = await books.dataSource.query<[{ last: number }]>('SELECT MAX(last_batch) AS last FROM ledger_archive');
    return last;
  }

  async function run(...given: string[]): Promise<string | null> {
    const child = fork(compiled.file('test/faults/archive-child.ts'), given, { env: { ...process.env, ...books.environment } });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([null, 0]).toContain(code);
    return signal;
  }

  it.sequential.each<[ArchiveProgress['step'], number, parts: number]>([
    ['written', 1, 0],
    ['verified', 1, 0],
    ['recorded', 1, 1],
    ['removed', 1, 1],
    ['written', 2, 2],
    ['recorded', 1, 3],
  ])('after %s, time %i: every posting is where it is looked for', async (step, times, parts) => {
    expect(await run(step, String(times))).toBe('SIGKILL');
    expect(await countOf('ledger_archive')).toBe(parts);
    if (step === 'removed') expect(await countOf(`posting WHERE batch_no <= ${await lastArchived()}`)).toBeGreaterThan(0);
    expect(await read()).toEqual(before);
    expect(await verify(books.config)).toEqual(verdict);
  });

  it.sequential('goes on to the end when it is run again', async () => {
    expect(await run()).toBeNull();
    expect(await countOf(`posting WHERE batch_no <= ${await lastArchived()}`)).toBe(0);
    expect(await countOf('ledger_archive')).toBeGreaterThan(3);
    expect(await read()).toEqual(before);
    expect(await verify(books.config)).toEqual(verdict);
    const args = [compiled.file('src/cli.ts'), 'ledger:verify', '--json', '--workers', '2'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...books.environment } });
    expect(JSON.parse(stdout), 'in threads').toEqual(verdict);
  });
});
