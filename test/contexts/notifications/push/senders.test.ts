import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExpoPushReceipts, ExpoPushSender } from '../../../../src/contexts/notifications/adapters/expo/expo-push.js';
import {
  FcmPushSender,
  GoogleAccessTokens,
  readServiceAccount,
} from '../../../../src/contexts/notifications/adapters/fcm/fcm-push.js';
import type { PushDevice } from '../../../../src/contexts/notifications/push.js';
import { ConfigurationError } from '../../../../src/platform/config/start-error.js';
import { ExpoServer } from './support/expo-server.js';
import { fcmFault, FcmServer } from './support/fcm-server.js';

const MESSAGE = { title: 'Deposit received', body: '500.00 Naira is in your wallet.' };
const device = (pushToken: string, channelId = ''): PushDevice => ({
  deliveryId: `delivery-${pushToken}`,
  tokenType: '',
  pushToken,
  channelId,
});

describe('ExpoPushSender', () => {
  let server: ExpoServer;
  let sender: ExpoPushSender;
  let receipts: ExpoPushReceipts;
  const send = (...devices: PushDevice[]) => sender.send(devices, MESSAGE);

  beforeEach(async () => {
    server = await new ExpoServer().start();
    server.accessToken = 'expo-secret';
    sender = new ExpoPushSender({ url: server.url, accessToken: 'expo-secret' });
    receipts = new ExpoPushReceipts({ url: `${server.url}/`, accessToken: 'expo-secret' });
  });
  afterEach(() => server.stop());

  it("sends to all of a user's devices in one request and returns the tickets", async () => {
    expect(await send(device('one', 'money'), device('two'))).toEqual([
      { kind: 'sent', ticket: 'ticket-1' },
      { kind: 'sent', ticket: 'ticket-2' },
    ]);
    expect(server.requests).toHaveLength(1);
    expect(server.taken[0]).toEqual({
      to: 'one',
      ...MESSAGE,
      channelId: 'money',
      sound: 'default',
      priority: 'high',
      ttl: 86_400,
    });
    expect(server.taken[1]).not.toHaveProperty('channelId');
  });

  it('sends at most a hundred in a request', async () => {
    const outcomes = await send(...Array.from({ length: 130 }, (_, index) => device(`token-${index}`)));
    expect(server.requests.map(({ length }) => length)).toEqual([100, 30]);
    expect(outcomes.map((outcome) => outcome.kind === 'sent' && outcome.ticket)).toEqual(
      Array.from({ length: 130 }, (_, index) => `ticket-${index + 1}`),
    );
  });

  it('returns an outcome for each device, without tokens', async () => {
    server.ticketErrors.set('gone', 'DeviceNotRegistered').set('busy', 'MessageRateExceeded').set('big', 'MessageTooBig');
    server.ticketErrors.set('odd', 'the token "odd" is odd');
    expect(await send(device('fine'), device('gone'), device('busy'), device('big'), device('odd'))).toEqual([
      { kind: 'sent', ticket: 'ticket-1' },
      { kind: 'dead', reason: 'DeviceNotRegistered' },
      { kind: 'later', reason: 'MessageRateExceeded' },
      { kind: 'refused', reason: 'MessageTooBig' },
      { kind: 'refused', reason: 'unknown' },
    ]);
  });

  it('sends to each device alone when one fails the request', async () => {
    server.foreign.add('other-project');
    expect(await send(device('one'), device('other-project'), device('two'))).toMatchObject(
      Array.from({ length: 3 }, () => ({ kind: 'sent' })),
    );
    expect(server.requests.map(({ length }) => length)).toEqual([3, 1, 1, 1]);
    server.instead.push({ status: 400, body: { errors: [{ code: 'VALIDATION_ERROR' }] } });
    expect(await send(device('one'))).toEqual([{ kind: 'refused', reason: 'VALIDATION_ERROR' }]);
  });

  it.each([
    [429, { errors: [{ code: 'TOO_MANY_REQUESTS' }] }, 'http_429'],
    [503, '<html>', 'http_503'],
    [200, '<html>captive portal</html>', 'unreadable'],
    [200, { data: [] }, 'unreadable'],
  ])('is retryable after %s %j', async (status, body, reason) => {
    server.instead.push({ status, body });
    expect(await send(device('one'), device('two'))).toEqual([
      { kind: 'later', reason },
      { kind: 'later', reason },
    ]);
    expect(server.taken).toEqual([]);
  });

  it('is retryable with a wrong access token or an unreachable service', async () => {
    expect(await new ExpoPushSender({ url: server.url, accessToken: undefined }).send([device('one')], MESSAGE)).toEqual([
      { kind: 'later', reason: 'http_401' },
    ]);
    await server.stop();
    expect(await send(device('one'))).toEqual([{ kind: 'later', reason: 'unreachable' }]);
    await server.start();
  });

  it('ExpoPushReceipts reads available receipts', async () => {
    server.receipts.set('a', 'ok').set('b', 'DeviceNotRegistered').set('c', 'InvalidCredentials').set('d', 'MessageRateExceeded');
    expect(Object.fromEntries(await receipts.read(['a', 'b', 'c', 'd', 'not yet']))).toEqual({
      a: { kind: 'sent' },
      b: { kind: 'dead', reason: 'DeviceNotRegistered' },
      c: { kind: 'refused', reason: 'InvalidCredentials' },
      d: { kind: 'later', reason: 'MessageRateExceeded' },
    });
    server.instead.push({ status: 502, body: '<html>' });
    await expect(receipts.read(['a'])).rejects.toThrow('502');
    expect((await new ExpoPushReceipts(undefined).read(['a'])).size).toBe(0);
  });
});

describe('FcmPushSender', () => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-fcm-'));
  const file = join(folder, 'account.json');
  let server: FcmServer;
  let sender: FcmPushSender;
  const send = (...devices: PushDevice[]) => sender.send(devices, MESSAGE);

  beforeAll(async () => void (server = await new FcmServer().start()));
  beforeEach(() => {
    server.environment(file);
    server.taken.length = 0;
    server.answers.clear();
    server.issued = 0;
    server.expiresInSeconds = 3_599;
    const account = readServiceAccount(file);
    sender = new FcmPushSender(`${server.url}/`, account.projectId, new GoogleAccessTokens(account));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('uses one access token for many devices and messages', async () => {
    expect(await send(device('one', 'money'), device('two'), device('three'))).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'sent' })),
    );
    await send(device('one'));
    expect(server.issued).toBe(1);
    const first = server.taken.find(({ token }) => token === 'one');
    expect(first).toMatchObject({
      notification: MESSAGE,
      // A repeat replaces the message on the device.
      android: { priority: 'HIGH', ttl: '86400s', notification: { tag: 'delivery-one', channel_id: 'money' } },
      apns: { headers: { 'apns-collapse-id': 'delivery-one' } },
    });
    expect(server.taken.find(({ token }) => token === 'two')?.android.notification).not.toHaveProperty('channel_id');
  });

  it('renews an access token before it expires', async () => {
    server.expiresInSeconds = 61;
    await send(device('one'));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await Promise.all([send(device('two')), send(device('three'))]);
    expect(server.issued).toBe(2);
    expect(server.taken).toHaveLength(3);
  });

  it('retries with a new access token when one is refused', async () => {
    await send(device('one'));
    server.revoke();
    expect(await send(device('two'), device('three'))).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'later', reason: 'UNAUTHENTICATED' })),
    );
    expect(await send(device('two'))).toEqual([{ kind: 'sent' }]);
    expect(server.issued).toBe(2);
  });

  it('is retryable when no access token is issued', async () => {
    server.isIssuing = false;
    expect(await send(device('one'))).toEqual([{ kind: 'later', reason: 'no_access_token' }]);
    server.isIssuing = true;
    expect(await send(device('one'))).toEqual([{ kind: 'sent' }]);
  });

  it.each([
    ['an app that was removed', fcmFault(404, 'NOT_FOUND', 'UNREGISTERED'), 'dead', 'UNREGISTERED'],
    ['an entity that is not there', fcmFault(404, 'NOT_FOUND'), 'dead', 'NOT_FOUND'],
    ['no token at all', fcmFault(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'message.token'), 'dead', 'INVALID_ARGUMENT'],
    ['an address that is not FCM’s', { status: 404, body: '<html>' }, 'refused', 'http_404'],
    ['a message that is wrong', fcmFault(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'), 'refused', 'INVALID_ARGUMENT'],
    ['another project’s token', fcmFault(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), 'refused', 'SENDER_ID_MISMATCH'],
    ['an account without the role', fcmFault(403, 'PERMISSION_DENIED'), 'later', 'PERMISSION_DENIED'],
    ['too many', fcmFault(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), 'later', 'QUOTA_EXCEEDED'],
    ['a service that is down', fcmFault(503, 'UNAVAILABLE', 'UNAVAILABLE'), 'later', 'UNAVAILABLE'],
    ['a proxy before it that is', { status: 502, body: '<html>' }, 'later', 'http_502'],
  ])('%s', async (_, answer, kind, reason) => {
    server.answers.set('it', answer);
    expect(await send(device('fine'), device('it'))).toEqual([{ kind: 'sent' }, { kind, reason }]);
  });

  it('requires a valid key file and does not quote another', () => {
    expect(() => readServiceAccount(join(folder, 'missing.json'))).toThrow(ConfigurationError);
    writeFileSync(file, JSON.stringify({ project_id: 'p', client_email: 'e', private_key: 'canary-key', token_uri: server.url }));
    expect(() => readServiceAccount(file)).toThrow(/^(?!.*canary-key).*FCM_SERVICE_ACCOUNT/s);
  });
});
