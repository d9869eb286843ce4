import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoticeRow, TypeormNotices } from '../../../src/contexts/notifications/notifications.store.js';
import { PushRegistrationRow, TypeormPushDevices } from '../../../src/contexts/notifications/push.store.js';
import { NotificationsOperations } from '../../../src/contexts/notifications/notifications.operations.js';
import type { Notice } from '../../../src/contexts/notifications/notifications.js';
import { readAll } from '../../../src/kernel/pagination.js';
import type { UserMessage } from '../../../src/kernel/told.js';
import { PostedMessages } from '../../../src/ledger/index.js';
import type { Caller } from '../../../src/kernel/caller.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { ManualClock } from '../../support/clocks.js';

const callerOf = (userId: string): Caller => ({
  userId,
  sessionId: 's',
  isTest: false,
  grants: undefined,
  ip: '127.0.0.1',
  reference: 'R',
});

/** Of whom the books say that they were told something, at these times. */
class PostedAt extends PostedMessages {
  readonly times = new Map<string, number[]>();

  list(userId: string, before = Infinity, limit: number, since: number): Promise<UserMessage[]> {
    const told = (this.times.get(userId) ?? []).map((createdAt, place): UserMessage => ({
      causeId: `posted-${place}`,
      user: { id: userId, email: '' },
      // It was not so when the cause was posted, or there were a row.
      notice: { subject: `Posted ${place}`, message: 'Computed', moment: ' It is so now.', createdAt },
      mail: { template: { name: '', class: 'money', subject: '', lead: '' }, data: {} },
      push: { title: '', body: '' },
      isPosted: true,
    }));
    const within = told.filter(({ notice }) => notice.createdAt < before && notice.createdAt >= since);
    return Promise.resolve(within.toReversed().slice(0, limit));
  }
}

describe.each(ONE_BACKEND)('notices and push registrations on %s', (backend) => {
  let test: TestDatabase;
  let notices: TypeormNotices;
  let devices: TypeormPushDevices;
  let operations: NotificationsOperations;
  const clock = new ManualClock(1_790_000_000_000);
  const posted = new PostedAt();

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [NoticeRow, PushRegistrationRow], MIGRATIONS);
    notices = new TypeormNotices(test.database, clock, posted);
    devices = new TypeormPushDevices(test.database, clock);
    operations = new NotificationsOperations(notices, devices);
  });
  afterAll(() => test.drop());

  it('page notices newest first without losing or repeating any, also of one millisecond', async () => {
    for (let number = 0; number < 40; number++) {
      clock.time += number % 7 === 0 ? 1 : 0;
      await notices.add({ userId: 'ada', subject: `Notice ${number}`, message: 'Hello' });
    }
    await notices.add({ userId: 'obi', subject: 'Not yours', message: 'Hello' });
    const seen: string[] = [];
    let page: number | undefined;
    do {
      const { items, next } = await operations.fetchNotices({ page }, callerOf('ada'));
      expect(items.length).toBeLessThanOrEqual(15);
      seen.push(...items.map(({ subject }) => subject));
      page = next;
    } while (page !== undefined);
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => `Notice ${39 - index}`));
  });

  it('have those that the books tell among them, and of two of one cause the one that was written', async () => {
    const from = clock.time + 1;
    posted.times.set(
      'chi',
      Array.from({ length: 30 }, (_, number) => from + 2 * number),
    );
    for (let number = 0; number < 30; number++) {
      clock.time = from + 2 * number + (number % 3);
      await notices.add({ userId: 'chi', subject: `Written ${number}`, message: 'Hello' });
    }
    const old = { id: 'posted-7', userId: 'chi', createdAt: from + 14, subject: 'Posted 7', message: 'As it was' };
    await notices.addAll([old]);
    const seen: Notice[] = [];
    for await (const notice of readAll((page) => notices.list('chi', page), 15)) seen.push(notice);
    expect(seen).toHaveLength(60);
    expect(seen).toEqual(seen.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)));
    expect(seen.filter(({ subject }) => subject === 'Posted 7')).toEqual([old]);
    expect(seen.filter(({ message }) => message === 'Computed')).toHaveLength(29);
  });

  it('answer an error without notices', async () => {
    await expect(operations.fetchNotices({}, callerOf('nobody'))).rejects.toMatchObject({ failure: 'notifications.no_notices' });
  });

  it('assign a token to the user who registered it last', async () => {
    const token = { tokenType: 'expo', pushToken: 'ExponentPushToken[one]', channelId: 'main', sessionId: 'ada-1' };
    await devices.register({ userId: 'ada', ...token });
    await devices.register({ userId: 'ada', ...token });
    clock.time += 1;
    await devices.register({ userId: 'ada', ...token, pushToken: 'ExponentPushToken[two]' });
    expect((await devices.list('ada')).map(({ pushToken }) => pushToken)).toEqual(['ExponentPushToken[two]', token.pushToken]);
    await devices.register({ userId: 'obi', ...token, sessionId: 'obi-1' });
    expect(await devices.list('ada')).toHaveLength(1);
    expect(await devices.list('obi')).toMatchObject([{ ...token, sessionId: 'obi-1', status: 'active', createdAt: clock.time }]);
  });

  it('register a token once when two devices do so concurrently', async () => {
    const token = { tokenType: 'fcm', pushToken: 'raced', channelId: '', sessionId: 'raced' };
    await Promise.all(['uche', 'eze', 'uche', 'eze'].map((userId) => devices.register({ userId, ...token })));
    expect([...(await devices.list('uche')), ...(await devices.list('eze'))]).toHaveLength(1);
  });

  it('show a user only their own', async () => {
    const [own] = await operations.fetchPushRegistrations({ rqtp: 'user' }, callerOf('ada'));
    expect(await operations.fetchPushRegistrations({ rqtp: 'mk', rqvl: own!.id }, callerOf('ada'))).toEqual([own]);
    expect(await operations.fetchPushRegistrations({ rqtp: 'user', rqvl: 'ada' }, callerOf('ada'))).toEqual([own]);
    expect(await operations.fetchPushRegistrations({ rqtp: 'all' }, callerOf('ada'))).toEqual([own]);
    const none = { failure: 'notifications.no_registrations' };
    await expect(operations.fetchPushRegistrations({ rqtp: 'mk', rqvl: own!.id }, callerOf('obi'))).rejects.toMatchObject(none);
    await expect(operations.fetchPushRegistrations({ rqtp: 'user', rqvl: 'ada' }, callerOf('obi'))).rejects.toMatchObject(none);
    await expect(operations.fetchPushRegistrations({ rqtp: 'mk' }, callerOf('ada'))).rejects.toMatchObject(none);
  });

  it('keep a token active that was registered again after an error was reported', async () => {
    const [read] = await devices.list('ada');
    clock.time += 1;
    await devices.register({ ...read!, sessionId: 'ada-1' });
    await devices.deactivate(read!);
    const [fresh] = await devices.list('ada');
    expect(fresh!.status).toBe('active');
    await devices.deactivate(fresh!);
    expect((await devices.list('ada'))[0]!.status).toBe('inactive');
  });
});
