import { expect } from 'vitest';
import { readCatalogue } from '../../../src/platform/http/openapi/catalogue.js';
import { DOCUMENTS } from './documents.js';

/** Formats of fields, by name. */
const FORMS: Readonly<Record<string, RegExp>> = {
  recorded: /^[0-9]{13}$/,
  lastUpdated: /^[0-9]{13}$/,
  expires: /^[0-9]{10}$/,
  ax_expire: /^[0-9]{10}$/,
  pagination: /^([0-9]{13})?$/,
  marker: /^[0-9A-Za-z_.:-]{8,64}$/,
  activeDate: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  activeTime: /^[0-9]{2}:[0-9]{2}:[0-9]{2}$/,
  tx_amount: /^[0-9]+\.[0-9]{2}$/,
};

const { fieldDescriptions } = readCatalogue();

/** What a payment or an account may have none of. */
const MAY_BE_EMPTY = /\.(?:deliverables|charges|holds)$/;

/**
 * Asserts that DATA has exactly the keys, types and values of a documented shape. Lists must not be empty, so that something is checked, but
 * for what was delivered and what is held, as most purchases deliver nothing that is shown, and most accounts have no hold.
 */
export function expectShape(data: unknown, shapes: string, path = 'DATA'): void {
  const shape = oneOf(shapes.split('|'), data);
  const paged = /^Paged<(.+)>$/.exec(shape)?.[1];
  if (paged) {
    const page = data as { result: unknown; pagination: unknown; totals?: Readonly<Record<string, unknown>> };
    expect(Object.keys(page), path).toEqual(['result', 'pagination', ...(page.totals ? ['totals'] : [])]);
    if (page.totals) expectTotals(page.totals, `${path}.totals`);
    expectScalar(page.pagination, 'string', 'pagination', path);
    return expectShape(page.result, `${paged}[]`, `${path}.result`);
  }
  if (shape.endsWith('[]')) {
    expect(Array.isArray(data), path).toBe(true);
    const list = data as unknown[];
    if (!MAY_BE_EMPTY.test(path)) expect(list.length, `${path} is empty`).toBeGreaterThan(0);
    for (const [place, item] of list.entries()) expectShape(item, shape.slice(0, -2), `${path}[${place}]`);
    return;
  }
  const fields = DOCUMENTS.shapes[shape];
  if (!fields) throw new Error(`no shape ${shape}`);
  const record = data as Record<string, unknown>;
  expect(Object.keys(record).sort(), path).toEqual(Object.keys(fields).sort());
  for (const [name, type] of Object.entries(fields)) {
    if (type.replace('[]', '') in DOCUMENTS.shapes) expectShape(record[name], type, `${path}.${name}`);
    else expectScalar(record[name], type, name, path);
    const [, values] = fieldDescriptions[`${shape}.${name}`] ?? fieldDescriptions[name] ?? [];
    if (values && type === 'string') expect(values, `${path}.${name}`).toContain(record[name]);
  }
}

/** How many, sums in Naira, and whether there are more. */
function expectTotals({ count, more, ...sums }: Readonly<Record<string, unknown>>, path: string): void {
  expect([typeof count, typeof more], path).toEqual(['number', 'boolean']);
  for (const [name, sum] of Object.entries(sums)) expectScalar(sum, 'number', name, path);
}

/** The alternative shape with the same kind and fields. */
function oneOf(shapes: readonly string[], data: unknown): string {
  const isPage = typeof data === 'object' && data !== null && 'result' in data;
  const fits = shapes.filter((shape) => shape.endsWith('[]') === Array.isArray(data) && shape.startsWith('Paged<') === isPage);
  const [record] = [data].flat() as [object | undefined];
  const hasFields = (shape: string) => {
    const fields = Object.keys(DOCUMENTS.shapes[shape.replace('[]', '')] ?? {});
    return (
      fields.sort().join() ===
      Object.keys(record ?? {})
        .sort()
        .join()
    );
  };
  return fits.find(hasFields) ?? fits[0] ?? shapes[0]!;
}

function expectScalar(value: unknown, type: string, name: string, path: string): void {
  const where = `${path}.${name} = ${JSON.stringify(value)}`;
  if (type === 'object' || type === 'permissions') {
    expect(typeof value === 'object' && value !== null && !Array.isArray(value), where).toBe(true);
    for (const inner of Object.values(value as object)) expect(typeof inner, where).toBe('string');
    return;
  }
  if (type === 'string[]') {
    expect(Array.isArray(value), where).toBe(true);
    for (const each of value as unknown[]) expect(typeof each, where).toBe('string');
    return;
  }
  if (type.endsWith('?')) return value === null ? undefined : expectScalar(value, type.slice(0, -1), name, path);
  expect(['string', 'number', 'boolean'], where).toContain(type);
  expect(typeof value, where).toBe(type);
  if (type === 'number') expect(Number.isFinite(value), where).toBe(true);
  // Of deliverables it is as the provider writes it.
  const form = path.includes('.deliverables[') ? undefined : FORMS[name];
  if (form) expect(value, where).toMatch(form);
}
