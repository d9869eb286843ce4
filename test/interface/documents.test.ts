import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf } from '../../scripts/docs/documents.mjs';
import { sandboxToken, World } from '../../scripts/docs/recording/world.mjs';
import { readCatalogue } from '../../src/platform/http/openapi/catalogue.js';
import { startApp, type TestApp } from '../support/app.js';
import { buildService } from '../support/service-process.js';

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
    readonly failures: readonly { source?: { name: string }; error: { test?: string; message: string } }[];
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly response: { readonly code: number; readonly stream: { readonly data: number[] } };
    }[];
  };
}

describe('Postman collection', () => {
  let world: World;

  beforeAll(async () => {
    await buildService();
    world = await World.start();
  }, 180_000);
  afterAll(() => world.stop());

  it('runs in a fresh sandbox, and every operation answers as it was recorded', async () => {
    const report = join(service.config.dataDir, 'newman.json');
    const variables = { ...world.variables, baseUrl: world.origin, sandboxToken };
    const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const newman = [join(root, 'node_modules/newman/bin/newman.js'), 'run', COLLECTION, ...given];
    const reporting = ['--reporters', 'json', '--reporter-json-export', report, '--suppress-exit-code'];
    await promisify(execFile)(process.execPath, [...newman, ...reporting], { cwd: root });

    const { run } = JSON.parse(readFileSync(report, 'utf8')) as Run;
    expect(run.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? ''} ${error.message}`)).toEqual([]);
    for (const [action, [recording]] of Object.entries(readCatalogue().recordings.operations)) {
      if (recording?.data === undefined) continue;
      const answers = run.executions.filter(({ item, response }) => item.name === action && response.code === 200);
      const fields = answers.map(({ response }) => {
        const { DATA } = JSON.parse(Buffer.from(response.stream.data).toString()) as { DATA: object };
        return fieldsOf(DATA);
      });
      expect(fields, action).toContain(fieldsOf(recording.data as object));
    }
  }, 120_000);
});

function fieldsOf(data: object): string {
  return Array.isArray(data) ? 'a list' : Object.keys(data).toSorted().join();
}
