import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceContext } from '../../../src/cli/service-context.js';
import { Reconciliations } from '../../../src/contexts/reconciliation/reconciliations.js';
import { ReconcileDay } from '../../../src/contexts/reconciliation/reconcile-day.js';
import { readAll } from '../../../src/kernel/pagination.js';
import { Config } from '../../../src/platform/config/config.js';
import { Database } from '../../../src/platform/database/database.js';
import { makeBackend } from '../../support/backend.js';
import { runCli } from '../../cli/run-cli.js';
import { buildService } from '../../support/service-process.js';
import { inPortions, type PlantedMonth, plantMonth } from './planted-month.js';

const FIRST = '2026-10-01';
const PURCHASES = 100_000;
const root = resolve(import.meta.dirname, '../../..');
/** The command itself needs about 80 MB; both sides of the first day as objects would be some 60 MB more. */
const HEAP_MB = 128;

describe('reconciliation of a month', () => {
  const place = makeBackend('sqlite');
  let context: ServiceContext;
  let month: PlantedMonth;

  beforeAll(async () => {
    await buildService();
    await runCli(place.environment, 'migrate', '--create');
    context = new ServiceContext(Config.loadForTool(place.environment, false), process.stderr);
    month = await plantMonth(await context.get(Database), { firstDay: FIRST, days: 31, count: PURCHASES, onFirstDay: 0.6 });
  });
  afterAll(async () => {
    await context.close();
    await place.remove();
  });

  it('finds what was planted among 100,000 purchases, and nothing else, in flat memory', async () => {
    const [file, map, out] = ['settlement.csv', 'map.json', 'differences.csv'].map((name) => join(place.config.dataDir, name));
    const lines = [...month.files.values()].flat();
    const rows = lines.map(({ reference, transactionId, amountKobo, statusText, at }) =>
      [`"${reference}"`, transactionId, amountKobo, statusText, new Date(at!).toISOString()].join(';'),
    );
    await writeFile(file!, ['Request ID;Their ID;Kobo;State;When', ...rows].join('\n'));
    await writeFile(
      map!,
      JSON.stringify({
        reference: 'Request ID',
        transactionId: 'Their ID',
        amount: 'Kobo',
        status: 'State',
        time: 'When',
        unit: 'kobo',
      }),
    );
    // The whole month's file: the command takes from it what is of its day.
    const ended = await run('--day', FIRST, '--file', file!, '--map', map!, '--out', out!);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const found: string[] = [];
    for await (const row of createReadStream(out!).pipe(parse({ columns: true, bom: true }))) {
      const { kind, reference } = row as { kind: string; reference: string };
      found.push(`${kind} ${reference}`);
    }
    const ofFirstDay = found.length;
    const reconcileDay = await context.get(ReconcileDay);
    const reconciliations = await context.get(Reconciliations);
    for (const [day, listed] of month.files) {
      if (day === FIRST) continue;
      const { id } = await reconcileDay.execute({ provider: 'sandbox', day, file: inPortions(listed) });
      for await (const { kind, reference } of readAll((page) => reconciliations.differences(id, page)))
        found.push(`${kind} ${reference}`);
    }
    expect(ofFirstDay).toBeGreaterThan(0.5 * month.expected.size);
    expect(found.length).toBe(month.expected.size);
    expect(found.filter((entry) => !month.expected.has(entry))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  });

  function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const command = [`--max-old-space-size=${HEAP_MB}`, join(root, 'dist/cli.js'), 'reconcile', '--provider', 'sandbox', ...args];
    const child = spawn(process.execPath, command, {
      cwd: place.config.dataDir,
      env: { PATH: process.env['PATH'], ...place.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    return new Promise((done) => {
      child.once('close', (code) => done({ code, ...output }));
    });
  }
});
