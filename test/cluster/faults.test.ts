import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultResult } from '../../packages/harness/faults/runner.js';
import { buildService } from '../support/service-process.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** One of each kind; `npm run cluster -- --faults` has them all. */
const FAULTS = ['api-killed', 'api-stopped', 'worker-killed', 'database-killed', 'redis-lost'];
/** On a machine that is busy with other tests; it took five minutes on two cores at a load of 20. */
const LONGEST_MS = 600_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-faults-'));
  await buildService();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the books are right after a fault of each kind under load', async () => {
  const report = join(folder, 'report.json');
  const parts = ['--database', 'replication', '--redis', 'single', '--api', '2', '--workers', '1'];
  const faults = ['--faults', '--only', FAULTS.join(), '--users', '4', '--rate', '10', '--scale', '0.1', '--json', report];
  const command = [join(ROOT, 'scripts/cluster.mjs'), ...parts, ...faults];
  const run = spawn(process.execPath, command, { cwd: ROOT, timeout: LONGEST_MS - 5_000 });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [exitCode] = (await once(run, 'close')) as [number | null];
  expect(exitCode, output).toBe(0);
  const results = JSON.parse(readFileSync(report, 'utf8')) as FaultResult[];
  expect(results.map(({ name, wrong }) => ({ name, wrong }))).toEqual(FAULTS.map((name) => ({ name, wrong: [] })));
  for (const { seen } of results) expect(seen.attempts).toBeGreaterThan(10);
});
