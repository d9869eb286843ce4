import { Injectable } from '@nestjs/common';
import { networkOf } from './client-address.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';

/** By address without a session, by session otherwise. */
@Injectable()
export class RequestLimits {
  constructor(private readonly limits: RateLimits) {}

  limitAddress({ operation, request, query, headers }: RequestContext): void | Promise<void> {
    if (operation.spec.access !== 'none') return undefined;
    const subject = operation.limitSubject?.(query) ?? '';
    return this.limits.consume(operation.limit, `${subject} ${networkOf(request.ip)}`, headers);
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
