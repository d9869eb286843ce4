/** Fields of parameters and answers in words. */
import { element, type Part, prose, row, table } from './elements.js';
import type { Schema, Schemas } from './openapi.js';

/** What a schema allows, as text. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return 'one of';
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (isPage(schema)) return `page of ${typeOf(schema.properties?.['result']?.items ?? {})}`;
  if (schema.format === 'binary') return 'file';
  return [[schema.type ?? []].flat().join(' or '), schema.format ?? schema.contentEncoding, ...limitsOf(schema)]
    .filter(Boolean)
    .join(', ');
}

function limitsOf(schema: Schema): (string | undefined)[] {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, default: preset } = schema;
  return [
    minLength !== undefined && minLength > 1 ? `from ${minLength} characters` : undefined,
    maxLength !== undefined && maxLength !== 255 ? `up to ${maxLength} characters` : undefined,
    minimum === undefined ? undefined : `from ${minimum}`,
    exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
    preset === undefined || preset === '' ? undefined : `default ${preset}`,
  ];
}

/** The answer of an operation: a table for each shape that it is made of. */
export function answerTables(schema: Schema, schemas: Schemas): HTMLElement[] {
  const named = new Map<string, Schema>();
  const visit = (value: Schema) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const found = schemas[name!];
      if (!found || named.has(name!)) continue;
      named.set(name!, found);
      visit(found);
    }
  };
  visit(schema);
  const inline = !schema.$ref && schema.properties && !isPage(schema) ? [schemaTable(schema)] : [];
  const tables = [...named].map(([name, shape], place) =>
    element('details', { open: place === 0 }, element('summary', {}, name), schemaTable(shape, name)),
  );
  return [...inline, ...tables];
}

export function schemaTable({ properties = {} }: Schema, label = 'Fields'): HTMLElement {
  const rows = Object.entries(properties).map(([name, schema]) =>
    row({}, element('code', {}, name), typeOf(schema), [...valuesOf(schema), ...prose(schema.description ?? '')]),
  );
  return table(label, ['Field', 'Type', 'Meaning'], rows);
}

export function valuesOf(schema: Schema): Part[] {
  return (schema.enum ?? schema.items?.enum ?? []).flatMap((value) => [element('code', {}, String(value)), ' ']);
}

function isPage({ properties }: Schema): boolean {
  return Boolean(properties?.['result'] && properties['pagination']);
}
