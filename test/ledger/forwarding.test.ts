import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { Leases } from '../../src/platform/queue/leases.js';
import { type ForwardingProcess, startForwarding } from '../support/forwarding-fixture.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { TcpProxy } from '../../packages/harness/servers/tcp-proxy.js';
import { until } from '../support/until.js';
import { verify } from './verify.js';

/** In the names of channels. */
const nameOf = ({ forwarding }: ForwardingProcess) => (forwarding as unknown as { lease: { self: string } }).lease.self;

const committed = { committedAt: expect.any(Number) as number };

describe('processes that hand their commands to one of them', () => {
  let books: LedgerFixture;
  let processes: ForwardingProcess[];
  let [ada, ben] = ['', ''];
  beforeAll(async () => {
    books = await openLedger('mysql', {}, [LeaseRow]);
  });
  afterAll(() => books.close());
  beforeEach(async () => {
    [ada, ben] = [await books.wallet(100_000), await books.wallet(0)];
    processes = [await startForwarding(books), await startForwarding(books), await startForwarding(books)];
    // Nothing is forwarded before the subscription.
    for (const { forwarding, outcomes } of processes.slice(1)) {
      await until(async () => {
        await forwarding.ledger.commit(movement(ada, ben, 1));
        return outcomes.answered > 0;
      });
      Object.assign(outcomes, { answered: 0, taken_back: 0 });
    }
    await books.ledger.commit(movement(ben, ada, (await books.wallets.balanceOf(ben))!));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const each of processes) await each.close();
  });

  const pay = (index: number, times: number) =>
    Promise.all(Array.from({ length: times }, () => processes[index]!.forwarding.ledger.commit(movement(ada, ben, 1))));

  it('have one writer, which answers for the others', async () => {
    expect(processes.map(({ forwarding }) => forwarding.isWriter)).toEqual([true, false, false]);
    const results = (await Promise.all([0, 1, 2].map((index) => pay(index, 400)))).flat();
    expect(results).toEqual(results.map(() => committed));
    expect(await books.wallets.balanceOf(ben)).toBe(1_200);
    expect(processes.map(({ outcomes }) => outcomes.answered)).toEqual([0, 400, 400]);
    expect(processes.map(({ outcomes }) => outcomes.taken_back)).toEqual([0, 0, 0]);
  });

  it('commit themselves what the writer does not answer, and find it done', async () => {
    const [writer, other] = processes as [ForwardingProcess, ForwardingProcess];
    const sent = vi.spyOn(writer.redis.client, 'publish').mockResolvedValue(1);
    const results = await pay(1, 50);
    // Its own commit, and not that of somebody else under the same key.
    expect(results).toEqual(results.map(() => committed));
    expect(await books.wallets.balanceOf(ben)).toBe(50);
    expect([sent.mock.calls.length > 0, other.outcomes.taken_back]).toEqual([true, 50]);
    // And do not ask it again for a while.
    const asked = vi.spyOn(other.redis.client, 'publish');
    await pay(1, 1);
    const toOthers = asked.mock.calls.filter(([channel]) => !String(channel).endsWith(nameOf(other)));
    expect(toOthers).toEqual([]);
  });

  it('have another writer where messages do not reach the first one, though Redis takes them', async () => {
    const { proxy, url } = await TcpProxy.before(books.config.redisUrl!);
    try {
      // As if it had been there first.
      for (const each of processes.splice(0)) await each.close();
      const [deafened, other] = [await startForwarding(books, true, url), await startForwarding(books)];
      processes.push(deafened, other);
      await until(async () => {
        await pay(1, 1);
        return other.outcomes.answered > 0;
      });
      expect(deafened.forwarding.isWriter).toBe(true);
      proxy.deafenSubscribers(true);
      await until(() => Promise.resolve(other.forwarding.isWriter));
      proxy.speak();
      other.outcomes.taken_back = 0;
      await pay(1, 50);
      expect(other.outcomes.taken_back).toBe(0);
      // It hears again on a new connection, and forwards to the other.
      await until(async () => {
        await pay(0, 1);
        return deafened.outcomes.answered > 0;
      });
    } finally {
      await Promise.all(processes.map((each) => each.close()));
      processes = [];
      await proxy.close();
    }
  });

  it('commit themselves what nobody listens to, at once', async () => {
    const other = await startForwarding(books);
    processes.push(other);
    // Nothing is taken back for silence.
    const { setInterval: every } = globalThis;
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) =>
      every(ms === 250 ? () => undefined : work, ms)) as typeof setInterval);
    await until(async () => {
      await other.forwarding.ledger.commit(movement(ada, ben, 1));
      return other.outcomes.answered > 0;
    });
    const balance = (await books.wallets.balanceOf(ben))!;
    vi.spyOn(other.redis.client, 'publish').mockResolvedValue(0);
    expect(await pay(3, 50)).toHaveLength(50);
    expect([await books.wallets.balanceOf(ben), other.outcomes.taken_back]).toEqual([balance + 50, 50]);
  });

  it('commit themselves what does not reach the writer', async () => {
    const other = processes[1]!;
    vi.spyOn(other.redis.client, 'publish').mockRejectedValueOnce(new Error('Connection is closed.'));
    expect(await pay(1, 50)).toHaveLength(50);
    expect([await books.wallets.balanceOf(ben), other.outcomes.taken_back]).toEqual([50, 50]);
  });

  it('go on without Redis', async () => {
    for (const { redis } of processes) redis.client.disconnect();
    expect((await Promise.all([0, 1, 2].map((index) => pay(index, 50)))).flat()).toHaveLength(150);
    expect(await books.wallets.balanceOf(ben)).toBe(150);
  });

  it('lose nothing when the writer leaves, and have another one', async () => {
    const paid = Promise.all([1, 2].map((index) => pay(index, 300)));
    const left = processes.shift()!.close();
    const results = (await paid).flat();
    await left;
    expect(results).toEqual(results.map(() => committed));
    expect(await books.wallets.balanceOf(ben)).toBe(600);
    await expect.poll(() => processes.filter(({ forwarding }) => forwarding.isWriter).length).toBe(1);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('have no writer that only forwards', async () => {
    const worker = await startForwarding(books, false);
    processes.push(worker);
    for (const each of processes.splice(0, 3)) await each.close();
    const done = Promise.all(Array.from({ length: 30 }, () => worker.forwarding.ledger.commit(movement(ada, ben, 1))));
    expect(await done).toHaveLength(30);
    await until(async () => (await new Leases(books.database).read('ledger_writer')).isFree);
    expect(worker.forwarding.isWriter).toBe(false);
    processes.push(await startForwarding(books));
    expect(processes[1]!.forwarding.isWriter).toBe(true);
    await until(async () => {
      await worker.forwarding.ledger.commit(movement(ada, ben, 1));
      return worker.outcomes.answered > 0;
    });
  });

  it('obey no message that is altered, recorded, or under another key', async () => {
    const published = vi.spyOn(processes[1]!.redis.client, 'publish');
    await pay(1, 1);
    const [channel, text] = published.mock.calls[0] as [string, string];
    const { redis } = processes[2]!;
    const altered = `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`;
    const foreignKey = { appKey: randomBytes(32), previousAppKeys: [] } as unknown as ConstructorParameters<typeof KeyRing>[0];
    const command = { no: 1, attemptId: newId(), command: movement(ada, ben, 500) };
    const forged = new SecretBox(new KeyRing(foreignKey)).encrypt(
      `x ${Date.now()} ${JSON.stringify({ commands: [command] })}`,
      channel,
    );
    for (const message of [text, altered, forged, 'nonsense', '']) await redis.client.publish(channel, message);
    const own = new SecretBox(new KeyRing(books.config));
    const old = own.encrypt(`x ${Date.now() - 120_000} ${JSON.stringify({ commands: [command] })}`, channel);
    const misaddressed = own.encrypt(`x ${Date.now()} ${JSON.stringify({ commands: [command] })}`, `${channel}2`);
    for (const message of [old, misaddressed]) await redis.client.publish(channel, message);
    // Messages arrive in their order, so those before this one were received.
    await pay(1, 1);
    expect(await books.wallets.balanceOf(ben)).toBe(2);
  });
});
