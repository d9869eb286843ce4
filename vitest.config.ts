import { defineConfig } from 'vitest/config';

/** These measure the memory of their process, or hold its ports and signals. */
const OWN_PROCESS = ['test/contexts/wallet/journal-feed.test.ts', 'test/contexts/reconciliation/month.test.ts'];
/** These share the modules of a worker, because loading them takes longer than most of them do. */
const SHARED = ['src/**/*.spec.ts', 'test/contexts/**/*.test.ts'];

export default defineConfig({
  // Stated here so that a change of tsconfig cannot silently drop the metadata that dependency injection reads.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global-setup.ts'],
    // What commands print is compared as text, also where CI asks for colours.
    env: { NO_COLOR: '1' },
    // So long that only what hangs reaches them, on a machine that does other things as well.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, exclude: OWN_PROCESS, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: ['test/contexts/**'] } },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS } },
    ],
  },
});
