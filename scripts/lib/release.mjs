/** A folder with what is released of one version, and the check of such a folder without a network. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { START, writeImage } from './image.mjs';
import { bundledLicences, installedLicences, licenceFaults, licencesPage } from './licences.mjs';
import { root } from './root.mjs';

const SUMS = 'SHA256SUMS';
/** What runs the built service: `npm start`, which installs what it loads. */
const RUNNING = ['dist', 'package.json', 'package-lock.json', ...START, 'README.md', 'CHANGELOG.md', 'SECURITY.md'];
const WORKSPACES = ['packages/client', 'packages/console', 'packages/reference'];
const PAGE = 'dist/pages/docs';

/** The names of the files of one version. */
export function namesOf(version) {
  return {
    source: `harmattan-${version}-source.tar.gz`,
    built: `harmattan-${version}.tar.gz`,
    image: `harmattan-${version}-${process.platform}-${process.arch}.tar.gz`,
    bom: `harmattan-${version}.cdx.json`,
    npm: `harmattan-client-${version}.tgz`,
    wheel: `harmattan_client-${version}-py3-none-any.whl`,
    licences: 'LICENSES.md',
    provenance: `harmattan-${version}.provenance.json`,
  };
}

const SCREENS = ['packages/console/src', 'packages/reference/src'];

/** @throws Error where the tree has changes that no commit has, was built of another, or its pictures are older than the screens */
export function requireCommitted() {
  const changed = run('git', ['status', '--porcelain'], root).trim();
  if (changed !== '') throw new Error(`commit first, because a release is of a commit:\n${changed}`);
  const built = readJson(join(root, 'dist/build.json')).commit;
  const head = run('git', ['rev-parse', 'HEAD'], root).trim();
  if (!built || !head.startsWith(built)) throw new Error(`dist is built of ${built ?? 'no commit'}: npm run build first`);
  const pictured = run('git', ['log', '-1', '--format=%H', '--', 'docs/pictures'], root).trim();
  const later = run('git', ['log', '--oneline', `${pictured}..HEAD`, '--', ...SCREENS], root).trim();
  if (later !== '')
    throw new Error(`the pictures of the README are older than the screens: npm run pictures, and commit\n${later}`);
}

/**
 * Needs the built tree.
 * @param folder made, and empty before
 * @param image the files of the image, where they are written already
 * @returns the names of the files
 * Rejects with an Error where the folder has something in it
 */
export async function makeRelease(folder, image) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const begunAt = new Date();
  mkdirSync(folder, { recursive: true });
  const { version } = readJson(join(root, 'package.json'));
  const names = namesOf(version);
  const installed = installedLicences();
  const bundled = bundledLicences();
  const refused = licenceFaults([...installed, ...bundled]);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  run('git', ['archive', `--prefix=harmattan-${version}/`, '--output', join(folder, names.source), 'HEAD'], root);
  await packBuilt(join(folder, names.built), `harmattan-${version}`);
  await packImage(join(folder, names.image), `harmattan-${version}`, image);
  writeFileSync(join(folder, names.bom), `${JSON.stringify(billOfMaterials(), null, 1)}\n`);
  for (const name of [names.npm, names.wheel]) copyFileSync(join(root, PAGE, name), join(folder, name));
  writeFileSync(join(folder, names.licences), licencesPage(version, installed, bundled));
  writeFileSync(join(folder, names.provenance), `${JSON.stringify(provenanceOf(folder, begunAt), null, 1)}\n`);
  const files = readdirSync(folder).toSorted();
  writeFileSync(join(folder, SUMS), files.map((name) => `${sumOf(join(folder, name))}  ${name}\n`).join(''));
  return [...files, SUMS];
}

function packBuilt(archive, prefix) {
  return pack(archive, prefix, (folder) => {
    for (const path of [...RUNNING, ...WORKSPACES.map((name) => `${name}/package.json`)])
      cpSync(join(root, path), join(folder, path), { recursive: true });
  });
}

/** The file system of the image, which needs Node and nothing else. */
function packImage(archive, prefix, image) {
  return pack(archive, prefix, (folder) => (image ? cpSync(image, folder, { recursive: true }) : writeImage(folder)));
}

async function pack(archive, prefix, fill) {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-release-'));
  try {
    await fill(join(folder, prefix));
    run('tar', ['-czf', archive, '-C', folder, prefix], root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the files were made of, as an in-toto statement of SLSA (https://slsa.dev/spec/v1.0/provenance); signed by whoever publishes it. */
function provenanceOf(folder, begunAt) {
  const digestOf = (path) => ({ sha256: sumOf(path) });
  const commit = run('git', ['rev-parse', 'HEAD'], root).trim();
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: readdirSync(folder)
      .toSorted()
      .map((name) => ({ name, digest: digestOf(join(folder, name)) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { commit },
        resolvedDependencies: [
          { name: 'harmattan', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: digestOf(join(root, 'package-lock.json')) },
        ],
      },
      runDetails: {
        builder: { id: 'scripts/release.mjs', version: { node: process.version } },
        metadata: { startedOn: begunAt.toISOString(), finishedOn: new Date().toISOString() },
      },
    },
  };
}

/** The packages that run, as the lock file has them. */
function billOfMaterials() {
  // With --omit=dev npm (11.19) leaves out what development packages need as well, such as commander.
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const [program, ...before] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const bom = JSON.parse(run(program, [...before, ...args], root));
  // npm takes the name of the folder.
  bom.metadata.component.name = 'harmattan';
  const running = new Set(runningPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))));
  // What runs and is for development at another place is listed once, as the latter.
  const components = bom.components
    .filter((one) => running.has(nameOf(one)) || !(one.properties ?? []).some(isForDevelopment))
    .map((one) => ({ ...one, properties: (one.properties ?? []).filter((property) => !isForDevelopment(property)) }));
  const kept = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => kept.has(name)) }));
  return { ...bom, components, dependencies };
}

function isForDevelopment({ name, value }) {
  return name === 'cdx:npm:package:development' && value === 'true';
}

/**
 * Compares a folder of `makeRelease` with its checksums, and what is in its files with their version.
 * @returns what is wrong; empty where nothing is
 */
export function verifyRelease(folder) {
  if (!existsSync(join(folder, SUMS))) return [`${folder} has no ${SUMS}`];
  const faults = checkSums(folder);
  return faults.length > 0 ? faults : checkContents(folder);
}

function checkSums(folder) {
  const lines = readFileSync(join(folder, SUMS), 'utf8').trimEnd().split('\n');
  const sums = new Map();
  for (const line of lines) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}([^/]+)$/.exec(line) ?? [];
    sums.set(name ?? line, sum);
  }
  const present = readdirSync(folder).filter((name) => name !== SUMS);
  return [
    ...present.filter((name) => !sums.has(name)).map((name) => `${name} has no checksum`),
    ...[...sums].flatMap(([name, sum]) => {
      if (!present.includes(name)) return [`${name} is missing`];
      return sumOf(join(folder, name)) === sum ? [] : [`${name} is not what its checksum says`];
    }),
  ];
}

function checkContents(folder) {
  const version = readdirSync(folder)
    .map((name) => /^harmattan-(.+)\.cdx\.json$/.exec(name)?.[1])
    .find((found) => found !== undefined);
  if (version === undefined) return ['there is no bill of materials'];
  const names = namesOf(version);
  const missing = Object.values(names).filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return missing.map((name) => `${name} is missing`);
  const inArchive = (archive, path) => readFromTar(join(folder, archive), path);
  const inBuilt = (path) => inArchive(names.built, `harmattan-${version}/${path}`);
  const wheel = unzipSync(readFileSync(join(folder, names.wheel)));
  const metadata = wheel[`harmattan_client-${version}.dist-info/METADATA`];
  const bom = readJson(join(folder, names.bom));
  const versions = {
    [names.source]: JSON.parse(inArchive(names.source, `harmattan-${version}/package.json`)).version,
    [names.built]: JSON.parse(inBuilt('dist/build.json')).version,
    [names.image]: JSON.parse(inArchive(names.image, `harmattan-${version}/dist/build.json`)).version,
    [names.npm]: JSON.parse(inArchive(names.npm, 'package/package.json')).version,
    [names.wheel]: metadata && /^Version: (.*)$/m.exec(Buffer.from(metadata).toString())?.[1],
    [names.bom]: bom.metadata?.component?.version,
  };
  return [
    ...Object.entries(versions)
      .filter(([, found]) => found !== version)
      .map(([name, found]) => `${name} is of version ${found}`),
    ...[names.built, names.image]
      .filter((name) => inArchive(name, `harmattan-${version}/dist/main.js`) === '')
      .map((name) => `${name} has no dist/main.js`),
    ...provenanceFaults(folder, names),
    ...missingFrom(bom, JSON.parse(inBuilt('package-lock.json'))).map((name) => `${names.bom} does not have ${name}`),
  ];
}

/** Every file but the two about the files is in it, and it is of the commit of the sources. */
function provenanceFaults(folder, { provenance, source }) {
  const { subject, predicate } = readJson(join(folder, provenance));
  const known = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const others = readdirSync(folder).filter((name) => ![SUMS, provenance].includes(name));
  const of = predicate.buildDefinition.externalParameters.commit;
  // As git writes it into the first header.
  const [, archived] =
    /comment=([0-9a-f]{40})/.exec(gunzipSync(readFileSync(join(folder, source))).toString('latin1', 0, 1024)) ?? [];
  return [
    ...others
      .filter((name) => known.get(name) !== sumOf(join(folder, name)))
      .map((name) => `${provenance} does not have ${name} as it is`),
    ...(of === archived ? [] : [`${provenance} is of commit ${of}, and ${source} of ${archived}`]),
  ];
}

/** Packages that the lock file installs without those for development. */
function missingFrom({ bomFormat, components = [] }, lock) {
  if (bomFormat !== 'CycloneDX') return ['the format CycloneDX'];
  const listed = new Set(components.map(nameOf));
  return runningPackages(lock).filter((name) => !listed.has(name));
}

/** With its version. */
function nameOf({ group, name, version }) {
  return `${group ? `${group}/` : ''}${name}@${version}`;
}

/** Names with versions of what is not for development alone. */
function runningPackages({ packages }) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link)
    .map(
      ([path, { name, version }]) =>
        `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    );
}

function readFromTar(archive, path) {
  return run('tar', ['-xOzf', archive, '--occurrence=1', path], root);
}

function sumOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${basename(program)} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
