import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileHeads, RedisHeads } from '../../src/ledger/cluster/adapters/loss-detection/head-places.js';
import type { AcknowledgedHeads } from '../../src/ledger/cluster/application/ports.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { runCli } from '../cli/run-cli.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

describe.each(BACKENDS)('ledger:verify on %s, with heads that were remembered outside of the database', (backend) => {
  let books: LedgerFixture;
  let forged: ForgedBooks;
  let before: Awaited<ReturnType<ForgedBooks['save']>>;
  let head: { batchNo: number; hash: string; writtenAt: number };
  let redis: RedisConnection | undefined;
  let place: AcknowledgedHeads;

  beforeAll(async () => {
    books = await openLedger(backend);
    forged = new ForgedBooks(books);
    await forged.dropTriggers();
    const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
    before = await forged.save();
    await books.ledger.commit(movement(ada, ben, 100));
    await books.ledger.commit(movement(ada, ben, 200));
    const [row] = await books.dataSource.query<{ batch_no: number; hash: string }[]>('SELECT batch_no, hash FROM ledger_head');
    head = { batchNo: row!.batch_no, hash: row!.hash, writtenAt: Date.now() };
    const { redisUrl, dataDir } = books.config;
    // Shared by all processes where there is one; else beside the database.
    redis = redisUrl === undefined ? undefined : new RedisConnection(redisUrl, books.config.of(RedisEnvironment).REDIS_PREFIX);
    await redis?.ready();
    place = redis ? new RedisHeads(redis, log()) : new FileHeads(dataDir, log());
  });
  afterAll(async () => {
    redis?.close();
    await books.close();
  });

  const log = () => new Log(books.config.of(TelemetryEnvironment));
  const environment = () => ({ ...books.environment, APP_KEY: books.config.appKey.toString('base64') });
  const cli = (...args: string[]) => runCli(environment(), ...args, '--json');

  it('is right where the chain has them', async () => {
    await place.write(head);
    expect((await cli('ledger:verify')).json).toMatchObject({ ok: true });
  });

  it.each(['ledger:verify', 'ledger:verify --since-checkpoint'])(
    'finds a tail that was cut off after them (%s)',
    async (command) => {
      const after = await forged.save();
      await forged.restore(before);
      const { json, exitCode } = await cli(...command.split(' '));
      await forged.restore(after);
      const wrong = { table: 'ledger_batch', key: '3', column: 'hash', found: 'no such row' };
      expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { ok: false, faultCount: 1, wrong } });
    },
  );

  it('finds another batch in its place, and is right where the loss was accepted', async () => {
    await place.write({ ...head, hash: 'f'.repeat(64) });
    expect((await cli('ledger:verify')).json).toMatchObject({ ok: false, wrong: { key: '3', found: head.hash } });
    await cli('ledger:accept-loss', '--yes');
    expect((await cli('ledger:verify')).json).toMatchObject({ ok: true });
  });
});
