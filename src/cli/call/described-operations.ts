import { didYouMean } from '../../platform/http/did-you-mean.js';
import { UsageError } from '../terminal.js';
import { basename } from 'node:path';

export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name?: string; readonly required?: boolean; readonly schema?: ParameterSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  readonly 'x-operation'?: { readonly effect: 'read' | 'write' | 'money' };
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
}

interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly items?: ParameterSchema;
  readonly enum?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json' | 'file';
}

export interface DescribedOperation {
  readonly action: string;
  readonly method: string;
  readonly signed: 'always' | 'optionally' | 'never';
  readonly effect: 'read' | 'write' | 'money';
  readonly source: 'query' | 'body' | 'form';
  readonly parameters: ReadonlyMap<string, Parameter>;
}

export class DescribedOperations {
  private readonly operations = new Map<string, DescribedOperation>();

  constructor({ paths }: InterfaceDocument) {
    for (const methods of Object.values(paths))
      for (const [method, documented] of Object.entries(methods))
        if (documented.operationId !== undefined) {
          const operation = describe(documented.operationId, method, documented);
          this.operations.set(operation.action, operation);
        }
  }

  /** @throws UsageError for an action that the service does not have */
  get(action: string): DescribedOperation {
    const found = this.operations.get(action);
    if (found) return found;
    throw new UsageError(`There is no operation ${action}${suggestion(action, [...this.operations.keys()])}`);
  }
}

/** A question behind a name that does not exist; a full stop if no name is near it. */
export function suggestion(name: string, names: readonly string[]): string {
  const question = didYouMean(name, names);
  return question === undefined ? '.' : `: ${question}`;
}

function describe(action: string, method: string, documented: DocumentedOperation): DescribedOperation {
  const [media, body] = Object.entries(documented.requestBody?.content ?? {})[0] ?? [];
  const security = documented.security ?? [];
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  return {
    action,
    method: method.toUpperCase(),
    signed: security.length === 0 ? 'never' : isOptional ? 'optionally' : 'always',
    effect: documented['x-operation']?.effect ?? 'write',
    source: media === undefined ? 'query' : media === 'multipart/form-data' ? 'form' : 'body',
    parameters: new Map((body ? ofBody(body.schema) : ofQuery(documented)).map((each) => [each.name, each])),
  };
}

function ofBody({ properties = {}, required = [] }: BodySchema): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    type: typeOf(schema),
  }));
}

/** Parameters that every operation has are references without a name here. */
function ofQuery({ parameters = [] }: DocumentedOperation): Parameter[] {
  return parameters.flatMap(({ name, required = false, schema = {} }) =>
    name === undefined ? [] : [{ name, required, type: typeOf(schema) }],
  );
}

function typeOf({ type, format, items }: ParameterSchema): Parameter['type'] {
  if (format === 'binary') return 'file';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return items?.enum ? 'list' : 'json';
  if (type === 'object') return 'json';
  return type === 'boolean' ? 'boolean' : 'text';
}

export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface CallInput {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, UploadedFile>>;
}

/** @param path `-` is the standard input */
export type ReadFile = (path: string) => Promise<Buffer>;

const ARGUMENT = /^([A-Za-z0-9_]+)(:=@|:=|=@|=|@)([^]*)$/;
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
/** Every operation takes it; it makes two requests differ. */
const ANYWHERE = 'n';

/**
 * `key=text`, `key=@file` the text of a file, `key:=json`, `key:=@file` the JSON of a file, `key@file` a file to upload.
 * @throws UsageError for what the operation does not take
 */
export async function parseCallArguments(
  operation: DescribedOperation,
  texts: readonly string[],
  readFile: ReadFile,
): Promise<CallInput> {
  const values: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  for (const text of texts) {
    const [, name, form, rest] = ARGUMENT.exec(text) ?? [];
    if (name === undefined || rest === undefined)
      throw new UsageError(`Not a parameter: ${text}. Write key=value, key:=json or key@file.`);
    const parameter = parameterOf(operation, name);
    if (name in values || name in files) throw new UsageError(`${name} is given twice.`);
    if (form === '@') files[name] = await uploadOf(parameter, rest, readFile);
    else if (parameter.type === 'file') throw new UsageError(`${name} is a file: write ${name}@path.`);
    else if (form === ':=' || form === ':=@') values[name] = jsonOf(name, form === ':=' ? rest : await textOf(rest, readFile));
    else values[name] = valueOf(parameter, form === '=' ? rest : await textOf(rest, readFile));
  }
  return { values, files };
}

function parameterOf({ action, parameters }: DescribedOperation, name: string): Parameter {
  const found = parameters.get(name);
  if (found) return found;
  if (name === ANYWHERE) return { name, required: false, type: 'text' };
  const names = [...parameters.keys()];
  const all = [...parameters.values()].map((each) => (each.required ? each.name : `[${each.name}]`)).join(' ');
  const takes = names.length === 0 ? 'It takes none.' : `It takes ${all}.`;
  throw new UsageError(`${action} has no parameter ${name}${suggestion(name, names)} ${takes}`);
}

async function uploadOf({ name, type }: Parameter, path: string, readFile: ReadFile): Promise<UploadedFile> {
  if (type !== 'file') throw new UsageError(`${name} is not a file: write ${name}=@${path} for the text of one.`);
  return { name: path === '-' ? 'stdin' : basename(path), content: await readFile(path) };
}

/** Without the line end that editors and `echo` put behind the last line. */
async function textOf(path: string, readFile: ReadFile): Promise<string> {
  return (await readFile(path)).toString('utf8').replace(/\r?\n$/, '');
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}

/** A value that does not fit the type is sent as it is, and the service says the fault. */
function valueOf({ name, type }: Parameter, text: string): unknown {
  if (type === 'number' && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'list') return text.split(',').map((item) => item.trim());
  if (type === 'json') throw new UsageError(`${name} is not a text: write ${name}:='{…}' with JSON, or ${name}:=@file.`);
  return text;
}
