import { Injectable } from '@nestjs/common';
import { networkOf } from '../../kernel/addresses.js';
import { Failure } from '../../kernel/failure.js';
import type { RegisteredOperation } from './operation-registry.js';
import type { LimitClass } from './operation.decorator.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import { type Session, SessionDirectory } from './session-directory.js';
import type { Query } from './wire.js';

/** Parameters of open operations that name whom or what a request is about: e-mail addresses and serials of devices. */
const SUBJECT_FIELDS = ['emal', 'emad', 'devs', 'dsnm', 'dvserial'];

/**
 * By user and network where there is a session, whatever the number of their sessions; by network, and by network and subject,
 * without one.
 */
@Injectable()
export class RequestLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly sessions: SessionDirectory,
  ) {}

  /** Before the body is read. */
  async limitAddress(context: RequestContext): Promise<void> {
    const { operation, request, query, headers } = context;
    if (operation.spec.access !== 'none') return;
    try {
      await this.limits.consumeOfNetwork(networkClass(operation), request.ip, headers);
    } catch (error) {
      if (!operation.spec.knowsDevices || !(error instanceof Failure)) throw error;
      context.networkLimit = error;
    }
    if (operation.limitSubject) await this.limits.consume(operation.limit, addressSubject(operation, query, request.ip), headers);
  }

  /** Once the parameters are known. */
  limitSubject(context: RequestContext): void | Promise<void> {
    const { operation, request, input, headers } = context;
    if (operation.spec.access !== 'none') return undefined;
    if (operation.spec.knowsDevices) return this.limitDevice(context);
    const fields = input as Readonly<Record<string, unknown>>;
    const subject = SUBJECT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
    return subject === undefined
      ? undefined
      : this.limits.consume(operation.limit, `${subject} ${networkOf(request.ip)}`, headers);
  }

  /** A device that signed in to the account before counts for itself where strangers behind its network used up theirs. */
  private async limitDevice({ operation, request, input, headers, networkLimit }: RequestContext): Promise<void> {
    const { emal, dsnm } = input as { readonly emal: string; readonly dsnm: string };
    try {
      if (networkLimit) throw networkLimit;
      await this.limits.consume(operation.limit, `${emal} ${networkOf(request.ip)}`, headers);
    } catch (error) {
      if (!(error instanceof Failure) || !(await this.sessions.knowsDevice(emal, dsnm))) throw error;
      await this.limits.consume(operation.limit, `${emal} on ${dsnm}`, headers);
    }
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentByAddress(operation: RegisteredOperation, query: Query, ip: string): Failure | undefined {
    return (
      (operation.spec.knowsDevices ? undefined : this.limits.spentOfNetwork(networkClass(operation), ip)) ??
      (operation.limitSubject && this.limits.spent(operation.limit, addressSubject(operation, query, ip)))
    );
  }

  /** `edge.too_many` where the limit was used up before; counts nothing. */
  spentBySession(operation: RegisteredOperation, { userId }: Session): Failure | undefined {
    return this.limits.spent(operation.limit, userId);
  }

  async limitSession({ operation, caller, request, headers }: RequestContext): Promise<void> {
    if (operation.spec.access === 'none') return;
    await this.limits.consumeOfNetwork(operation.limit, request.ip, headers);
    await this.limits.consume(operation.limit, caller!.userId, headers);
  }

  async limitUploads({ operation, caller, request, input, headers }: RequestContext): Promise<void> {
    const { uploadsIn } = operation.spec;
    if (uploadsIn === undefined || caller === undefined) return;
    const files = (input as Readonly<Record<string, unknown>>)[uploadsIn];
    if (!Array.isArray(files) || files.length === 0) return;
    await this.limits.consumeOfNetwork('upload', request.ip, headers, files.length);
    await this.limits.consume('upload', caller.userId, headers, files.length);
  }
}

/** Codes are for an address, whose limit is sharp; what strangers cause from one network is bounded where they are mailed. */
function networkClass({ limit }: RegisteredOperation): LimitClass {
  return limit === 'codes' ? 'write' : limit;
}

function addressSubject(operation: RegisteredOperation, query: Query, ip: string): string {
  return `${operation.limitSubject?.(query) ?? ''} ${networkOf(ip)}`;
}
