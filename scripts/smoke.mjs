/** Starts the built service on an empty directory, checks its basic endpoints, and stops it by SIGTERM. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { importPackage } from './lib/import-package.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const bootTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

await prepare();
const { freePort } = await importPackage('harness/servers/ports.js');
const dataDirectory = mkdtempSync(join(tmpdir(), 'harmattan-smoke-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
// The environment is not inherited, so that the embedded defaults are tested.
const { PATH, HOME } = process.env;
const service = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/main.js')], {
  cwd: dataDirectory,
  env: { PATH, HOME, DATA_DIR: dataDirectory, PORT: String(port) },
  stdio: ['ignore', 2, 2],
});
const ended = once(service, 'exit');

try {
  await answersOk('/healthz');
  await answersOk('/readyz');
  await refusesUnknownOperation();
  await stopsInTime();
  console.log('The built service starts, answers and stops.');
} finally {
  service.kill('SIGKILL');
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function answersOk(path) {
  const deadline = Date.now() + bootTimeoutMs;
  for (let last = 'no answer'; ; await sleep(100)) {
    if (service.exitCode !== null || service.signalCode !== null) throw new Error(`the service ended before ${path} answered`);
    try {
      const { status } = await fetch(origin + path);
      if (status === 200) return;
      last = `status ${status}`;
    } catch (error) {
      last = error.cause?.message ?? error.message;
    }
    if (Date.now() > deadline) throw new Error(`${path}: ${last} after ${bootTimeoutMs / 1000} s`);
  }
}

async function refusesUnknownOperation() {
  const answer = await fetch(`${origin}/?req=nothing`);
  const envelope = /** @type {{ REQUEST?: { STATUS: string } }} */ (await answer.json());
  if (envelope.REQUEST?.STATUS !== 'FAILED')
    throw new Error(`an unknown operation was answered with ${JSON.stringify(envelope)}`);
}

/** Idle keep-alive connections of the requests above must not delay the stop. */
async function stopsInTime() {
  service.kill('SIGTERM');
  const message = `the service still ran ${stopTimeoutMs / 1000} s after SIGTERM`;
  await pTimeout(ended, { milliseconds: stopTimeoutMs, message });
}
