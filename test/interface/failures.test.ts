import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureDefinition } from '../../src/kernel/failure.js';
import { failedErrors, ParameterFailure } from '../../src/platform/http/failed-answer.js';
import { fieldsOf } from '../../src/platform/http/input.decorators.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { startApp, type TestApp } from '../support/app.js';

const source = resolve(import.meta.dirname, '../../src');
const ROOMS = ['contexts', 'ledger'];
/** Failures of a posting to a wallet that does not exist, and of commands of operators. */
const INTERNAL = [
  'ledger.unknown_account',
  'staff.invalid_email',
  'staff.invalid_name',
  ...['unknown_provider', 'file_needed', 'file_unreadable', 'file_of_another_day', 'unread_listing', 'balance_needed'].map(
    (fact) => `reconciliation.${fact}`,
  ),
  ...['unknown_bank', 'statement_unreadable', 'statement_unbalanced', 'statement_overlaps'].map((fact) => `settlements.${fact}`),
];

function filesEndingIn(ending: string): string[] {
  const paths = ROOMS.flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: 'utf8' }).map((path) => join(source, room, path)),
  );
  return paths.filter((path) => path.endsWith(ending));
}

/** Each with its name; most stand in the file of what they are thrown by. */
async function catalogues(): Promise<[string, Record<string, FailureDefinition>][]> {
  const sources = filesEndingIn('.ts').filter((path) => !path.endsWith('.spec.ts'));
  const found = sources.map(async (path) => {
    const names = [...readFileSync(path, 'utf8').matchAll(/^export const (\w+) = failures\(/gm)].map(([, name]) => name!);
    if (names.length === 0) return [];
    const exports = (await import(path)) as Record<string, Record<string, FailureDefinition>>;
    return names.map((name): [string, Record<string, FailureDefinition>] => [name, exports[name]!]);
  });
  return (await Promise.all(found)).flat();
}

let service: TestApp;

beforeAll(async () => {
  service = await startApp('sqlite');
});
afterAll(() => service.close());

describe('failures', () => {
  it('are declared by at least one operation, all of them', async () => {
    const declared = new Set<string>();
    for (const { spec } of service.app.get(OperationRegistry, { strict: false }).all()) {
      for (const { definition } of spec.failures ?? []) declared.add(definition.name);
    }
    const undeclared: string[] = [];
    for (const { name } of (await catalogues()).flatMap(([, catalogue]) => Object.values(catalogue)))
      if (!declared.has(name) && !INTERNAL.includes(name)) undeclared.push(name);
    expect(undeclared).toEqual([]);
  });

  it('of too many requests say when to come again, all of them', async () => {
    const names = (await catalogues())
      .flatMap(([catalogue, all]) => Object.entries(all).map(([name, { kind }]) => ({ name: `${catalogue}.${name}`, kind })))
      .filter(({ kind }) => kind === 'too_many')
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(7);
    const thrown = filesEndingIn('.ts')
      .filter((path) => !path.endsWith('.spec.ts'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/new Failure\((\w+\.\w+)([^;]*);/g)])
      .filter(([, name]) => names.includes(name!));
    expect(thrown.length).toBeGreaterThan(7);
    expect(thrown.filter(([, , options]) => !options!.includes('retryAfterSeconds')).map(([, name]) => name)).toEqual([]);
  });

  it('of a value that is none of those allowed have the ID of an invalid parameter', () => {
    const ids = service.app
      .get(OperationRegistry, { strict: false })
      .all()
      .flatMap(({ action, inputClass, spec }) =>
        fieldsOf(inputClass)
          .filter(({ values, type }) => values && type === 'string')
          .map(({ name, isRequestType }) => {
            const failure = new ParameterFailure(name, isRequestType ? 'unsupported' : 'invalid');
            return { place: `${action}.${name}`, id: failedErrors(failure, spec, '').ID, expected: `${name}_invalid` };
          }),
      );
    expect(ids.length).toBeGreaterThan(40);
    const others = ids.filter(({ id, expected }) => id !== expected).map(({ place, id }) => `${place}: ${id}`);
    // The documents of the interface name this one.
    expect(others).toEqual(['user_wallet_history.rqtp: rqtp_required']);
  });

  it('that an operation throws itself are declared on it', () => {
    const missing: string[] = [];
    const named = new Map(
      filesEndingIn('.presenters.ts').flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/const ([A-Z_]+) = (on\([^;]+);/g)].map(
          ([, name, text]) => [name!, text!] as const,
        ),
      ),
    );
    for (const path of [...filesEndingIn('.operations.ts'), ...filesEndingIn('.kind.ts')]) {
      const text = readFileSync(path, 'utf8');
      const [, ...operations] = text.split("@Operation('");
      for (const source of operations) {
        const [head, rest] = source.split(/\n {2}\}\)\n/, 2);
        const [body] = (rest ?? '').split(/\n {2}\}\n/, 1);
        const thrown = [...(body ?? '').matchAll(/new Failure\((\w+\.\w+)/g)].map(([, name]) => name!);
        const action = source.slice(0, source.indexOf("'"));
        const shared = /failures: ([A-Z_]+),/.exec(head!)?.[1];
        const own = text.split('\n').find((line) => line.startsWith(`const ${shared} =`)) ?? head!;
        const list = own.replace(/^ +([A-Z_]+),$/gm, (_, name: string) => named.get(name) ?? name);
        for (const name of thrown) if (!list.includes(`on(${name}`)) missing.push(`${action} throws ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
