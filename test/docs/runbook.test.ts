import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { buildService } from '../support/service-process.js';
import type { Block } from './support/blocks.js';
import { Reader } from './support/reader.js';

/** Commands within sentences; blocks of their own are run by run.test.ts. */
const COMMAND = /`(\.\/harmattan [^`]+)`/g;
const NOT_RUN: Readonly<Record<string, string>> = {
  './harmattan probe': 'two accounts with money: test/cli/probe.test.ts',
  './harmattan rows:reseal TABLE ID': 'a row whose seal does not fit: test/cli/rows.test.ts',
  './harmattan rows:reseal TABLE ID --reason "…"': 'a row whose seal does not fit: test/cli/rows.test.ts',
};

const text = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8').replaceAll(/\n(?=\S)/g, ' ');
const commands = [...new Set([...text.matchAll(COMMAND)].map(([, command]) => command!))];

let reader: Reader;
beforeAll(async () => {
  await buildService();
  reader = await Reader.withService('bash');
});
afterAll(() => reader.close());

it('commands of the runbook that are not run are named, with the reason', () => {
  expect(Object.keys(NOT_RUN).filter((command) => !commands.includes(command))).toEqual([]);
});

const RUN = commands.filter((command) => NOT_RUN[command] === undefined);

it('the runbook has commands in its sentences', () => {
  expect(RUN.length).toBeGreaterThan(3);
});

it.each(RUN)('%s is taken as it stands', async (command) => {
  const blockOf = (code: string, place = code): Block => ({ place, language: 'sh', info: '', code, shown: undefined });
  const code = command.replace('NAME', 'sandbox').replace('DAY', lagosDate(Date.now()));
  expect(await reader.follow([blockOf(code, `docs/runbook.md: ${command}`)])).toEqual([]);
});
