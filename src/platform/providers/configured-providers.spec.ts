import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findManifests, loadManifest, providerNames } from './configured-providers.js';

describe('folder of providers', () => {
  let contexts: string;
  let adapters: string;
  const write = (name: string, text: string) => {
    mkdirSync(join(adapters, name), { recursive: true });
    writeFileSync(join(adapters, name, 'manifest.ts'), text);
  };

  beforeAll(() => {
    contexts = mkdtempSync(join(tmpdir(), 'harmattan-contexts-'));
    adapters = join(contexts, 'deposits', 'adapters');
    mkdirSync(join(contexts, 'wallet'));
    mkdirSync(join(adapters, 'typeorm'), { recursive: true });
    for (const name of ['second', 'first'])
      write(name, `export const manifest = { name: '${name}', kind: 'deposit', settings: {} };`);
  });
  afterAll(() => rmSync(contexts, { recursive: true, force: true }));

  it('has the names of the folders with a manifest', async () => {
    expect(providerNames(adapters)).toEqual(['first', 'second']);
    expect(providerNames(join(contexts, 'wallet', 'adapters'))).toEqual([]);
    expect((await findManifests(contexts)).map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it.each([
    ['under another name', 'third', "export const manifest = { name: 'fourth', kind: 'deposit' };"],
    ['of an unknown kind', 'fifth', "export const manifest = { name: 'fifth', kind: 'bank' };"],
    ['that is not exported', 'sixth', "export const other = { name: 'sixth', kind: 'deposit' };"],
    ['with a name that no list may have', 'Seventh', "export const manifest = { name: 'Seventh', kind: 'deposit' };"],
  ])('refuses a manifest %s', async (_, name, text) => {
    write(name, text);
    await expect(loadManifest(adapters, name)).rejects.toThrow(`exports no manifest of a provider ${name}`);
  });
});
