import nodeCrypto, { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import * as portableDigests from '../../packages/client/src/sha512.js';
import {
  formBodyHash,
  nodeDigests,
  rawBodyHash,
  signedHeaders,
  type SigningKey,
  stringToSign,
  webDigests,
} from '../../packages/client/src/index.js';
import { verifyWebhook, type WebhookError } from '../../packages/client/src/webhooks.js';

interface SignatureVector {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly timestamp: string;
  readonly pbcKey: string;
  readonly secret: string;
  readonly bodyHex?: string;
  readonly parts?: readonly { kind: 'v' | 'f'; name: string; hex: string }[];
  readonly idempotencyKey?: string;
  readonly bodyHash: string;
  readonly stringToSign: string;
  readonly signature: string;
}

interface WebhookVector {
  readonly id: string;
  readonly secrets: readonly string[];
  readonly webhookId: string;
  readonly timestamp: string;
  readonly body: string;
  readonly signature: string;
}

const read = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../packages/client/vectors/${name}.json`, import.meta.url), 'utf8')) as T[];
const signatures = read<SignatureVector>('signatures');
const webhooks = read<WebhookVector>('webhooks');
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

const IMPLEMENTATIONS = {
  WebCrypto: webDigests(crypto.subtle),
  'node:crypto': nodeDigests(nodeCrypto),
  JavaScript: portableDigests,
};

describe.each(Object.entries(IMPLEMENTATIONS))('client signing with %s', (_, digests) => {
  const bodyHashOf = ({ parts, bodyHex }: SignatureVector) => {
    if (!parts) return rawBodyHash(digests, bytes(bodyHex!));
    const hashed = parts.map(({ kind, name, hex }) => ({
      name,
      isFile: kind === 'f',
      sha512: createHash('sha512').update(bytes(hex)).digest('hex'),
    }));
    return formBodyHash(digests, hashed);
  };

  it.each(signatures)('signs vector $id', async (vector) => {
    expect(await bodyHashOf(vector)).toBe(vector.bodyHash);
    expect(stringToSign(vector)).toBe(vector.stringToSign);
    const headers = await signedHeaders(digests, vector, vector);
    expect(headers).toEqual({
      'SVC-SECUREKEY': vector.pbcKey,
      'SVC-TIMESTAMP': vector.timestamp,
      'SVC-REQSIGNAL': vector.signature,
    });
  });

  it.each(signatures)('signs vector $id by a key that cannot be read', async (vector) => {
    const { subtle } = nodeCrypto.webcrypto;
    const hmac = { name: 'HMAC', hash: 'SHA-512' };
    const key = await subtle.importKey('raw', Buffer.from(vector.secret), hmac, false, ['sign']);
    await expect(subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
    const secret: SigningKey = { hmacSha512: async (data) => new Uint8Array(await subtle.sign('HMAC', key, data)) };
    expect(await signedHeaders(digests, { ...vector, secret }, vector)).toMatchObject({ 'SVC-REQSIGNAL': vector.signature });
  });

  it('hashes and authenticates data of every length about a block', async () => {
    for (const length of [0, 1, 111, 112, 127, 128, 129, 239, 240, 1000]) {
      const data = Uint8Array.from(randomBytes(length));
      const key = Uint8Array.from(randomBytes(Math.max(1, length)));
      const hash = createHash('sha512').update(data).digest('hex');
      expect(Buffer.from(await digests.sha512(data)).toString('hex'), `${length} bytes`).toBe(hash);
      const mac = createHmac('sha512', key).update(data).digest('hex');
      expect(Buffer.from(await digests.hmacSha512(key, data)).toString('hex'), `${length} bytes`).toBe(mac);
    }
  });
});

describe('client webhook verification', () => {
  const received = ({ webhookId, timestamp, signature, body }: WebhookVector) => ({
    headers: { 'webhook-id': webhookId, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    body,
  });
  const at = ({ timestamp }: WebhookVector, seconds = 0) => ({ now: () => (Number(timestamp) + seconds) * 1000 });
  const refusal = (given: Parameters<typeof verifyWebhook>[0], options: Parameters<typeof verifyWebhook>[1]) =>
    verifyWebhook(given, options).then(
      () => 'accepted',
      (error: WebhookError) => error.id,
    );

  it.each(webhooks)('accepts vector $id', async (vector) => {
    const message = await verifyWebhook(received(vector), { secrets: vector.secrets, ...at(vector) });
    expect(message).toEqual({ ...(JSON.parse(vector.body) as object), id: vector.webhookId });
  });

  it('accepts what the library of Standard Webhooks signs, with headers and body as a server has them', async () => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const body = '{"type":"user.created","data":{}}';
    const now = new Date();
    const headers = new Headers({
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
      'Webhook-Signature': new Webhook(secret).sign('evt_1', now, body),
    });
    const message = await verifyWebhook({ headers, body: new TextEncoder().encode(body) }, { secrets: secret });
    expect(message).toMatchObject({ id: 'evt_1', type: 'user.created' });
  });

  const vector = webhooks[0]!;
  const good = { secrets: vector.secrets, ...at(vector) };
  it.each([
    ['another body', { ...vector, body: vector.body.replace('1500', '9500') }, good, 'signature_wrong'],
    ['another id', { ...vector, webhookId: 'evt_2' }, good, 'signature_wrong'],
    ['another secret', vector, { ...good, secrets: webhooks[2]!.signature.slice(3, 35) }, 'signature_wrong'],
    ['a signature of another version', { ...vector, signature: vector.signature.replace('v1', 'v2') }, good, 'signature_wrong'],
    ['a time long ago', vector, { ...good, ...at(vector, 301) }, 'too_old'],
    ['a time to come', vector, { ...good, ...at(vector, -301) }, 'too_old'],
    ['a time that is none', { ...vector, timestamp: 'now' }, good, 'too_old'],
    ['no signature', { ...vector, signature: '' }, good, 'headers_missing'],
  ])('refuses %s', async (_, changed, options, id) => {
    expect(await refusal(received(changed), options)).toBe(id);
  });
});
