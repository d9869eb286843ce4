import { statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, signedHeaders } from '../../support/client.js';
import { until } from '../../support/until.js';
import { fileOf, UploadsApp } from './support/uploads-app.js';

const MB = 1_048_576;
const MOST = 10 * MB;
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

describe('unfinished uploads with a false signature', () => {
  let uploads: UploadsApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    uploads = await UploadsApp.start('sqlite', { RATE_LIMIT_SCALE: '0' });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => uploads.close());

  const onDisk = () =>
    uploads
      .incoming()
      .map((name) => statSync(join(uploads.service.config.dataDir, 'incoming', name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);

  /** Nine megabytes of ten, under the key of another. @returns how the service answered, where it did */
  async function begin(key: string): Promise<() => string> {
    const target = '/?req=core_file_upload';
    const headers = {
      ...signedHeaders({ pbcKey: key, secret: 'unknown to the attacker' }, { method: 'POST', target, bodyHash: 'mp1:x' }),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(MOST),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = createConnection(Number(new URL(uploads.service.client.baseUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n${HEAD}`);
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.write(Buffer.alloc(9 * MB, 'a'), () => resolve());
    });
    return () => answer;
  }

  async function attack({ pbcKey }: Pick<Credentials, 'pbcKey'>): Promise<number> {
    const answers = await Promise.all(Array.from({ length: 60 }, () => begin(pbcKey)));
    await until(() => answers.filter((answer) => answer().startsWith('HTTP/1.1 429')).length >= 55);
    const refused = answers.map((answer) => answer()).find((answer) => answer.startsWith('HTTP/1.1 429'))!;
    expect(refused).toMatch(/retry-after: 1/i);
    expect(refused).toContain('Too many unfinished uploads');
    return onDisk();
  }

  it('leave a megabyte on disk where the key signed nothing, and nothing once they are gone', async () => {
    const victim = await uploads.service.register();
    expect(await attack(victim)).toBeLessThanOrEqual(MB);
    for (const socket of sockets.splice(0)) socket.destroy();
    await until(() => uploads.incoming().length === 0);
    const file = await uploads.upload('mine.txt', Buffer.alloc(MOST, 'b'), victim);
    expect(file.fileSize).toBe(MOST);
  });

  it('leave the share of one key on disk where it signed a request from this network', async () => {
    const victim = await uploads.service.register();
    await uploads.fetch({ rqtp: 'user' }, victim);
    expect(await attack(victim)).toBeLessThanOrEqual(32 * MB);
  });

  it('leave room for others', async () => {
    const [victim, other] = [await uploads.service.register(), await uploads.service.register()];
    await attack(victim);
    expect((await uploads.upload('other.txt', Buffer.alloc(MOST, 'c'), other)).fileSize).toBe(MOST);
  });

  it('are stored to the last byte where the signature is right, whether the key was proven or not', async () => {
    const fresh = await uploads.service.register();
    const bytes = Buffer.from(Array.from({ length: 3 * MB }, (_, place) => (place % 95) + 32));
    for (const _ of ['unproven', 'proven']) {
      const { localUrl } = await uploads.upload('exact.txt', bytes, fresh);
      expect(Buffer.from(await (await uploads.show({ localUrl })).arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('of a whole file with a false signature are refused and leave nothing', async () => {
    const victim = await uploads.service.register();
    const { status } = await uploads.send({ file: fileOf('a.txt', Buffer.alloc(3 * MB, 'a')) }, { ...victim, secret: 'wrong' });
    expect(status).toBe(401);
    await until(() => uploads.incoming().length === 0);
  });
});
