import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keys } from './support.js';
import { startApp, type TestApp } from '../../support/app.js';

let service: TestApp;
let answer: Response;
let html: string;

beforeAll(async () => {
  service = await startApp('sqlite');
  answer = await fetch(`${service.client.baseUrl}/receipts/verify`);
  html = await answer.text();
});
afterAll(() => service.close());

/** Between this tag and its end. */
const within = (tag: string) => html.split(tag)[1]!.split('</')[0]!;

describe('page of receipts', () => {
  it('allows its own script and style only, and no connection', () => {
    const hashOf = (tag: string) => createHash('sha256').update(within(tag)).digest('base64');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hashOf('<script>')}'`,
      `style-src 'sha256-${hashOf('<style>')}'`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    // A saved page has no headers.
    const meta = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]!;
    expect(`${meta}; frame-ancestors 'none'`).toBe(policy);
  });

  it('is one file that refers to nothing', () => {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html).not.toMatch(/\b(src|href)=|@import|url\(/);
    expect(html).not.toContain('{{');
  });

  it('has the public keys that /receipts/key has', async () => {
    const shown = await (await fetch(`${service.client.baseUrl}/receipts/key`)).json();
    const { keys, anchors } = JSON.parse(within('id="keys">')) as Keys;
    expect(shown).toEqual({ algorithm: 'Ed25519', current: Object.keys(keys)[0], keys, anchors });
    expect(Object.keys(anchors)).toEqual(Object.keys(keys));
    expect([keys, anchors].flatMap(Object.values<string>).map((key) => Buffer.from(key, 'base64url').length)).toEqual([32, 32]);
  });
});
