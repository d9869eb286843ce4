import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FieldMetadata, fieldsOf, isOptional } from '../../src/platform/http/input.decorators.js';
import { OperationRegistry, type RegisteredOperation } from '../../src/platform/http/operation-registry.js';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { CallOptions } from '../support/client.js';

/** Parameters that take a day or a moment where no format says so. */
const MOMENTS = new Set(['from', 'to', 'until']);
const FILTERS = new Set(['rqvl', 'rqvalue']);

/** Parameters with a form of their own. */
const GIVEN: Readonly<Record<string, unknown>> = { number: 'AA123456789012BB', consent: true };

const NO_DAYS = [
  '0000-00-00',
  '0001-01-01',
  '1899-12-31',
  '2026-02-30',
  '2026-13-01',
  '2100-01-01',
  '9999-12-31',
  '-0001-01-01',
  '+010000-01-01',
  '+275760-09-13',
  '+275760-09-14',
  '2016-12-31T23:59:60Z',
  '٢٠٢٦-١١-٢٠',
  '2026-11-20\n',
  'now',
];
const NO_MOMENTS = [
  '9999-12-31T23:59:59-12:00',
  '0000-01-01T00:00:00+14:00',
  '-1',
  '-8640000000000001',
  '9999999999',
  '9999999999999',
  '8640000000000001',
  '9007199254740992',
  '1e400',
  'NaN',
  'Infinity',
];
const TAKEN_DAYS = ['1900-01-01', '2024-02-29', '2099-12-31'];

const year = fc.integer({ min: -271_821, max: 275_760 }).map((number) => String(number).padStart(4, '0'));
const part = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
const dates = fc.tuple(year, part, part).map((parts) => parts.join('-'));
const moments = fc.oneof(
  dates,
  fc.maxSafeInteger().map(String),
  fc.tuple(dates, part).map(([date, hour]) => `${date}T${hour}:00:00Z`),
);

describe.each(ONE_BACKEND)('days and moments on %s', (backend) => {
  let fixture: ContractFixture;
  const goodCalls = new Map<string, CallOptions>();
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    for (const { action, operation } of places()) {
      if (CALLS[action]) goodCalls.set(action, await fixture.goodCall(action));
      else goodCalls.set(action, plainCall(operation));
    }
  });
  afterAll(() => fixture.close());

  function places() {
    return fixture
      .get(OperationRegistry)
      .all()
      .flatMap((operation) =>
        fieldsOf(operation.inputClass)
          .filter(
            ({ name, format }) =>
              format === 'page' || format === 'place' || format === 'date' || MOMENTS.has(name) || FILTERS.has(name),
          )
          .map((field) => ({ action: operation.action, operation, field })),
      );
  }

  /** Calls an operation that no section of the contract calls: its required parameters have a value of their form. */
  function plainCall({ inputClass, source }: RegisteredOperation): CallOptions {
    const required = fieldsOf(inputClass).filter(({ name }) => !isOptional(inputClass, name));
    const values = required.map(({ name, format, values, type }) => [
      name,
      GIVEN[name] ?? values?.at(-1) ?? (format === 'date' ? '2026-11-20' : type === 'string' ? fixture.ada.userid : 1),
    ]);
    return { as: fixture.staff, [source]: Object.fromEntries(values) };
  }

  /** Filters take days only in some operations, and cursors have one form. */
  function valuesFor({ format, name }: FieldMetadata, place: number): string[] {
    const all = [...NO_DAYS, ...NO_MOMENTS, ...TAKEN_DAYS];
    if (format === 'date' || MOMENTS.has(name)) return [...all, ...fc.sample(moments, { numRuns: 20, seed: place })];
    return all.filter((_, at) => (at + place) % 4 === 0);
  }

  function send({ action, source, spec: { method } }: RegisteredOperation, name: string, value: string) {
    const call = goodCalls.get(action)!;
    return fixture.service.client.call(action, {
      ...call,
      method,
      [source]: { ...(call[source] as object | undefined), [name]: value },
    });
  }

  it('cause no internal error in any parameter of any operation', async () => {
    for (const [place, { action, operation, field }] of places().entries()) {
      const answered = async (value: string) => {
        const { status, body } = await send(operation, field.name, value);
        expect(status, `${action} ${field.name}=${value} ${JSON.stringify(body)}`).toBeLessThan(500);
      };
      await Promise.all(valuesFor(field, place).map(answered));
    }
  });

  it('that are none are told by the name of the parameter', async () => {
    const days = places().filter(({ field }) => field.format === 'date');
    expect(days.map(({ action, field }) => `${action} ${field.name}`)).toEqual(
      expect.arrayContaining([
        'user_wallet_statement from',
        'user_wallet_statement to',
        'control_user_wallet_statement from',
        'control_user_wallet_statement to',
        'control_books_fetch rqvl',
      ]),
    );
    for (const { action, operation, field } of days) {
      for (const value of [...NO_DAYS, ...NO_MOMENTS]) {
        if (value.trim() === '2026-11-20') continue;
        const { status, body } = await send(operation, field.name, value);
        expect([status, body.ERRORS?.ID], `${action} ${value}`).toEqual([400, `${field.name}_invalid`]);
      }
      for (const value of TAKEN_DAYS) {
        const { status, body } = await send(operation, field.name, value);
        // It may still be another day than the operation can answer for.
        expect(status, `${action} ${value}`).toBeLessThan(500);
        expect(body.ERRORS?.ID, `${action} ${value} ${status}`).not.toBe(`${field.name}_invalid`);
      }
    }
    const cursors = places().filter(({ field }) => field.format === 'page' || field.format === 'place');
    expect(cursors.length).toBeGreaterThan(30);
    for (const { action, operation } of cursors)
      for (const value of ['-1', '9999999999999', '2026-11-20']) {
        const { body } = await send(operation, 'page', value);
        expect(body.ERRORS?.ID, `${action} ${value}`).toBe('page_invalid');
      }
  });
});
