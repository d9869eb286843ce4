import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PreparedCheck, prepareCheck, titlesOf } from '../../packages/harness/provider-check/provider-check.js';
import { loadSimulator } from '../../packages/simulators/shared/found-simulators.js';
import { openProvider } from '../../src/open-provider.js';
import { loadManifest } from '../../src/platform/providers/configured-providers.js';
import type { ProviderManifest } from '../../src/platform/providers/provider-manifest.js';

const root = resolve(import.meta.dirname, '../..');
const NAME = 'tamarind';
const ADAPTERS = 'src/contexts/deposits/adapters';
const SIMULATORS = 'packages/simulators';

/** What is in a folder of the project, by links. */
function link(tree: string, folder: string, except: readonly string[] = []): void {
  mkdirSync(join(tree, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder)).filter((each) => !except.includes(each)))
    symlinkSync(join(root, folder, name), join(tree, folder, name));
}

/** The project with the example copied over it, as its README says. */
function treeWithExample(): string {
  const tree = mkdtempSync(join(tmpdir(), 'harmattan-example-'));
  link(tree, 'src', ['contexts']);
  link(tree, 'src/contexts', ['deposits']);
  link(tree, 'src/contexts/deposits', ['adapters']);
  link(tree, ADAPTERS);
  link(tree, SIMULATORS);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  writeFileSync(join(tree, 'package.json'), JSON.stringify({ type: 'module' }));
  const include = [join(ADAPTERS, NAME), join(SIMULATORS, NAME)];
  const extended = { extends: join(root, 'tsconfig.json'), compilerOptions: { rootDir: '/' }, include };
  writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify(extended));
  for (const folder of ['src', 'packages'])
    cpSync(join(root, 'examples/provider', folder), join(tree, folder), { recursive: true });
  return tree;
}

describe('the provider among the examples', () => {
  let tree: string;
  let manifest: ProviderManifest;
  let check: PreparedCheck;
  beforeAll(async () => {
    tree = treeWithExample();
    manifest = await loadManifest(join(tree, ADAPTERS), NAME);
    const simulated = await loadSimulator(join(tree, SIMULATORS, NAME));
    check = await prepareCheck(manifest, simulated, (environment, times) => openProvider(manifest, environment, times));
  });
  afterAll(async () => {
    await check.close();
    rmSync(tree, { recursive: true, force: true });
  });

  it('compiles as the project does', () => {
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    expect(() => execFileSync(process.execPath, [compiler, '--noEmit', '-p', tree], { encoding: 'utf8' })).not.toThrow();
  });

  it.each(titlesOf('deposit').map((title, index) => [title, index] as const))('%s', async (title, index) => {
    const found = check.cases[index]!;
    expect(found.title).toBe(title);
    await found.run();
  });
});
