import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../support/client.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';
import { expectFailed, expectOk } from './support/expect-envelope.js';
import { chunked, readAnswer, requestBytes } from './support/raw-client.js';

const JSON_TYPE = 'content-type: application/json';
const MEGABYTE = 1_048_576;

let edge: EdgeApp;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

/** A signed request with a body of any kind on any method. */
function signed(method: string, action: string, body: string | Uint8Array, headers: string[] = [], sent = body) {
  const target = `/?req=${action}&n=${Math.random().toString(36).slice(2)}xxxxxxxx`;
  const signature = signedHeaders(edge.sessions.open(), { method, target, body });
  const lines = Object.entries(signature).map(([name, value]) => `${name}: ${value}`);
  return edge.raw.request(`${method} ${target}`, [...lines, ...headers], sent);
}

describe.each([
  ['GET', 'echo_read'],
  ['GET', 'echo_end'],
  ['DELETE', 'echo_remove'],
])('%s %s, an operation without a body', (method, action) => {
  it.each([
    ['no body', '', []],
    ['an empty body of JSON', '', [JSON_TYPE]],
    ['an empty body of JSON with its length', '', [JSON_TYPE, 'content-length: 0']],
    ['an empty object', '{}', [JSON_TYPE]],
    ['an empty object in spaces', ' { } \r\n', [JSON_TYPE]],
    ['an empty object without a type', '{}', []],
    ['an object with unknown fields', '{"x":{"y":[1,null]}}', [JSON_TYPE]],
    ['a type with a charset', '{}', ['Content-Type: application/json; charset=utf-8']],
    ['a type in capitals', '{}', ['Content-Type: APPLICATION/JSON']],
  ])('accepts %s', async (_, body, headers) => {
    expectOk(await signed(method, action, body, headers), action);
  });

  it('accepts an empty object in chunks', async () => {
    expectOk(await signed(method, action, '{}', [JSON_TYPE, 'transfer-encoding: chunked'], chunked('{}')), action);
  });

  it('accepts an empty chunked body', async () => {
    expectOk(await signed(method, action, '', [JSON_TYPE, 'transfer-encoding: chunked'], chunked('')), action);
  });

  it.each([
    ['malformed JSON', '{'],
    ['an array', '[]'],
    ['null', 'null'],
  ])('refuses %s', async (_, body) => {
    expectFailed(await signed(method, action, body, [JSON_TYPE]), 400, action);
  });
});

describe('invalid body', () => {
  const post = (body: string | Uint8Array, headers: string[] = [JSON_TYPE]) =>
    edge.raw.request('POST /?req=echo_open', headers, body);

  it.each([
    ['half an object', '{"name":'],
    ['an array', '[{"name":"Ada"}]'],
    ['a string', '"name"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['a byte order mark', '\ufeff{"name":"Ada"}'],
    ['a NUL behind it', '{"name":"Ada"}\0'],
    ['single quotes', "{'name':'Ada'}"],
    ['a comment', '{"name":"Ada"/* */}'],
    ['two objects', '{"name":"Ada"}{"name":"Obi"}'],
    ['a form', 'name=Ada'],
    ['XML', '<?xml version="1.0"?><name>Ada</name>'],
    ['a prototype key', '{"name":"Ada","__proto__":{"isAdmin":true}}'],
    ['an escaped prototype key', '{"name":"Ada","\\u005f_proto__":{}}'],
    ['a nested prototype key', '{"name":"Ada","x":[{"y":{"__proto__":1}}]}'],
    ['a constructor', '{"name":"Ada","constructor":{"prototype":{}}}'],
    ['a nested, escaped prototype', '{"name":"Ada","x":{"prototyp\\u0065":1}}'],
    ['a bomb of arrays', `{"name":"Ada","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a bomb of objects', `{"name":"Ada","x":${'{"x":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['a bomb that is nothing else', '['.repeat(900_000)],
  ])('%s is refused', async (_, body) => {
    const answer = await post(body);
    expectFailed(answer, 400, 'echo_open');
    expect(answer.envelope!.ERRORS!.DETAILS).toMatch(/^The request body is not a JSON object/);
  });

  it.each([
    ['a lone byte', [0xff]],
    ['a cut character', [0xc3]],
    ['an overlong character', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe]],
  ])('invalid UTF-8 is refused: %s', async (_, bytes) => {
    expectFailed(await post(Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])), 400, 'echo_open');
  });

  it.each([
    ['NUL in a string', '{"name":"A\\u0000da"}'],
    ['a number', '{"name":1}'],
    ['an object', '{"name":{"toString":1}}'],
    ['an array', '{"name":["Ada"]}'],
    ['a boolean', '{"name":true}'],
    ['a string too long', `{"name":"${'x'.repeat(256)}"}`],
  ])('a wrong value is named: %s', async (_, body) => {
    const answer = await post(body);
    expectFailed(answer, 400, 'echo_open');
    expect(answer.envelope!.ERRORS).toMatchObject({ CODE: 401, ID: 'name_invalid' });
  });

  it.each(['{}', '{"name":""}', '{"name":"  "}', '{"name":null}', '{"NAME":"Ada"}'])(
    'a missing value is named: %s',
    async (body) => {
      const answer = await post(body);
      expectFailed(answer, 400, 'echo_open');
      expect(answer.envelope!.ERRORS).toMatchObject({ CODE: 401, ID: 'name_required' });
    },
  );

  it('is not read from the prototype', async () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty']) {
      expectOk(await post(`{"name":"Ada","${name}":1}`), 'echo_open');
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
    ';',
  ])('of type %s is refused', async (type) => {
    expectFailed(await post('{"name":"Ada"}', [`content-type: ${type}`]), 415, 'echo_open');
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'identity, gzip', 'utf-8'])('encoded as %s is refused', async (encoding) => {
    const headers = [JSON_TYPE, `content-encoding: ${encoding}`];
    expectFailed(await post(gzipSync('{"name":"Ada"}'), headers), 415, 'echo_open');
    expectFailed(await post('{"name":"Ada"}', headers), 415, 'echo_open');
    expectFailed(await signed('GET', 'echo_read', '{}', headers), 415, 'echo_read');
  });

  it('may name the encoding identity, or an encoding where there is no body', async () => {
    expectOk(await post('{"name":"Ada"}', [JSON_TYPE, 'content-encoding: Identity']), 'echo_open');
    expectOk(await signed('GET', 'echo_read', '', ['content-encoding: gzip']), 'echo_read');
  });
});

describe('valid JSON body', () => {
  it('is trimmed, in any language', async () => {
    const answer = await edge.raw.request('POST /?req=echo_open', [JSON_TYPE], '{"name":"  Zoë ₦ 😀 ","note":"a\\nb"}');
    expectOk(answer, 'echo_open');
    expect(answer.envelope!.DATA).toEqual({ name: 'Zoë ₦ 😀', note: 'a\nb', pitch: 'low' });
  });

  it('without a type is read as JSON', async () => {
    expectOk(await edge.raw.request('POST /?req=echo_open', [], '{"name":"Ada"}'), 'echo_open');
  });
});

describe('body size', () => {
  const padded = (bytes: number) => `{"name":"Ada"${' '.repeat(bytes - 14)}}`;

  it('of one megabyte is accepted, by length and in chunks', async () => {
    const body = padded(MEGABYTE);
    expectOk(await edge.raw.request('POST /?req=echo_open', [JSON_TYPE], body), 'echo_open');
    const inChunks = [JSON_TYPE, 'transfer-encoding: chunked'];
    expectOk(await edge.raw.request('POST /?req=echo_open', inChunks, chunked(body, 65_536)), 'echo_open');
  });

  it.each([MEGABYTE + 1, 3 * MEGABYTE])('of %d bytes is too large, by length and in chunks', async (bytes) => {
    const body = padded(bytes);
    expectFailed(await edge.raw.request('POST /?req=echo_open', [JSON_TYPE], body), 413, 'echo_open');
    expectFailed(await edge.raw.request('POST /echo_open', [JSON_TYPE], body), 413, 'echo_open');
    const inChunks = [JSON_TYPE, 'transfer-encoding: chunked'];
    expectFailed(await edge.raw.request('POST /?req=echo_open', inChunks, chunked(body, 65_536)), 413, 'echo_open');
  });

  it.each([
    ['JSON', JSON_TYPE, 'POST /?req=echo_open'],
    ['a signature that is none', 'svc-signature: none', 'POST /?req=echo_open'],
    ['a form to what takes none', 'content-type: multipart/form-data; boundary=x', 'POST /?req=echo_open'],
  ])('over the limit is read to its end, so that who reads only then sees the answer: %s', async (_, header, line) => {
    const socket = await edge.raw.open();
    const body = Buffer.alloc(40 * MEGABYTE, ' ');
    const bytes = requestBytes(line, [header, `content-length: ${body.length}`], body);
    await new Promise<void>((sent, failed) => {
      socket.once('error', failed);
      socket.write(bytes, (error) => (error ? failed(error) : sent()));
    });
    const { status } = await readAnswer(socket);
    expect([401, 413]).toContain(status);
    expectOk(await edge.raw.request('GET /?req=echo_find&name=Ada'), 'echo_find');
  });

  it('too large on a method without bodies is refused, too', async () => {
    expectFailed(await edge.raw.request('GET /?req=echo_find&name=Ada', [JSON_TYPE], padded(MEGABYTE + 1)), 413, 'echo_find');
  });

  it('is refused by its declared length without waiting for it', async () => {
    const socket = await edge.raw.open();
    const answer = readAnswer(socket, 2_000);
    socket.write(requestBytes('POST /?req=echo_open', [JSON_TYPE, 'content-length: 99999999999']));
    expectFailed(await answer, 413, 'echo_open');
    socket.destroy();
  });

  it.each(['keep-alive', 'close'])('without end is cut off in the stream, with connection: %s', async (connection) => {
    const socket = await edge.raw.open();
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => resolve());
      socket.once('close', () => resolve());
    });
    const isKept = connection === 'keep-alive';
    const answer = isKept ? readAnswer(socket, 2_000) : undefined;
    const head = requestBytes('POST /?req=echo_open', [JSON_TYPE, 'transfer-encoding: chunked']);
    socket.write(isKept ? head.toString().replace('connection: close\r\n', '') : head);
    const chunk = chunked('x'.repeat(65_536), 65_536).subarray(0, -5);
    socket.write(Buffer.concat(Array<Buffer>(17).fill(chunk)));
    if (answer) expectFailed(await answer, 413, 'echo_open');
    const pump = setInterval(() => socket.write(Buffer.concat(Array<Buffer>(32).fill(chunk))), 5);
    await closed;
    clearInterval(pump);
    expectOk(await edge.raw.request('GET /?req=echo_find&name=Ada'), 'echo_find');
  });

  it('truncated by the client has no effect', async () => {
    for (const [sent, promised] of [
      ['{"name"', 100],
      ['x'.repeat(MEGABYTE + 10), 2 * MEGABYTE],
    ] as const) {
      const socket = await edge.raw.open();
      socket.on('error', () => undefined);
      socket.write(requestBytes('POST /?req=echo_open', [JSON_TYPE, `content-length: ${promised}`], sent));
      await new Promise((resolve) => setTimeout(resolve, 30));
      socket.destroy();
    }
    expectOk(await edge.raw.request('GET /?req=echo_find&name=Ada'), 'echo_find');
  });
});
