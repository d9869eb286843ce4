/** A field of the form for a parameter, by its schema. */
import { element } from './elements.js';
import type { Parameter, Scalar, Schema } from './openapi.js';

/** A value cannot be read. */
export class Refused extends Error {}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface ChosenFile {
  readonly content: Blob;
  readonly fileName: string;
}

export interface FormField {
  readonly input: Input;
  /** @throws Refused */
  readonly read: () => unknown;
  /** Only in a file field. */
  readonly chosen?: () => ChosenFile | undefined;
}

export function fieldOf({ name, required, schema }: Parameter, example: unknown): FormField {
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (schema.format === 'binary') return fileField();
  if (schema.type === 'array' || schema.type === 'object') return jsonField(name, example);
  const shown = example as Scalar | undefined;
  const input = values ? select(values, required, shown) : line(schema, shown);
  return { input, read: () => (input.value === '' ? undefined : valueOf(input.value, schema)) };
}

function valueOf(text: string, { type }: Schema): unknown {
  if (type === 'boolean') return text === 'true';
  const number = Number(text);
  // What is no number goes as it is: the service says so.
  return (type === 'number' || type === 'integer') && !Number.isNaN(number) ? number : text;
}

function line({ type, format }: Schema, example: Scalar | undefined): HTMLInputElement {
  const inputMode = type === 'number' ? 'decimal' : type === 'integer' ? 'numeric' : format === 'email' ? 'email' : 'text';
  return element('input', {
    value: example === undefined ? '' : String(example),
    inputMode,
    autocomplete: 'off',
    spellcheck: false,
  });
}

function select(values: readonly unknown[], required: boolean | undefined, example: Scalar | undefined): HTMLSelectElement {
  const none = required ? [] : [element('option', { value: '' }, '–')];
  const options = values.map((value) => element('option', { value: String(value) }, String(value)));
  const made = element('select', {}, none, options);
  if (example !== undefined) made.value = String(example);
  return made;
}

function jsonField(name: string, example: unknown): FormField {
  const text = example === undefined ? '' : JSON.stringify(example, undefined, 1);
  const input = element('textarea', { value: text, rows: Math.min(8, text.split('\n').length + 1), spellcheck: false });
  const read = (): unknown => {
    try {
      return input.value.trim() === '' ? undefined : JSON.parse(input.value);
    } catch {
      throw new Refused(`${name} is not JSON`);
    }
  };
  return { input, read };
}

function fileField(): FormField {
  const input = element('input', { type: 'file' });
  const chosen = () => {
    const file = input.files?.[0];
    return file && { content: file, fileName: file.name };
  };
  return { input, read: () => undefined, chosen };
}
