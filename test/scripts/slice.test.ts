import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sliceOf } from '../../scripts/lib/slice.mjs';

const root = join(import.meta.dirname, '../..');
const rotation = JSON.parse(readFileSync(join(root, 'test/rotation.json'), 'utf8')) as Record<string, string[]>;
const trees = Array.from({ length: 100 }, (_, at) => `tree ${at}`);

it('names tests and folders that are there', () => {
  // The last name of a place may be the beginning of several.
  const places = Object.values(rotation).flat();
  const isThere = (path: string) => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));
  expect([...Object.keys(rotation), ...places].filter((path) => !isThere(path))).toEqual([]);
});

it('takes about a fifth of the rotation, another one with another tree, and in the end all of it', () => {
  const slices = trees.map((tree) => sliceOf(rotation, tree, []));
  expect(new Set(slices.flat()).size).toBe(Object.keys(rotation).length);
  const taken = slices.reduce((sum, { length }) => sum + length, 0);
  expect(taken / trees.length / Object.keys(rotation).length).toBeGreaterThan(0.1);
  expect(taken / trees.length / Object.keys(rotation).length).toBeLessThan(0.3);
  expect(sliceOf(rotation, trees[0]!, [])).toEqual(slices[0]);
});

it.each([
  ['docker/helm/values.yaml', 'test/docker/helm.test.ts'],
  ['README.md', 'test/docs/run.test.ts'],
  ['test/start/bench.test.ts', 'test/start/bench.test.ts'],
])('always takes what is about a changed file: %s', (path, test) => {
  for (const tree of trees) expect(sliceOf(rotation, tree, [path])).toContain(test);
});
