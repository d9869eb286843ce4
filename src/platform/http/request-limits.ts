import { Injectable } from '@nestjs/common';
import { networkOf } from '../../kernel/addresses.js';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import type { RegisteredOperation } from './operation-registry.js';
import type { LimitClass } from './operation.decorator.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import { type Session, SessionDirectory } from './session-directory.js';
import type { Query } from './wire.js';

/** Parameters of open operations that name the subject of a request: e-mail addresses and serials of devices. */
const SUBJECT_FIELDS = ['emal', 'emad', 'devs', 'dsnm', 'dvserial'];

/** Counts by user, over all sessions, and network if there is a session. Without one it counts by network, and by network and subject. */
@Injectable()
export class RequestLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly sessions: SessionDirectory,
  ) {}

  /** Before the body is read. */
  limitAddress(context: RequestContext): void | Promise<void> {
    return context.operation.spec.access === 'none' ? this.countAddress(context) : undefined;
  }

  private async countAddress(context: RequestContext): Promise<void> {
    const { operation, request, query, headers } = context;
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

  /** `edge.too_many` if the limit was used up before; counts nothing. */
  spentByAddress(operation: RegisteredOperation, query: Query, ip: string): Failure | undefined {
    return (
      (operation.spec.knowsDevices ? undefined : this.limits.spentOfNetwork(networkClass(operation), ip)) ??
      (operation.limitSubject && this.limits.spent(operation.limit, addressSubject(operation, query, ip)))
    );
  }

  /** `edge.too_many` if the limit was used up before; counts nothing. */
  spentBySession(operation: RegisteredOperation, { userId }: Session): Failure | undefined {
    return this.limits.spent(operation.limit, userId);
  }

  limitSession({ operation, caller, request, headers }: RequestContext): void | Promise<void> {
    if (operation.spec.access === 'none') return undefined;
    const counted = this.limits.consumeOfNetwork(operation.limit, request.ip, headers);
    const count = () => this.limits.consume(operation.limit, caller!.userId, headers);
    return counted === undefined ? count() : counted.then(count);
  }

  limitUploads(context: RequestContext): void | Promise<void> {
    const { uploadsIn } = context.operation.spec;
    if (uploadsIn === undefined || context.caller === undefined) return undefined;
    return this.countUploads(uploadsIn, context.caller, context);
  }

  private async countUploads(uploadsIn: string, { userId }: Caller, { request, input, headers }: RequestContext): Promise<void> {
    const files = (input as Readonly<Record<string, unknown>>)[uploadsIn];
    if (!Array.isArray(files) || files.length === 0) return;
    await this.limits.consumeOfNetwork('upload', request.ip, headers, files.length);
    await this.limits.consume('upload', userId, headers, files.length);
  }
}

/** Codes are for an address, whose limit is sharp. The mailer bounds the codes that strangers cause from one network. */
function networkClass({ limit }: RegisteredOperation): LimitClass {
  return limit === 'codes' ? 'write' : limit;
}

function addressSubject(operation: RegisteredOperation, query: Query, ip: string): string {
  return `${operation.limitSubject?.(query) ?? ''} ${networkOf(ip)}`;
}
