/** One process at a time installs and builds in this tree. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './root.mjs';

const path = join(root, '.installing');
const POLL_MS = 200;

/** @param {() => Promise<void>} work waits until no other process does such work here */
export async function alone(work) {
  for (let told; !take(); await sleep(POLL_MS)) {
    const other = holder();
    if (other === undefined) continue;
    if (!isRunning(other)) {
      // It was killed. A process that took over meanwhile has another number.
      if (holder() === other) rmSync(path, { force: true });
      continue;
    }
    if (other === told) continue;
    console.error(`Process ${other} installs or builds here: waiting for it. If it does something else, remove ${path}.`);
    told = other;
  }
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** With the number in it from the first moment on. */
function take() {
  const own = `${path}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function holder() {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
