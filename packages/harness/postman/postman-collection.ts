/** A Postman collection (v2.1): the scenario of the recordings, whose requests sign themselves and keep what later ones need. */
import { readFileSync } from 'node:fs';
import { scenario } from '../scenario/index.js';
import type { AnyOperationStep, SandboxStep, Step, UploadedNote } from '../scenario/step.js';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const boundary = 'harmattan-form';
/** Only who runs the service has them. Requests that need one that is not set are left out. */
const fromOperator: Readonly<Record<string, string>> = {
  adminRegistrationId: 'for staff: `registrationId` that `./harmattan staff:create-admin --email chidi@example.com` prints',
  chidi_totp: 'for staff: `totpSecret` that the same command prints',
  reconciledDay: 'for control_reconciliation_fetch: a day of `./harmattan reconcile --provider sandbox --day YYYY-MM-DD`',
  statementDay:
    'for control_statement_fetch: a day of `./harmattan reconcile --bank NAME --day YYYY-MM-DD --file FILE`, with `BANK_ACCOUNTS`',
  googleIdToken: 'for user_google_login: an ID token that Google gave an app of `GOOGLE_CLIENT_IDS`',
  sandboxWebhookSecret: 'for webhook_receive: what the file `sandbox-webhook.secret` in `DATA_DIR` has',
};
/** `run` makes the addresses of another run others. */
const variables: Readonly<Record<string, string>> = {
  baseUrl: 'http://127.0.0.1:3000',
  run: '',
  adminEmail: 'chidi@example.com',
  ...Object.fromEntries(Object.keys(fromOperator).map((name) => [name, ''])),
  sandboxToken: '',
};
const madeByScript = ['random', 'phone', 'today'];
const alwaysThere = new Set([...Object.keys(variables).filter((name) => !(name in fromOperator)), ...madeByScript]);

const description = `The requests from which the examples of /docs are recorded, in their order: send them one after the other, or run
the collection. Each signs itself with the session of its actor and keeps what later ones need. They want a sandbox on this machine.

Before a run set the variables that only who runs the service knows. Without one of them the run goes on to its end: requests that need it
or what it would have led to are left out. Postman's console says so, at the start and at each of them.

${Object.entries(fromOperator)
  .map(([name, what]) => `- \`${name}\`, ${what}`)
  .join('\n')}

For another run on the same database set \`run\` to something new, as \`-2\`, and \`adminEmail\` too.`;

/** What is read of the service's description. */
export interface Description {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly description: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: object;
  readonly security: readonly object[];
}

interface Operation extends DescribedOperation {
  readonly method: string;
}

export function postmanCollection({ info, paths }: Description): object {
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(path.slice(1), { ...operation, method: method.toUpperCase() });
  return {
    info: { name: info.title, description, schema },
    item: scenario.map(({ name, description, steps }, place) => ({
      name,
      description,
      item: steps.map((step, number) => ({
        // By which a request that waits names itself as the next.
        id: `step-${place + 1}-${number + 1}`,
        ...(step.sandbox === undefined ? request(step, operations.get(step.action)!) : sandboxRequest(step)),
      })),
    })),
    event: [
      script('prerequest', `const FROM_OPERATOR = ${JSON.stringify(fromOperator, null, 2)};\n${file('before-request.js')}`),
      script('test', file('after-answer.js')),
    ],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
}

function request(step: AnyOperationStep, operation: Operation): object {
  const { action, as, session, first = [], file, body, input = {}, signedBy } = step;
  const { method, description, parameters = [] } = operation;
  const inQuery = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  const query = Object.entries(input).filter(([name]) => inQuery.has(name));
  const isSigned = operation.security.length > 0 && as !== undefined;
  const content = file ? formOf(file) : jsonOf(body ?? (operation.requestBody ? input : undefined));
  const notes = first.length > 0 ? `\n\nFirst: ${first.join('; ')}.` : '';
  const needs = needsOf(step, isSigned ? [`${as}_pbcKey`] : []);
  const settings = {
    ...needs,
    ...(isSigned ? { signs: as } : {}),
    ...(session ? { session } : {}),
    ...(signedBy ? { signedBy } : {}),
  };
  return {
    name: action,
    event: testOf(step),
    request: {
      description: `${description}${notes}`,
      method,
      header: [
        ...(content ? [{ key: 'Content-Type', value: content.type }] : []),
        // Read by the scripts of the collection, which take it away.
        ...(Object.keys(settings).length > 0 ? [{ key: 'X-Scenario', value: JSON.stringify(settings) }] : []),
      ],
      url: urlOf(action, query),
      ...(content ? { body: { mode: 'raw', raw: content.text } } : {}),
    },
  };
}

function sandboxRequest(step: SandboxStep): object {
  const { sandbox, name, method = 'GET', query = {} } = step;
  return {
    name,
    event: testOf(step),
    request: {
      description: 'The page of the sandbox, in the place of the bank, the mailbox or the phone.',
      method,
      header: [
        { key: 'X-Scenario', value: JSON.stringify({ ...needsOf(step), follows: true }) },
        { key: 'X-Sandbox-Page', value: '1' },
        { key: 'Authorization', value: 'Bearer {{sandboxToken}}' },
      ],
      url: urlOf(`sandbox/${sandbox}`, Object.entries(query)),
    },
  };
}

/** The variables without which the step cannot be sent. */
function needsOf(step: Step, more: readonly string[] = []): { needs?: string[] } {
  const { input, body, signedBy, needs = [] }: Partial<AnyOperationStep> = step.sandbox === undefined ? step : {};
  const { query, sandbox }: Partial<SandboxStep> = step.sandbox === undefined ? {} : step;
  const text = JSON.stringify({ input, body, query, sandbox, given: step.arguments, signedBy });
  const named = [...text.matchAll(/\{\{(?:(totp):)?(\w+)\}\}/g)].map(([, totp, name]) => (totp ? `${name}_totp` : name!));
  const names = [...new Set([...more, ...needs, ...named])].filter((name) => !alwaysThere.has(name));
  return names.length > 0 ? { needs: names } : {};
}

function urlOf(path: string, query: readonly (readonly [string, unknown])[]): object {
  const parameters = query.map(([key, value]) => ({ key, value: String(value) }));
  const raw = parameters.map(({ key, value }) => `${key}=${value}`).join('&');
  return {
    raw: `{{baseUrl}}/${path}${raw ? `?${raw}` : ''}`,
    host: ['{{baseUrl}}'],
    path: path.split('/'),
    ...(parameters.length > 0 ? { query: parameters } : {}),
  };
}

interface Content {
  readonly type: string;
  readonly text: string;
}

function jsonOf(value: object | undefined): Content | undefined {
  return value === undefined ? undefined : { type: 'application/json', text: JSON.stringify(value, null, 2) };
}

/** Postman scripts cannot read files, so the signed file is inline text. */
function formOf({ name, type, content }: UploadedNote): Content {
  const part = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, text: `--${boundary}\r\n${part}--${boundary}--\r\n` };
}

/** Whether it succeeds, what it waits for, and what it keeps. */
function testOf({ keep = {}, until, arguments: given }: Step): object[] {
  const takes = Object.entries(keep).map(
    ([name, take]) => `pm.collectionVariables.set('${name}', (${sourceOf(take)})(data, given));`,
  );
  const done = [
    "pm.test('succeeds', () => pm.expect(pm.response.code, pm.response.text()).to.equal(200));",
    ...(takes.length > 0 ? ['if (pm.response.code === 200) {', ...takes.map((line) => `  ${line}`), '}'] : []),
  ];
  const lines = [
    ...(until || takes.length > 0 ? ['const answer = pm.response.json();', 'const data = answer.DATA ?? answer;'] : []),
    ...(until || takes.length > 0
      ? [`const given = JSON.parse(pm.variables.replaceIn('${JSON.stringify(given ?? {}).replaceAll('\\', '\\\\')}'));`]
      : []),
    ...(until
      ? [
          `const until = ${sourceOf(until)};`,
          "const tries = Number(pm.variables.get('tries') ?? 0);",
          'if (tries < 150 && !(pm.response.code === 200 && until(data, given))) {',
          "  pm.variables.set('tries', tries + 1);",
          '  setTimeout(() => {}, 200);',
          '  pm.execution.setNextRequest(pm.info.requestId);',
          '} else {',
          "  pm.variables.set('tries', 0);",
          ...done.map((line) => `  ${line}`),
          '}',
        ]
      : done),
  ];
  // In a block, because all scripts of a request share one scope.
  return [script('test', ['{', ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`), '}'].join('\n'))];
}

/** The function, indented as if it began a line. */
function sourceOf(written: unknown): string {
  const text = String(written);
  const indentation = /\n( *)\S[^\n]*$/.exec(text)?.[1] ?? '';
  return text.replaceAll(`\n${indentation}`, '\n');
}

function file(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').trimEnd();
}

function script(listen: string, text: string): object {
  return { listen, script: { type: 'text/javascript', exec: text.split('\n') } };
}
