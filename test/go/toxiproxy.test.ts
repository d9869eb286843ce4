import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Toxiproxy } from '../../packages/harness/servers/toxiproxy.js';
import { Config } from '../../src/platform/config/config.js';
import { isDatabaseAway } from '../../src/platform/database/errors.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { makeBackend } from '../support/backend.js';
import { type LedgerFixture, movement, openLedgerAt } from '../support/ledger-fixture.js';
import { verify } from '../ledger/verify.js';

const COMMANDS = 200;
const CALLERS = 16;
const OPENING = 100_000;
const HARM_EVERY_MS = 300;
const FELT_MS = 25;

type Harm = (proxy: Toxiproxy) => Promise<void>;

const HARMS: Readonly<Record<string, Harm>> = {
  'is slow': (proxy) => proxy.add('latency', { latency: 30, jitter: 20 }),
  'is narrow and comes in pieces': async (proxy) => {
    await proxy.add('slicer', { average_size: 64, size_variation: 32, delay: 500 });
    await proxy.add('bandwidth', { rate: 200 }, 'upstream');
  },
  'is reset now and then': (proxy) => proxy.add('reset_peer', { timeout: 0 }),
  'ends in the middle of answers': (proxy) => proxy.add('limit_data', { bytes: 200 }),
  'ends in the middle of statements': (proxy) => proxy.add('limit_data', { bytes: 2_000 }, 'upstream'),
};
const LASTING = ['is slow', 'is narrow and comes in pieces'];

describe('the ledger on a database whose connection', () => {
  let proxy: Toxiproxy;
  let books: LedgerFixture;
  beforeAll(async () => {
    const place = makeBackend('mysql');
    const toxic = await Toxiproxy.before(place.config.databaseUrl!);
    ({ proxy } = toxic);
    const environment = { ...place.environment, DATABASE_URL: toxic.url };
    books = await openLedgerAt({ ...place, environment, config: Config.load(environment) });
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await books.close();
    await proxy.stop();
  });

  it.each(Object.entries(HARMS))('%s books every command once', async (name, harm) => {
    const [ada, ben] = [await books.wallet(OPENING), await books.wallet(0)];
    const commands = Array.from({ length: COMMANDS }, () => movement(ada, ben, 100));
    await harm(proxy);
    expect(await waitFor4kB()).toBeGreaterThan(FELT_MS);
    let isOver = false;
    const harming = (async () => {
      while (!isOver && !LASTING.includes(name)) {
        await pause(HARM_EVERY_MS);
        await proxy.heal();
        await pause(HARM_EVERY_MS);
        await harm(proxy);
      }
    })();
    const queue = [...commands];
    const work = async () => {
      for (let command = queue.pop(); command; command = queue.pop()) await repeated(command);
    };
    await Promise.all(Array.from({ length: CALLERS }, work)).finally(() => (isOver = true));
    await harming;
    await proxy.heal();
    const balances = [await books.wallets.balanceOf(ada), await books.wallets.balanceOf(ben)];
    expect(balances).toEqual([OPENING - COMMANDS * 100, COMMANDS * 100]);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  /** How long as much takes each way; for ever where the connection does not last. */
  async function waitFor4kB(): Promise<number> {
    const began = performance.now();
    try {
      const connection = await mysql.createConnection(books.config.databaseUrl!);
      await connection.query('SELECT ?', ['x'.repeat(4_000)]);
      await connection.end();
      return performance.now() - began;
    } catch {
      return Infinity;
    }
  }

  /** As clients do: under the same key, until there is an answer. */
  async function repeated(command: LedgerCommand): Promise<void> {
    for (;;) {
      try {
        await books.ledger.commit(command);
        return;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        await pause(50);
      }
    }
  }
});
