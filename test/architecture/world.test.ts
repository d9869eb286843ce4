import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const TIME =
  /\bDate\.now\b|new Date\(\)|\bperformance\.now\b|perf: performance|(?<!\.)\b(?:set|clear)(?:Timeout|Interval|Immediate)\b|\bMath\.random\b|node:timers|\bprocess\.(?:hrtime|uptime)\b/;
const CHANCE = /\bperformance\b|\brandom(?:FillSync|Bytes|UUID|Int)\b|\bprocess\.nextTick\b/;
/** The process that a person started: its own end, and commands, which tell that person how long they take. */
const MACHINE = /^(?:kernel\/timers|main|service|worker|cli)\.ts$|^cli\//;

it('only timers of the kernel, the ends of processes and commands take time from the machine, and nobody its chance', () => {
  expect(found('', (file) => !MACHINE.test(file), TIME)).toEqual([]);
});

/** It runs in simulated time (packages/simulation). */
it('the ledger takes time and chance from kernel/clock, kernel/timers and kernel/random', () => {
  expect(found('ledger', () => true, TIME, CHANCE)).toEqual([]);
});

it.each([
  ['const at = Date.now();', ['1: Date.now']],
  ['\nsetTimeout(work, 5);', ['2: setTimeout']],
  ["import { setTimeout as pause } from 'node:timers/promises';", ['1: setTimeout']],
  ["import * as timers from 'node:timers';", ['1: node:timers']],
  ['const since = performance.now();', ['1: performance.now']],
  ['pause(Math.random());', ['1: Math.random']],
  ['const at = new Date();', ['1: new Date()']],
  ['new LRUCache({ ttl, perf: performance });', ['1: perf: performance']],
  ['const id = randomUUID();', ['1: randomUUID']],
  ['const at = steadyMs();\nafter(5, work);\nsocket.setTimeout(5);', []],
])('in %j it finds %j', (text, expected) => {
  expect(worldIn(text, TIME, CHANCE)).toEqual(expected);
});

function found(room: string, isLooked: (file: string) => boolean, ...what: readonly RegExp[]): string[] {
  const files = readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' }).filter(isSource).filter(isLooked);
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap((file) => worldIn(readFileSync(join(SRC, room, file), 'utf8'), ...what).map((at) => `${file}:${at}`));
}

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.spec.ts');
}

function worldIn(text: string, ...what: readonly RegExp[]): string[] {
  return text.split('\n').flatMap((line, index) => {
    const match = what.map((each) => each.exec(line)).find((each) => each !== null);
    return match ? [`${index + 1}: ${match[0]}`] : [];
  });
}
