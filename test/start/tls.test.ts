import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { findMariadb, launchDatabase } from '../../packages/harness/servers/database.js';
import { freePort } from '../../packages/harness/servers/ports.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { findRedis, launchRedis } from '../../packages/harness/servers/redis.js';
import { Config } from '../../src/platform/config/config.js';
import { mysqlOptions } from '../../src/platform/database/mysql-options.js';
import { CertificateGauges } from '../../src/platform/http/certificate-gauges.js';
import { SmtpMailTransport } from '../../src/platform/mail/smtp-mail-transport.js';
import { becomesReady, openRedis } from '../../src/platform/redis/redis.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { S3FileStorage } from '../../src/platform/storage/s3-file-storage.js';
import { StorageEnvironment } from '../../src/platform/storage/storage.settings.js';
import { S3Server } from '../contexts/files/support/s3-server.js';
import { until } from '../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-tls-'));
const file = (name: string) => join(folder, name);
const OWN = `ca=${file('ca.pem')}`;
const CLIENT = `${OWN}&cert=${file('client.pem')}&key=${file('client.key')}`;

/** An authority, and certificates of it for this machine and for a client. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const subject = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-subj', `/CN=${name}`];
  openssl('req', '-x509', ...subject('ca'), '-out', 'ca.pem', '-days', '2');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  for (const name of ['server', 'client']) {
    openssl('req', '-new', ...subject(name), '-out', `${name}.csr`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
  }
}

/** In days from now; certificates end two days after they were made. */
const END = expect.closeTo(2, 1) as number;

/** The part of the only metric about a certificate, and when it ends. */
async function endIn(environment: Readonly<Record<string, string>>): Promise<[part: string, days: number]> {
  const APP_KEY = Buffer.alloc(32, 7).toString('base64');
  const config = Config.load({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), APP_KEY, ...environment });
  const metrics = new Metrics();
  const gauges = new CertificateGauges(config, metrics);
  gauges.onApplicationBootstrap();
  const LINE = /harmattan_certificate_expiry_timestamp_seconds\{part="(\w+)"\} (\S+)/;
  let found: RegExpExecArray | null = null;
  await until(async () => (found = LINE.exec((await metrics.exposition()).text)) !== null);
  gauges.onApplicationShutdown();
  return [found![1]!, (Number(found![2]) - Date.now() / 1000) / 86_400];
}

beforeAll(makeCertificates);
afterAll(() => rmSync(folder, { recursive: true }));

describe('Redis with certificates of an own authority', () => {
  let server: PrivateServer;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const settings = {
      'tls-port': port,
      'tls-cert-file': file('server.pem'),
      'tls-key-file': file('server.key'),
      'tls-ca-cert-file': file('ca.pem'),
    };
    server = await launchRedis(findRedis()!, { settings });
  });
  afterAll(() => server.stop());

  const answers = async (query: string) => {
    const client = openRedis(`rediss://127.0.0.1:${port}${query}`, { maxRetriesPerRequest: 0, retryStrategy: null });
    const failed = once(client, 'error').then(([error]) => (error as NodeJS.ErrnoException).code);
    const result = await Promise.race([becomesReady(client).then(() => client.ping()), failed]);
    client.disconnect();
    return result;
  };

  it('is reached by a client that shows its certificate', async () => expect(await answers(`?${CLIENT}`)).toBe('PONG'));
  it('is not trusted without its authority', async () =>
    expect(await answers('')).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|ISSUER/));
  it('is watched for the end of its certificate', async () =>
    expect(await endIn({ REDIS_URL: `rediss://127.0.0.1:${port}?${CLIENT}` })).toEqual(['redis', END]));
});

describe('a database with certificates of an own authority', () => {
  let server: PrivateServer;
  beforeAll(async () => {
    const own = { ca: 'ca.pem', cert: 'server.pem', key: 'server.key' };
    const args = Object.entries(own).map(([name, path]) => `--ssl-${name}=${file(path)}`);
    server = await launchDatabase(findMariadb()!, { args: ['--skip-log-bin', ...args] });
  });
  afterAll(() => server.stop());

  const cipher = async (query: string) => {
    const connection = await mysql.createConnection(mysqlOptions(`${server.url}/mysql${query}`));
    const [[row]] = (await connection.query("SHOW STATUS LIKE 'Ssl_cipher'")) as unknown as [[{ Value: string }]];
    await connection.end();
    return row.Value;
  };

  it('is encrypted, proved by the authority', async () => expect(await cipher(`?ssl=true&${CLIENT}`)).not.toBe(''));
  it('is in the clear without that', async () => expect(await cipher('')).toBe(''));
  it('is not trusted without its authority', () => expect(cipher('?ssl=true')).rejects.toThrow(/certificate|self.signed/i));
  it('is watched for the end of its certificate', async () =>
    expect(await endIn({ DATABASE_URL: `${server.url}/mysql?ssl=true&${CLIENT}` })).toEqual(['database', END]));
});

describe('SMTP with certificates of an own authority', () => {
  const received: string[] = [];
  let server: SMTPServer;
  let url: string;
  beforeAll(async () => {
    server = new SMTPServer({
      secure: true,
      authOptional: true,
      cert: readFileSync(file('server.pem')),
      key: readFileSync(file('server.key')),
      onData: (stream, _session, done) => {
        stream.on('data', (chunk: Buffer) => received.push(String(chunk)));
        stream.on('end', () => done());
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    url = `smtps://127.0.0.1:${(server.server.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const send = async (query: string) => {
    const transport = new SmtpMailTransport(`${url}${query}`, 'Harmattan <from@example.com>', 1);
    const mail = { id: 'x', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', createdAt: 0 };
    await transport.send(mail).finally(() => transport.close());
  };

  it('takes mails', async () => {
    await send(`?${OWN}`);
    expect(received.join()).toContain('Subject: Hello');
  });
  it('is not trusted without its authority', () => expect(send('')).rejects.toThrow(/down|certificate|self.signed/i));
  it('is watched for the end of its certificate', async () =>
    expect(await endIn({ MAIL_URL: `${url}?${OWN}` })).toEqual(['mail', END]));
});

describe('an object store with certificates of an own authority, which wants one of the client', () => {
  let store: S3Server;
  beforeAll(async () => {
    const [ca, cert, key] = ['ca.pem', 'server.pem', 'server.key'].map((name) => readFileSync(file(name)));
    store = await new S3Server({ ca: ca!, cert: cert!, key: key!, requestCert: true, rejectUnauthorized: true }).start();
  });
  afterAll(() => store.stop());

  it('keeps files', async () => {
    const files = new S3FileStorage(`${store.url()}&${CLIENT}`);
    await files.put('a/file', Buffer.from('content'));
    expect(String(await buffer((await files.open('a/file'))!))).toBe('content');
  });
  it.each([
    ['without its authority', ''],
    ['without a certificate', `&${OWN}`],
  ])('is not reached %s', (_, query) =>
    expect(new S3FileStorage(`${store.url()}${query}`).put('a/file', Buffer.from('content'))).rejects.toThrow('fetch failed'),
  );
  it('is watched for the end of its certificate', async () =>
    expect(await endIn({ S3_URL: `${store.url()}&${CLIENT}` })).toEqual(['files', END]));
  it('is a fault of the start where a file is not there', () => {
    const S3_URL = `${store.url()}&ca=${file('missing.pem')}`;
    expect(() => Config.load({ NODE_ENV: 'test', DATA_DIR: folder, S3_URL }).of(StorageEnvironment)).toThrow(
      /S3_URL cannot be used/,
    );
  });
});
