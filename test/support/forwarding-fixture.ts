import { CommandForwarding } from '../../src/ledger/cluster/adapters/forwarding/command-forwarding.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { Leases } from '../../src/platform/queue/leases.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { Log } from '../../src/platform/telemetry/log.js';
import type { LedgerFixture } from './ledger-fixture.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

export interface ForwardingProcess {
  readonly forwarding: CommandForwarding;
  readonly redis: RedisConnection;
  /** What became of the commands that it handed over. */
  readonly outcomes: { answered: number; taken_back: number };
  close(): Promise<void>;
}

/** A ledger on the fixture's database that forwards, as another process has; the first one to start is the writer. */
export async function startForwarding(
  books: LedgerFixture,
  isCandidate = true,
  redisUrl = books.config.redisUrl!,
): Promise<ForwardingProcess> {
  const { config, database } = books;
  const redis = new RedisConnection(redisUrl, config.of(RedisEnvironment).REDIS_PREFIX);
  await redis.ready();
  const outcomes = { answered: 0, taken_back: 0 };
  const forwarding = new CommandForwarding({
    own: books.anotherLedger(),
    leases: new Leases(database),
    redis,
    box: new SecretBox(new KeyRing(config)),
    clock: database.clock,
    log: new Log(config.of(TelemetryEnvironment)),
    isCandidate,
    observe: (outcome) => outcomes[outcome]++,
  });
  await forwarding.start();
  return {
    forwarding,
    redis,
    outcomes,
    async close() {
      await forwarding.close();
      redis.close();
    },
  };
}
