import { Injectable } from '@nestjs/common';
import { type Explanation, Failure } from '../../kernel/failure.js';
import { Config } from '../config/config.js';
import { maskAddresses, maySeeAddresses } from './address-masking.js';
import { Authentication } from './authentication.js';
import { didYouMean } from './did-you-mean.js';
import { edgeFailures } from './edge.failures.js';
import { safeAction } from './envelope.js';
import { ParameterFailure } from './failed-answer.js';
import { Execution } from './execution.js';
import { traced } from '../telemetry/tracing.js';
import { OperationRegistry } from './operation-registry.js';
import { ReplayGuard } from './replay-guard.js';
import { RequestAnswers } from './request-answers.js';
import { parseBody } from './request-body.js';
import { RequestContext, type Step } from './request-context.js';
import { RequestLimits } from './request-limits.js';
import { BODY_LIMIT_BYTES, hasForbiddenKey, readQuery, type WireAnswer, type WireRequest } from './wire.js';

/** Runs the same steps in the same order for every request. Independent of Fastify, so that tests and tools can call it. */
@Injectable()
export class OperationPipeline {
  private readonly steps: readonly Step[];

  constructor(
    private readonly registry: OperationRegistry,
    authentication: Authentication,
    limits: RequestLimits,
    replayGuard: ReplayGuard,
    execution: Execution,
    private readonly answers: RequestAnswers,
    private readonly config: Config,
  ) {
    this.steps = [
      (context) => this.lookUp(context),
      checkMethod,
      (context) => (context.request.refusal ? authentication.refuse(context) : undefined),
      (context) => limits.limitAddress(context),
      (context) => authentication.authenticate(context),
      (context) => authentication.authorise(context),
      (context) => limits.limitSession(context),
      (context) => refuseRepeat(context, replayGuard),
      parseInput,
      (context) => limits.limitSubject(context),
      (context) => limits.limitUploads(context),
      (context) => execution.run(context),
      present,
    ];
  }

  /** Answers any request; never throws. */
  handle(request: WireRequest): Promise<WireAnswer> {
    return traced('request', {}, () => this.answer(request));
  }

  private async answer(request: WireRequest): Promise<WireAnswer> {
    const startedAtMs = this.answers.begin();
    const context = new RequestContext(request);
    try {
      for (const step of this.steps) {
        const pending = step(context);
        if (pending !== undefined) await pending;
      }
      return this.answers.ok(context, startedAtMs);
    } catch (error) {
      return this.answers.failed(context, startedAtMs, error);
    }
  }

  private lookUp(context: RequestContext): void {
    const { pathAction, target } = context.request;
    context.query = readQuery(target);
    const named = context.query['req'];
    if (Array.isArray(named)) throw new Failure(edgeFailures.ambiguous_action);
    const name = pathAction ?? named ?? '';
    const operation = this.registry.find(name);
    context.action = operation ? name : safeAction(name);
    if (pathAction !== undefined && named !== undefined && named !== pathAction) throw new Failure(edgeFailures.ambiguous_action);
    if (!operation) throw new Failure(edgeFailures.unknown_action, { explanation: this.explainUnknown(context.action) });
    context.foundOperation = operation;
  }

  private explainUnknown(name: string): Explanation | undefined {
    if (!this.config.isSandbox) return undefined;
    const reason = 'unknown_operation';
    if (name === '') return { reason, text: 'No operation is named: send req in the query, or its name as the path' };
    const actions = this.registry.all().map(({ action }) => action);
    const hint = didYouMean(name, actions) ?? '/openapi.json has all that there are';
    return { reason, text: `There is no operation ${name}: ${hint}` };
  }
}

function checkMethod({ request, operation, headers }: RequestContext): void {
  if (request.method === operation.spec.method) return;
  headers['allow'] = operation.spec.method;
  throw new Failure(edgeFailures.method);
}

/** Refuses a repeated signature, because a write must not be executed twice. */
function refuseRepeat({ operation, authenticated }: RequestContext, guard: ReplayGuard): void | Promise<void> {
  if (operation.effect !== 'write' || operation.spec.access === 'none') return undefined;
  const isFirst = guard.firstUse(authenticated!.signature);
  if (isFirst instanceof Promise) return isFirst.then(refuseUnlessFirst);
  return refuseUnlessFirst(isFirst);
}

function refuseUnlessFirst(isFirst: boolean): void {
  if (!isFirst) throw new Failure(edgeFailures.replayed);
}

function parseInput(context: RequestContext): void {
  const { request, query, operation } = context;
  const body = request.upload?.fields ?? parseBody(request, operation.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (hasForbiddenKey(query) || (request.upload && hasForbiddenKey(body))) throw new Failure(edgeFailures.malformed);
  const read = operation.readInput(operation.source === 'query' ? query : body);
  if (!('input' in read)) {
    const { permission, orPermission } = operation.spec;
    // The other permission admits some inputs only; permissions come before parameters.
    if (orPermission && permission && !context.caller?.grants?.has(permission))
      throw new Failure(edgeFailures.lacking_permission);
    throw new ParameterFailure(read.field, read.fault, read.accepted);
  }
  context.input = read.input;
}

function present(context: RequestContext): void {
  const { operation, caller } = context;
  if (context.data === undefined) context.data = operation.present(context.result);
  const isMasked = operation.spec.access === 'admin' && !operation.spec.ofStaff && !maySeeAddresses(caller?.grants);
  if (isMasked) context.data = maskAddresses(context.data);
}
