/** The parameters of an operation, as a form that sends them. */
import { codeBlock, element, prose } from './elements.js';
import { type ChosenFile, fieldOf, type FormField, Refused } from './fields.js';
import type { Parameter, RecordedFile } from './openapi.js';
import type { Operation } from './reference.js';
import { typeOf, valuesOf } from './schema-view.js';
import { onSession, send, type Values } from './session.js';
import { askToSignIn } from './session-view.js';

type Field = Parameter & FormField;

/** @param onInput is told the parameters, now and at every change */
export function tryIt(operation: Operation, onInput: (input: Values) => void): HTMLElement {
  const example = operation.examples[0]?.input ?? {};
  const fields = operation.fields.map((field) => ({ ...field, ...fieldOf(field, example[field.name]) }));
  const rows = fields.map(parameter);
  const once = operation.effect === 'money' ? idempotencyField() : undefined;
  const answer = element('div', { className: 'answer', ariaLive: 'polite' });
  const submit = element('button', {}, 'Send');
  const sign = element('button', { type: 'button', className: 'quiet' }, 'Sign in first');
  sign.addEventListener('click', askToSignIn);
  const actions = element('div', { className: 'actions' }, submit, operation.isSigned ? sign : undefined);
  const form = element(
    'form',
    { className: 'parameters', noValidate: true },
    rows.length === 0 ? element('p', {}, 'None.') : rows,
    once?.row,
    actions,
    answer,
  );
  onSession((session) => (sign.hidden = session !== undefined), form);

  const tell = () => {
    try {
      onInput(readAll(fields));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  };
  form.addEventListener('input', tell);
  const submitAll = async () => {
    submit.disabled = true;
    answer.replaceChildren();
    answer.replaceChildren(...(await outcome(operation, fields, once?.input.value.trim() ?? '')));
    submit.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submitAll();
  });
  tell();
  return form;
}

async function outcome(operation: Operation, fields: readonly Field[], idempotencyKey: string): Promise<HTMLElement[]> {
  try {
    const input = readAll(fields);
    const file = operation.source === 'form' ? (chosenFile(fields) ?? recordedFile(operation.file)) : undefined;
    const { status, ms, text } = await send(operation, input, { file, idempotencyKey });
    const isGood = status < 400;
    const envelope = parsed(text);
    const id = envelope?.ERRORS?.ID;
    const line = element('p', { className: isGood ? 'good' : 'bad' }, `HTTP ${status}, ${ms} ms. `);
    if (id) line.append('What to do about ', element('a', { href: `#/errors/${id}` }, id), '.');
    return [line, codeBlock(envelope ? JSON.stringify(envelope, undefined, 2) : text, 'Answer')];
  } catch (error) {
    return [element('p', { className: 'bad', role: 'alert' }, (error as Error).message)];
  }
}

function readAll(fields: readonly Field[]): Values {
  const given = fields.map(({ name, read }) => [name, read()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function chosenFile(fields: readonly Field[]): ChosenFile | undefined {
  return fields.find(({ chosen }) => chosen)?.chosen?.();
}

function recordedFile(file: RecordedFile | undefined): ChosenFile | undefined {
  return file && { content: new Blob([file.content], { type: file.type }), fileName: file.name };
}

interface Envelope {
  readonly ERRORS?: { readonly ID?: string };
}

function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

function parameter({ name, required, schema, description, input }: Field): HTMLElement {
  const id = `parameter-${name}`;
  input.id = id;
  const words = element('p', {}, ...valuesOf(schema), ...prose(description ?? ''));
  const label = element('label', { for: id }, element('code', {}, name));
  const kind = element('span', { className: 'type' }, typeOf(schema), required ? element('b', {}, ' required') : '');
  return element('div', { className: 'parameter' }, element('div', {}, label, kind, words), input);
}

function idempotencyField(): { row: HTMLElement; input: HTMLInputElement } {
  const input = element('input', { id: 'idempotency-key', placeholder: 'a new one', autocomplete: 'off', spellcheck: false });
  const label = element('label', { for: 'idempotency-key' }, element('code', {}, 'Idempotency-Key'));
  const words = element(
    'p',
    {},
    'Names the call. ',
    element('a', { href: '#/guides/idempotency' }, 'Sent again, it is done once.'),
  );
  const row = element(
    'div',
    { className: 'parameter' },
    element('div', {}, label, element('span', { className: 'type' }, 'header'), words),
    input,
  );
  return { row, input };
}
