import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';

/** More lines than a pipe of Linux takes, of some 150 bytes each. */
const REQUESTS = 600;

let folder: string;
let service: ServiceProcess;
beforeAll(buildService);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-output-'));
});
afterEach(() => {
  service.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(stdout: 'unread' | number): Promise<void> {
  service = await startProcess({ DATA_DIR: folder, NODE_ENV: 'development', RATE_LIMIT_SCALE: '0' }, stdout);
}

async function serves(): Promise<void> {
  for (let left = REQUESTS; left > 0; left -= 50)
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.url}/?req=nothing`).then((answer) => answer.text())));
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
}

describe('a service whose log nobody takes', () => {
  it('serves and ends where the disk of its standard output is full', async () => {
    const full = openSync('/dev/full', 'w');
    await start(full);
    closeSync(full);
    await serves();
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  });

  it('serves and ends where the reader of its standard output stands still', async () => {
    await start('unread');
    await serves();
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  });
});
