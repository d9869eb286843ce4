import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { steadyMs } from '../../kernel/timers.js';
import { Clock, toSeconds, wallTime } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { describeTrace } from '../telemetry/tracing.js';
import { Faults } from './faults.js';
import { edgeFailures } from './edge.failures.js';
import { failedEnvelope, okEnvelope, safeAction } from './envelope.js';
import { failedErrors, HTTP_STATUS } from './failed-answer.js';
import { WholeAnswer } from './presenting.js';
import { newReference, type RequestContext } from './request-context.js';
import { namedAction, type WireAnswer } from './wire.js';

const FAULT_STATUS = 500;

/** Makes the answer of a request, and writes it to the log and the metrics. */
@Injectable()
export class RequestAnswers {
  private readonly limited: Counter<'limit'>;
  private readonly replays: Counter<'action'>;
  private second = Number.NaN;
  private textOfSecond = '';

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly faults: Faults,
  ) {
    this.limited = metrics.counter('harmattan_limit_refusals_total', 'Requests refused by a rate limit, by its class', ['limit']);
    const help = 'Repeated money requests that were answered from the stored result';
    this.replays = metrics.counter('harmattan_idempotent_replays_total', help, ['action']);
  }

  /** Counts a request in flight. @returns the start time for `ok` and `failed` */
  begin(): number {
    this.metrics.requestBegins();
    return steadyMs();
  }

  ok(context: RequestContext, startedAtMs: number): WireAnswer {
    const { data } = context;
    if (data instanceof WholeAnswer)
      return this.finish(context, startedAtMs, data.httpStatus, JSON.stringify(data.body), undefined);
    return this.finish(context, startedAtMs, 200, okEnvelope(context.action, data), undefined);
  }

  failed(context: RequestContext, startedAtMs: number, error: unknown): WireAnswer {
    const failure = error instanceof Failure ? error : new Failure(edgeFailures.fault, { cause: error });
    const body = failedEnvelope(context.action, failedErrors(failure, context.foundOperation?.spec, context.reference));
    Object.assign(context.headers, retryHeaders(failure));
    this.metrics.requestFailed(failure.failure);
    if (failure.is(edgeFailures.too_many)) this.limited.inc({ limit: context.foundOperation?.limit ?? 'none' });
    return this.finish(context, startedAtMs, HTTP_STATUS[failure.kind], body, failure);
  }

  /** Answers requests that never reach the pipeline: malformed HTTP, an unknown path, a truncated body. */
  refused(failure: Failure, target = '/', pathAction?: string): WireAnswer {
    const reference = newReference();
    const action = safeAction(namedAction({ target, pathAction }) ?? '');
    const status = HTTP_STATUS[failure.kind];
    this.metrics.requestFailed(failure.failure);
    this.metrics.requestRefused(status);
    this.log.request({ reference, action, status, ms: 0, ip: '', userId: undefined, failure });
    if (status >= FAULT_STATUS) this.faults.keep({ reference, action: 'unknown', status, failure });
    return {
      status,
      headers: { 'svc-server-time': this.serverTime(), ...retryHeaders(failure) },
      body: failedEnvelope(action, failedErrors(failure, undefined, reference)),
    };
  }

  private finish(
    { reference, action, foundOperation, request, caller, headers }: RequestContext,
    startedAtMs: number,
    status: number,
    body: string,
    failure: Failure | undefined,
  ): WireAnswer {
    const ms = steadyMs() - startedAtMs;
    if (headers['idempotency-replayed'] !== undefined) this.replays.inc({ action });
    const attributes = { 'http.response.status_code': status, 'harmattan.reference': reference };
    describeTrace(`request ${foundOperation?.action ?? 'unknown'}`, attributes, status >= FAULT_STATUS);
    this.metrics.requestEnds(foundOperation?.action ?? 'unknown', status, ms);
    this.log.request({ reference, action, status, ms, ip: request.ip, userId: caller?.userId, failure });
    if (failure && status >= FAULT_STATUS)
      this.faults.keep({ reference, action: foundOperation?.action ?? 'unknown', status, failure });
    headers['svc-server-time'] = this.serverTime();
    return { status, headers, body };
  }

  /** Unix seconds, whose text is kept for all answers of the second. */
  serverTime(): string {
    const second = toSeconds(wallTime(this.clock));
    if (second !== this.second) this.textOfSecond = String((this.second = second));
    return this.textOfSecond;
  }
}

function retryHeaders({ retryAfterSeconds }: Failure): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}
