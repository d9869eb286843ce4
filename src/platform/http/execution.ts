import { Injectable } from '@nestjs/common';
import type { Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';
import { IdempotentExecution } from './idempotent-execution.js';
import { ReadAllowance } from './read-allowance.js';
import type { RequestContext } from './request-context.js';
import { StaffReads } from './staff-reads.js';

/** Calls the operation's handler and keeps its result. */
@Injectable()
export class Execution {
  constructor(
    private readonly idempotentExecution: IdempotentExecution,
    private readonly staffReads: StaffReads,
    private readonly allowance: ReadAllowance,
  ) {}

  run(context: RequestContext): void | Promise<void> {
    const { operation, caller } = context;
    if (operation.effect === 'money') return this.idempotentExecution.execute(context);
    const { reads } = operation.spec;
    if (reads === undefined || caller?.grants === undefined) return execute(context);
    return this.executeForStaff(context, reads(context.input as never));
  }

  /** The record is written beside the read, and the read is answered when both are done and counted. */
  private async executeForStaff(context: RequestContext, subject: string | undefined): Promise<void> {
    const { operation, input, caller } = context;
    const { userId: staffId, ip } = caller!;
    const { action } = operation;
    const question = { staffId, action, subject, parameters: input };
    const record = (parameters: object) =>
      this.staffReads.record({ staffId, action, subject: subject ?? action, parameters, ip });
    try {
      if ((input as { format?: unknown }).format === 'csv') await this.allowance.countFile(question);
      await Promise.all([execute(context), subject === undefined ? undefined : record(input)]);
      await this.allowance.countRecords(question, context.result);
    } catch (error) {
      if (error instanceof Failure && SPENT.some((spent) => error.is(spent))) await record({ ...input, refused: error.failure });
      throw error;
    }
  }
}

const SPENT = [edgeFailures.staff_reads_spent, edgeFailures.staff_files_spent];

function execute(context: RequestContext): void | Promise<void> {
  const { operation, input } = context;
  const result = operation.handle(input, callerOf(context));
  if (result instanceof Promise) return keepResult(result, context);
  context.result = result;
  return undefined;
}

async function keepResult(result: Promise<unknown>, context: RequestContext): Promise<void> {
  context.result = await result;
}

function callerOf(context: RequestContext): Visitor | undefined {
  const { access, seesBody } = context.operation.spec;
  if (access === 'none') return visitorOf(context);
  return seesBody ? { ...context.caller!, raw: visitorOf(context).raw! } : context.caller;
}

function visitorOf({ request, reference, caller, query }: RequestContext): Visitor {
  const visitor: Visitor = { ip: request.ip, reference, raw: { body: request.body, headers: request.headers, query } };
  return caller ? { ...visitor, signedIn: caller } : visitor;
}
