import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers live in sbin, which is not in everybody's PATH. */
const systemDirectories = ['/usr/sbin', '/usr/local/sbin', '/sbin', '/usr/libexec', '/usr/bin', '/usr/local/bin'];

/** Full path of an installed program, undefined when there is none. */
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
 * Tries to install Debian packages, without starting the services in them: what runs is ours, on ports of our own.
 * What went wrong is on stderr; the caller looks whether the programs are there now.
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
  // Two test runs may want the same at once: the second waits for the first.
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: ['ignore', 2, 2] });
}
