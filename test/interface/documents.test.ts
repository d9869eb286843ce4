import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf } from '../../scripts/docs/documents.mjs';
import { startApp, type TestApp } from '../support/app.js';

const root = resolve(import.meta.dirname, '../..');
const COLLECTION = 'docs/postman/harmattan.postman_collection.json';

let service: TestApp;

beforeAll(async () => {
  service = await startApp('sqlite');
});
afterAll(() => service.close());

describe('generated documents', () => {
  it('are current; npm run docs:operations writes them', async () => {
    const answer = await fetch(`${service.client.baseUrl}/openapi.json`);
    const documents = await documentsOf((await answer.json()) as object);
    expect(Object.keys(documents)).toContain(COLLECTION);
    for (const [path, text] of Object.entries(documents)) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  });
});

interface Run {
  readonly run: {
    readonly stats: Readonly<Record<'requests' | 'assertions', { total: number; failed: number }>>;
    readonly failures: readonly { source?: { name: string }; error: { test?: string; message: string } }[];
    readonly executions: readonly { item: { name: string }; response: { code: number } }[];
  };
}

describe('Postman collection', () => {
  it('runs: every request is signed, known and answered', async () => {
    const report = join(service.config.dataDir, 'newman.json');
    const newman = ['newman/bin/newman.js', 'run', COLLECTION, '--env-var', `baseUrl=${service.client.baseUrl}`];
    const reporting = ['--reporters', 'json', '--reporter-json-export', report, '--suppress-exit-code'];
    const [program, ...rest] = [...newman, ...reporting];
    await promisify(execFile)(process.execPath, [join(root, 'node_modules', program!), ...rest], { cwd: root });

    const { run } = JSON.parse(readFileSync(report, 'utf8')) as Run;
    expect(run.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? ''} ${error.message}`)).toEqual([]);
    expect(run.stats.requests.total).toBeGreaterThanOrEqual(90);
    expect(run.stats.assertions.total).toBe(3 * run.stats.requests.total);
    const done = run.executions.filter(({ response }) => response.code === 200).map(({ item }) => item.name);
    expect(done).toEqual(
      expect.arrayContaining(['user_profile_login', 'user_wallet_get_info', 'user_deposit_order_create', 'core_file_upload']),
    );
  }, 120_000);
});
