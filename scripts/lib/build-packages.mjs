/** The clients as npm and pip install them, which the service serves below `/docs`. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const npmClient = join(root, 'packages/client');
const pythonClient = join(root, 'packages/client-python');
const wheelMaker = join(root, 'scripts/packages/make-wheel.mjs');
const page = join(root, 'dist/pages/docs');
const stampPath = join(page, '.packages');

/** Whether those of the current sources are served. */
export function arePackagesBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** Needs the built `packages/client/dist`. The stamp is written last, so that what was interrupted is made again. */
export async function buildPackages() {
  const sources = fingerprint();
  rmSync(stampPath, { force: true });
  mkdirSync(page, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-packages-'));
  try {
    const [npm, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    await run([npm, ...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder], npmClient);
    // Its packages may have been installed only now, so it is a process of its own.
    await run([process.execPath, wheelMaker, pythonClient, folder], root);
    const made = (ending) => readdirSync(folder).find((name) => name.endsWith(ending)) ?? '';
    const [tarball, wheel] = [made('.tgz'), made('.whl')];
    const { version } = JSON.parse(readFileSync(join(npmClient, 'package.json'), 'utf8'));
    for (const name of ['harmattan-client.tgz', `harmattan-client-${version}.tgz`])
      copyFileSync(join(folder, tarball), join(page, name));
    copyFileSync(join(folder, wheel), join(page, wheel));
    writeFileSync(join(page, 'clients.json'), JSON.stringify({ npm: 'harmattan-client.tgz', wheel }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(stampPath, sources);
}

async function run(command, cwd) {
  // Their standard output is the names of what they made.
  const { status, error } = await runChild('building', command, { cwd, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error(`the clients could not be packed: ${error?.message ?? `${command.join(' ')} failed`}`);
}

function fingerprint() {
  const hash = createHash('sha256');
  const own = ['package.json', 'README.md', 'dist/.sources'].map((name) => join(npmClient, name));
  const python = ['pyproject.toml', 'README.md'].map((name) => join(pythonClient, name));
  const sources = [...filesOf(join(npmClient, 'vectors')), ...filesOf(join(pythonClient, 'harmattan'))];
  for (const file of [...own, ...python, ...sources, wheelMaker, import.meta.filename].filter((path) => existsSync(path)))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function filesOf(folder) {
  return readdirSync(folder)
    .filter((name) => /\.(json|py|typed)$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
