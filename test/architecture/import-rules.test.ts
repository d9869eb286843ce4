import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly totalDependenciesCruised: number; readonly violations: readonly Violation[] };
}

const root = resolve(import.meta.dirname, '../..');
const configPath = resolve(root, '.dependency-cruiser.cjs');
const config = createRequire(import.meta.url)(configPath) as { forbidden: { name: string }[] };

function cruise(directory: string): Promise<Cruise> {
  const bin = resolve(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', configPath, '--output-type', 'json', 'src', 'packages', 'scripts'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(JSON.parse(stdout) as Cruise);
      else fail(new Error(stderr, { cause: error }));
    });
  });
}

/** All of them must be seen. */
const FOLDERS = [
  'src/',
  'scripts/',
  ...['client', 'console', 'reference', 'simulators', 'harness', 'bench'].map((name) => `packages/${name}/`),
];

const readable = (violation: Violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`;

describe('import rules', () => {
  it('hold for the sources', async () => {
    const { modules, summary } = await cruise(root);
    for (const folder of FOLDERS)
      expect(modules.filter(({ source }) => source.startsWith(folder)).length, folder).toBeGreaterThan(15);
    expect(summary.totalDependenciesCruised).toBeGreaterThan(50);
    expect(summary.violations.map(readable)).toEqual([]);
  });

  it('are not evaded by global modules of contexts', () => {
    const contexts = resolve(root, 'src/contexts');
    const modules = readdirSync(contexts, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.module.ts'));
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((path) => readFileSync(resolve(contexts, path), 'utf8').includes('@Global'))).toEqual([]);
  });

  it('leave browsers to the packages: the service has neither pages nor styles nor scripts for them', () => {
    const files = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => /\.(html|css|js|svg|tsx)$/.test(path))).toEqual([]);
  });

  describe('on a tree with one violation of each', () => {
    let planted: readonly Violation[];

    beforeAll(async () => {
      planted = (await cruise(resolve(import.meta.dirname, 'fixture'))).summary.violations;
    });

    const contexts = 'src/contexts';
    it.each([
      ['no-cycles', `${contexts}/orders/first.ts`, `${contexts}/orders/second.ts`],
      ['no-cycles', 'packages/client/src/index.ts', 'packages/client/src/retries.ts'],
      ['contexts-in-one-order', `${contexts}/orders`, `${contexts}/payments`],
      ['resolvable', `${contexts}/orders/orders.jobs.ts`, './nowhere.js'],
      ['no-spec-imports', `${contexts}/orders/orders.jobs.ts`, `${contexts}/orders/orders.spec.ts`],
      ['no-development-packages', `${contexts}/orders/orders.jobs.ts`, 'vitest'],
      ['kernel-alone', 'src/kernel/vocabulary.ts', 'src/platform/technique.ts'],
      ['kernel-no-framework', 'src/kernel/vocabulary.ts', 'typeorm'],
      ['platform-below-contexts', 'src/platform/technique.ts', `${contexts}/orders/domain/rule.ts`],
      ['companies-by-their-adapters', 'src/platform/technique.ts', 'src/platform/companies/acme/api.ts'],
      ['companies-apart', `${contexts}/orders/adapters/bolt/pay.ts`, 'src/platform/companies/acme/api.ts'],
      ['migrations-stand-alone', 'src/migrations/0001-orders.ts', `${contexts}/orders/adapters/order-table.ts`],
      ['domain-is-pure', `${contexts}/orders/domain/rule.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['domain-is-pure', 'src/ledger/chain/domain/proof.ts', 'src/ledger/chain/adapters/rows.ts'],
      ['domain-no-packages', `${contexts}/orders/domain/rule.ts`, 'typeorm'],
      ['application-inward', `${contexts}/orders/application/place-order.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['application-inward', 'src/ledger/chain/application/verify.ts', 'src/ledger/chain/adapters/rows.ts'],
      ['application-inward', `${contexts}/orders/refunds.ts`, `${contexts}/orders/refunds.store.ts`],
      ['application-no-packages', `${contexts}/orders/application/place-order.ts`, 'typeorm'],
      ['application-no-packages', `${contexts}/orders/refunds.ts`, 'typeorm'],
      ['index-is-ports-and-types', `${contexts}/orders/index.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['contexts-by-index', `${contexts}/orders/adapters/order-table.ts`, `${contexts}/payments/domain/secret.ts`],
      ['contexts-by-index', `${contexts}/staff/members/application/invite.ts`, `${contexts}/staff/proposals/domain/proposal.ts`],
      ['orders-by-stores', `${contexts}/payouts/payouts.store.ts`, `${contexts}/payments/domain/secret.ts`],
      ['wire-by-presenters', `${contexts}/orders/orders.operations.ts`, `${contexts}/payments/domain/secret.ts`],
      ['wire-by-presenters', `${contexts}/orders/orders.operations.ts`, `${contexts}/payments/refunds.presenters.ts`],
      ['modules-by-module', `${contexts}/orders/orders.module.ts`, `${contexts}/payments/domain/secret.ts`],
      ['tools-by-index', 'src/cli/pay.ts', `${contexts}/payments/domain/secret.ts`],
      ['tools-by-index', 'src/sandbox/bank.ts', 'src/ledger/chain/application/verify.ts'],
      ['tool-modules-by-module', 'src/sandbox/sandbox.module.ts', `${contexts}/payments/domain/secret.ts`],
      ['contexts-below-the-root', `${contexts}/orders/orders.module.ts`, 'src/main.ts'],
      ['service-alone', 'src/platform/technique.ts', 'packages/simulators/vtpass/books.ts'],
      ['client-alone', 'packages/client/src/index.ts', 'src/main.ts'],
      ['client-alone', 'packages/client/src/index.ts', 'ulid'],
      ['console-by-client', 'packages/console/src/screens.tsx', 'src/main.ts'],
      ['console-by-client', 'packages/console/src/screens.tsx', 'packages/client/src/retries.ts'],
      ['simulators-alone', 'packages/simulators/vtpass/simulator.ts', 'src/platform/technique.ts'],
      ['simulators-alone', 'packages/simulators/vtpass/simulator.ts', 'test/support/fixture.ts'],
      ['harness-from-outside', 'packages/harness/cluster/cluster.ts', 'src/platform/technique.ts'],
      ['harness-from-outside', 'packages/harness/cluster/cluster.ts', 'scripts/command.mjs'],
      ['harness-from-outside', 'packages/harness/cluster/cluster.ts', 'test/support/fixture.ts'],
      ['bench-by-name', 'packages/bench/main.ts', `${contexts}/payments/domain/secret.ts`],
      ['bench-by-name', 'packages/bench/main.ts', 'test/support/fixture.ts'],
      ['simulation-of-the-ledger', 'packages/simulation/world.ts', 'src/platform/technique.ts'],
      ['scripts-by-packages', 'scripts/command.mjs', 'src/platform/technique.ts'],
      ['scripts-by-packages', 'scripts/command.mjs', 'test/support/fixture.ts'],
      ['pages-alone', 'packages/reference/src/docs/main.ts', 'src/platform/technique.ts'],
      ['pages-alone', 'packages/reference/src/docs/main.ts', 'bull'],
    ])('%s reports %s -> %s', (name, from, to) => {
      const found = planted.filter((violation) => violation.rule.name === name && violation.from === from);
      expect(found.map((violation) => violation.to)).toContainEqual(expect.stringContaining(to));
    });

    it('have a planted violation each', () => {
      const bitten = new Set(planted.map((violation) => violation.rule.name));
      expect(config.forbidden.map((rule) => rule.name).filter((name) => !bitten.has(name))).toEqual([]);
    });

    it('report nothing for allowed imports', () => {
      const innocent = new Set([
        `${contexts}/payments/payments.module.ts`,
        `${contexts}/payments/index.ts`,
        `${contexts}/payments/payments.operations.ts`,
        `${contexts}/orders/orders.spec.ts`,
        `${contexts}/orders/refunds.store.ts`,
        `${contexts}/orders/adapters/acme/pay.ts`,
        'src/cli/allowed.ts',
        'packages/bench/allowed.ts',
        'packages/console/src/allowed.tsx',
        'packages/harness/cluster/allowed.ts',
        'packages/reference/src/docs/allowed.ts',
        'packages/simulators/vtpass/books.ts',
        'scripts/allowed.mjs',
      ]);
      const accused = planted.filter((violation) => innocent.has(violation.from) && violation.rule.name !== 'no-cycles');
      expect(accused.map(readable)).toEqual([]);
    });
  });
});
