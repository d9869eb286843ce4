import { Injectable } from '@nestjs/common';
import { networkOf } from '../../kernel/addresses.js';
import type { Failure } from '../../kernel/failure.js';
import type { RegisteredOperation } from './operation-registry.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import type { Session } from './session-directory.js';
import type { Query } from './wire.js';

/** By address without a session, by session otherwise. */
@Injectable()
export class RequestLimits {
  constructor(private readonly limits: RateLimits) {}

  limitAddress({ operation, request, query, headers }: RequestContext): void | Promise<void> {
    if (operation.spec.access !== 'none') return undefined;
    return this.limits.consume(operation.limit, addressSubject(operation, query, request.ip), headers);
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentByAddress(operation: RegisteredOperation, query: Query, ip: string): Failure | undefined {
    return this.limits.spent(operation.limit, addressSubject(operation, query, ip));
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentBySession(operation: RegisteredOperation, { id }: Session): Failure | undefined {
    return this.limits.spent(operation.limit, id);
  }

  limitSession({ operation, caller, headers }: RequestContext): void | Promise<void> {
    if (operation.spec.access === 'none') return undefined;
    return this.limits.consume(operation.limit, caller!.sessionId, headers);
  }

  limitUploads({ operation, caller, input, headers }: RequestContext): void | Promise<void> {
    const { uploadsIn } = operation.spec;
    if (uploadsIn === undefined || caller === undefined) return undefined;
    const files = (input as Readonly<Record<string, unknown>>)[uploadsIn];
    if (!Array.isArray(files) || files.length === 0) return undefined;
    return this.limits.consume('upload', caller.sessionId, headers, files.length);
  }
}

function addressSubject(operation: RegisteredOperation, query: Query, ip: string): string {
  return `${operation.limitSubject?.(query) ?? ''} ${networkOf(ip)}`;
}
