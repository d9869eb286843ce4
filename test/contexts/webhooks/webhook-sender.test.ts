import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DnsHostAddresses, type HostAddress, HostAddresses } from '../../../src/platform/http-client/host-addresses.js';
import { DeliveryLimits, HttpWebhookSender } from '../../../src/contexts/webhooks/adapters/http-webhook-sender.js';
import { Receiver } from './support/receiver.js';

const pem = (name: string) => readFileSync(new URL(`./support/${name}`, import.meta.url), 'utf8');

/** Answers what it is told, another thing each time it is asked. */
class LyingNameServer extends HostAddresses {
  asked = 0;
  constructor(private readonly answers: readonly (readonly string[])[]) {
    super();
  }
  of(): Promise<HostAddress[]> {
    const answer = this.answers[Math.min(this.asked++, this.answers.length - 1)]!;
    return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  }
}

const HERE = new LyingNameServer([['127.0.0.1']]);

function sender(options: { allowsLoopback?: boolean; addresses?: HostAddresses; timeoutMs?: number; ca?: string } = {}) {
  const limits = new DeliveryLimits(options.allowsLoopback ?? true);
  if (options.timeoutMs !== undefined) limits.timeoutMs = options.timeoutMs;
  limits.certificateAuthority = options.ca;
  return new HttpWebhookSender(options.addresses ?? HERE, limits);
}

const message = (url: string) => ({ url, headers: { 'content-type': 'application/json', 'webhook-id': 'w1' }, body: '{"é":1}' });

describe('HttpWebhookSender', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.open();
  });
  afterEach(() => receiver.close());

  it('posts headers and bytes unchanged', async () => {
    expect(await sender().send(message(receiver.url()))).toEqual({ status: 200 });
    expect(receiver.received).toHaveLength(1);
    const { method, path, headers, body } = receiver.received[0]!;
    expect([method, path, body]).toEqual(['POST', '/hook?from=here', '{"é":1}']);
    expect(headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength('{"é":1}')),
      'webhook-id': 'w1',
    });
  });

  it.each([
    ['127.0.0.1', 'plain'],
    ['2130706433', 'decimal'],
    ['0x7f000001', 'hexadecimal'],
    ['0x7f.1', 'hexadecimal, short'],
    ['0177.0.0.1', 'octal'],
    ['127.1', 'short'],
    ['%31%32%37.0.0.1', 'percent-encoded'],
    ['127。0。0。1', 'other full stops'],
    ['[::1]', 'IPv6'],
    ['[::ffff:127.0.0.1]', 'IPv4 in IPv6'],
    ['[::ffff:7f00:1]', 'IPv4 in IPv6, in hexadecimal'],
    ['[64:ff9b::7f00:1]', 'NAT64'],
    ['0', 'nobody, which is everybody here'],
    ['[::]', 'nobody, which is everybody here'],
    ['10.1.2.3', 'private'],
    ['169.254.169.254', 'metadata of clouds'],
    ['localhost', 'a name of this machine'],
    ['evil.example', 'a name that leads to this machine'],
  ])('refuses %s (%s) without connecting', async (host) => {
    const delivery = await sender({ allowsLoopback: false }).send(message(receiver.url(host)));
    expect(delivery).toEqual({ refused: expect.stringMatching(/^the address .+ is not public$/) });
    expect([receiver.received.length, receiver.connections]).toEqual([0, 0]);
  });

  it('permits loopback where allowed, and no other private address', async () => {
    expect(await sender().send(message(receiver.url('evil.example')))).toEqual({ status: 200 });
    expect(receiver.received[0]!.headers.host).toBe(`evil.example:${receiver.port}`);
    expect(await sender().send(message('http://10.0.0.1/'))).toMatchObject({ refused: expect.any(String) });
  });

  it('refuses a name with one private address among public ones', async () => {
    const addresses = new LyingNameServer([['8.8.8.8', '127.0.0.1']]);
    const delivery = await sender({ allowsLoopback: false, addresses }).send(message(receiver.url('mixed.example')));
    expect(delivery).toEqual({ refused: 'the address 127.0.0.1 is not public' });
  });

  it('says beforehand what it would refuse, and nothing of a name that nobody knows', async () => {
    const refusal = async (answers: string[], url: string, allowsLoopback = false) =>
      sender({ allowsLoopback, addresses: new LyingNameServer([answers]) }).refusalOf(url);
    expect(await refusal(['8.8.8.8', '10.0.0.7'], 'https://mixed.example/')).toBe('the address 10.0.0.7 is not public');
    expect(await refusal([], 'https://[fd00::7]/')).toBe('the address fd00::7 is not public');
    expect(await refusal([], 'https://nobody.example/')).toBeUndefined();
    expect(await refusal(['8.8.8.8'], 'https://public.example/')).toBeUndefined();
    expect(await refusal(['127.0.0.1'], 'https://here.example/', true)).toBeUndefined();
  });

  it('resolves a name once, so that DNS rebinding has no effect', async () => {
    // Nobody answers there: were the second answer used, the receiver would be reached.
    const addresses = new LyingNameServer([['8.8.8.8'], ['127.0.0.1']]);
    const sending = sender({ allowsLoopback: false, addresses, timeoutMs: 400 }).send(message(receiver.url('rebind.example')));
    await expect(sending).rejects.toThrow();
    expect([addresses.asked, receiver.connections]).toEqual([1, 0]);
    const again = await sender({ allowsLoopback: false, addresses }).send(message(receiver.url('rebind.example')));
    expect(again).toEqual({ refused: 'the address 127.0.0.1 is not public' });
  });

  it('follows no redirect', async () => {
    const other = await Receiver.open();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (_, response) => response.writeHead(status, { location: other.url() }).end();
      expect(await sender().send(message(receiver.url()))).toEqual({ status });
    }
    expect([receiver.received.length, other.connections]).toEqual([5, 0]);
    await other.close();
  });

  it('keeps a connection beyond the time of the message that opened it', async () => {
    const sending = sender({ timeoutMs: 2_000 });
    expect(await sending.send(message(receiver.url()))).toEqual({ status: 200 });
    await sleep(1_000);
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 1_300);
    expect(await sending.send(message(receiver.url()))).toEqual({ status: 204 });
    expect(receiver.connections).toBe(1);
  });

  it('stops reading an endless body after 16 KB', async () => {
    let writtenBytes = 0;
    const ended = new Promise<void>((resolve) => {
      receiver.answer = (_, response) => {
        response.on('close', resolve).writeHead(200);
        const write = () => {
          writtenBytes += 4_096;
          if (!response.destroyed) response.write('x'.repeat(4_096), () => setImmediate(write));
        };
        write();
      };
    });
    expect(await sender().send(message(receiver.url()))).toEqual({ status: 200 });
    await ended;
    // Beyond 16 KB only what was already under way in the buffers between both.
    expect(writtenBytes).toBeLessThan(16 * 1_048_576);
  });

  it.each([
    ['never answers', ''],
    ['dribbles its head', 'HTTP/1.1 200 OK\r\nx-slow: '],
    ['dribbles its body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n'],
  ])('times out on a server that %s', async (_, beginning) => {
    receiver.answer = (_request, response) => {
      const socket = response.socket!.on('error', () => undefined);
      if (beginning === '') return;
      socket.write(beginning);
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    };
    await expect(sender({ timeoutMs: 300 }).send(message(receiver.url()))).rejects.toThrow('no complete answer within 0.3 s');
  });

  it('uses a kept connection again, and a new one when the server closed it', async () => {
    const addresses = new LyingNameServer([['127.0.0.1'], ['10.0.0.1']]);
    const post = sender({ addresses });
    for (let turn = 0; turn < 3; turn++) expect(await post.send(message(receiver.url('kept.example')))).toEqual({ status: 200 });
    expect([receiver.connections, addresses.asked]).toEqual([1, 1]);
    receiver.closeConnections();
    expect(await post.send(message(receiver.url('kept.example')))).toEqual({ refused: 'the address 10.0.0.1 is not public' });
    expect([receiver.received.length, receiver.connections, addresses.asked]).toEqual([3, 1, 2]);
  });

  it('resolves localhost locally, and refuses unknown names', async () => {
    const names = new DnsHostAddresses();
    for (const name of ['localhost', 'LOCALHOST', 'app.localhost', 'localhost.'])
      expect(await names.of(name)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(names.of('nobody.invalid')).rejects.toThrow();
    const sending = sender({ addresses: new LyingNameServer([[]]) }).send(message('http://nobody.invalid/'));
    await expect(sending).rejects.toThrow('nobody.invalid has no address');
  });

  it('times out on an unresponsive name server', async () => {
    class SilentNameServer extends HostAddresses {
      of(): Promise<HostAddress[]> {
        return new Promise(() => undefined);
      }
    }
    const sending = sender({ addresses: new SilentNameServer(), timeoutMs: 200 }).send(message('http://silent.example/'));
    await expect(sending).rejects.toThrow('no complete answer within 0.2 s');
  });

  it('reports a closed connection, an invalid answer, and an unreachable server', async () => {
    receiver.answer = (_, response) => void response.socket!.destroy();
    await expect(sender().send(message(receiver.url()))).rejects.toThrow('socket hang up');
    receiver.answer = (_, response) => void response.socket!.end('SSH-2.0-OpenSSH\r\n');
    await expect(sender().send(message(receiver.url()))).rejects.toThrow();
    receiver.answer = (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
    await expect(sender().send(message(receiver.url()))).rejects.toThrow('Header overflow');
    const { port } = receiver;
    await receiver.close();
    await expect(sender().send(message(`http://127.0.0.1:${port}/`))).rejects.toThrow('ECONNREFUSED');
    receiver = await Receiver.open();
  });
});

describe('HttpWebhookSender over TLS', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.open({ key: pem('hooks.example.key'), cert: pem('hooks.example.pem') });
  });
  afterEach(() => receiver.close());
  const ca = pem('hooks.example.pem');

  it('verifies the certificate of the name', async () => {
    expect(await sender({ ca }).send(message(receiver.url('hooks.example', 'https')))).toEqual({ status: 200 });
    expect(receiver.received[0]!.headers.host).toBe(`hooks.example:${receiver.port}`);
  });

  it("sends nothing to a server with another name's certificate or an unknown authority", async () => {
    await expect(sender({ ca }).send(message(receiver.url('other.example', 'https')))).rejects.toThrow('does not match');
    await expect(sender().send(message(receiver.url('hooks.example', 'https')))).rejects.toThrow('self-signed');
    expect(receiver.received).toEqual([]);
  });

  it('refuses an address before the handshake', async () => {
    const delivery = await sender({ ca, allowsLoopback: false }).send(message(receiver.url('hooks.example', 'https')));
    expect(delivery).toEqual({ refused: 'the address 127.0.0.1 is not public' });
    expect(receiver.connections).toBe(0);
  });
});
