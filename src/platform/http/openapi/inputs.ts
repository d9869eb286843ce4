import { getMetadataStorage } from 'class-validator';
import { type FieldMetadata, fieldsOf, isRequired } from '../input.decorators.js';
import { sumsOf } from '../list-keys.js';
import type { Catalogue } from './catalogue.js';
import type { Schema } from './schemas.js';

type InputClass = new () => object;

export interface DescribedField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string | undefined;
}

/**
 * @param action goes before the name of a parameter where the operation gives it a meaning of its own, as `user_email_update.emal`;
 * `list` stands for all lists that are sorted
 */
export function describeFields(type: InputClass, words: Catalogue['fieldDescriptions'], action: string): DescribedField[] {
  const isList = sumsOf(type) !== undefined;
  return fieldsOf(type).map((mark) => {
    const schema = { ...fieldSchema(type, mark, words, action), 'x-form': mark.form };
    const ofLists = isList ? words[`list.${mark.name}`] : undefined;
    const [description] = words[`${action}.${mark.name}`] ?? ofLists ?? words[mark.name] ?? [];
    return { name: mark.name, required: isRequired(type, mark.name), schema, description };
  });
}

export function bodySchema(fields: readonly DescribedField[]): Schema {
  const properties = fields.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

function fieldSchema(type: InputClass, mark: FieldMetadata, words: Catalogue['fieldDescriptions'], action: string): Schema {
  const preset = mark.default === undefined ? {} : { default: mark.default };
  switch (mark.type) {
    case 'file':
      return { type: 'string', format: 'binary' };
    case 'boolean':
      return { type: 'boolean', ...preset };
    case 'number':
      return { type: 'number', ...(mark.isSigned ? {} : { exclusiveMinimum: 0 }) };
    case 'integer':
      return { type: 'integer', ...limits(type, mark, { min: 'minimum', max: 'maximum' }), ...preset };
    case 'array':
      return {
        type: 'array',
        items: mark.entries ? bodySchema(describeFields(mark.entries, words, action)) : { enum: mark.values ?? [] },
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
  if (mark.format === 'place') return { pattern: '^([0-9]{1,4}|[0-9]{10}|[0-9]{13}|false)$' };
  if (mark.format === 'date') return { format: 'date' };
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
