/** The document of the service as the page shows it: operations by task, errors, events and guides. */
import { parameterAdvice, parameterOf } from './parameter-advice.js';
import { subjectOf, taskOf } from './tasks.js';

/** Of every request, or of every parameter: shown apart from what the operation itself refuses. */
const GENERAL =
  /^edge\.(unauthenticated|stale|too_many|replayed|guard_down|bodies_full|malformed|media_type|content_encoding|too_large|idempotency_\w+|fault)$|_(missing|invalid|unsupported)$/;
const ACCESS = { none: 'open', signed: 'user', admin: 'staff' };

export async function loadReference() {
  const addresses = ['/openapi.json', '/docs/guides/guides.json', '/docs/guides/advice.json', '/docs/clients.json'];
  const [document, guides, advice, clients] = await Promise.all(addresses.map(read));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(path.slice(1), method.toUpperCase(), described, document.components.schemas),
    ),
  );
  return {
    adviceFor: (failure) =>
      failure.advice ??
      advice.byId[`${failure.id} ${failure.status}`] ??
      advice.byId[failure.id] ??
      advice.byStatus[failure.status] ??
      '',
    guides,
    clients,
    operations,
    schemas: document.components.schemas,
    errors: errorsOf(document['x-errors'], operations),
    headers: headersOf(document.components),
    events: Object.entries(document.webhooks).map(([event, { post }]) => eventOf(event, post)),
  };
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`);
  return answer.json();
}

function operationOf(action, method, described, schemas) {
  const { summary, description, parameters = [], requestBody, responses, security, tags } = described;
  const { access, effect, limit, permission, first, file } = described['x-operation'];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const source = type === undefined ? 'query' : type === 'multipart/form-data' ? 'form' : 'body';
  const answer = responses['200'].content['application/json'];
  const operation = {
    action,
    method,
    summary,
    notes: description.split('\n\n').slice(1).join(' '),
    access: ACCESS[access],
    isSigned: access !== 'none',
    mayBeSigned: security.length > 0,
    effect,
    limit,
    permission,
    first,
    file,
    source,
    fields: source === 'query' ? query : bodyFields(body.schema),
    examples: examplesOf(source === 'query' ? query : body, answer),
    data: answer.schema.properties.DATA,
    answered: answeredFields(answer.schema.properties.DATA, schemas),
    errors: failuresOf(responses, described),
  };
  return { ...operation, task: taskOf(operation, tags[0]), subject: subjectOf(action) };
}

/** The fields of an answer and of what is in it: `[name, schema]`. */
function answeredFields(schema, schemas, seen = new Set()) {
  const refs = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  return refs
    .filter((name) => !seen.has(name) && seen.add(name))
    .flatMap((name) => [...Object.entries(schemas[name].properties ?? {}), ...answeredFields(schemas[name], schemas, seen)]);
}

/** Headers of requests and answers. */
function headersOf({ securitySchemes, parameters, headers }) {
  const sent = [...Object.values(securitySchemes), ...Object.values(parameters)].filter((one) => one.in === 'header');
  const answered = [
    ['Retry-After', headers.RetryAfter.description],
    ['SVC-SERVER-TIME', 'The time of the service in unix seconds, on every answer: what a wrong clock is corrected by'],
  ];
  return [...sent, ...answered.map(([name, description]) => ({ name, description }))];
}

function bodyFields({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
    description: schema.description,
  }));
}

/** What was recorded, by title: the parameters and the answer. */
function examplesOf(sent, answer) {
  const titles = Object.keys(answer.examples ?? { '': undefined });
  const ofQuery = Array.isArray(sent)
    ? Object.fromEntries(sent.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]))
    : undefined;
  return titles.map((title, place) => ({
    title,
    // The document has the query of the first recording only.
    input: (ofQuery ? place === 0 && ofQuery : recordedIn(sent, title)) || undefined,
    answer: recordedIn(answer, title),
  }));
}

function recordedIn({ example, examples }, title) {
  return title === '' ? example : examples?.[title]?.value;
}

function failuresOf(responses, described) {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content['application/json'].examples ?? {})
      .filter(([, { value }]) => value.ERRORS)
      .map(([name, { value }]) => failureOf(name, Number(status), value.ERRORS, parameterOf(name, described))),
  );
}

function failureOf(name, status, { CODE, ID, MSG, DETAILS }, parameter) {
  const advice = parameter && parameterAdvice(parameter, parameter.fault);
  return {
    advice,
    status,
    code: CODE,
    id: ID,
    msg: MSG,
    details: DETAILS.replace(/ \(\w+\)$/, ''),
    isGeneral: GENERAL.test(name),
  };
}

/** By ID, each with its meanings and the operations that answer it. */
function errorsOf(before, operations) {
  const found = new Map();
  const take = (failure, action) => {
    if (failure.id === undefined) return;
    const entry = found.get(failure.id) ?? { id: failure.id, isGeneral: true, meanings: new Map(), actions: new Set() };
    found.set(failure.id, entry);
    entry.isGeneral &&= failure.isGeneral;
    entry.meanings.set([failure.status, failure.details, failure.advice].join(' '), failure);
    if (action) entry.actions.add(action);
  };
  for (const { name, status, errors } of before) take({ ...failureOf(name, status, errors), isGeneral: false });
  for (const { action, errors } of operations) for (const failure of errors) take(failure, action);
  return [...found.values()]
    .map((entry) => ({ ...entry, meanings: [...entry.meanings.values()], actions: [...entry.actions] }))
    .sort((one, other) => one.id.localeCompare(other.id));
}

function eventOf(event, { summary, requestBody }) {
  const { schema, example } = requestBody.content['application/json'];
  return { event, summary, data: schema.properties.data, example };
}
