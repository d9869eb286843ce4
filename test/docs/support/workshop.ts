import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { providePython } from '../../../packages/harness/servers/programs.js';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** A folder outside of the repository in which the clients are installed from the service, for TypeScript and for Python. */
export async function installClients(serviceUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-programs-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const at = { cwd: folder };
  const npm = run('npm', ['install', '--no-audit', '--no-fund', `${serviceUrl}/docs/harmattan-client.tgz`], at);
  await run(providePython(), ['-m', 'venv', '.venv'], at);
  const pip = [
    'install',
    '--disable-pip-version-check',
    '--no-index',
    `${serviceUrl}/docs/harmattan_client-0.2.0-py3-none-any.whl`,
  ];
  await Promise.all([npm, run(join(folder, '.venv/bin/pip'), pip, at)]);
  for (const name of ['@types/node', 'undici-types'])
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  return folder;
}

/** What the compiler finds in the TypeScript files of the folder under `strict`. */
export async function typeFaults(folder: string, files: readonly string[]): Promise<string> {
  const options = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
  const args = [join(root, 'node_modules/typescript7/bin/tsc'), ...options, '--types', 'node', ...files];
  try {
    await run(process.execPath, args, { cwd: folder });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
