import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { S3FileStorage } from '../../../src/platform/storage/s3-file-storage.js';
import { ACCESS_KEY, S3Server, SECRET_KEY } from './support/s3-server.js';

const ROLE = 'arn:aws:iam::123456789012:role/harmattan';
/** Shorter than the time before their end in which keys are renewed. */
const LASTS_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'harmattan-role-'));
const s3 = new S3Server();
const asked: URLSearchParams[] = [];
let sts: Server;

/** The service that gives keys to whoever shows the token of a pod, new ones each time. */
async function startSts(): Promise<Server> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(new URLSearchParams(await text(request)));
    const sessionToken = `session-${asked.length}`;
    s3.sessionTokens.add(sessionToken);
    response.writeHead(200, { 'content-type': 'text/xml' }).end(`
      <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials>
          <AccessKeyId>${ACCESS_KEY}</AccessKeyId><SecretAccessKey>${SECRET_KEY}</SecretAccessKey>
          <SessionToken>${sessionToken}</SessionToken><Expiration>${new Date(Date.now() + LASTS_MS).toISOString()}</Expiration>
        </Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  await s3.start();
  sts = await startSts();
  writeFileSync(join(folder, 'token'), 'the token of the pod');
  vi.stubEnv('AWS_ROLE_ARN', ROLE);
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', join(folder, 'token'));
  vi.stubEnv('AWS_ENDPOINT_URL_STS', `http://127.0.0.1:${(sts.address() as AddressInfo).port}`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  sts.closeAllConnections();
  sts.close();
  await s3.stop();
  rmSync(folder, { recursive: true });
});

it('an object store without keys is used by those of the role of the pod, which are renewed before they end', async () => {
  const storage = new S3FileStorage(s3.urlWithoutKeys());
  await storage.put('users/ada/one', Buffer.from('1'));
  await storage.put('users/ada/two', Buffer.from('2'));
  expect([...s3.objects.keys()]).toEqual(['users/ada/one', 'users/ada/two']);
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(Object.fromEntries(asked[0]!)).toMatchObject({ RoleArn: ROLE, WebIdentityToken: 'the token of the pod' });
});
