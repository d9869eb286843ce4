import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers are installed in sbin, which may be missing in PATH. */
const systemDirectories = ['/usr/sbin', '/usr/local/sbin', '/sbin', '/usr/libexec', '/usr/bin', '/usr/local/bin'];

export function findBinary(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...systemDirectories];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process may install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findBinary('apt-get') !== undefined;
}

/**
 * Tries to install Debian packages without starting their services.
 * Errors are on stderr; the caller checks for the programs afterwards.
 */
export function installPackages(names, policyPath = '/usr/sbin/policy-rc.d') {
  console.error(`Installing ${names.join(' and ')} (apt-get) ...`);
  const denyStart = !existsSync(policyPath);
  if (denyStart) {
    writeFileSync(policyPath, '#!/bin/sh\nexit 101\n');
    chmodSync(policyPath, 0o755);
  }
  try {
    aptGet('update', '-q');
    aptGet('install', '-qy', '--no-install-recommends', ...names);
  } finally {
    if (denyStart) rmSync(policyPath);
  }
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Concurrent test runs wait for each other.
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: ['ignore', 2, 2] });
}
