import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Context, context, isSpanContextValid, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { wallMs } from '../../kernel/timers.js';
import { readBuild } from './build.js';

export type TraceAttributes = Readonly<Record<string, string | number>>;

export type Tracing = ReturnType<typeof startOtlpTracing>;

/**
 * Sampling, headers and more attributes are read from OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES by the SDK.
 */
export function startOtlpTracing(endpoint: string, role: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const { version } = readBuild();
  const own = resourceFromAttributes({
    'service.name': 'harmattan',
    'service.version': version,
    // In containers every process has the same number, and often the same machine's name.
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'harmattan.role': role,
  });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('harmattan', version);

  return {
    run<T>(name: string, attributes: TraceAttributes, work: () => Promise<T>, traceparent?: string): Promise<T> {
      const kind = kindOf(name);
      // A job that a request woke is not a part of it.
      const options = { attributes, kind, root: kind === SpanKind.CONSUMER };
      return tracer.startActiveSpan(name, options, under(traceparent), async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },

    endedNow(name: string, attributes: TraceAttributes, ms: number): void {
      tracer.startSpan(name, { attributes, startTime: wallMs() - ms, root: true }).end();
    },

    describe(name: string, attributes: TraceAttributes, isFault: boolean): void {
      const span = trace.getActiveSpan();
      span?.updateName(name).setAttributes(attributes);
      if (isFault) span?.setStatus({ code: SpanStatusCode.ERROR });
    },

    traceId: (): string | undefined => trace.getActiveSpan()?.spanContext().traceId,

    async stop(): Promise<void> {
      await provider.shutdown();
      context.disable();
    },
  };
}

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function under(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return context.active();
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(context.active(), parent) : context.active();
}

/** The class of an error only: its text may hold values. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

function kindOf(name: string): SpanKind {
  if (name === 'request') return SpanKind.SERVER;
  if (name.startsWith('provider ')) return SpanKind.CLIENT;
  return name.startsWith('job ') ? SpanKind.CONSUMER : SpanKind.INTERNAL;
}
