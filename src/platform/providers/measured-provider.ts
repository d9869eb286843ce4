import { steadyMs } from '../../kernel/timers.js';
import type { Metrics } from '../telemetry/metrics.js';
import { describeTrace, traced } from '../telemetry/tracing.js';

/** The name under which a method's calls are counted, the label of a result (else `answered`), and the listener. */
type MeasuredCall<Result> = readonly [name: string, labelOf?: (result: Result) => string, told?: (result: Result) => void];

export type MeasuredCalls<Provider> = {
  readonly [Method in keyof Provider]?: NonNullable<Provider[Method]> extends (...given: never[]) => Promise<infer Result>
    ? MeasuredCall<Result>
    : never;
};

type Work = (...given: unknown[]) => unknown;

/** The same provider, whose calls are counted with their outcomes and seconds. Missing methods stay missing, because callers ask for them. */
export function measuredProvider<Provider extends { readonly name: string }>(
  provider: Provider,
  metrics: Metrics,
  calls: MeasuredCalls<Provider>,
): Provider {
  const measured = Object.create(provider) as Provider;
  for (const method of methodsOf(provider)) {
    // Calls the provider's own methods, as they are at the time of the call.
    const work: Work = (...given) => (provider[method as keyof Provider] as Work).apply(provider, given);
    const call = calls[method as keyof Provider];
    const value = call ? counting(provider.name, call, work, metrics) : work;
    Object.defineProperty(measured, method, { value, configurable: true, enumerable: true, writable: true });
  }
  return measured;
}

function methodsOf(provider: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = provider; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
  return names;
}

function counting(provider: string, [call, labelOf, told]: MeasuredCall<unknown>, work: Work, metrics: Metrics): Work {
  const span = `provider ${provider} ${call}`;
  const counted = async (given: unknown[]) => {
    const begun = steadyMs();
    let outcome = 'error';
    try {
      const result = await work(...given);
      outcome = labelOf?.(result) ?? 'answered';
      told?.(result);
      return result;
    } finally {
      describeTrace(span, { 'harmattan.outcome': outcome }, outcome === 'error');
      metrics.providerCall(provider, call, outcome, steadyMs() - begun);
    }
  };
  return (...given) => traced(span, {}, () => counted(given));
}
