import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, type FieldMetadata } from '../../src/platform/http/input.decorators.js';
import { OperationRegistry, type RegisteredOperation } from '../../src/platform/http/operation-registry.js';
import recordings from '../../src/interface/recordings.json' with { type: 'json' };
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { StaffFixture } from '../contexts/staff/staff-fixture.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { Answer } from '../support/client.js';

type Input = Readonly<Record<string, unknown>>;

const NO_DAYS = ['2026-02-30', '9999-12-31', '0000-01-01', '2026-13-01'];
const NO_MONTHS = ['2026-13', '9999-12', ...NO_DAYS];
const NO_AMOUNTS = ['1.005', '0.001'];
/** What no field takes, or what it is not made for. */
const ANY = ['2026-02-30', '9999-12-31', '1.005'];
const IS_STRUCTURE = /^\s*[[{]/;

/** The recorded call of the documents. */
function recorded(action: string): Input {
  return (recordings.operations as Readonly<Record<string, readonly { readonly input?: Input }[]>>)[action]?.[0]?.input ?? {};
}

/** The value with a key that it does not know: of an object, of each entry of a list, or of either as JSON text. */
function withUnknownKey(value: unknown): unknown {
  if (typeof value === 'string') return JSON.stringify(withUnknownKey(JSON.parse(value)));
  if (Array.isArray(value)) return value.map(withUnknownKey);
  return { ...(value as object), unknownKey: 1 };
}

/** Values of the field that must be refused. */
function refusedOf({ name, type, format, form, entries, exactEntries }: FieldMetadata, value: unknown): readonly unknown[] {
  if (format === 'date') return NO_DAYS;
  if (form.includes('YYYY-MM')) return NO_MONTHS;
  if (form.includes('two decimals')) return NO_AMOUNTS;
  if (type === 'object' || (entries && exactEntries)) return value === undefined ? [] : [withUnknownKey(value)];
  if (type === 'integer') return NO_AMOUNTS;
  return name === 'terms' ? [withUnknownKey(value)] : [];
}

/** Values of the field that may be taken, and must not be a fault. */
function triedOf({ type, values, entries }: FieldMetadata, value: unknown): readonly unknown[] {
  if (type === 'object' || entries || (typeof value === 'string' && IS_STRUCTURE.test(value)))
    return value === undefined ? [] : [withUnknownKey(value)];
  return values || type === 'boolean' || type === 'file' ? [] : ANY;
}

describe.each(ONE_BACKEND)('bad input of a super administrator on %s', (backend) => {
  let staff: StaffFixture;
  let operations: readonly RegisteredOperation[];
  beforeAll(async () => {
    staff = await StaffFixture.open(backend, { BANK_ACCOUNTS: 'gtb,zenith' });
    const registry = staff.service.app.get(OperationRegistry, { strict: false });
    operations = registry.all().filter(({ spec }) => spec.access === 'admin');
  });
  afterAll(() => staff.close());

  function send({ action, source, spec }: RegisteredOperation, input: Input): Promise<Answer> {
    return source === 'query'
      ? staff.call(action, { method: spec.method, as: staff.admin, query: input as Record<string, string> })
      : staff.call(action, { method: spec.method, as: staff.admin, body: input });
  }

  /** What is wrong with the answer; undefined where nothing is. Guesses at a code are counted, and refused for a while. */
  function faultOf({ status, body }: Answer, { name }: FieldMetadata, refusedAs: string | undefined): string | undefined {
    if (status >= 500 || status === 401 || (status === 429 && name !== 'pinc')) return `answered with ${status}`;
    if (body.REQUEST.STATUS === 'OK') return refusedAs && 'is taken';
    const { ID, DETAILS } = body.ERRORS;
    if (!ID) return 'is refused without an ID';
    if (refusedAs !== undefined && ID !== refusedAs) return `is refused as ${ID}`;
    return / \([0-9A-Z]{8}\)$/.test(DETAILS) ? undefined : 'is refused without a reference';
  }

  it('is refused with an ID and a reference, and never answered with a fault', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const operation of operations) {
      const good = recorded(operation.action);
      for (const field of fieldsOf(operation.inputClass)) {
        const value = good[field.name];
        const refused = refusedOf(field, value);
        for (const bad of [...refused, ...triedOf(field, value)]) {
          const fault = faultOf(
            await send(operation, { ...good, [field.name]: bad }),
            field,
            refused.includes(bad) ? `${field.name}_invalid` : undefined,
          );
          if (fault) wrong.push(`${operation.action} ${field.name}=${JSON.stringify(bad)} ${fault}`);
          count++;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  it('is refused where a reference was used, by every operation that takes one', async () => {
    const taking = operations.filter(({ spec, inputClass }) => {
      return spec.method !== 'GET' && fieldsOf(inputClass).some(({ name }) => name.endsWith('reference'));
    });
    // The second one is used twice in test/contexts/staff/proposals.test.ts, which has money in suspense.
    expect(taking.map(({ action }) => action).toSorted()).toEqual(['control_settlement_create', 'control_suspense_return']);
    const entry = {
      kind: 'bank_fee',
      bank: 'gtb',
      amount: 5,
      valued: lagosDate(staff.clock.now()),
      reference: 'CHG-1',
      reason: 'x',
    };
    const propose = () => staff.post('control_settlement_create', staff.admin, entry);
    await staff.decideAsDeputy((await propose()).body.DATA.MKID as string);
    const again = await propose();
    expect(again.body.ERRORS).toMatchObject({
      ID: 'reference_used',
      DETAILS: expect.stringMatching(/ \([0-9A-Z]{8}\)$/) as string,
    });
  });
});
