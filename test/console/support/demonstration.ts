import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { onceARun } from '../../support/once-a-run.js';
import { buildService } from '../../support/service-process.js';
import { Codes } from './codes.js';
import { addFurtherRecords } from './further-records.js';
import { MovableService } from './movable-service.js';
import { clientOf, signInStaff } from './staff-sessions.js';

export const ROLES = ['Administrator', 'Support', 'Finance', 'Auditor', 'Compliance', 'Integrator'] as const;
export type Role = (typeof ROLES)[number];

interface Seed {
  readonly password: string;
  readonly users: readonly { readonly email: string; readonly userId: string; readonly referenceId: string }[];
  readonly staff: readonly { readonly role: Role; readonly email: string; readonly totpSecret: string }[];
}

export interface Demonstration extends Seed {
  /** Steps of codes that are used up already. */
  readonly usedSteps: Record<string, number>;
}

const run = promisify(execFile);
const cli = resolve(import.meta.dirname, '../../../dist/cli.js');

export function environmentIn(folder: string): Readonly<Record<string, string>> {
  return { DATA_DIR: folder, RATE_LIMIT_SCALE: '0', WEBHOOK_LOOPBACK: 'allowed' };
}

/** A data folder with the demonstration and further records, which is made once for all test files of a run. */
export async function copyOfDemonstration(): Promise<{ folder: string; demonstration: Demonstration }> {
  const made = await onceARun('demonstration', makeDemonstration);
  const folder = await mkdtemp(join(tmpdir(), 'harmattan-console-'));
  await cp(join(made, 'data'), folder, { recursive: true });
  return { folder, demonstration: JSON.parse(await readFile(join(made, 'demonstration.json'), 'utf8')) as Demonstration };
}

async function makeDemonstration(folder: string): Promise<void> {
  await buildService();
  const data = join(folder, 'data');
  await mkdir(data);
  const env = { PATH: process.env['PATH'], ...environmentIn(data) };
  const command = (...args: string[]) => run(process.execPath, [cli, ...args, '--json'], { cwd: data, env });
  await command('migrate', '--create');
  const seed = JSON.parse((await command('demo:seed')).stdout) as Seed;
  const service = await MovableService.start(environmentIn(data));
  const codes = new Codes(service);
  const { email, totpSecret } = seed.staff[0]!;
  const session = await signInStaff(service.url, email, seed.password, await codes.next(totpSecret));
  await addFurtherRecords(service.url, clientOf(service.url, session));
  await service.stop();
  await writeFile(join(folder, 'demonstration.json'), JSON.stringify({ ...seed, usedSteps: codes.usedSteps }));
}
