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
  readonly totalCruised: number;
  readonly totalDependenciesCruised: number;
  readonly violations: readonly Violation[];
}

const root = resolve(import.meta.dirname, '../..');
const configPath = resolve(root, '.dependency-cruiser.cjs');
const config = createRequire(import.meta.url)(configPath) as { forbidden: { name: string }[] };

function cruise(directory: string): Promise<Cruise> {
  const bin = resolve(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', configPath, '--output-type', 'json', 'src'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) done((JSON.parse(stdout) as { summary: Cruise }).summary);
      else fail(new Error(stderr, { cause: error }));
    });
  });
}

const readable = (violation: Violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`;

describe('import rules', () => {
  it('hold for the sources', async () => {
    const { totalCruised, totalDependenciesCruised, violations } = await cruise(root);
    expect(totalCruised).toBeGreaterThan(50);
    expect(totalDependenciesCruised).toBeGreaterThan(50);
    expect(violations.map(readable)).toEqual([]);
  });

  it('are not evaded by global modules of contexts', () => {
    const contexts = resolve(root, 'src/contexts');
    const modules = readdirSync(contexts, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.module.ts'));
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((path) => readFileSync(resolve(contexts, path), 'utf8').includes('@Global'))).toEqual([]);
  });

  describe('on a tree with one violation of each', () => {
    let planted: readonly Violation[];

    beforeAll(async () => {
      planted = (await cruise(resolve(import.meta.dirname, 'fixture'))).violations;
    });

    const contexts = 'src/contexts';
    it.each([
      ['no-cycles', `${contexts}/orders/first.ts`, `${contexts}/orders/second.ts`],
      ['contexts-in-one-order', `${contexts}/orders`, `${contexts}/payments`],
      ['resolvable', `${contexts}/orders/orders.jobs.ts`, './nowhere.js'],
      ['no-spec-imports', `${contexts}/orders/orders.jobs.ts`, `${contexts}/orders/orders.spec.ts`],
      ['no-development-packages', `${contexts}/orders/orders.jobs.ts`, 'vitest'],
      ['kernel-alone', 'src/kernel/vocabulary.ts', 'src/platform/technique.ts'],
      ['kernel-no-framework', 'src/kernel/vocabulary.ts', 'typeorm'],
      ['platform-below-contexts', 'src/platform/technique.ts', `${contexts}/orders/domain/rule.ts`],
      ['migrations-stand-alone', 'src/migrations/0001-orders.ts', `${contexts}/orders/adapters/order-table.ts`],
      ['domain-is-pure', `${contexts}/orders/domain/rule.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['domain-no-packages', `${contexts}/orders/domain/rule.ts`, 'typeorm'],
      ['application-inward', `${contexts}/orders/application/place-order.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['application-no-packages', `${contexts}/orders/application/place-order.ts`, 'typeorm'],
      ['index-is-ports-and-types', `${contexts}/orders/index.ts`, `${contexts}/orders/adapters/order-table.ts`],
      ['contexts-by-index', `${contexts}/orders/adapters/order-table.ts`, `${contexts}/payments/domain/secret.ts`],
      ['wire-by-presenters', `${contexts}/orders/orders.operations.ts`, `${contexts}/payments/domain/secret.ts`],
      ['wire-by-presenters', `${contexts}/orders/orders.operations.ts`, `${contexts}/payments/refunds.presenters.ts`],
      ['modules-by-module', `${contexts}/orders/orders.module.ts`, `${contexts}/payments/domain/secret.ts`],
      ['contexts-below-the-root', `${contexts}/orders/orders.module.ts`, 'src/main.ts'],
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
      ]);
      const accused = planted.filter((violation) => innocent.has(violation.from) && violation.rule.name !== 'no-cycles');
      expect(accused.map(readable)).toEqual([]);
    });
  });
});
