import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PushDeliveryRow } from '../../../../src/contexts/notifications/push.store.js';
import { PushMessages, PushDevices } from '../../../../src/contexts/notifications/push.js';
import { Push } from '../../../../src/contexts/notifications/index.js';
import { NotificationsJobs } from '../../../../src/contexts/notifications/notifications.jobs.js';
import { Ledger } from '../../../../src/ledger/index.js';
import { UnitOfWork } from '../../../../src/kernel/unit-of-work.js';
import { Database } from '../../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../../support/app.js';
import { ONE_BACKEND } from '../../../support/backend.js';
import { movement } from '../../../support/ledger-fixture.js';
import { until } from '../../../support/until.js';
import { ExpoServer } from './support/expo-server.js';
import { fcmFault, FcmServer } from './support/fcm-server.js';
import { ShiftedClock } from '../../../support/clocks.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MESSAGE = { title: 'Hello', body: 'World' };

describe.each(ONE_BACKEND)('push delivery on %s', (backend) => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-push-'));
  const clock = new ShiftedClock();
  const log: string[] = [];
  let expo: ExpoServer;
  let fcm: FcmServer;
  let service: TestApp;
  let serial = 0;

  beforeAll(async () => {
    [expo, fcm] = await Promise.all([new ExpoServer().start(), new FcmServer().start()]);
    const environment = { ...expo.environment(), ...fcm.environment(join(folder, 'account.json')), LOG_LEVEL: 'debug' };
    service = await startApp(backend, environment, clock, { write: (line) => void log.push(line) });
  });
  beforeEach(() => {
    clock.aheadMs = 0;
    for (const list of [expo.requests, expo.taken, fcm.taken]) list.length = 0;
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([expo.stop(), fcm.stop()]);
    rmSync(folder, { recursive: true });
  });

  const newToken = (form: 'expo' | 'fcm' = 'expo') =>
    form === 'expo' ? `ExponentPushToken[canary-${backend}-${++serial}]` : `canary-${backend}-${++serial}:APA91`;
  const register = (userId: string, pushToken: string, tokenType = 'expo') =>
    service.app.get(PushDevices).register({ userId, sessionId: `of ${userId}`, tokenType, pushToken, channelId: '' });
  const push = (userId: string, key: string) => service.app.get(Push).send(userId, MESSAGE, key);
  const jobs = () => service.app.get(NotificationsJobs);
  const deliver = (key: string) => service.app.get(PushMessages).deliver(key);
  const rowsOf = (messageKey: string) =>
    service.app
      .get(Database)
      .repository(PushDeliveryRow)
      .find({ where: { messageKey }, order: { id: 'ASC' } });
  const statesOf = async (key: string) => (await rowsOf(key)).map(({ state }) => state);
  const reach = (key: string, ...states: string[]) =>
    until(async () => JSON.stringify(await statesOf(key)) === JSON.stringify(states));
  const devicesOf = async (user: TestUser) =>
    (await service.app.get(PushDevices).list(user.userid)).map(({ pushToken, status }) => [pushToken, status] as const);
  /** The state that a process leaves when it crashes before queueing the job. */
  async function addWithoutJob(userId: string, registrationToken: string, key: string): Promise<void> {
    const database = service.app.get(Database);
    const [device] = await database.rows<{ id: string }>('SELECT id FROM push_registration WHERE push_token = ?', [
      registrationToken,
    ]);
    await database.repository(PushDeliveryRow).insert({
      ...MESSAGE,
      id: `delivery-${key}`,
      messageKey: key,
      registrationId: device!.id,
      userId,
      state: 'waiting',
      createdAt: Date.now(),
    });
  }

  it('notifies both parties of a transfer, each by the service of their device', async () => {
    const [expoToken, fcmToken] = [newToken('expo'), newToken('fcm')];
    const ada = await service.register({ tktp: 'expo', phtk: expoToken, chid: 'money' });
    const obi = await service.register({ fsnm: 'Obi', tktp: 'Android', phtk: fcmToken });
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 100_000));
    await service.client.post('user_transfer_create', { as: ada, body: { email: obi.email, amount: 100 } });
    await until(async () => expo.taken.length === 1 && fcm.taken.length === 1);
    expect(expo.taken).toMatchObject([
      { to: expoToken, title: 'Transfer sent', body: expect.stringContaining('100.00'), channelId: 'money' },
    ]);
    expect(fcm.taken).toMatchObject([{ token: fcmToken, notification: { title: 'Transfer received' } }]);
  });

  it('sends once to each device for a key', async () => {
    await register('often', newToken());
    await register('often', newToken());
    await Promise.all(Array.from({ length: 5 }, () => push('often', 'often-1')));
    await reach('often-1', 'accepted', 'accepted');
    await push('often', 'often-1');
    await deliver('often-1');
    await push('often', 'often-2');
    await reach('often-2', 'accepted', 'accepted');
    expect(expo.taken).toHaveLength(4);
    expect(expo.requests.map(({ length }) => length)).toEqual([2, 2]);
  });

  it('sends after the commit, and not after a rollback', async () => {
    await register('unit', newToken());
    const unit = service.app.get(UnitOfWork);
    await expect(
      unit.run(async () => {
        await push('unit', 'unit-lost');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await unit.run(() => push('unit', 'unit-kept'));
    await reach('unit-kept', 'accepted');
    expect(await rowsOf('unit-lost')).toEqual([]);
    expect(expo.taken).toHaveLength(1);
  });

  it('deactivates a device with an invalid token, and only that device', async () => {
    const user = await service.register();
    const [dead, gone, fine] = [newToken('expo'), newToken('fcm'), newToken('fcm')];
    expo.ticketErrors.set(dead, 'DeviceNotRegistered');
    fcm.answers.set(gone, fcmFault(404, 'NOT_FOUND', 'UNREGISTERED'));
    for (const [token, type] of [
      [dead, 'expo'],
      [gone, 'fcm'],
      [fine, 'ios'],
    ] as const)
      await register(user.userid, token, type);
    await push(user.userid, 'dead-1');
    await until(async () => (await statesOf('dead-1')).toSorted().join() === 'failed,failed,sent');
    expect(new Map(await devicesOf(user))).toEqual(
      new Map([
        [dead, 'inactive'],
        [gone, 'inactive'],
        [fine, 'active'],
      ]),
    );
    await push(user.userid, 'dead-2');
    await reach('dead-2', 'sent');
    expect(fcm.taken.map(({ token }) => token)).toEqual([fine, fine]);
  });

  it('retries when a service is busy, without repeating accepted messages', async () => {
    const [expoToken, fcmToken] = [newToken('expo'), newToken('fcm')];
    await register('busy', expoToken);
    await register('busy', fcmToken, 'fcm');
    fcm.answers.set(fcmToken, fcmFault(503, 'UNAVAILABLE', 'UNAVAILABLE'));
    await push('busy', 'busy');
    await until(async () => (await statesOf('busy')).includes('accepted'));
    await expect(deliver('busy')).rejects.toThrow('UNAVAILABLE');
    fcm.answers.delete(fcmToken);
    await deliver('busy');
    expect((await statesOf('busy')).toSorted()).toEqual(['accepted', 'sent']);
    expect([expo.taken.length, fcm.taken.length]).toEqual([1, 1]);
  });

  it('sweeps deliveries that the queue lost', async () => {
    const token = newToken();
    await register('swept', token);
    await addWithoutJob('swept', token, 'swept');
    await jobs().sweep();
    expect(await statesOf('swept')).toEqual(['waiting']);
    clock.aheadMs = 3 * MINUTE;
    await jobs().sweep();
    await reach('swept', 'accepted');
    expect(expo.taken).toHaveLength(1);
  });

  it('discards messages after a day', async () => {
    const token = newToken();
    await register('late', token);
    await addWithoutJob('late', token, 'late');
    clock.aheadMs = DAY + MINUTE;
    await deliver('late');
    expect(await rowsOf('late')).toMatchObject([{ state: 'failed', reason: 'too_late' }]);
    expect(expo.taken).toEqual([]);
  });

  it('never sends to the next user of a device', async () => {
    const token = newToken();
    await register('first', token);
    await addWithoutJob('first', token, 'moved');
    await register('second', token);
    await deliver('moved');
    expect(await rowsOf('moved')).toMatchObject([{ state: 'failed', reason: 'not_registered', title: '', body: '' }]);
    expect(expo.taken).toEqual([]);
  });

  it('processes receipts: invalid tokens, rate limits, missing receipts', async () => {
    const user = await service.register();
    const [fine, dead, slow, untold] = [newToken(), newToken(), newToken(), newToken()];
    for (const token of [fine, dead, slow, untold]) await register(user.userid, token);
    await push(user.userid, 'receipts');
    await reach('receipts', ...Array.from({ length: 4 }, () => 'accepted'));
    expo.receipts.set(expo.ticketOf(fine), 'ok').set(expo.ticketOf(dead), 'DeviceNotRegistered');
    expo.receipts.set(expo.ticketOf(slow), 'MessageRateExceeded');

    await jobs().readReceipts();
    expect(await statesOf('receipts')).toEqual(Array.from({ length: 4 }, () => 'accepted'));
    clock.aheadMs = 16 * MINUTE;
    await jobs().readReceipts();
    expect((await statesOf('receipts')).toSorted()).toEqual(['accepted', 'failed', 'sent', 'waiting']);
    expect((await devicesOf(user)).filter(([, status]) => status === 'inactive')).toEqual([[dead, 'inactive']]);
    expo.receipts.clear();
    await deliver('receipts');
    expect(expo.taken.map(({ to }) => to).filter((to) => to === slow)).toHaveLength(2);
    clock.aheadMs = DAY + MINUTE;
    await jobs().readReceipts();
    expect((await statesOf('receipts')).toSorted()).toEqual(['failed', 'sent', 'sent', 'sent']);
    expect((await rowsOf('receipts')).every(({ title, body, ticket }) => title + body === '' && ticket === null)).toBe(true);
  });

  it('ignores an old receipt for a token that was registered again', async () => {
    const user = await service.register();
    const token = newToken();
    await register(user.userid, token);
    await push(user.userid, 'again');
    await reach('again', 'accepted');
    clock.aheadMs = 16 * MINUTE;
    await register(user.userid, token);
    expo.receipts.set(expo.ticketOf(token), 'DeviceNotRegistered');
    await jobs().readReceipts();
    expect(await statesOf('again')).toEqual(['failed']);
    expect(await devicesOf(user)).toEqual([[token, 'active']]);
  });

  it('logs messages for unknown services', async () => {
    await register('other', `canary-${backend}-huawei`, `canary-${backend}-type`);
    await push('other', 'other');
    await reach('other', 'sent');
    const [row] = await rowsOf('other');
    expect(log.find((line) => line.includes(row!.id))).toContain('"service":"unknown"');
  });

  it('removes deliveries after a month', async () => {
    await register('old', newToken());
    await push('old', 'old');
    await reach('old', 'accepted');
    clock.aheadMs = 29 * DAY;
    await jobs().removeOld();
    expect(await rowsOf('old')).toHaveLength(1);
    clock.aheadMs = 31 * DAY;
    await jobs().removeOld();
    expect(await rowsOf('old')).toEqual([]);
  });

  it('logs no token', () => {
    expect(log.some((line) => line.includes('push message refused'))).toBe(true);
    expect(log.filter((line) => line.includes('canary') || line.includes('ya29'))).toEqual([]);
  });
});
