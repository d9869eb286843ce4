import { hash } from 'node:crypto';
import type { Explanation } from '../../kernel/failure.js';
import { rawBodyHash, type SignedParts, stringToSign } from './signature.js';

/** Larger bodies are not written in other forms. */
const LARGEST_BODY_BYTES = 65_536;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Another text that the client may have signed. */
interface Mistake extends Explanation {
  readonly signed: string;
}

interface Given {
  readonly parts: SignedParts;
  /** Undefined for a form, of which the parts are hashed. */
  readonly body: Buffer | undefined;
  readonly host: string;
}

/** Texts that clients sign by mistake, in the order in which they are made. About sixty. */
export function* usualMistakes(given: Given): Generator<Mistake> {
  const { parts } = given;
  yield* mistakenForms(parts);
  if (given.body) {
    for (const [bodyHash, text] of otherBodyHashes(given.body))
      yield { reason: 'body_hash', text, signed: stringToSign({ ...parts, bodyHash }) };
  }
  for (const [target, text] of otherTargets(parts.target, given.host))
    yield {
      reason: 'target',
      text: `${text}; sign the target exactly as it is sent`,
      signed: stringToSign({ ...parts, target }),
    };
  for (const method of [parts.method.toLowerCase(), ...METHODS])
    yield {
      reason: 'method',
      text: `${method} was signed and ${parts.method} was sent`,
      signed: stringToSign({ ...parts, method }),
    };
  const timestamp = `${parts.timestamp}000`;
  yield { reason: 'timestamp', text: 'The time was signed in milliseconds', signed: stringToSign({ ...parts, timestamp }) };
  if (parts.idempotencyKey !== undefined) {
    const text = 'The header Idempotency-Key was sent and its line was left out of the signed text';
    yield { reason: 'idempotency_key', text, signed: stringToSign({ ...parts, idempotencyKey: undefined }) };
  }
}

export function mistakenKeys(secret: string, publicKey: string): readonly (readonly [string | Buffer, string])[] {
  return [
    [`${secret}\n`, 'The secret was used with a line feed behind it, as read from a file'],
    [Buffer.from(secret, 'base64url'), 'The secret was decoded from base64; the key of the HMAC is its text as it was answered'],
    [Buffer.from(secret, 'hex'), 'The secret was decoded from hex; the key of the HMAC is its text as it was answered'],
    [`"${secret}"`, 'The secret was used with its quotation marks'],
    [publicKey, 'The public key was used in place of the secret'],
  ];
}

function* mistakenForms(parts: SignedParts): Generator<Mistake> {
  const signed = stringToSign(parts);
  const lines = signed.split('\n');
  const forms: readonly (readonly [string, string])[] = [
    [`${signed}\n`, 'A line feed was signed behind the last line; there is none (echo adds one)'],
    [lines.join('\r\n'), 'The lines were joined by CR LF; it is LF alone'],
    [`${lines.join('\r\n')}\r\n`, 'The lines were ended by CR LF; they are joined by LF alone'],
    [lines.join(String.raw`\n`), 'The lines were joined by a backslash and an n; it is a line feed'],
    [lines.join(''), 'The lines were not joined by line feeds'],
    [lines.join(' '), 'The lines were joined by spaces; it is LF'],
    [lines.slice(1).join('\n'), 'The first line, SVC1-HMAC-SHA512, was left out'],
  ];
  for (const [form, text] of forms) yield { reason: 'form', text, signed: form };
}

function* otherBodyHashes(body: Buffer): Generator<readonly [string, string]> {
  const sha512 = rawBodyHash(body).slice('raw:'.length);
  const form = 'The line of the body is raw: and its SHA-512 as lower-case hex; signed was';
  yield [sha512, `${form} the hash without raw:`];
  yield [`raw:${sha512.toUpperCase()}`, `${form} upper-case hex`];
  yield [`raw:${Buffer.from(sha512, 'hex').toString('base64')}`, `${form} base64`];
  yield ['', `${form} an empty line`];
  yield ['raw:', `${form} raw: alone`];
  const sent = `${body.length} bytes were sent`;
  if (body.length > 0) yield [rawBodyHash(Buffer.alloc(0)), `The hash of an empty body was signed, and ${sent}`];
  for (const text of ['{}', 'null', '[]', '""'])
    if (body.length === 0) yield [rawBodyHash(Buffer.from(text)), `The hash of ${text} was signed, and no body was sent`];
  if (body.length > LARGEST_BODY_BYTES) return;
  yield [`raw:${hash('sha256', body, 'hex')}`, `${form} SHA-256`];
  yield [body.toString(), `${form} the body itself`];
  yield [
    rawBodyHash(Buffer.concat([body, Buffer.from('\n')])),
    `The body was hashed with a line feed behind it, without which ${sent}`,
  ];
  yield [rawBodyHash(Buffer.from(body.toString().trim())), `The body was hashed without the spaces around it, and ${sent}`];
  for (const text of rewritten(body))
    yield [
      rawBodyHash(Buffer.from(text)),
      `The JSON was hashed as ${Buffer.byteLength(text)} bytes and written anew as it was sent, ${sent}: make it once`,
    ];
}

function rewritten(body: Buffer): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return [];
  }
  const ordered = isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
  const forms = [value, ordered].flatMap((one) => [JSON.stringify(one), spaced(one), JSON.stringify(one, null, 2)]);
  return [...forms, ...forms.map((text) => text.replaceAll(/[\u0080-\uffff]/g, escaped))];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON as Python writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
    .join(', ')}}`;
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function* otherTargets(target: string, host: string): Generator<readonly [string, string]> {
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  const pairs = query.split('&');
  yield [path, 'The path was signed without the query'];
  yield [`${path}${query}`, 'The target was signed without the ?'];
  yield [`${path}?${pairs.toSorted().join('&')}`, 'The query was signed in alphabetical order'];
  yield [target.slice(1), 'The target was signed without the slash at its beginning'];
  yield [query, 'The query was signed without the path'];
  yield [`${target}?`, 'The target was signed with a ? behind it'];
  for (const scheme of ['http', 'https']) yield [`${scheme}://${host}${target}`, 'The whole address was signed'];
  for (const decoded of [target, target.replaceAll('+', ' ')].map(unescaped))
    yield [decoded, 'The target was signed before it was encoded'];
  yield [encodeURI(target), 'The target was encoded twice for signing'];
  yield [target.replaceAll('%20', '+'), 'A space was signed as +, and sent as %20'];
  yield [target.replaceAll('+', '%20'), 'A space was signed as %20, and sent as +'];
  const cased = (change: (text: string) => string) => target.replaceAll(/%[0-9a-f]{2}/gi, change);
  yield [cased((text) => text.toLowerCase()), 'The escapes were signed in lower case'];
  yield [cased((text) => text.toUpperCase()), 'The escapes were signed in upper case'];
  const action = pairs.find((pair) => pair.startsWith('req='))?.slice('req='.length);
  const others = pairs.filter((pair) => pair !== '' && !pair.startsWith('req='));
  if (action !== undefined)
    yield [
      [`/${action}`, ...(others.length > 0 ? [others.join('&')] : [])].join('?'),
      '/<action> was signed, and /?req= was sent',
    ];
  if (path !== '/') yield [`/?${[`req=${path.slice(1)}`, ...others].join('&')}`, '/?req= was signed, and /<action> was sent'];
}

function unescaped(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
