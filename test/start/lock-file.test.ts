import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPackages } from '../../scripts/lib/prepare.mjs';

const root = resolve(import.meta.dirname, '../..');
const WORKSPACES = ['packages/client', 'packages/console', 'packages/reference'];
const MANIFESTS = ['package.json', 'package-lock.json', ...WORKSPACES.map((name) => `${name}/package.json`)];
const PLATFORMS = ['linux x64 glibc', 'linux x64 musl', 'linux arm64 glibc', 'darwin arm64', 'win32 x64'];

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };

/** As Node looks for it: beside, then further out. */
function isLocked(from: string, name: string): boolean {
  if (packages[from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`]) return true;
  return from !== '' && isLocked(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-lock-'));
  for (const path of MANIFESTS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock file', () => {
  it('has what every package needs on any platform, each with its hash', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(path, name))
        .map((name) => `${name} of ${path}`),
    );
    expect(missing).toEqual([]);
    const loose = Object.entries(packages).filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it.each(PLATFORMS)('is complete for npm ci on %s', async (platform) => {
    const [os, cpu, libc] = platform.split(' ');
    const target = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...target];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 16_777_216 });
    expect(stdout).toMatch(/^add(ed)? /m);
  });
});

describe('a start', () => {
  /** What npm is called with. */
  function called({ released = false, answers = 'process.exit(1)' } = {}): string[] {
    const npm = join(folder, 'npm.mjs');
    writeFileSync(
      npm,
      `import { appendFileSync } from 'node:fs'; appendFileSync('called', process.argv.slice(2).join(' ') + '\\n'); ${answers};`,
    );
    const isSource = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length));
    for (const path of ['scripts', 'packages', 'docs/guides'])
      cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSource });
    if (!released) mkdirSync(join(folder, 'src'), { recursive: true });
    spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: folder, env: { ...process.env, npm_execpath: npm } });
    return readFileSync(join(folder, 'called'), 'utf8').trimEnd().split('\n');
  }

  it('installs exactly what is locked where nothing is installed: what runs, then what builds, and nothing for tests', () => {
    const workspaces = WORKSPACES.map((name) => `--workspace=${name}`).join(' ');
    const quiet = '--no-audit --no-fund';
    expect(called({ answers: 'process.exit(0)' })).toEqual([
      `ci --omit=dev ${quiet}`,
      `install --include=dev ${workspaces} ${quiet}`,
    ]);
  });

  it('goes no further where npm fails', () => {
    expect(called()).toHaveLength(1);
  });

  it('installs what runs where a release is started, which has no sources', () => {
    expect(called({ released: true })).toEqual(['ci --omit=dev --no-audit --no-fund']);
  });

  it('keeps what is installed where that is outdated, because npm ci removes all of it', () => {
    mkdirSync(join(folder, 'node_modules'));
    expect(called()[0]).toMatch(/^install --omit=dev/);
    mkdirSync(join(folder, 'node_modules/vitest'));
    expect(called().at(-1)).toMatch(/^install --include=dev --no-audit/);
  });
});

describe('what is installed', () => {
  const record = (omitted: (path: string, entry: Locked) => boolean) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    const installed = Object.fromEntries(
      Object.entries(packages).filter(([path, entry]) => path !== '' && !omitted(path, entry)),
    );
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    return NEEDS.filter((needs) => hasPackages(folder, join(folder, 'node_modules'), needs));
  };
  const NEEDS = ['run', 'build', 'tools'] as const;

  it('is enough for what it has the packages of', () => {
    expect(record(() => false)).toEqual(['run', 'build', 'tools']);
    expect(record((path) => path === 'node_modules/vitest')).toEqual(['run', 'build']);
    expect(record((path) => path === 'node_modules/react')).toEqual(['run']);
    expect(record((_, { dev }) => dev === true)).toEqual(['run']);
    expect(record((path) => path === 'node_modules/fastify')).toEqual([]);
    // Of another package that it needs.
    expect(record((path) => path === 'node_modules/avvio')).toEqual([]);
  });
});
