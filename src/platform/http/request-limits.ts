import { Injectable } from '@nestjs/common';
import { networkOf } from '../../kernel/addresses.js';
import type { Failure } from '../../kernel/failure.js';
import type { RegisteredOperation } from './operation-registry.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import type { Session } from './session-directory.js';
import type { Query } from './wire.js';

/** Parameters of open operations that name whom or what a request is about: e-mail addresses and serials of devices. */
const SUBJECT_FIELDS = ['emal', 'emad', 'devs', 'dsnm', 'dvserial'];

/**
 * By user and network where there is a session, whatever the number of their sessions; by network, and by network and subject,
 * without one.
 */
@Injectable()
export class RequestLimits {
  constructor(private readonly limits: RateLimits) {}

  /** Before the body is read. */
  async limitAddress({ operation, request, query, headers }: RequestContext): Promise<void> {
    if (operation.spec.access !== 'none') return;
    const network = networkOf(request.ip);
    await this.limits.consumeOfNetwork(operation.limit, network, headers);
    if (operation.limitSubject) await this.limits.consume(operation.limit, addressSubject(operation, query, network), headers);
  }

  /** Once the parameters are known. */
  limitSubject({ operation, request, input, headers }: RequestContext): void | Promise<void> {
    if (operation.spec.access !== 'none') return undefined;
    const fields = input as Readonly<Record<string, unknown>>;
    const subject = SUBJECT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
    return subject === undefined
      ? undefined
      : this.limits.consume(operation.limit, `${subject} ${networkOf(request.ip)}`, headers);
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentByAddress(operation: RegisteredOperation, query: Query, ip: string): Failure | undefined {
    const network = networkOf(ip);
    return (
      this.limits.spent(operation.limit, 'network', network) ??
      (operation.limitSubject && this.limits.spent(operation.limit, 'subject', addressSubject(operation, query, network)))
    );
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentBySession(operation: RegisteredOperation, { userId }: Session): Failure | undefined {
    return this.limits.spent(operation.limit, 'subject', userId);
  }

  async limitSession({ operation, caller, request, headers }: RequestContext): Promise<void> {
    if (operation.spec.access === 'none') return;
    await this.limits.consumeOfNetwork(operation.limit, networkOf(request.ip), headers);
    await this.limits.consume(operation.limit, caller!.userId, headers);
  }

  async limitUploads({ operation, caller, request, input, headers }: RequestContext): Promise<void> {
    const { uploadsIn } = operation.spec;
    if (uploadsIn === undefined || caller === undefined) return;
    const files = (input as Readonly<Record<string, unknown>>)[uploadsIn];
    if (!Array.isArray(files) || files.length === 0) return;
    await this.limits.consumeOfNetwork('upload', networkOf(request.ip), headers, files.length);
    await this.limits.consume('upload', caller.userId, headers, files.length);
  }
}

function addressSubject(operation: RegisteredOperation, query: Query, network: string): string {
  return `${operation.limitSubject?.(query) ?? ''} ${network}`;
}
