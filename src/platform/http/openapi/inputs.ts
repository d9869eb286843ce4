import { getMetadataStorage } from 'class-validator';
import { type FieldMetadata, fieldsOf, isOptional } from '../input.decorators.js';
import type { Catalogue } from './catalogue.js';
import type { Schema } from './schemas.js';

type InputClass = new () => object;
type Word = string | number | boolean | undefined;

export interface DescribedField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string | undefined;
  /** Undefined where an example leaves it out. */
  readonly example: unknown;
}

export function describeFields(type: InputClass, words: Catalogue['fieldDescriptions']): DescribedField[] {
  return fieldsOf(type).map((mark) => {
    const schema = fieldSchema(type, mark, words);
    const required = !isOptional(type, mark.name);
    const [description, example] = words[mark.name] ?? [];
    return {
      name: mark.name,
      required,
      schema,
      description: description ?? undefined,
      example: exampleOf(mark, required, schema, example, words),
    };
  });
}

export function bodySchema(fields: readonly DescribedField[]): Schema {
  const properties = fields.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

export function bodyExample(fields: readonly DescribedField[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]));
}

function fieldSchema(type: InputClass, mark: FieldMetadata, words: Catalogue['fieldDescriptions']): Schema {
  const preset = mark.default === undefined ? {} : { default: mark.default };
  switch (mark.type) {
    case 'file':
      return { type: 'string', format: 'binary' };
    case 'boolean':
      return { type: 'boolean', ...preset };
    case 'number':
      return { type: 'number', exclusiveMinimum: 0 };
    case 'integer':
      return { type: 'integer', ...limits(type, mark, { min: 'minimum', max: 'maximum' }), ...preset };
    case 'array':
      return {
        type: 'array',
        items: mark.entries ? bodySchema(describeFields(mark.entries, words)) : { enum: mark.values ?? [] },
      };
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries((mark.values ?? []).map((name) => [name, { enum: ['YES', 'NO'] }])),
        additionalProperties: false,
      };
    case 'string':
      return { type: 'string', ...textRules(type, mark), ...preset };
  }
}

function textRules(type: InputClass, mark: FieldMetadata): Schema {
  if (mark.values) return { enum: mark.values };
  if (mark.format === 'page') return { pattern: '^([0-9]{10}|[0-9]{13}|false)$' };
  if (mark.format === 'base64') return { contentEncoding: 'base64' };
  if (mark.format === 'email') return { format: 'email', maxLength: 254 };
  const [min, max] = constraintsOf(type, mark, 'hasLength') ?? [];
  const [pattern] = constraintsOf(type, mark, 'matches') ?? [];
  return {
    ...(typeof min === 'number' && min > 0 ? { minLength: min } : {}),
    ...(typeof max === 'number' ? { maxLength: max } : {}),
    ...(pattern instanceof RegExp && pattern.flags === '' ? { pattern: pattern.source } : {}),
  };
}

function limits(type: InputClass, mark: FieldMetadata, names: Readonly<Record<string, string>>): Schema {
  const found = Object.entries(names).map(([constraint, name]) => [name, constraintsOf(type, mark, constraint)?.[0]]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== Number.MAX_SAFE_INTEGER));
}

function constraintsOf(type: InputClass, { name }: FieldMetadata, constraint: string): unknown[] | undefined {
  const found = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .find((entry) => entry.propertyName === name && entry.name === constraint);
  return found?.constraints as unknown[] | undefined;
}

function exampleOf(
  mark: FieldMetadata,
  required: boolean,
  schema: Schema,
  known: Word,
  words: Catalogue['fieldDescriptions'],
): unknown {
  if (mark.format === 'page') return undefined;
  if (mark.type === 'object')
    return Object.fromEntries((mark.values ?? []).map((name, place) => [name, place === 0 ? 'YES' : 'NO']));
  if (mark.type === 'array')
    return mark.entries ? [bodyExample(describeFields(mark.entries, words))] : (mark.values ?? []).slice(0, 1);
  if (mark.type === 'file') return undefined;
  if (mark.values)
    return mark.values.includes(String(known)) ? known : (mark.values.find((value) => value === 'all') ?? mark.values[0]);
  if (mark.default !== undefined) return mark.default;
  if (mark.type === 'integer') return typeof known === 'number' ? known : (schema['minimum'] ?? 1);
  if (mark.type === 'number') return typeof known === 'number' ? known : 100;
  if (mark.type === 'boolean') return typeof known === 'boolean' ? known : true;
  if (known !== undefined) return String(known);
  // A made-up value of an optional parameter would be refused.
  return required ? 'text' : undefined;
}
