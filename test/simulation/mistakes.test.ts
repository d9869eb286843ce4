import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Mistake {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const root = join(import.meta.dirname, '../..');
const mistakes = JSON.parse(readFileSync(join(import.meta.dirname, 'mistakes.json'), 'utf8')) as Mistake[];

/** `npm run simulate -- --mistakes` plants them. */
it.each(mistakes)('$name: has its place in the source', ({ file, find, replace }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});
