import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Stated here so that a change of tsconfig cannot silently drop the metadata that dependency injection reads.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    include: ['src/**/*.spec.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global-setup.ts'],
    // What commands print is compared as text, also where CI asks for colours.
    env: { NO_COLOR: '1' },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary'] },
  },
});
