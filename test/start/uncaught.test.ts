import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildService, startProcess } from '../support/service-process.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-uncaught-'));
/** A fault of ours, such as a promise that nobody awaits, when it is told to. */
const FAULT = `process.on('SIGUSR2', () => void Promise.reject(Object.assign(new Error('forgotten'), { sql: 'a secret value' })))`;

beforeAll(buildService);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('an error that nobody handles is a line of the log without values, and ends the process', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULT)}`;
  const service = await startProcess({ DATA_DIR: folder, NODE_ENV: 'development', NODE_OPTIONS });
  service.child.kill('SIGUSR2');
  const [code] = (await once(service.child, 'close')) as [number];
  const line = service
    .output()
    .split('\n')
    .find((text) => text.includes('nobody handled'))!;
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    origin: 'unhandledRejection',
    msg: 'the process ends, because nobody handled an error',
  });
  expect(line).toContain('forgotten');
  expect(service.output()).not.toContain('a secret value');
  expect(code).toBe(1);
});
