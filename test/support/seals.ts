import { BrokenSeals, RowSeals } from '../../src/platform/crypto/row-seals.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { ManualClock } from './clocks.js';
import { contributionsOf } from './contributions.js';
import type { TestDatabase } from './test-database.js';

/** Seals of rows without an application. */
export function sealsFor({ config, database }: Pick<TestDatabase, 'config' | 'database'>): RowSeals {
  const box = new SecretBox(new KeyRing(config));
  const broken = new BrokenSeals(contributionsOf());
  return new RowSeals(config, box, database, new ManualClock(), new Log({ LOG_LEVEL: 'silent' }), broken, new Metrics());
}
