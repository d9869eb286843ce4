import type { TraceAttributes, Tracing } from './otlp-tracing.js';

let tracing: Tracing | undefined;

/** Loads OpenTelemetry, which costs memory and time, only where traces go somewhere. @returns what sends the last ones */
export async function startTracing(endpoint: string | undefined, role: string): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startOtlpTracing } = await import('./otlp-tracing.js');
  const started = startOtlpTracing(endpoint, role);
  tracing = started;
  return async () => {
    tracing = undefined;
    await started.stop();
  };
}

/**
 * A span around the work, under the one that is active. Without an endpoint, the work alone.
 * @param traceparent of the span that it is under instead, as W3C Trace Context writes it; what is none is ignored
 */
export function traced<T>(name: string, attributes: TraceAttributes, work: () => Promise<T>): Promise<T>;
export function traced<T>(
  name: string,
  attributes: TraceAttributes,
  work: () => T | Promise<T>,
  traceparent?: string,
): T | Promise<T>;
export function traced<T>(
  name: string,
  attributes: TraceAttributes,
  work: () => T | Promise<T>,
  traceparent?: string,
): T | Promise<T> {
  return tracing === undefined ? work() : tracing.run(name, attributes, async () => work(), traceparent);
}

/** A span of its own that ends now, for what belongs to several traces. */
export function tracedUntilNow(name: string, attributes: TraceAttributes, ms: number): void {
  tracing?.endedNow(name, attributes, ms);
}

/** Adds what is known later to the active span, and names it after what it turned out to be. */
export function describeTrace(name: string, attributes: TraceAttributes, isFault: boolean): void {
  tracing?.describe(name, attributes, isFault);
}

/** The active span's trace, for the lines of the log. */
export function traceId(): string | undefined {
  return tracing?.traceId();
}
