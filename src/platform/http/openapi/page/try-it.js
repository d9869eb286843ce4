/** The parameters of an operation, as a form that sends them. */
import { codeBlock, element, prose } from './elements.js';
import { fieldOf, Refused } from './fields.js';
import { typeOf, valuesOf } from './schema-view.js';
import { onSession, send } from './session.js';
import { askToSignIn } from './session-view.js';

/** @param onInput is told the parameters, now and at every change */
export function tryIt(operation, onInput) {
  const example = operation.examples[0]?.input ?? {};
  const fields = operation.fields.map((field) => ({ ...field, ...fieldOf(field, example[field.name]) }));
  const rows = fields.map(parameter);
  const once = operation.effect === 'money' && idempotencyField();
  const answer = element('div', { className: 'answer', ariaLive: 'polite' });
  const submit = element('button', {}, 'Send');
  const sign = element('button', { type: 'button', className: 'quiet' }, 'Sign in first');
  sign.addEventListener('click', askToSignIn);
  const actions = element('div', { className: 'actions' }, submit, operation.isSigned ? sign : undefined);
  const nothing = fields.length === 0 && element('p', {}, 'None.');
  const form = element(
    'form',
    { className: 'parameters', noValidate: true },
    nothing || rows,
    once ? once.row : undefined,
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
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    answer.replaceChildren();
    answer.replaceChildren(...(await outcome(operation, fields, once ? once.input.value.trim() : '')));
    submit.disabled = false;
  });
  tell();
  return form;
}

async function outcome(operation, fields, idempotencyKey) {
  try {
    const input = readAll(fields);
    const file =
      operation.source === 'form' ? (fields.find(({ isFile }) => isFile)?.chosen() ?? recordedFile(operation)) : undefined;
    const { status, ms, text } = await send(operation, input, { file, idempotencyKey });
    const isGood = status < 400;
    const envelope = parsed(text);
    const id = envelope?.ERRORS?.ID;
    const line = element('p', { className: isGood ? 'good' : 'bad' }, `HTTP ${status}, ${ms} ms. `);
    if (id) line.append('What to do about ', element('a', { href: `#/errors/${id}` }, id), '.');
    return [line, codeBlock(envelope ? JSON.stringify(envelope, undefined, 2) : text, 'Answer')];
  } catch (error) {
    return [element('p', { className: 'bad', role: 'alert' }, error.message)];
  }
}

function readAll(fields) {
  const given = fields.filter(({ isFile }) => !isFile).map(({ name, read }) => [name, read()]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function recordedFile({ file }) {
  return { content: new Blob([file.content], { type: file.type }), fileName: file.name };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parameter({ name, required, schema, description, input }) {
  const id = `parameter-${name}`;
  input.id = id;
  const words = element('p', {}, ...valuesOf(schema), ...prose(description ?? ''));
  const label = element('label', { for: id }, element('code', {}, name));
  const kind = element('span', { className: 'type' }, typeOf(schema), required ? element('b', {}, ' required') : '');
  return element('div', { className: 'parameter' }, element('div', {}, label, kind, words), input);
}

function idempotencyField() {
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
