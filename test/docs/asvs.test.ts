import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = resolve(import.meta.dirname, '../../docs');

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by section. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

interface Row {
  readonly ids: readonly string[];
  readonly verdict: string;
  readonly project: string;
  readonly tests: readonly string[];
}

const text = readFileSync(join(docs, 'asvs.md'), 'utf8');
const rows: Row[] = text
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, requirements = '', , verdict = '', project = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    const paths = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => resolve(docs, path!));
    return { ids: requirements.split(', ').flatMap(idsOf), verdict, project, tests: paths };
  });

/** `V1.2.3`, or `V1.2.3 to V1.2.5`. */
function idsOf(range: string): string[] {
  const [, section, first, last] = /^V(\d+\.\d+)\.(\d+)(?: to V\1\.(\d+))?$/.exec(range) ?? [];
  const [from, to] = [Number(first), Number(last ?? first)];
  return Array.from({ length: to - from + 1 }, (_, step) => `V${section}.${from + step}`);
}

describe('docs/asvs.md', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    const all = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) => numbers.map((number) => `V${section}.${number}`));
    expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(all.toSorted());
  });

  it.each(rows)('$ids has a verdict, and what it needs', ({ verdict, project, tests }) => {
    expect(['holds', 'partly', 'fails', 'does not apply']).toContain(verdict);
    expect(project).not.toBe('');
    expect(tests.length > 0).toBe(['holds', 'partly'].includes(verdict));
    expect(project.includes('Lacks: ')).toBe(verdict === 'partly');
    for (const path of tests) {
      expect(path).toMatch(/\.(test|spec|cases)\.tsx?$/);
      expect(existsSync(path), path).toBe(true);
    }
  });

  it('counts its verdicts', () => {
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).flatMap(({ ids }) => ids).length;
    const counts = `${count('holds')} hold, ${count('partly')} hold partly, ${count('fails')} fail, and ${count('does not apply')} do not apply`;
    expect(text).toContain(counts);
  });
});
