import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_NAMES } from '../../src/platform/config/environment.js';
import { runCli } from '../cli/run-cli.js';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

describe('documents', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'packages/client/README.md',
    'packages/client-python/README.md',
    'docs/architecture.md',
    'docs/language.md',
    'docs/sandbox.md',
    'docs/security.md',
    'docs/performance.md',
    ...['docs/decisions', 'docs/guides'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)),
  ];

  it.each(pages)('%s has valid links', (page) => {
    const links = [...text(page).matchAll(/\]\(([^)#]+)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target));
    expect(links.filter((target) => !existsSync(resolve(root, dirname(page), target)))).toEqual([]);
  });

  it('name every setting', () => {
    const readme = text('README.md');
    expect([...ENVIRONMENT_NAMES].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('name every operator command', async () => {
    const { stdout } = await runCli({}, '--help');
    const commands = [...stdout.matchAll(/^ {2}([a-z]+(?::[a-z-]+)?) \[options\]/gm)].map(([, name]) => name!);
    expect(commands).toContain('ledger:verify');
    const readme = text('README.md');
    expect(commands.filter((name) => !readme.includes(`| \`${name}`))).toEqual([]);
  });

  it('explain every parameter of the wire', () => {
    const language = text('docs/language.md');
    const inputs = readdirSync(join(root, 'src/contexts'))
      .map((context) => `src/contexts/${context}/${context}.inputs.ts`)
      .filter((path) => existsSync(join(root, path)));
    const names = new Set(inputs.flatMap((path) => [...text(path).matchAll(/^ {2}@.*?\) (\w+)\??:/gm)].map(([, name]) => name!)));
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !language.includes(`\`${name}\``))).toEqual([]);
  });
});
