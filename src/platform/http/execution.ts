import { Injectable } from '@nestjs/common';
import type { Visitor } from '../../kernel/caller.js';
import { IdempotentExecution } from './idempotent-execution.js';
import type { RequestContext } from './request-context.js';
import { StaffReads } from './staff-reads.js';

/** Calls the operation's handler and keeps its result. */
@Injectable()
export class Execution {
  constructor(
    private readonly idempotentExecution: IdempotentExecution,
    private readonly staffReads: StaffReads,
  ) {}

  run(context: RequestContext): void | Promise<void> {
    const { operation, caller } = context;
    if (operation.effect === 'money') return this.idempotentExecution.execute(context);
    if (operation.spec.reads === undefined || caller?.grants === undefined) return execute(context);
    const subject = operation.spec.reads(context.input as never);
    return subject === undefined ? execute(context) : this.executeRecorded(context, subject);
  }

  /** The record is written beside the read, and the read is answered when both are done. */
  private async executeRecorded(context: RequestContext, subject: string): Promise<void> {
    const { operation, input, caller } = context;
    const { userId: staffId, ip } = caller!;
    await Promise.all([
      execute(context),
      this.staffReads.record({ staffId, action: operation.action, subject, parameters: input, ip }),
    ]);
  }
}

function execute(context: RequestContext): void | Promise<void> {
  const { operation, input } = context;
  const result = operation.handle(input, operation.spec.access === 'none' ? visitorOf(context) : context.caller);
  if (result instanceof Promise) return keepResult(result, context);
  context.result = result;
  return undefined;
}

async function keepResult(result: Promise<unknown>, context: RequestContext): Promise<void> {
  context.result = await result;
}

function visitorOf({ request, reference, caller, query }: RequestContext): Visitor {
  const visitor: Visitor = { ip: request.ip, reference, raw: { body: request.body, headers: request.headers, query } };
  return caller ? { ...visitor, signedIn: caller } : visitor;
}
