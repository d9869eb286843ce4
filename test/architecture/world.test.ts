import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The ledger runs in simulated time (packages/simulation), so it takes time and chance by the kernel alone. */
const ROOM = join(import.meta.dirname, '../../src/ledger');
const WORLD =
  /\bDate\.now\b|new Date\(\)|\bperformance\b|\b(?:set|clear)(?:Timeout|Interval|Immediate)\b|\bMath\.random\b|\brandom(?:FillSync|Bytes|UUID|Int)\b|node:timers|\bprocess\.(?:hrtime|nextTick|uptime)\b/;

it('the ledger takes time and chance from kernel/clock, kernel/timers and kernel/random', () => {
  const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter(isSource);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => worldIn(readFileSync(join(ROOM, file), 'utf8')).map((at) => `${file}:${at}`))).toEqual([]);
});

it.each([
  ['const at = Date.now();', ['1: Date.now']],
  ['\nsetTimeout(work, 5);', ['2: setTimeout']],
  ["import { setTimeout as pause } from 'node:timers/promises';", ['1: setTimeout']],
  ["import * as timers from 'node:timers';", ['1: node:timers']],
  ['const since = performance.now();', ['1: performance']],
  ['pause(Math.random());', ['1: Math.random']],
  ['const id = randomUUID();', ['1: randomUUID']],
  ['const at = steadyMs();\nafter(5, work);', []],
])('in %j it finds %j', (text, found) => {
  expect(worldIn(text)).toEqual(found);
});

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.spec.ts');
}

function worldIn(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = WORLD.exec(line);
    return found ? [`${index + 1}: ${found[0]}`] : [];
  });
}
