import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers are installed in sbin, which may be missing in PATH. */
const systemDirectories = ['/usr/sbin', '/usr/local/sbin', '/sbin', '/usr/libexec', '/usr/bin', '/usr/local/bin'];
/** Debian asks it before a package starts its service. */
const startPolicy = '/usr/sbin/policy-rc.d';

export function findBinary(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...systemDirectories];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process may install Debian packages. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findBinary('apt-get') !== undefined;
}

/**
 * Tries to install Debian packages without starting their services.
 * Errors are on stderr; the caller checks for the programs afterwards.
 */
export function installPackages(names: readonly string[]): void {
  console.error(`Installing ${names.join(' and ')} (apt-get) ...`);
  const denyStart = !existsSync(startPolicy);
  if (denyStart) {
    writeFileSync(startPolicy, '#!/bin/sh\nexit 101\n');
    chmodSync(startPolicy, 0o755);
  }
  try {
    aptGet('update', '-q');
    aptGet('install', '-qy', '--no-install-recommends', ...names);
  } finally {
    if (denyStart) rmSync(startPolicy);
  }
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Concurrent test runs wait for each other.
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: ['ignore', 2, 2] });
}
