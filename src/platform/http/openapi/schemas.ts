import type { Catalogue } from './catalogue.js';

/** A JSON schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

const SCALARS = ['string', 'number', 'boolean'];

export function shapeSchemas({ shapes, fieldDescriptions }: Catalogue): Record<string, Schema> {
  const schemas = Object.entries(shapes).map(([name, shape]) => [name, shapeSchema(name, shape, fieldDescriptions)]);
  return Object.fromEntries(schemas) as Record<string, Schema>;
}

/** @param name goes before that of a field where a shape gives it a meaning of its own, as `Tariff.status` */
export function shapeSchema(
  name: string,
  shape: Catalogue['shapes'][string],
  descriptions: Catalogue['fieldDescriptions'],
): Schema {
  const properties = Object.entries(shape).map(([field, type]) => {
    const [meaning, values] = descriptions[`${name}.${field}`] ?? descriptions[field] ?? [];
    return [field, fieldSchema(type, meaning, values)];
  });
  return { type: 'object', properties: Object.fromEntries(properties) as Schema, required: Object.keys(shape) };
}

function fieldSchema(type: string, description: string | undefined, values?: readonly string[]): Schema {
  const about = description === undefined ? {} : { description };
  if (type === 'string' && values) return { type, enum: values, ...about };
  if (SCALARS.includes(type)) return { type, ...about };
  // `'one'|'other'` is one of these texts.
  if (type.startsWith("'")) return { enum: type.slice(1, -1).split("'|'"), ...about };
  // `number?` is null where there is none.
  if (type.endsWith('?')) return { type: [type.slice(0, -1), 'null'], ...about };
  if (type === 'object') return { type: 'object', additionalProperties: { type: 'string' }, ...about };
  if (type === 'permissions') return { type: 'object', additionalProperties: { enum: ['YES', 'NO'] }, ...about };
  if (type === 'string[]') return { type: 'array', items: { type: 'string' }, ...about };
  return dataSchema(type);
}

/**
 * `Wallet`, `Biller[]`, `Paged<Notice>`, or alternatives separated by `|`.
 * @param sums names of what is summed of a page's list, where it has totals
 */
export function dataSchema(data: string, sums?: readonly string[]): Schema {
  const kinds = data.split('|');
  if (kinds.length > 1) return { anyOf: kinds.map((kind) => dataSchema(kind, sums)) };
  const paged = pagedOf(data);
  if (paged) {
    const pagination = { type: 'string', description: '`page` of the next page; empty when nothing more remains' };
    const totals = sums ? { totals: totalsSchema(sums) } : {};
    return {
      type: 'object',
      properties: { result: dataSchema(`${paged}[]`), pagination, ...totals },
      required: ['result', 'pagination'],
    };
  }
  if (data.endsWith('[]')) return { type: 'array', items: dataSchema(data.slice(0, -2)) };
  return { $ref: `#/components/schemas/${data}` };
}

function totalsSchema(sums: readonly string[]): Schema {
  const count = { type: 'integer', description: 'Rows of what is filtered, at most 5,000' };
  const more = { type: 'boolean', description: 'There are older rows, which are neither counted nor summed nor sorted' };
  const sum = { type: 'number', description: 'Sum of the field, in Naira' };
  return {
    type: 'object',
    description: 'Of the newest 5,000 rows of what is filtered; with `totals` or an order',
    properties: { count, ...Object.fromEntries(sums.map((name) => [name, sum])), more },
    required: ['count', ...sums, 'more'],
  };
}

function pagedOf(data: string): string | undefined {
  return /^Paged<(.+)>$/.exec(data)?.[1];
}
