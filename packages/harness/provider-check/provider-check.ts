import type { SimulatedProvider } from '../../simulators/shared/simulator.js';
import { BANK_CASES } from './bank-cases.js';
import { BankBench } from './bank-bench.js';
import { BILLER_CASES } from './biller-cases.js';
import { BillerBench } from './biller-bench.js';
import type { CheckedBank, CheckedBiller } from './ports.js';
import type { WebhookBench } from './webhook-cases.js';

/** The checked adapter's; short, because the check waits for them. */
export const CHECK_TIMES = { submitTimeoutMs: 400, readTimeoutMs: 400 };

/** The manifest as the check reads it. */
export interface CheckedManifest {
  readonly name: string;
  readonly kind: string;
  readonly webhooks: WebhookBench['proof'];
  /** By variable. */
  readonly settings: object;
}

/** Makes the adapter of a manifest from environment variables. */
export type OpenProvider = (
  environment: Readonly<Record<string, string>>,
  times: typeof CHECK_TIMES,
) => Promise<{ readonly provider: object; close(): Promise<void> }>;

/** A case with what it runs on. */
export interface ReadyCase {
  readonly title: string;
  /**
   * Resolves to a remark where the case does not apply.
   * @throws Error that says what happened instead
   */
  run(): Promise<string | undefined | void>;
}

export interface PreparedCheck {
  readonly cases: readonly ReadyCase[];
  close(): Promise<void>;
}

/** Titles of the cases for a kind, in their order. */
export function titlesOf(kind: SimulatedProvider['kind']): string[] {
  return (kind === 'biller' ? BILLER_CASES : BANK_CASES).map(({ title }) => title);
}

/** Starts the simulator, and two adapters for it, the second with other secrets. The cases are to be run in their order. */
export async function prepareCheck(
  manifest: CheckedManifest,
  simulated: SimulatedProvider,
  open: OpenProvider,
): Promise<PreparedCheck> {
  if (manifest.kind !== simulated.kind)
    throw new Error(`the manifest is of a ${manifest.kind}, and the simulator of a ${simulated.kind}`);
  const started =
    simulated.kind === 'biller' ? await startBiller(manifest, simulated, open) : await startBank(manifest, simulated, open);
  return {
    cases: started.cases,
    async close() {
      for (const close of started.closings) await close();
    },
  };
}

interface Started {
  readonly cases: readonly ReadyCase[];
  readonly closings: readonly (() => Promise<void>)[];
}

async function startBiller(
  manifest: CheckedManifest,
  simulated: Extract<SimulatedProvider, { kind: 'biller' }>,
  open: OpenProvider,
): Promise<Started> {
  const simulator = await simulated.start(0);
  const [own, other] = await openTwice(manifest, simulator.environment, open);
  const providers = [own.provider as CheckedBiller, other.provider as CheckedBiller] as const;
  const bench = await BillerBench.start(providers, simulated.goods, simulator, manifest.webhooks);
  const cases = BILLER_CASES.map((each) => ({ title: each.title, run: () => each.run(bench) }));
  return { cases, closings: [() => bench.stop(), () => own.close(), () => other.close(), () => simulator.stop()] };
}

async function startBank(
  manifest: CheckedManifest,
  simulated: Extract<SimulatedProvider, { kind: 'deposit' }>,
  open: OpenProvider,
): Promise<Started> {
  const simulator = await simulated.start(0);
  const [own, other] = await openTwice(manifest, simulator.environment, open);
  const providers = [own.provider as CheckedBank, other.provider as CheckedBank] as const;
  const bench = await BankBench.start(providers, simulator, manifest.webhooks);
  const cases = BANK_CASES.map((each) => ({ title: each.title, run: () => each.run(bench) }));
  return { cases, closings: [() => bench.stop(), () => own.close(), () => other.close(), () => simulator.stop()] };
}

async function openTwice({ settings }: CheckedManifest, environment: Readonly<Record<string, string>>, open: OpenProvider) {
  const secrets = Object.entries<{ readonly isSecret?: true }>({ ...settings }).filter(([, { isSecret }]) => isSecret);
  const names = new Set(secrets.map(([name]) => name));
  const others = Object.entries(environment).map(([name, value]) => [name, names.has(name) ? `${value}-other` : value]);
  return [
    await open(environment, CHECK_TIMES),
    await open(Object.fromEntries(others) as Record<string, string>, CHECK_TIMES),
  ] as const;
}
