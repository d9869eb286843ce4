import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
/** Permissions do not bind root, so what it owns is met as another user. */
const OTHER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const folder = mkdtempSync(join(tmpdir(), 'harmattan-other-'));
const data = join(folder, 'data');
const clone = join(folder, 'clone');
const home = join(folder, 'home');

beforeAll(async () => {
  await buildService();
  chmodSync(folder, 0o755);
  for (const path of [data, home]) mkdirSync(path);
  chmodSync(home, 0o777);
  chmodSync(data, 0o555);
  for (const name of ['src', 'scripts', 'packages', 'docs/guides', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, name), join(clone, name), {
      recursive: true,
      filter: (path) => !/\/dist|node_modules/.test(path.slice(root.length)),
    });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  chmodSync(clone, 0o555);
});
afterAll(() => {
  for (const path of [data, clone]) chmodSync(path, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], HOME: home, PORT: '0', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: home,
    env,
    encoding: 'utf8',
    timeout: 60_000,
    ...OTHER,
  });
  return { status, output: stdout + stderr };
}

describe('a DATA_DIR that this user may not write', () => {
  const main = join(root, 'dist/main.js');
  const cli = join(root, 'dist/cli.js');

  it.each([
    ['the service', [main]],
    ['a command that makes a database', [cli, 'migrate', '--create']],
    ['a command that reads files', [cli, 'logs:tail']],
  ])('is a sentence of %s', (_, args) => {
    const { status, output } = run(args, { DATA_DIR: data });
    expect(output).toContain(`DATA_DIR ${data} cannot be used (EACCES): name a folder that this user may write.`);
    expect(output).not.toMatch(/^ +at /m);
    expect(status).toBeGreaterThan(0);
  });

  it('is a sentence where a file is in its place', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    for (const args of [[main], [cli, 'migrate', '--create']]) {
      const { output } = run(args, { DATA_DIR: file });
      expect(output).toContain(`DATA_DIR ${file} cannot be used (EEXIST)`);
      expect(output).not.toMatch(/^ +at /m);
    }
  });
});

describe('the clone of another user', () => {
  it('that has to be built is a sentence that says what to do', () => {
    const { status, output } = run([join(clone, 'scripts/start.mjs')]);
    expect(output).toMatch(
      /(belongs to another user|is read-only).*\nRun 'npm run build' in \S+ as the user who owns it, or clone/,
    );
    expect(output.trim().split('\n')).toHaveLength(2);
    expect(status).toBe(1);
  });

  it('that is built is taken as it is, though git would not name its commit', () => {
    const { output } = run(['-e', `import('${join(root, 'scripts/lib/build.mjs')}').then((own) => console.log(own.isBuilt()))`]);
    expect(output).toBe('true\n');
  });
});
