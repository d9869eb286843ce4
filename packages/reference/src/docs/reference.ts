/** The document of the service as the page shows it: operations by task, errors, events and guides. */
import type {
  Components,
  Content,
  DocumentedErrors,
  DocumentedEvent,
  DocumentedOperation,
  Effect,
  InterfaceDocument,
  Parameter,
  RecordedFile,
  Schema,
  Schemas,
} from './openapi.js';
import { type FaultyParameter, parameterAdvice, parameterOf } from './parameter-advice.js';
import { subjectOf, type TaskName, taskOf } from './tasks.js';

export interface Operation {
  readonly action: string;
  readonly method: string;
  readonly summary: string;
  readonly notes: string;
  readonly access: (typeof ACCESS)[keyof typeof ACCESS];
  readonly isSigned: boolean;
  readonly mayBeSigned: boolean;
  readonly effect: Effect;
  readonly limit: string;
  readonly permission: string | null;
  /** What has to be there. */
  readonly first: readonly string[];
  readonly file: RecordedFile | undefined;
  readonly source: 'query' | 'body' | 'form';
  readonly fields: readonly Parameter[];
  readonly examples: readonly Example[];
  readonly data: Schema;
  readonly answered: readonly AnsweredField[];
  readonly errors: readonly Failure[];
  readonly task: TaskName;
  readonly subject: string;
}

/** What was recorded. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly answer: unknown;
}

export type AnsweredField = readonly [name: string, schema: Schema];

export interface Failure {
  readonly id: string | undefined;
  readonly status: number;
  readonly code: number | undefined;
  readonly msg: string | undefined;
  readonly details: string;
  readonly advice: string | undefined;
  /** True of every request or parameter: shown apart from what the operation itself refuses. */
  readonly isGeneral: boolean;
}

export interface ErrorEntry {
  readonly id: string;
  readonly isGeneral: boolean;
  readonly meanings: readonly Failure[];
  readonly actions: readonly string[];
}

export type AdviceFor = (failure: Failure) => string;

export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}

/** Names of the packages that the service serves. */
export interface Clients {
  readonly npm: string;
  readonly wheel: string;
}

export interface WebhookEvent {
  readonly event: string;
  readonly summary: string;
  readonly data: Schema;
  readonly example: unknown;
}

interface Advice {
  readonly byId: Readonly<Record<string, string>>;
  readonly byStatus: Readonly<Record<string, string>>;
}

export type Reference = Awaited<ReturnType<typeof loadReference>>;

const GENERAL =
  /^edge\.(unauthenticated|stale|too_many|replayed|guard_down|bodies_full|malformed|media_type|content_encoding|too_large|idempotency_\w+|fault)$|_(missing|invalid|unsupported)$/;
const ACCESS = { none: 'open', signed: 'user', admin: 'staff' } as const;

export async function loadReference() {
  const [document, guides, advice, clients] = await Promise.all([
    read<InterfaceDocument>('/openapi.json'),
    read<readonly Guide[]>('/docs/guides/guides.json'),
    read<Advice>('/docs/guides/advice.json'),
    read<Clients>('/docs/clients.json'),
  ]);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(path.slice(1), method.toUpperCase(), described, document.components.schemas),
    ),
  );
  const adviceFor: AdviceFor = (failure) =>
    failure.advice ??
    advice.byId[`${failure.id} ${failure.status}`] ??
    advice.byId[`${failure.id}`] ??
    advice.byStatus[failure.status] ??
    '';
  return {
    adviceFor,
    guides,
    clients,
    operations,
    schemas: document.components.schemas,
    errors: errorsOf(document['x-errors'], operations),
    headers: headersOf(document.components),
    events: Object.entries(document.webhooks).map(([event, { post }]) => eventOf(event, post)),
  };
}

async function read<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`);
  return (await answer.json()) as Answer;
}

function operationOf(action: string, method: string, described: DocumentedOperation, schemas: Schemas): Operation {
  const { summary, description, parameters = [], requestBody, responses, security, tags } = described;
  const { access, effect, limit, permission, first, file } = described['x-operation'];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const answer = responses['200']!.content['application/json'];
  const data = answer.schema.properties!['DATA']!;
  return {
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
    source: type === undefined ? 'query' : type === 'multipart/form-data' ? 'form' : 'body',
    fields: body ? bodyFields(body.schema) : query,
    examples: examplesOf(body ?? query, answer),
    data,
    answered: answeredFields(data, schemas),
    errors: failuresOf(described),
    task: taskOf(action, ACCESS[access], tags[0]),
    subject: subjectOf(action),
  };
}

/** The fields of an answer and of what is in it. */
function answeredFields(schema: Schema, schemas: Schemas, seen = new Set<string>()): AnsweredField[] {
  const refs = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  return refs
    .filter((name) => !seen.has(name) && seen.add(name))
    .map((name) => schemas[name]!)
    .flatMap((shape) => [...Object.entries(shape.properties ?? {}), ...answeredFields(shape, schemas, seen)]);
}

/** Headers of requests and answers. */
function headersOf({ securitySchemes, parameters, headers }: Components): { name: string; description: string }[] {
  const sent = [...Object.values(securitySchemes), ...Object.values(parameters)].filter((one) => one.in === 'header');
  return [
    ...sent,
    { name: 'Retry-After', description: headers.RetryAfter.description },
    {
      name: 'SVC-SERVER-TIME',
      description: 'The time of the service in unix seconds, on every answer: what a wrong clock is corrected by',
    },
  ];
}

function bodyFields({ properties = {}, required = [] }: Schema): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
    description: schema.description,
  }));
}

/** By title. @param sent the body, or the parameters of the query, of which the document has the first recording only */
function examplesOf(sent: Content | readonly Parameter[], answer: Content): Example[] {
  const titles = Object.keys(answer.examples ?? { '': undefined });
  return titles.map((title, place) => ({
    title,
    input: (isQuery(sent) ? (place === 0 ? examplesIn(sent) : undefined) : recordedIn(sent, title)) as Example['input'],
    answer: recordedIn(answer, title),
  }));
}

function isQuery(sent: Content | readonly Parameter[]): sent is readonly Parameter[] {
  return Array.isArray(sent);
}

function examplesIn(query: readonly Parameter[]): Record<string, unknown> {
  const given = query.filter(({ example }) => example !== undefined);
  return Object.fromEntries(given.map(({ name, example }) => [name, example]));
}

function recordedIn({ example, examples }: Content, title: string): unknown {
  return title === '' ? example : examples?.[title]?.value;
}

function failuresOf(described: DocumentedOperation): Failure[] {
  return Object.entries(described.responses).flatMap(([status, { content }]) =>
    Object.entries(content['application/json'].examples ?? {}).flatMap(([name, { value }]) => {
      const { ERRORS } = value as { readonly ERRORS?: DocumentedErrors };
      return ERRORS ? [failureOf(name, Number(status), ERRORS, parameterOf(name, described))] : [];
    }),
  );
}

function failureOf(
  name: string,
  status: number,
  { CODE, ID, MSG, DETAILS }: DocumentedErrors,
  parameter?: FaultyParameter,
): Failure {
  return {
    advice: parameter && parameterAdvice(parameter, parameter.fault),
    status,
    code: CODE,
    id: ID,
    msg: MSG,
    details: DETAILS.replace(/ \(\w+\)$/, ''),
    isGeneral: GENERAL.test(name),
  };
}

/** By ID, each with its meanings and the operations that answer it. */
function errorsOf(before: InterfaceDocument['x-errors'], operations: readonly Operation[]): ErrorEntry[] {
  const found = new Map<string, { isGeneral: boolean; meanings: Map<string, Failure>; actions: Set<string> }>();
  const take = (failure: Failure, action?: string) => {
    if (failure.id === undefined) return;
    const entry = found.get(failure.id) ?? { isGeneral: true, meanings: new Map(), actions: new Set() };
    found.set(failure.id, entry);
    entry.isGeneral &&= failure.isGeneral;
    entry.meanings.set([failure.status, failure.details, failure.advice].join(' '), failure);
    if (action) entry.actions.add(action);
  };
  for (const { name, status, errors } of before) take({ ...failureOf(name, status, errors), isGeneral: false });
  for (const { action, errors } of operations) for (const failure of errors) take(failure, action);
  return [...found]
    .map(([id, { isGeneral, meanings, actions }]) => ({
      id,
      isGeneral,
      meanings: [...meanings.values()],
      actions: [...actions],
    }))
    .sort((one, other) => one.id.localeCompare(other.id));
}

function eventOf(event: string, { summary, requestBody }: DocumentedEvent): WebhookEvent {
  const { schema, example } = requestBody.content['application/json'];
  return { event, summary, data: schema.properties!['data']!, example };
}
