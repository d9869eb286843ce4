import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These measure the memory of their process, hold its ports and signals, or read all that it has registered. */
const OWN_PROCESS = [
  'test/contexts/reconciliation/month.test.ts',
  'test/ledger/journal-feed.test.ts',
  'test/mails/mails.test.ts',
  'test/security/fuzz.test.ts',
];
/** Random faults, which kill processes. */
const FAULTS = ['test/faults/**/*.test.ts'];
/** These build clusters, execute documents or drive installed programs: of a landing a part of them, before a release all. */
const ROTATION = Object.keys(JSON.parse(readFileSync(new URL('./test/rotation.json', import.meta.url), 'utf8')) as object);
/** Processor seconds by file, made by `TEST_DURATIONS=1 npm test`. Files that are not there take less than three. */
const DURATIONS = JSON.parse(readFileSync(new URL('./test/durations.json', import.meta.url), 'utf8')) as Record<string, number>;

/** A long file that begins last keeps one worker waiting for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const seconds = ({ moduleId }: TestSpecification) => DURATIONS[relative(import.meta.dirname, moduleId)] ?? 0;
    return sorted.toSorted((one, other) => seconds(other) - seconds(one));
  }
}

/** On MySQL: what claims, locks, migrates, copies or loses a database, and every operation once. `npm run test:mysql` */
const MYSQL = [
  'test/cli/{backup,binlog-replay}.test.ts',
  'test/contract/{contract,idempotency}.test.ts',
  'test/demo/seed.test.ts',
  'test/database/{batch-loader,hanging-mysql,migration-locks,migrations,replicas,server-settings,sessions,transactions,two-users}.test.ts',
  'test/faults/{crash,forwarding,killed-database}.test.ts',
  'test/ledger/{foreign-locks,holds,ledger,ledger-port,locked-row,spending-limits,stale-copy,verify-ledger}.test.ts',
  'test/queue/{job-table,outbox}.test.ts',
];
/** On servers and tools that are built by Go: `npm run test:go` */
const GO = ['test/go/**/*.test.ts'];
/** For what only TiDB does. */
const TIDB_ALONE = ['test/tidb/**/*.test.ts'];
/** On TiDB: what migrates, claims, locks, moves money, crashes or reads snapshots, and every operation once. `npm run test:tidb` */
const TIDB = [
  'test/contexts/webhooks/{bulk-webhook-sender,inbound-webhooks,webhook-order}.test.ts',
  'test/contract/contract.test.ts',
  'test/database/{batch-loader,distributed-sql,migrations,transactions}.test.ts',
  'test/faults/{crash,forwarding,killed-database}.test.ts',
  'test/ledger/{ledger,ledger-model,ledger-port,locked-row,verify-ledger}.test.ts',
  'test/queue/outbox.test.ts',
  ...TIDB_ALONE,
];
/** Each has a browser of its own, which takes a whole core. */
const BROWSERS = ['test/console/**/*.test.ts'];

const HANGS_MS = 300_000;

export default defineConfig({
  // Stated here so that a change of tsconfig cannot silently drop the metadata that dependency injection reads.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    environment: 'node',
    pool: 'forks',
    // Each collection of the young goes through all modules otherwise.
    execArgv: ['--max-semi-space-size=64'],
    // Files wait for databases, processes and each other's time-outs: one more than most machines have cores.
    maxWorkers: 3,
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // What commands print is compared as text, also where CI asks for colours.
    env: { NO_COLOR: '1' },
    // They end what hangs, and nothing else: no test has a limit of its own (test/architecture/limits.test.ts).
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    // A little sooner, because it says what was never so.
    expect: { poll: { timeout: HANGS_MS - 10_000 } },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
    projects: [
      // Files share the modules of their worker, because loading them takes longer than most files do.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.spec.ts', 'test/**/*.test.ts'],
          exclude: [...OWN_PROCESS, ...BROWSERS, ...FAULTS, ...ROTATION, ...GO, ...TIDB_ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: BROWSERS,
          exclude: ROTATION,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'mysql', include: MYSQL, isolate: false, sequence: { groupOrder: 3 } } },
      {
        extends: true,
        test: {
          name: 'tidb',
          include: TIDB,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      { extends: true, test: { name: 'go', include: GO, maxWorkers: 1, isolate: false, sequence: { groupOrder: 6 } } },
      // A cluster, or random faults at their full numbers, takes minutes: `npm run test:slow`, `test:slice`
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...FAULTS, ...ROTATION],
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 2 * HANGS_MS,
        },
      },
    ],
  },
});
