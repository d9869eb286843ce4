/** A field of the form for a parameter, by its schema. */
import { element } from './elements.js';

/** A value cannot be read. */
export class Refused extends Error {}

export function fieldOf({ name, required, schema }, example) {
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (schema.format === 'binary') return fileField();
  if (schema.type === 'array' || schema.type === 'object') return jsonField(name, example);
  const input = values ? select(values, required, example) : line(schema, example);
  return { input, read: () => (input.value === '' ? undefined : valueOf(input.value, schema)) };
}

function valueOf(text, { type }) {
  if (type === 'boolean') return text === 'true';
  const number = Number(text);
  // What is no number goes as it is: the service says so.
  return (type === 'number' || type === 'integer') && !Number.isNaN(number) ? number : text;
}

function line({ type, format }, example) {
  const inputMode = type === 'number' ? 'decimal' : type === 'integer' ? 'numeric' : format === 'email' ? 'email' : 'text';
  return element('input', {
    value: example === undefined ? '' : String(example),
    inputMode,
    autocomplete: 'off',
    spellcheck: false,
  });
}

function select(values, required, example) {
  const none = required ? [] : [element('option', { value: '' }, '–')];
  const options = values.map((value) => element('option', { value: String(value) }, String(value)));
  const made = element('select', {}, none, options);
  if (example !== undefined) made.value = String(example);
  return made;
}

function jsonField(name, example) {
  const text = example === undefined ? '' : JSON.stringify(example, undefined, 1);
  const input = element('textarea', { value: text, rows: Math.min(8, text.split('\n').length + 1), spellcheck: false });
  const read = () => {
    try {
      return input.value.trim() === '' ? undefined : JSON.parse(input.value);
    } catch {
      throw new Refused(`${name} is not JSON`);
    }
  };
  return { input, read };
}

function fileField() {
  const input = element('input', { type: 'file' });
  const chosen = () => input.files[0] && { content: input.files[0], fileName: input.files[0].name };
  return { input, isFile: true, chosen };
}
