import { Injectable } from '@nestjs/common';
import { type Explanation, Failure } from '../../kernel/failure.js';
import { Config } from '../config/config.js';
import { maskAddresses, maySeeAddresses } from './address-masking.js';
import { Authentication } from './authentication.js';
import { didYouMean } from './did-you-mean.js';
import { edgeFailures } from './edge.failures.js';
import { safeAction } from './envelope.js';
import { explainParameters, ParameterFailure } from './failed-answer.js';
import { Execution } from './execution.js';
import { traced } from '../telemetry/tracing.js';
import { OperationRegistry } from './operation-registry.js';
import { ReplayGuard } from './replay-guard.js';
import { RequestAnswers } from './request-answers.js';
import { RequestContext, type Step } from './request-context.js';
import { RequestLimits } from './request-limits.js';
import { RowsAsFile } from './rows-as-file.js';
import { BODY_LIMIT_BYTES, hasForbiddenKey, readQuery, type WireAnswer, type WireRequest } from './wire.js';
import { isUtf8 } from 'node:buffer';

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

interface NamedStep {
  readonly name: string;
  run: Step;
}

/** Runs the same steps in the same order for every request. Independent of Fastify, so that tests and tools can call it. */
@Injectable()
export class OperationPipeline {
  /** In their order, with names for the benchmark. */
  readonly steps: readonly NamedStep[];

  constructor(
    private readonly registry: OperationRegistry,
    authentication: Authentication,
    limits: RequestLimits,
    replayGuard: ReplayGuard,
    execution: Execution,
    private readonly answers: RequestAnswers,
    private readonly config: Config,
  ) {
    this.steps = Object.entries({
      'look up': (context) => this.lookUp(context),
      method: checkMethod,
      refusal: (context) => (context.request.refusal ? authentication.refuse(context) : undefined),
      'limit of the address': (context) => limits.limitAddress(context),
      authenticate: (context) => authentication.authenticate(context),
      authorise: (context) => authentication.authorise(context),
      'limit of the session': (context) => limits.limitSession(context),
      'replay guard': (context) => refuseRepeat(context, replayGuard),
      'parse input': (context) => this.parseInput(context),
      'limit of the subject': (context) => limits.limitSubject(context),
      'limit of uploads': (context) => limits.limitUploads(context),
      execute: (context) => execution.run(context),
      present,
    } satisfies Record<string, Step>).map(([name, run]) => ({ name, run }));
  }

  /** Answers any request; never throws. Synchronous where no step waits, because each promise costs as much as a step. */
  handle(request: WireRequest): WireAnswer | Promise<WireAnswer> {
    return traced('request', {}, () => this.answer(request), request.traceparent);
  }

  private answer(request: WireRequest): WireAnswer | Promise<WireAnswer> {
    const startedAtMs = this.answers.begin();
    const context = new RequestContext(request);
    try {
      for (let next = 0; next < this.steps.length; next++) {
        const pending = this.steps[next]!.run(context);
        if (pending !== undefined) return this.answerLater(pending, next + 1, context, startedAtMs);
      }
      return this.answers.ok(context, startedAtMs);
    } catch (error) {
      return this.answers.failed(context, startedAtMs, error);
    }
  }

  private async answerLater(
    pending: Promise<void>,
    next: number,
    context: RequestContext,
    startedAtMs: number,
  ): Promise<WireAnswer> {
    try {
      await pending;
      for (const step of this.steps.slice(next)) {
        const more = step.run(context);
        if (more !== undefined) await more;
      }
      return this.answers.ok(context, startedAtMs);
    } catch (error) {
      return this.answers.failed(context, startedAtMs, error);
    }
  }

  private lookUp(context: RequestContext): void {
    const { pathAction, target, query } = context.request;
    context.query = query ?? readQuery(target);
    const named = context.query['req'];
    if (Array.isArray(named)) throw new Failure(edgeFailures.ambiguous_action);
    const name = pathAction ?? named ?? '';
    const operation = this.registry.find(name);
    context.action = operation ? name : safeAction(name);
    if (pathAction !== undefined && named !== undefined && named !== pathAction) throw new Failure(edgeFailures.ambiguous_action);
    if (!operation) throw new Failure(edgeFailures.unknown_action, { explanation: this.explainUnknown(context.action) });
    context.foundOperation = operation;
  }

  private parseInput(context: RequestContext): void {
    parseInput(context, this.config.isSandbox);
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
  throw new Failure(edgeFailures.method, { text: `This operation takes ${operation.spec.method}, not ${request.method}` });
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

function parseInput(context: RequestContext, isSandbox: boolean): void {
  const { request, query, operation } = context;
  const body = request.upload?.fields ?? parseBody(request, operation.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (hasForbiddenKey(query) || (request.upload && hasForbiddenKey(body))) throw new Failure(edgeFailures.malformed);
  const raw = operation.source === 'query' ? query : body;
  const read = operation.readInput(raw);
  if (!('input' in read)) {
    const { permission, orPermission } = operation.spec;
    // For an operation that changes something, the other permission admits some inputs only; permissions come before parameters.
    if (operation.effect !== 'read' && orPermission && permission && !context.caller?.grants?.has(permission))
      throw new Failure(edgeFailures.lacking_permission);
    const explanation = isSandbox ? explainParameters(operation.inputClass, raw, read.field) : undefined;
    throw new ParameterFailure(read.field, read.fault, read.accepted, explanation);
  }
  context.input = read.input;
}

function present(context: RequestContext): void {
  const { operation, caller } = context;
  if (context.data === undefined) context.data = operation.present(context.result);
  const isMasked = operation.spec.access === 'admin' && !operation.spec.ofStaff && !maySeeAddresses(caller?.grants);
  const masked = (data: unknown) => (isMasked ? maskAddresses(data) : data);
  context.data = context.data instanceof RowsAsFile ? context.data.made(masked) : masked(context.data);
}
