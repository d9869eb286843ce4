import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRelease, namesOf, verifyRelease } from '../../scripts/lib/release.mjs';
import { buildService } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };
const names = namesOf(version);

describe('the version', () => {
  it.each([
    ['packages/client/package.json', `"version": "${version}"`],
    ['packages/console/package.json', `"version": "${version}"`],
    ['packages/client-python/pyproject.toml', `version = "${version}"`],
    ['docker/Dockerfile', `org.opencontainers.image.version="${version}"`],
    ['docker/compose.yaml', `harmattan:${version}`],
    ['docker/compose.cluster.yaml', `harmattan:${version}`],
    ['docker/helm/Chart.yaml', `appVersion: ${version}`],
    ['CHANGELOG.md', `## [${version}]`],
  ])('is in %s', (path, line) => expect(text(path)).toContain(line));
});

describe('a release', () => {
  let made: string;
  let folder: string;
  beforeAll(async () => {
    await buildService();
    made = mkdtempSync(join(tmpdir(), 'harmattan-release-'));
    makeRelease(made);
  }, 300_000);
  afterAll(() => rmSync(made, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'harmattan-verify-'));
    cpSync(made, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const sign = () => {
    const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
    const sumOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    writeFileSync(join(folder, 'SHA256SUMS'), files.map((name) => `${sumOf(name)}  ${name}\n`).join(''));
  };

  it('has sources, the built service, its packages, both clients and checksums, and is as it was made', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...Object.values(names), 'SHA256SUMS'].toSorted());
    expect(verifyRelease(folder)).toEqual([]);
  });

  it('is not to be used where a byte is another, a file is missing, or one was added', () => {
    const wheel = readFileSync(join(folder, names.wheel));
    wheel[40]! ^= 1;
    writeFileSync(join(folder, names.wheel), wheel);
    rmSync(join(folder, names.npm));
    writeFileSync(join(folder, 'setup.exe'), '');
    expect(verifyRelease(folder).toSorted()).toEqual(
      [`${names.npm} is missing`, 'setup.exe has no checksum', `${names.wheel} is not what its checksum says`].toSorted(),
    );
    rmSync(join(folder, 'SHA256SUMS'));
    expect(verifyRelease(folder)).toEqual([`${folder} has no SHA256SUMS`]);
  });

  it('is not to be used where its bill of materials lacks a package that runs, also under right checksums', () => {
    const path = join(folder, names.bom);
    const bom = JSON.parse(readFileSync(path, 'utf8')) as { components: { name: string }[] };
    const without = { ...bom, components: bom.components.filter(({ name }) => name !== 'fastify') };
    expect(without.components).toHaveLength(bom.components.length - 1);
    writeFileSync(path, JSON.stringify(without));
    sign();
    expect(verifyRelease(folder)).toEqual([expect.stringMatching(/does not have fastify@/)]);
  });

  it('is not to be used where a client is of another version', () => {
    writeFileSync(join(folder, namesOf('9.9.9').bom), readFileSync(join(folder, names.bom)));
    rmSync(join(folder, names.bom));
    sign();
    expect(verifyRelease(folder)).toEqual(
      Object.values(namesOf('9.9.9'))
        .filter((name) => !name.endsWith('.cdx.json'))
        .map((name) => `${name} is missing`),
    );
  });
});
