/** Programs that a script runs and waits for. They end before it does. Of Node's own modules only, because it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { root } from './root.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 10_000;

/** A signal ended what ran. `exitCode` is what a shell shows of that. */
class Stopped extends Error {
  constructor(signal, doing) {
    super(`Stopped while ${doing}. Nothing runs any more: the same command goes on from here.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** For the end of a script: what was wrong, and the exit code for it. */
export function fail(error) {
  console.error(error.message);
  process.exit(error.exitCode ?? 1);
}

/**
 * Runs a program to its end, in a process group of its own: a signal (as Ctrl-C) is passed on to all of it and waited for, and what is left
 * after ten seconds, or at the second signal, is killed.
 * @param {string} doing for the message, as `installing packages`
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} [options] by default nothing is read, and all is written to standard error
 * @returns {Promise<{ status: number | null, error?: Error }>}
 * @throws Stopped where a signal ended it
 */
export async function runChild(doing, [program, ...args], options = {}) {
  const isGrouped = process.platform !== 'win32';
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options, detached: isGrouped });
  let received;
  let patience;
  const end = (signal) => {
    try {
      if (isGrouped) process.kill(-Number(child.pid), signal);
      else child.kill(signal);
    } catch {
      // It has ended.
    }
  };
  const passOn = (signal) => {
    end(received ? 'SIGKILL' : signal);
    received ??= signal;
    patience ??= setTimeout(end, GRACE_MS, 'SIGKILL');
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  try {
    const [status] = await once(child, 'exit');
    if (!received) return { status };
    // What it started and did not wait for.
    end('SIGKILL');
    throw new Stopped(received, doing);
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return { status: null, error };
  } finally {
    clearTimeout(patience);
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}
