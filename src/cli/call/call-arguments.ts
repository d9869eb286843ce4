import { basename } from 'node:path';
import { UsageError } from '../command-error.js';
import { type DescribedOperation, type Parameter, suggestion } from './described-operations.js';

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
