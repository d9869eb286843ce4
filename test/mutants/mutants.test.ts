import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const mutants = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8')) as Mutant[];

describe('each planted mistake', () => {
  it.each(mutants)('$name: has its place in the source, and tests that should find it', ({ file, find, replace, tests }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
