import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
