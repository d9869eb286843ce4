import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRODUCTION } from '../support/production.js';
import { type EdgeApp, startEdge } from './support/edge-app.js';
import { expectFailed, expectOk } from './support/expect-envelope.js';
import { readAnswer, requestBytes } from './support/raw-client.js';

let edge: EdgeApp;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const get = (target: string) => edge.raw.request(`GET ${target}`);

describe('operation name', () => {
  it('is named by req or by the path, or by both alike', async () => {
    for (const target of [
      '/?req=echo_find&name=Ada',
      '/echo_find?name=Ada',
      '/echo_find?req=echo_find&name=Ada',
      '/?name=Ada&req=echo%5Ffind',
    ]) {
      expectOk(await get(target), 'echo_find');
    }
  });

  it('may come with any value of n', async () => {
    expectOk(await get('/?req=echo_find&name=Ada&n=12345678'), 'echo_find');
    expectOk(await get('/?req=echo_find&name=Ada&n=1&n=2'), 'echo_find');
  });

  it.each([
    ['named twice', '/?req=echo_find&req=echo_find&name=Ada'],
    ['named twice, encoded', '/?req=echo_find&%72eq=echo_open&name=Ada'],
    ['another by the path', '/echo_open?req=echo_find&name=Ada'],
    ['empty beside the path', '/echo_find?req=&name=Ada'],
  ])('is refused when it is %s', async (_, target) => {
    const answer = await get(target);
    expectFailed(answer, 400);
    expect(answer.envelope!.ERRORS!.DETAILS).toMatch(/^Unsupported request type/);
  });

  it.each([
    ['/', ''],
    ['/?req=', ''],
    ['/?req', ''],
    ['/?req=nothing', 'nothing'],
    ['/nothing', 'nothing'],
    ['/?req=ECHO_FIND', 'ECHO_FIND'],
    ['/?req=%20echo_find', 'echo_find'],
    ['/?req=echo_find%00', 'echo_find'],
    ['/?req=echo_find%0A', 'echo_find'],
    ['/?req[]=echo_find', ''],
    ['/?Req=echo_find', ''],
    ['/?req=__proto__', '__proto__'],
    ['/?req=constructor', 'constructor'],
    ['/?req=toString', 'toString'],
    ['/constructor', 'constructor'],
    ['/__proto__', '__proto__'],
    [`/?req=${'x'.repeat(5000)}`, 'x'.repeat(64)],
    ['/?req=%3Cscript%3Ealert(1)%3C/script%3E', 'scriptalert1script'],
    ['/?req=%22%7D,%22a%22:%22b', 'ab'],
    ['/?req=%F0%9F%98%80', ''],
    ['/?req=%', ''],
    ['/?req=%ff%fe', ''],
    ['/?req=null', 'null'],
  ])('%s is unknown', async (target, action) => {
    const answer = await get(target);
    expectFailed(answer, 404, action);
    expect(answer.envelope!.ERRORS).toMatchObject({
      CODE: 404,
      DETAILS: expect.stringMatching(/^Unsupported request type \(/) as string,
    });
  });

  it.each([
    ['/?req=echo_fnd', 'There is no operation echo_fnd: did you mean echo_find?'],
    ['/echo_opne', 'There is no operation echo_opne: did you mean echo_open?'],
    ['/?req=ECHO_FIND', 'There is no operation ECHO_FIND: did you mean echo_find?'],
    ['/?req=find', 'There is no operation find: did you mean echo_find?'],
    ['/?req=nothing_like_it', 'There is no operation nothing_like_it: /openapi.json has all that there are'],
    [`/?req=${'x'.repeat(99)}`, `There is no operation ${'x'.repeat(64)}: /openapi.json has all that there are`],
    ['/', 'No operation is named: send req in the query, or its name as the path'],
  ])('in the sandbox, %s is answered with what may be meant', async (target, text) => {
    const { envelope } = await get(target);
    expect(envelope!.ERRORS).toEqual({
      CODE: 404,
      ID: 'action_unsupported',
      DETAILS: expect.stringMatching(/^Unsupported request type \([0-9A-Z]{8}\)$/) as string,
      EXPLANATION: { reason: 'unknown_operation', text },
    });
  });

  it.each(['/echo_find/', '/api/v1/echo_find?a=1'])('%s is told where the operation is', async (target) => {
    const { status, envelope } = await get(target);
    expect([status, envelope!.ERRORS!.DETAILS]).toEqual([
      404,
      expect.stringMatching(/^Unsupported request type \(operations are at \/echo_find, with nothing before or behind it\)/),
    ]);
  });

  it('names the method of the operation', async () => {
    const { status, envelope } = await edge.raw.request('PUT /echo_open');
    expect([status, envelope!.ERRORS!.DETAILS]).toEqual([405, expect.stringMatching(/^This operation takes POST, not PUT/)]);
  });

  it('is answered without an explanation where there is no sandbox', async () => {
    const real = await startEdge({ environment: PRODUCTION });
    const { envelope } = await real.raw.request('GET /?req=echo_fnd');
    expect(envelope!.ERRORS).toEqual({
      CODE: 404,
      ID: 'action_unsupported',
      DETAILS: expect.stringMatching(/^Unsupported request type \([0-9A-Z]{8}\)$/) as string,
    });
    await real.close();
  });

  it('is never read from the body', async () => {
    const body = '{"req":"echo_open","name":"Ada"}';
    expectFailed(await edge.raw.request('POST /', ['content-type: application/json'], body), 404, '');
    expectOk(
      await edge.raw.request('POST /?req=echo_open', ['content-type: application/json'], '{"req":"nothing","name":"Ada"}'),
      'echo_open',
    );
  });

  it.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/echo_find/..',
    '/echo_find/x?name=Ada',
    '//echo_find?name=Ada',
    '/echo_find/?name=Ada',
    '/./echo_find?name=Ada',
    '/.env',
    '/.git/config',
    '/src/main.ts',
    '/echo_find%00?name=Ada',
    '/echo_find;x?name=Ada',
    `/${'x'.repeat(300)}`,
    `/${'x/'.repeat(500)}`,
    '*',
  ])('%s is an unknown path', async (target) => {
    expectFailed(await get(target), 404);
  });

  it.each(['/%zz', '/%', '/%e0%a4%a', '/%c0%ae%c0%ae/'])('%s cannot be decoded', async (target) => {
    expectFailed(await get(target), 400);
  });

  it.each(['__proto__', 'constructor', 'prototype', '%5F_proto__'])('refuses the parameter %s', async (name) => {
    expectFailed(await get(`/?req=echo_find&name=Ada&${name}=1`), 400, 'echo_find');
  });

  it('refuses a repeated parameter', async () => {
    const answer = await get('/?req=echo_find&name=Ada&name=Obi');
    expectFailed(answer, 400, 'echo_find');
    expect(answer.envelope!.ERRORS).toMatchObject({ ID: 'name_invalid' });
    expect(answer.envelope!.ERRORS).not.toHaveProperty('CODE');
  });
});

it('several Host headers are refused', async () => {
  for (const hosts of ['host: x\r\nHost: y', 'host: x\r\nhost: x']) {
    const answer = await edge.raw.send(`GET /?req=echo_find&name=Ada HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
    expectFailed(answer, 400);
    expect(answer.envelope!.ERRORS).toMatchObject({ ID: 'host_invalid' });
  }
});

describe('method', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'QUERY'])(
    '%s is refused in place of POST',
    async (method) => {
      const answer = await edge.raw.request(`${method} /?req=echo_open`);
      expectFailed(answer, 405, 'echo_open');
      expect(answer.headers['allow']).toBe('POST');
      expect(answer.envelope!.ERRORS).toMatchObject({ CODE: 405 });
      expectFailed(await edge.raw.request(`${method} /echo_open`, [], '{}'), 405, 'echo_open');
    },
  );

  it('HEAD is refused too, without a body', async () => {
    const answer = await edge.raw.send(requestBytes('HEAD /?req=echo_find&name=Ada')).catch((error: unknown) => error);
    // It tells the length of the body that it does not send, so the end is the closed connection.
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' }, text: '' });
  });

  it('is not checked for an unknown operation', async () => {
    expectFailed(await edge.raw.request('PUT /?req=nothing'), 404, 'nothing');
  });

  it('of a signed operation is checked before the signature', async () => {
    expectFailed(await edge.raw.request('GET /?req=echo_write'), 405, 'echo_write');
  });

  it('that Node does not know is refused', async () => {
    expectFailed(await edge.raw.send('FROBNICATE /?req=echo_open HTTP/1.1\r\nhost: x\r\n\r\n'), 405);
  });

  it('CONNECT is refused', async () => {
    expectFailed(await edge.raw.send('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n'), 405);
  });
});

describe('malformed HTTP', () => {
  it.each([
    ['a line of nonsense', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FETCH /?req=echo_find HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['a method in small letters', 'get /?req=echo_find HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a header without a colon', 'GET /?req=echo_find HTTP/1.1\r\nhost x\r\n\r\n', 400],
    ['a header with NUL', 'GET /?req=echo_find HTTP/1.1\r\nhost: x\r\na: \0\r\n\r\n', 400],
    ['a folded header', 'GET /?req=echo_find HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n', 400],
    ['two lengths', 'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400],
    [
      'a length and chunks',
      'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', 400],
    ['a length in hex', 'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ncontent-length: 0x2\r\n\r\n{}', 400],
    ['a broken chunk', 'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n', 400],
    ['another transfer encoding', 'POST /?req=echo_open HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n', 400],
    ['a raw character in the target', 'GET /?req=echo_fi\u0001nd HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a huge header', `GET /?req=echo_find HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(50_000)}\r\n\r\n`, 431],
    ['a huge target', `GET /?req=${'x'.repeat(50_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ])('%s is answered in the envelope', async (_, bytes, status) => {
    expectFailed(await edge.raw.send(bytes), status);
  });

  it('thousands of headers are answered in the envelope', async () => {
    const headers = Array.from({ length: 3000 }, (_, number) => `a${number}: b`).join('\r\n');
    expectFailed(await edge.raw.send(`GET /?req=echo_find HTTP/1.1\r\n${headers}\r\n\r\n`), 431);
  });

  it.each([
    ['no Host', 'GET /?req=echo_find&name=Ada HTTP/1.1\r\n\r\n'],
    ['a whole URL', 'GET http://elsewhere.example/?req=echo_find&name=Ada HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['HTTP/1.0', 'GET /?req=echo_find&name=Ada HTTP/1.0\r\n\r\n'],
    ['an Expect that nobody knows', 'GET /?req=echo_find&name=Ada HTTP/1.1\r\nhost: x\r\nexpect: magic\r\n\r\n'],
    ['an Upgrade', 'GET /?req=echo_find&name=Ada HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    [
      'headers in bytes of Latin-1',
      Buffer.from('GET /?req=echo_find&name=Ada HTTP/1.1\r\nhost: x\r\nx-name: \u00e9\r\n\r\n', 'latin1'),
    ],
  ])('%s is accepted', async (_, bytes) => {
    expectOk(await edge.raw.send(bytes), 'echo_find');
  });

  it('a body is read after 100 Continue', async () => {
    const socket = await edge.raw.open();
    const answer = readAnswer(socket);
    socket.write(
      requestBytes('POST /?req=echo_open', ['expect: 100-continue', 'content-type: application/json', 'content-length: 14']),
    );
    socket.write('{"name":"Ada"}');
    const { text } = await answer;
    expect(text).toContain('"STATUS":"OK"');
    socket.destroy();
  });

  it('many requests on one connection are answered in order', async () => {
    const socket = connect(edge.raw.port, '127.0.0.1');
    const text = await new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      const one = (target: string, last: boolean) =>
        `GET ${target} HTTP/1.1\r\nhost: x\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
      socket.write(one('/?req=echo_find&name=one', false) + one('/nothing', false) + one('/?req=echo_find&name=three', true));
    });
    expect([...text.matchAll(/"(?:name|ACTION)":"(\w+)"/g)].map((match) => match[1])).toEqual([
      'echo_find',
      'one',
      'nothing',
      'echo_find',
      'three',
    ]);
  });
});

describe('after malformed requests', () => {
  it('the service still answers', async () => expectOk(await get('/?req=echo_find&name=Ada'), 'echo_find'));
});
