import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providePython } from '../../packages/harness/servers/programs.js';
import { Ledger } from '../../src/ledger/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { Gateway } from './support/gateway.js';

const FOLDER = resolve(import.meta.dirname, '../../packages/client-python');

let python: string;
let service: TestApp;
let gateway: Gateway;

beforeAll(async () => {
  python = providePython();
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0', NEW_DEVICE_LIMIT: '1000000' });
  gateway = await Gateway.before(service.client.baseUrl);
});
afterAll(async () => {
  await gateway?.close();
  await service?.close();
});

/** What unittest prints on stderr. */
function runTests(file: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  return new Promise((done) => {
    execFile(python, ['-W', 'error', file], { cwd: resolve(FOLDER, 'tests'), env }, (_, stdout, stderr) => done(stdout + stderr));
  });
}

it('client in Python: signs and verifies the vectors', async () => {
  expect(await runTests('test_vectors.py')).toMatch(/^Ran 5 tests in .*\n\nOK\n$/m);
});

it('client in Python: calls the running service, pays once when answers are lost, and rotates', async () => {
  const [payer, receiver] = await Promise.all([service.register(), service.register()]);
  await service.app.get(Ledger).commit(movement('system:suspense', payer.userid, 100_000_00));
  gateway.loseAnswers('user_transfer_create', 2);
  const output = await runTests('test_service.py', {
    HARMATTAN_URL: service.client.baseUrl,
    HARMATTAN_LOSSY_URL: `http://127.0.0.1:${gateway.port}`,
    HARMATTAN_PASSWORD: payer.password,
    HARMATTAN_PAYER: payer.email,
    HARMATTAN_RECEIVER: receiver.email,
  });
  expect(output).toMatch(/^Ran 16 tests in .*\n\nOK\n$/m);
  expect(gateway.actions.filter((action) => action === 'user_transfer_create')).toHaveLength(25);
});
