import { isUtf8 } from 'node:buffer';
import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';
import { hasForbiddenKey, type WireRequest } from './wire.js';

/** An empty object where there is no body. @throws Failure `edge.too_large`, `edge.media_type`, `edge.malformed` */
export function parseBody(request: WireRequest, limitBytes: number): Record<string, unknown> {
  if (request.body.length === 0) return {};
  if (request.body.length > limitBytes) throw new Failure(edgeFailures.too_large);
  const type = request.headers['content-type'];
  if (typeof type === 'string' && !/^application\/json\s*(;|$)/i.test(type)) throw new Failure(edgeFailures.media_type);
  if (!isUtf8(request.body)) throw new Failure(edgeFailures.malformed);
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString('utf8'));
  } catch {
    throw new Failure(edgeFailures.malformed);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || hasForbiddenKey(value))
    throw new Failure(edgeFailures.malformed);
  return value as Record<string, unknown>;
}
