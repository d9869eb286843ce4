import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnvelopeErrors } from '../../src/platform/http/envelope.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Credentials } from '../support/client.js';

interface Sign {
  bodyHash(body: string | FormData | undefined): Promise<string>;
  signedHeaders(
    session: Credentials,
    request: { method: string; target: string; body?: string | FormData; timestamp?: string; idempotencyKey?: string },
  ): Promise<Record<string, string>>;
}

interface Vector extends Credentials {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly body?: string;
  readonly timestamp: string;
  readonly idempotencyKey?: string;
  readonly signature: string;
}

const SIGN = new URL('../../src/platform/http/openapi/page/sign.js', import.meta.url);
const vectors = JSON.parse(
  readFileSync(new URL('../../packages/client/vectors/signatures.json', import.meta.url), 'utf8'),
) as Vector[];

let service: TestApp;
let url: string;
let sign: Sign;

beforeAll(async () => {
  service = await startApp('sqlite');
  url = service.client.baseUrl;
  sign = (await import(SIGN.href)) as Sign;
});
afterAll(() => service.close());

describe('interface page', () => {
  it('uses only files of this service', async () => {
    const answer = await fetch(`${url}/docs`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';.* connect-src 'self'/);
    const page = await answer.text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of [...addresses, '/docs/sign.js']) {
      expect(address).toMatch(/^\/(docs\/|openapi\.json)/);
      const asset = await fetch(url + address);
      expect(asset.status, address).toBe(200);
      expect(asset.headers.get('x-content-type-options'), address).toBe('nosniff');
      expect((await asset.arrayBuffer()).byteLength, address).toBeGreaterThan(100);
    }
  });

  it.each(['package.json', '..%2fpackage.json', 'index.html', 'constructor', 'swagger-ui-bundle.js.map'])(
    'serves no other file: %s',
    async (name) => {
      const answer = await fetch(`${url}/docs/${name}`);
      expect(answer.status).toBe(404);
    },
  );
});

describe('signing on the page', () => {
  const texts = vectors.filter(({ body }) => body !== undefined);

  it('has test vectors', () => {
    expect(texts.length).toBeGreaterThan(3);
  });

  it.each(texts)('signs vector $id', async ({ signature, ...request }) => {
    const headers = await sign.signedHeaders(request, request);
    expect(headers['SVC-REQSIGNAL']).toBe(signature);
    expect(headers['SVC-TIMESTAMP']).toBe(request.timestamp);
    expect(headers['Idempotency-Key']).toBe(request.idempotencyKey);
  });

  it('signs forms with files as browsers send them', async () => {
    const user = await service.register();
    const target = '/core_file_upload?n=from-the-page';
    const form = new FormData();
    form.append('file', new File(['one\ntwo\n'], 'lines.txt', { type: 'text/plain' }));
    form.append('note', 'first\nsecond');
    const headers = await sign.signedHeaders(user, { method: 'POST', target, body: form });
    const answer = await fetch(url + target, { method: 'POST', headers, body: form });
    const { ERRORS } = (await answer.json()) as { ERRORS?: EnvelopeErrors };
    expect(ERRORS).toBeUndefined();
    expect(answer.status).toBe(200);
  });
});
