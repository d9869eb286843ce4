/** Fields of parameters and answers in words. */
import { element, prose, row, table } from './elements.js';

/** What a schema allows, as text. */
export function typeOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return 'one of';
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  if (isPage(schema)) return `page of ${typeOf(schema.properties.result.items)}`;
  if (schema.format === 'binary') return 'file';
  return [[schema.type].flat().join(' or '), schema.format ?? schema.contentEncoding, ...limitsOf(schema)]
    .filter(Boolean)
    .join(', ');
}

function limitsOf({ minLength, maxLength, minimum, maximum, exclusiveMinimum, default: preset }) {
  return [
    minLength > 1 ? `from ${minLength} characters` : undefined,
    maxLength !== undefined && maxLength !== 255 ? `up to ${maxLength} characters` : undefined,
    minimum === undefined ? undefined : `from ${minimum}`,
    exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
    preset === undefined || preset === '' ? undefined : `default ${preset}`,
  ];
}

/** The answer of an operation: a table for each shape that it is made of. */
export function answerTables(schema, schemas) {
  const names = [];
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.includes(name)) continue;
      names.push(name);
      visit(schemas[name]);
    }
  };
  visit(schema);
  const inline = !schema.$ref && schema.properties && !isPage(schema) ? [schemaTable(schema)] : [];
  const tables = names.map((name, place) =>
    element('details', { open: place === 0 }, element('summary', {}, name), schemaTable(schemas[name], name)),
  );
  return [...inline, ...tables];
}

export function schemaTable({ properties = {} }, label = 'Fields') {
  const rows = Object.entries(properties).map(([name, schema]) =>
    row({}, element('code', {}, name), typeOf(schema), [...valuesOf(schema), ...prose(schema.description ?? '')]),
  );
  return table(label, ['Field', 'Type', 'Meaning'], rows);
}

export function valuesOf(schema) {
  return (schema.enum ?? schema.items?.enum ?? []).flatMap((value) => [element('code', {}, String(value)), ' ']);
}

const nameOf = ({ $ref }) => $ref.split('/').at(-1);

const isPage = ({ properties }) => Boolean(properties?.result && properties.pagination);
