import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = resolve(import.meta.dirname, '../../docs');
/** Without the list of tables, which has a test of its own. */
const promises = readFileSync(join(docs, 'security.md'), 'utf8')
  .replace(/\n## Tables\n.*?\n## /s, '\n## ')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'));
const named = (line: string) => [...line.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => resolve(docs, path!));

describe('docs/security.md', () => {
  it('has a table of promises', () => expect(promises.length).toBeGreaterThan(30));

  it.each(promises)('%s', (line) => {
    const tests = named(line);
    expect(tests.length).toBeGreaterThan(0);
    for (const path of tests) {
      expect(path).toMatch(/\.(test|spec)\.ts$/);
      expect(existsSync(path), path).toBe(true);
    }
  });

  it('names every test of this folder', () => {
    const here = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts') && name !== 'promises.test.ts');
    const all = new Set(promises.flatMap(named));
    expect(here.filter((name) => !all.has(join(import.meta.dirname, name)))).toEqual([]);
  });
});
