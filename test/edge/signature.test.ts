import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  areWellFormed,
  multipartBodyHash,
  rawBodyHash,
  sign,
  signatureFits,
  stringToSign,
} from '../../src/platform/http/signature.js';

interface Vector {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly timestamp: string;
  readonly pbcKey: string;
  readonly secret: string;
  readonly idempotencyKey?: string;
  readonly bodyHex?: string;
  readonly parts?: readonly { kind: 'v' | 'f'; name: string; hex: string }[];
  readonly bodyHash: string;
  readonly stringToSign: string;
  readonly signature: string;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../packages/client/vectors/signatures.json', import.meta.url), 'utf8'),
) as Vector[];

function bodyHashOf({ parts, bodyHex }: Vector): string {
  if (!parts) return rawBodyHash(Buffer.from(bodyHex!, 'hex'));
  return multipartBodyHash(
    parts.map(({ kind, name, hex }) => ({ kind, name, sha512: hash('sha512', Buffer.from(hex, 'hex'), 'hex') })),
  );
}

const partsOf = (vector: Vector) => ({
  method: vector.method,
  target: vector.target,
  timestamp: vector.timestamp,
  publicKey: vector.pbcKey,
  bodyHash: vector.bodyHash,
  idempotencyKey: vector.idempotencyKey,
});

describe('published signature vectors', () => {
  it('are complete', () => expect(VECTORS).toHaveLength(7));

  it.each(VECTORS)('$id', (vector) => {
    expect(bodyHashOf(vector)).toBe(vector.bodyHash);
    expect(stringToSign(partsOf(vector))).toBe(vector.stringToSign);
    expect(sign(vector.secret, vector.stringToSign)).toBe(vector.signature);
    expect(signatureFits(vector.secret, vector.stringToSign, vector.signature)).toBe(true);
  });
});

describe('string to sign', () => {
  const vector = VECTORS[2]!;

  it('has the Idempotency-Key as its last line where it is sent', () => {
    const text = stringToSign({ ...partsOf(vector), idempotencyKey: 'order-0001' });
    expect(text).toBe(`${vector.stringToSign}\norder-0001`);
  });

  it.each([
    ['method', { method: 'PUT' }],
    ['method in lower case', { method: 'post' }],
    ['target', { target: '/api?req=transfeR' }],
    ['target, swapped query', { target: '/api?b=1&req=transfer' }],
    ['timestamp', { timestamp: '1767225601' }],
    ['public key', { publicKey: 'pbc_test_0123456789ABCDEG' }],
    ['body', { bodyHash: rawBodyHash(Buffer.from('{"to":"u_2","amount":"1500.00","requestRef":"8f1c"} ')) }],
    ['idempotency key', { idempotencyKey: '' }],
  ])('changes with the %s', (_, change) => {
    expect(signatureFits(vector.secret, stringToSign({ ...partsOf(vector), ...change }), vector.signature)).toBe(false);
  });

  it('does not match a signature with a changed bit', () => {
    for (let place = 0; place < vector.signature.length; place++) {
      const nibble = (parseInt(vector.signature[place]!, 16) ^ (1 << (place % 4))).toString(16);
      const changed = vector.signature.slice(0, place) + nibble + vector.signature.slice(place + 1);
      expect(signatureFits(vector.secret, vector.stringToSign, changed)).toBe(false);
    }
  });

  it('does not match a signature of another length', () => {
    expect(signatureFits(vector.secret, vector.stringToSign, vector.signature.slice(2))).toBe(false);
    expect(signatureFits(vector.secret, vector.stringToSign, `${vector.signature}00`)).toBe(false);
    expect(signatureFits(vector.secret, vector.stringToSign, '')).toBe(false);
  });
});

describe('multipart manifest', () => {
  const part = (kind: 'v' | 'f', name: string, text: string) => ({ kind, name, sha512: hash('sha512', text, 'hex') });
  const parts = [part('v', 'b', '1'), part('f', 'a', '2'), part('v', 'a', '3'), part('v', 'ä', '4'), part('v', 'B', '5')];

  it('does not depend on the order of the parts', () => {
    expect(multipartBodyHash([...parts].reverse())).toBe(multipartBodyHash(parts));
  });

  it('sorts by bytes and ends every line with LF', () => {
    const lines = ['f:a:2', 'v:B:5', 'v:a:3', 'v:b:1', 'v:ä:4'].map((line) => {
      const [kind, name, text] = line.split(':');
      return `${kind}:${name}:${hash('sha512', text!, 'hex')}\n`;
    });
    expect(multipartBodyHash(parts)).toBe(`mp1:${hash('sha512', lines.join(''), 'hex')}`);
  });

  it.each([
    ['a value that became a file', [part('f', 'b', '1'), ...parts.slice(1)]],
    ['another name', [part('v', 'c', '1'), ...parts.slice(1)]],
    ['another value', [part('v', 'b', '9'), ...parts.slice(1)]],
    ['a part more', [...parts, part('v', 'x', '')]],
    ['a part less', parts.slice(1)],
    ['a part twice', [...parts, parts[0]!]],
  ])('distinguishes %s', (_, changed) => {
    expect(multipartBodyHash(changed)).not.toBe(multipartBodyHash(parts));
  });

  it('refuses a name that could pass one part off as two', () => {
    const forged = `b:${parts[0]!.sha512}\nv:a`;
    expect(() => multipartBodyHash([{ ...parts[2]!, name: forged }])).toThrow('not a JSON object');
  });
});

describe('signature headers', () => {
  const good = { key: VECTORS[0]!.pbcKey, time: VECTORS[0]!.timestamp, signature: VECTORS[0]!.signature };
  const fit = (change: Partial<Record<keyof typeof good, string | undefined>>) => {
    const { key, time, signature } = { ...good, ...change };
    return areWellFormed(key, time, signature);
  };

  it('accepts valid ones', () => expect(fit({})).toBe(true));

  it.each([
    ['no key', { key: undefined }],
    ['a key too short', { key: 'a'.repeat(15) }],
    ['a key too long', { key: 'a'.repeat(65) }],
    ['a key with other letters', { key: 'pbc+test/0123456789=' }],
    ['a key sent twice', { key: `${good.key}, ${good.key}` }],
    ['a key with LF behind', { key: `${good.key}\n` }],
    ['no time', { time: undefined }],
    ['a time in milliseconds', { time: '1767225600000' }],
    ['a time with a leading zero', { time: '0767225600' }],
    ['a time with a sign', { time: '+767225600' }],
    ['a time with LF behind', { time: '1767225600\n' }],
    ['a time in other digits', { time: '１７６７２２５６００' }],
    ['no signature', { signature: undefined }],
    ['upper-case hex', { signature: good.signature.toUpperCase() }],
    ['a signature too short', { signature: good.signature.slice(1) }],
    ['a signature too long', { signature: `${good.signature}0` }],
    ['a signature with LF behind', { signature: `${good.signature}\n` }],
    ['a signature sent twice', { signature: `${good.signature}, ${good.signature}` }],
  ])('refuses %s', (_, change) => expect(fit(change)).toBe(false));
});
