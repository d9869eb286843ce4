import type { SimulatedProvider } from '../../simulators/shared/simulator.js';
import { BANK_CASES } from './bank-cases.js';
import { BankBench } from './bank-bench.js';
import { BILLER_CASES } from './biller-cases.js';
import { BillerBench } from './biller-bench.js';
import { PAYOUT_CASES } from './payout-cases.js';
import { PayoutBench } from './payout-bench.js';
import type { CheckedAdapters, CheckedBank, CheckedBiller, CheckedPayer } from './ports.js';
import type { WebhookBench } from './webhook-cases.js';

/** For answers that come: so long that a busy machine does not reach them. */
const PATIENT_TIMES = { submitTimeoutMs: 10_000, readTimeoutMs: 10_000 };
/** For answers that do not come in time: short, because the check waits for them. */
const HASTY_TIMES = { submitTimeoutMs: 400, readTimeoutMs: 400 };

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
  times: typeof PATIENT_TIMES,
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
  const cases: readonly { readonly title: string }[] = { biller: BILLER_CASES, deposit: BANK_CASES, payout: PAYOUT_CASES }[kind];
  return cases.map(({ title }) => title);
}

/** Starts the simulator, and adapters for it. The cases are to be run in their order. */
export async function prepareCheck(
  manifest: CheckedManifest,
  simulated: SimulatedProvider,
  open: OpenProvider,
): Promise<PreparedCheck> {
  if (manifest.kind !== simulated.kind)
    throw new Error(`the manifest is of a ${manifest.kind}, and the simulator of a ${simulated.kind}`);
  const started = await start(manifest, simulated, open);
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

function start(manifest: CheckedManifest, simulated: SimulatedProvider, open: OpenProvider): Promise<Started> {
  switch (simulated.kind) {
    case 'biller':
      return startBiller(manifest, simulated, open);
    case 'deposit':
      return startBank(manifest, simulated, open);
    case 'payout':
      return startPayer(manifest, simulated, open);
  }
}

async function startBiller(
  manifest: CheckedManifest,
  simulated: Extract<SimulatedProvider, { kind: 'biller' }>,
  open: OpenProvider,
): Promise<Started> {
  const simulator = await simulated.start(0);
  const opened = await openAll<CheckedBiller>(manifest, simulator.environment, open);
  const bench = await BillerBench.start(opened.adapters, simulated.goods, simulator, manifest.webhooks);
  const cases = BILLER_CASES.map((each) => ({ title: each.title, run: () => each.run(bench) }));
  return { cases, closings: [() => bench.stop(), () => opened.close(), () => simulator.stop()] };
}

async function startBank(
  manifest: CheckedManifest,
  simulated: Extract<SimulatedProvider, { kind: 'deposit' }>,
  open: OpenProvider,
): Promise<Started> {
  const simulator = await simulated.start(0);
  const opened = await openAll<CheckedBank>(manifest, simulator.environment, open);
  const bench = await BankBench.start(opened.adapters, simulator, manifest.webhooks);
  const cases = BANK_CASES.map((each) => ({ title: each.title, run: () => each.run(bench) }));
  return { cases, closings: [() => bench.stop(), () => opened.close(), () => simulator.stop()] };
}

async function startPayer(
  manifest: CheckedManifest,
  simulated: Extract<SimulatedProvider, { kind: 'payout' }>,
  open: OpenProvider,
): Promise<Started> {
  const simulator = await simulated.start(0);
  const opened = await openAll<CheckedPayer>(manifest, simulator.environment, open);
  const bench = await PayoutBench.start(opened.adapters, simulator, manifest.webhooks);
  const cases = PAYOUT_CASES.map((each) => ({ title: each.title, run: () => each.run(bench) }));
  return { cases, closings: [() => bench.stop(), () => opened.close(), () => simulator.stop()] };
}

async function openAll<Provider>(
  { settings }: CheckedManifest,
  environment: Readonly<Record<string, string>>,
  open: OpenProvider,
): Promise<{ adapters: CheckedAdapters<Provider>; close(): Promise<void> }> {
  const secrets = Object.entries<{ readonly isSecret?: true }>({ ...settings }).filter(([, { isSecret }]) => isSecret);
  const names = new Set(secrets.map(([name]) => name));
  const others = Object.entries(environment).map(([name, value]) => [name, names.has(name) ? `${value}-other` : value]);
  const patient = await open(environment, PATIENT_TIMES);
  const hasty = await open(environment, HASTY_TIMES);
  const other = await open(Object.fromEntries(others) as Record<string, string>, PATIENT_TIMES);
  return {
    adapters: {
      patient: patient.provider as Provider,
      hasty: hasty.provider as Provider,
      withOtherSecrets: other.provider as Provider,
    },
    async close() {
      for (const each of [patient, hasty, other]) await each.close();
    },
  };
}
