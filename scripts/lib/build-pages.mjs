/**
 * Compiles packages/reference, and copies it to `dist/`, from where the service serves it. Beside its own files the reference at `/docs`
 * has the client package, the library that searches, and the guides as HTML.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient, isClientBuilt } from './build-client.mjs';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const folder = join(root, 'packages/reference');
const pages = join(folder, 'dist');
const served = join(root, 'dist/pages');
const client = join(root, 'packages/client/dist');
const guides = join(root, 'docs/guides');
const renderer = join(root, 'scripts/docs/render-guides.mjs');
const advice = join(root, 'scripts/docs/error-advice.mjs');
const library = join(root, 'node_modules/minisearch');

/** Whether what is served has the current sources and guides, and the client package as it was built. */
export function arePagesBuilt() {
  const current = fingerprint();
  return stampOf(pages) === current && stampOf(served) === current;
}

/** The pages are kept beside `dist/`, which is made anew with every change of the service. */
export async function buildPages() {
  await preparePages();
  await replace(served, (fresh) => cpSync(pages, fresh, { recursive: true }));
}

/** For a service that runs from its sources, which serves them as they are in the package. */
export async function preparePages() {
  if (!isClientBuilt()) await buildClient();
  const current = fingerprint();
  if (stampOf(pages) !== current) await replace(pages, (fresh) => makePages(fresh, current));
}

/** Beside the old one, so that readers see a complete one. */
async function replace(target, make) {
  const fresh = `${target}.new-${process.pid}`;
  try {
    await make(fresh);
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function makePages(fresh, stamp) {
  const docs = join(fresh, 'docs');
  await compile(fresh);
  cpSync(join(folder, 'src'), fresh, { recursive: true, filter: (path) => !/\.(ts|js)$/.test(path) });
  for (const page of ['docs', 'receipts', 'sandbox']) cpSync(join(fresh, 'colours.css'), join(fresh, page, 'colours.css'));
  mkdirSync(join(docs, 'client'));
  for (const name of modulesOfClient()) cpSync(join(client, name), join(docs, 'client', name));
  writeFileSync(join(docs, 'minisearch.js'), searchLibrary());
  addressPackages(docs);
  // Its packages may have been installed only now, so it is a process of its own.
  await run('the guides could not be rendered', renderer, join(docs, 'guides'));
  writeFileSync(join(fresh, '.sources'), stamp);
}

async function compile(output) {
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  const options = ['--noEmit', 'false', '--sourceMap', 'false', '--rootDir', join(folder, 'src'), '--outDir', output];
  // Types of the client are those of its build, so that its sources are not compiled, too.
  await run('the build of packages/reference failed', tsc, '-p', folder, '--paths', 'null', ...options);
}

async function run(failure, ...args) {
  const { status } = await runChild('building', [process.execPath, ...args]);
  if (status !== 0) throw new Error(failure);
}

/** Browsers import by address. */
function addressPackages(docs) {
  const addresses = { '@harmattan/client': './client/index.js', minisearch: './minisearch.js' };
  for (const name of readdirSync(docs).filter((each) => each.endsWith('.js'))) {
    const code = readFileSync(join(docs, name), 'utf8');
    const addressed = code.replace(
      // Not those of the samples, which stand in back-ticks.
      /(^[^`\n]*\bfrom |\bimport\()'(@harmattan\/client|minisearch)'/gm,
      (_, before, imported) => `${before}'${addresses[imported]}'`,
    );
    if (addressed !== code) writeFileSync(join(docs, name), addressed);
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const texts = existsSync(guides) ? readdirSync(guides).map((name) => join(guides, name)) : [];
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const settings = ['tsconfig.json', 'packages/reference/tsconfig.json', 'package-lock.json'].map((name) => join(root, name));
  const files = [...sources, ...settings, ...texts, renderer, advice, join(client, '.sources'), import.meta.filename];
  for (const file of files.filter((path) => existsSync(path)))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function stampOf(directory) {
  const path = join(directory, '.sources');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Under its licence, which asks for its text in every copy. */
function searchLibrary() {
  const code = readFileSync(join(library, 'dist/es/index.js'), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
  return `/*\n${readFileSync(join(library, 'LICENSE.txt'), 'utf8')}*/\n${code}`;
}

function modulesOfClient() {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .filter((name) => !name.startsWith('cjs'));
}
