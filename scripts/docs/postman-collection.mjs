/** A Postman collection (v2.1) of every operation with a signing script. */
import { readFileSync } from 'node:fs';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const boundary = 'harmattan-form';
/** Run first, because the other requests need their session. */
const begin = ['user_profile_create', 'user_profile_logout', 'user_profile_login'];
/** Postman variables in place of fields. */
const variables = { emal: '{{email}}', pswd: '{{password}}' };

export function postmanCollection({ info, tags, paths }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), action: path.slice(1) })),
  );
  const place = ({ action }) => (begin.includes(action) ? begin.indexOf(action) : begin.length);
  return {
    info: { name: info.title, description: info.description, schema },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter((operation) => operation.tags.includes(name))
        .toSorted((one, other) => place(one) - place(other))
        .map(request),
    })),
    event: [script('prerequest', 'before-request.js'), script('test', 'after-answer.js')],
    variable: ['baseUrl', 'email', 'password', 'pbcKey', 'secret', 'idempotencyKey'].map((key) => ({
      key,
      value: { baseUrl: 'http://127.0.0.1:3000', password: 'Harmattan-Wind-26' }[key] ?? '',
    })),
  };
}

function request({ action, method, summary, description, parameters = [], requestBody, 'x-operation': { access } }) {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, description, required }) => ({
      key: name,
      value: variables[name] ?? String(example ?? ''),
      description,
      ...(required || example !== undefined ? {} : { disabled: true }),
    }));
  const body = bodyOf(requestBody);
  return {
    name: action,
    request: {
      description: description ?? summary,
      method,
      header: [
        ...(body ? [{ key: 'Content-Type', value: body.type }] : []),
        // Read by the signing script, ignored by the service.
        ...(access === 'none' ? [{ key: 'X-Unsigned', value: 'true' }] : []),
      ],
      url: { raw: `{{baseUrl}}/${action}`, host: ['{{baseUrl}}'], path: [action], ...(query.length > 0 ? { query } : {}) },
      ...(body ? { body: { mode: 'raw', raw: body.text } } : {}),
    },
  };
}

function bodyOf(requestBody) {
  if (!requestBody) return undefined;
  const example = requestBody.content['application/json']?.example;
  if (example) {
    const filled = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, variables[name] ?? value]));
    return { type: 'application/json', text: JSON.stringify(filled, null, 2) };
  }
  // Postman scripts cannot read files, so the signed file is inline text.
  const part =
    'Content-Disposition: form-data; name="file"; filename="hello.txt"\r\nContent-Type: text/plain\r\n\r\nHello, Harmattan\r\n';
  return { type: `multipart/form-data; boundary=${boundary}`, text: `--${boundary}\r\n${part}--${boundary}--\r\n` };
}

function script(listen, file) {
  const lines = readFileSync(new URL(`postman/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return { listen, script: { type: 'text/javascript', exec: lines } };
}
