import type { Catalogue } from './catalogue.js';

/** A JSON schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

const SCALARS = ['string', 'number', 'boolean'];
const EXAMPLES: Readonly<Record<string, unknown>> = { string: 'text', number: 1, boolean: true };

export function shapeSchemas({ shapes, fieldDescriptions }: Catalogue): Record<string, Schema> {
  const schemas = Object.entries(shapes).map(([name, shape]) => {
    const properties = Object.entries(shape).map(([field, type]) => [field, fieldSchema(type, fieldDescriptions[field]?.[0])]);
    return [name, { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(shape) }];
  });
  return Object.fromEntries(schemas) as Record<string, Schema>;
}

function fieldSchema(type: string, description: string | undefined): Schema {
  const about = description === undefined ? {} : { description };
  if (SCALARS.includes(type)) return { type, ...about };
  // `number?` is null where there is none.
  if (type.endsWith('?')) return { type: [type.slice(0, -1), 'null'], ...about };
  if (type === 'object') return { type: 'object', additionalProperties: { type: 'string' }, ...about };
  if (type === 'permissions') return { type: 'object', additionalProperties: { enum: ['YES', 'NO'] }, ...about };
  if (type === 'string[]') return { type: 'array', items: { type: 'string' }, ...about };
  return dataSchema(type);
}

/** `Wallet`, `Biller[]`, `Paged<Notice>`, or alternatives separated by `|`. */
export function dataSchema(data: string): Schema {
  const kinds = data.split('|');
  if (kinds.length > 1) return { anyOf: kinds.map(dataSchema) };
  const paged = pagedOf(data);
  if (paged) {
    const pagination = { type: 'string', description: '`page` of the next page; empty when nothing more remains' };
    return {
      type: 'object',
      properties: { result: dataSchema(`${paged}[]`), pagination },
      required: ['result', 'pagination'],
    };
  }
  if (data.endsWith('[]')) return { type: 'array', items: dataSchema(data.slice(0, -2)) };
  return { $ref: `#/components/schemas/${data}` };
}

export function dataExample(catalogue: Catalogue, data: string): unknown {
  const [kind = ''] = data.split('|');
  const paged = pagedOf(kind);
  if (paged) return { result: [dataExample(catalogue, paged)], pagination: '' };
  if (kind.endsWith('[]')) return [dataExample(catalogue, kind.slice(0, -2))];
  const shape = catalogue.shapes[kind] ?? {};
  const fields = Object.entries(shape).map(([field, type]) => [field, fieldExample(catalogue, field, type)]);
  return Object.fromEntries(fields);
}

function fieldExample(catalogue: Catalogue, field: string, type: string): unknown {
  if (type.endsWith('?')) return fieldExample(catalogue, field, type.slice(0, -1));
  const known = catalogue.fieldDescriptions[field]?.[1];
  // One name may have different types in different shapes.
  if (known !== undefined && typeof known === type) return known;
  if (known !== undefined && type === 'string') return String(known);
  if (SCALARS.includes(type)) return EXAMPLES[type];
  if (type === 'object') return {};
  if (type === 'string[]') return [];
  if (type === 'permissions') return { allowModify: 'YES' };
  return dataExample(catalogue, type);
}

function pagedOf(data: string): string | undefined {
  return /^Paged<(.+)>$/.exec(data)?.[1];
}
