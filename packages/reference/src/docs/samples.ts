/** An operation called from a shell, TypeScript and Python, with given parameters. */

import type { Clients, Operation } from './reference.js';

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

type Input = Readonly<Record<string, unknown>>;
type Source = Operation['source'];
type Access = Operation['access'];

interface Service {
  readonly origin: string;
  readonly clients: Clients;
}

interface Style {
  readonly text: (text: string) => string;
  readonly name: (name: string) => string;
  /** Inside of braces. */
  readonly space: string;
  readonly words: Readonly<Record<string, string>>;
}

export function sampleOf(language: Language, operation: Operation, input: Input, service: Service): string {
  const { origin } = service;
  if (language === 'curl') return operation.isSigned ? signedCurl(operation, input, origin) : openCurl(operation, input, origin);
  return language === 'Python' ? python(operation, input, service) : typescript(operation, input, service);
}

function openCurl({ action, method, source }: Operation, input: Input, origin: string): string {
  const target = `${origin}${targetOf(action, source, input)}`;
  const body = source === 'body' ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote(JSON.stringify(input))}` : '';
  return `curl -X ${method} ${quote(target)}${body}`;
}

/** KEY and SECRET are the `pbcKey` and the `secret` of a session; a repeat keeps `once`. */
function signedCurl({ action, method, source, effect, file }: Operation, input: Input, origin: string): string {
  const target = targetOf(action, source, input);
  const distinct = `${target.includes('?') ? '&' : '?'}n=$(openssl rand -hex 8)`;
  const isMoney = effect === 'money';
  const lines = [
    `API=${origin}`,
    `KEY='pbcKey of the session'`,
    `SECRET='its secret'`,
    `sha512() { openssl dgst -sha512 -r | cut -d' ' -f1; }`,
    '',
    `target=${quote(target)}"${distinct}"`,
    `now=$(date +%s)`,
    ...(isMoney ? [`once=$(openssl rand -hex 12)`] : []),
    ...bodyLines(source, input, file),
    `signal=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s${isMoney ? '\\n%s' : ''}' \\`,
    `  SVC1-HMAC-SHA512 ${method} "$target" "$now" "$KEY" "$hash"${isMoney ? ' "$once"' : ''} |`,
    `  openssl dgst -sha512 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    '',
    `curl -X ${method} "$API$target" \\`,
    `  -H "SVC-SECUREKEY: $KEY" \\`,
    `  -H "SVC-TIMESTAMP: $now" \\`,
    `  -H "SVC-REQSIGNAL: $signal"${isMoney ? ' \\' : sentBody(source)}`,
    ...(isMoney ? [`  -H "Idempotency-Key: $once"${sentBody(source)}`] : []),
  ];
  return lines.join('\n');
}

function bodyLines(source: Source, input: Input, file: Operation['file']): string[] {
  if (source === 'query') return [`hash=raw:$(printf '' | sha512)`];
  if (source === 'form')
    return [`file=${quote(file?.name ?? 'note.txt')}`, `hash=mp1:$(printf 'f:file:%s\\n' "$(sha512 < "$file")" | sha512)`];
  return [`body=${quote(JSON.stringify(input))}`, `hash=raw:$(printf %s "$body" | sha512)`];
}

function sentBody(source: Source): string {
  if (source === 'query') return '';
  return source === 'form' ? ` \\\n  -F "file=@$file"` : ` \\\n  -H 'Content-Type: application/json' -d "$body"`;
}

function typescript({ action, isSigned, access, source, file }: Operation, input: Input, { origin, clients }: Service): string {
  const call =
    source === 'form'
      ? `client.upload({ content: new Blob([${literal(file?.content ?? '')}]), fileName: ${literal(file?.name ?? 'note.txt')} })`
      : `client.call('${action}'${argument(script(input))})`;
  return [
    `// npm install ${origin}/docs/${clients.npm}`,
    `import { HarmattanClient } from '@harmattan/client';`,
    '',
    `const client = new HarmattanClient({ baseUrl: '${origin}' });`,
    ...(isSigned ? [`await client.signIn('${signInOf(access)}', ${script(loginOf(access))});`] : []),
    '',
    `const data = await ${call};`,
  ].join('\n');
}

function python({ action, isSigned, access, source, file }: Operation, input: Input, { origin, clients }: Service): string {
  const call =
    source === 'form'
      ? `client.upload(${literal(file?.content ?? '', '"')}.encode(), ${literal(file?.name ?? 'note.txt', '"')}, ${literal(file?.type ?? 'text/plain', '"')})`
      : `client.call("${action}"${argument(pythonic(input))})`;
  return [
    `# pip install ${origin}/docs/${clients.wheel}`,
    `from harmattan import HarmattanClient`,
    '',
    `client = HarmattanClient("${origin}")`,
    ...(isSigned ? [`client.sign_in("${signInOf(access)}", ${pythonic(loginOf(access))})`] : []),
    '',
    `data = ${call}`,
  ].join('\n');
}

const signInOf = (access: Access) => (access === 'staff' ? 'control_staff_profile_login' : 'user_profile_login');

function loginOf(access: Access): Input {
  const device = { dvty: 'Web', dsnm: 'laptop-1', dvnm: 'Laptop' };
  if (access === 'staff') return { emal: 'chidi@example.com', pswd: 'Harmattan-Wind-26', pinc: '123456', ...device };
  return { emal: 'ada@example.com', pswd: 'Harmattan-Wind-26', ...device };
}

function targetOf(action: string, source: Source, input: Input): string {
  const parameters = source === 'query' ? Object.entries(input) : [];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/${action}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** For a shell. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const argument = (text: string) => (text === '{}' ? '' : `, ${text}`);

function literal(text: string, mark = "'"): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return mark === '"' ? `"${inner}"` : `'${inner.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

function script(value: unknown): string {
  return written(value, '', {
    text: (text) => literal(text),
    name: (name) => (/^\w+$/.test(name) ? name : literal(name)),
    space: ' ',
    words: {},
  });
}

const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' };

function pythonic(value: unknown): string {
  const quoted = (text: string) => literal(text, '"');
  return written(value, '', { text: quoted, name: quoted, space: '', words: PYTHON_WORDS });
}

/** On one line where it is short. */
function written(value: unknown, indent: string, style: Style): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(
    ([name, one]: [string, unknown]) => `${isList ? '' : `${style.name(name)}: `}${written(one, inner, style)}`,
  );
  const [open, close] = isList ? (['[', ']'] as const) : (['{', '}'] as const);
  if (parts.length === 0) return open + close;
  const space = isList ? '' : style.space;
  const short = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (short.length <= 60 && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
