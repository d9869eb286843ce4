import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { readBuild } from './build.js';
import type { TraceAttributes } from './trace-attributes.js';

export type Tracing = ReturnType<typeof startOtlpTracing>;

/** Sampling and headers are read from OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG and OTEL_EXPORTER_OTLP_HEADERS by the SDK. */
export function startOtlpTracing(endpoint: string, role: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const { version } = readBuild();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'harmattan',
      'service.version': version,
      'service.instance.id': String(process.pid),
      'harmattan.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('harmattan', version);

  return {
    run<T>(name: string, attributes: TraceAttributes, work: () => Promise<T>): Promise<T> {
      const kind = kindOf(name);
      // A job that a request woke is not a part of it.
      return tracer.startActiveSpan(name, { attributes, kind, root: kind === SpanKind.CONSUMER }, async (span) => {
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
      tracer.startSpan(name, { attributes, startTime: Date.now() - ms, root: true }).end();
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
