import type { IncomingMessage } from 'node:http';
import type { Failure } from '../../kernel/failure.js';
import type { Upload } from './upload.js';

export const BODY_LIMIT_BYTES = 1_048_576;
export const LARGEST_BODY_BYTES = 15 * 1_048_576;
/** No ordinary client sends more by mistake; the time of a request is bounded, too. */
const MOST_DISCARDED_BYTES = 128 * 1_048_576;

export interface WireRequest {
  readonly method: string;
  /** Exactly as on the request line. */
  readonly target: string;
  /** Action of the alias `/<action>`; undefined on `/`. */
  readonly pathAction: string | undefined;
  /** Query of the target; read from the target if it is not given. */
  readonly query?: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly upload?: Upload | undefined;
  readonly ip: string;
  /** The trace that a trusted proxy has it in, as in the header of that name. */
  readonly traceparent?: string | undefined;
  /** Why the body was not read. */
  readonly refusal?: Failure | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Reads a refused body to its end, because most clients read the answer only when they have sent all, and lose it if the
 * connection is gone by then.
 * @returns resolves when it may be answered: at once, unless the connection ends with the answer
 */
export function discard(body: IncomingMessage): Promise<void> {
  const { connection, 'content-length': length = '0' } = body.headers;
  const isLast = body.httpVersion === '1.0' || /\bclose\b/i.test(connection ?? '');
  const isWaitedFor = isLast && Number(length) <= MOST_DISCARDED_BYTES;
  return new Promise((resolve) => {
    if (!isWaitedFor || body.readableEnded || body.destroyed) resolve();
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_DISCARDED_BYTES) return;
      if (isWaitedFor) resolve();
      else body.destroy();
    });
    for (const event of ['end', 'error', 'close']) body.once(event, () => resolve());
    body.resume();
  });
}

export type Query = Readonly<Record<string, string | string[]>>;

/** Fast path: most targets have only the action. */
const ACTION_ONLY = /^\/\?req=([a-z_]+)$/;

/** A repeated parameter is kept as an array, which no field accepts. */
export function readQuery(target: string): Query {
  const action = ACTION_ONLY.exec(target)?.[1];
  if (action !== undefined) return { req: action };
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const start = target.indexOf('?');
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(target.slice(start + 1))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}

/** Undefined where the request names none or several. */
export function namedAction({
  target,
  pathAction,
  query,
}: Pick<WireRequest, 'target' | 'pathAction' | 'query'>): string | undefined {
  const named = pathAction ?? (query ?? readQuery(target))['req'];
  return Array.isArray(named) ? undefined : named;
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const MAX_DEPTH = 32;

/** Whether a parsed JSON value is nested too deeply or has a key that could change a prototype. */
export function hasForbiddenKey(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((inner) => hasForbiddenKey(inner, depth + 1));
  // Object.entries would allocate an array for each entry of every request.
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key) || hasForbiddenKey((value as Record<string, unknown>)[key], depth + 1)) return true;
  }
  return false;
}
