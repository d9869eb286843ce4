/** What the reference at `/docs` has besides its own files: the client package, the library that searches, and the guides as HTML. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const client = join(root, 'packages/client/dist');
const guides = join(root, 'docs/guides');
const renderer = join(root, 'scripts/docs/render-guides.mjs');
const advice = join(root, 'scripts/docs/error-advice.mjs');
const library = join(root, 'node_modules/minisearch');
const page = join(root, 'dist/platform/http/openapi/page');
const stampPath = join(page, '.sources');

/** Whether what is served has the current guides and the client package as it was built. */
export function isPageBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** The stamp is written last, so that what was interrupted is made again. */
export function buildPage() {
  const sources = fingerprint();
  rmSync(stampPath, { force: true });
  mkdirSync(join(page, 'client'), { recursive: true });
  for (const name of modulesOfClient()) cpSync(join(client, name), join(page, 'client', name));
  writeFileSync(join(page, 'minisearch.js'), searchLibrary());
  // Its packages may have been installed only now, so it is a process of its own.
  const result = spawnSync(process.execPath, [renderer, join(page, 'guides')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new Error('the guides could not be rendered');
  writeFileSync(stampPath, sources);
}

function fingerprint() {
  const hash = createHash('sha256');
  const texts = existsSync(guides) ? readdirSync(guides).map((name) => join(guides, name)) : [];
  const files = [...texts, renderer, advice, join(root, 'package-lock.json'), join(client, '.sources')];
  for (const file of files.filter((path) => existsSync(path)))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
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
