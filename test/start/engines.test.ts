import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

interface Locked {
  readonly engines?: { readonly node?: string };
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
}

const packages = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages);
const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const oldest = minVersion(engines.node)!.version;
const recommended = read('.nvmrc').trim();

describe('the versions of Node', () => {
  it('that package.json, .nvmrc, the README and the start name are the same', () => {
    const named = oldest.replace(/\.0$/, '');
    expect([engines.node, recommended]).toEqual([`>=${named}`, '24']);
    expect(read('README.md')).toMatch(new RegExp(`Node ${recommended}\\b[^.]*\\b${named.replace('.', '\\.')}\\b`));
    expect(read('src/main.ts')).toContain(`OLDEST_NODE: readonly [number, number] = [${named.replace('.', ', ')}]`);
    expect(read('docker/Dockerfile')).toMatch(new RegExp(`^FROM node:${recommended}\\b`, 'm'));
  });

  it.each([oldest, `${recommended}.99.0`])('%s: every package takes it, so that an install warns of none', (version) => {
    const unfit = packages.filter(([, { engines, optional }]) => !optional && !satisfies(version, engines?.node ?? '*'));
    expect(unfit.map(([path]) => path)).toEqual([]);
  });
});

it('the lock file names no registry but the public one', () => {
  const others = packages.filter(
    ([, { link, resolved }]) => !link && !/^(https:\/\/registry\.npmjs\.org\/.*)?$/.test(resolved ?? ''),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});
