import { CommandError } from '../command-error.js';
import type { Report } from '../report.js';
import type { Answer } from './service-client.js';

/** @throws CommandError where `get` names a field that is not there, or there is no DATA */
export function showAnswer({ text, envelope }: Answer, { raw, get }: { readonly raw?: boolean; readonly get?: string }): Report {
  const ok = envelope.REQUEST.STATUS === 'OK';
  if (get === undefined) return { data: envelope, lines: [raw ? text : JSON.stringify(envelope, null, 2)], ok };
  if (!ok) throw new CommandError(`${envelope.ERRORS?.ID ?? ''}: ${envelope.ERRORS?.DETAILS ?? 'The service refused.'}`);
  const found = fieldOf(envelope.DATA, get.split('.'));
  if (found === undefined) throw new CommandError(`DATA has no field ${get}: ${namesOf(envelope.DATA)}.`);
  return { data: found, lines: [typeof found === 'string' ? found : JSON.stringify(found)], ok };
}

function fieldOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return fieldOf((value as Record<string, unknown>)[name], rest);
}

function namesOf(data: unknown): string {
  if (Array.isArray(data)) return `it is a list of ${data.length}, from 0`;
  return typeof data === 'object' && data !== null ? `it has ${Object.keys(data).join(', ')}` : 'it is no object';
}
