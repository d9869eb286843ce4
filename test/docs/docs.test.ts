import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { settingsDocuments } from '../../scripts/docs/settings-documents.mjs';
import { describeSettings } from '../../src/platform/config/describe-settings.js';
import { runCli } from '../cli/run-cli.js';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

describe('documents', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'examples/README.md',
    'examples/provider/README.md',
    'packages/client/README.md',
    'packages/client-python/README.md',
    ...['docs', 'docs/decisions', 'docs/guides'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    ),
    ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('README.md'))
      .map((path) => `src/${path}`),
  ];

  it('begin with a README of 6 KB at most', () => {
    expect(Buffer.byteLength(text('README.md'))).toBeLessThanOrEqual(6_000);
  });

  it.each(pages)('%s has valid links', (page) => {
    const links = [...text(page).matchAll(/\]\(([^)#]+)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target));
    expect(links.filter((target) => !existsSync(resolve(root, dirname(page), target)))).toEqual([]);
  });

  it('of settings are current and name each once; npm run docs:operations writes them', () => {
    const groups = describeSettings(KNOWN_SETTINGS);
    const names = groups.flatMap(({ settings }) => settings.map(({ name }) => name));
    expect(names.toSorted()).toEqual([...environmentNames(KNOWN_SETTINGS)].toSorted());
    for (const [path, current] of Object.entries(settingsDocuments(groups))) expect(text(path), path).toBe(current);
  });

  it('name every operator command', async () => {
    const { stdout } = await runCli({}, '--help');
    const commands = [...stdout.matchAll(/^ {2}([a-z]+(?::[a-z-]+)?) \[options\]/gm)].map(([, name]) => name!);
    expect(commands).toContain('ledger:verify');
    const running = text('docs/running.md');
    expect(commands.filter((name) => !new RegExp(`^\\| .*\`${name}[ \`]`, 'm').test(running))).toEqual([]);
  });

  it('explain every parameter of the wire', () => {
    const language = text('docs/language.md');
    const inputs = readdirSync(join(root, 'src/contexts'))
      .flatMap((context) => [`src/contexts/${context}/${context}.inputs.ts`, `src/contexts/${context}/${context}.operations.ts`])
      .filter((path) => existsSync(join(root, path)));
    const names = new Set(inputs.flatMap((path) => [...text(path).matchAll(/^ {2}@.*?\) (\w+)\??:/gm)].map(([, name]) => name!)));
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !language.includes(`\`${name}\``))).toEqual([]);
  });
});
