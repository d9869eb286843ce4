import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, UsageError, type Report } from '../terminal.js';
import type { CommandLine } from '../command-line.js';
import { gauge, writeTextfile } from '../textfile.js';
import { Caller, type CallerOptions, runCaller } from './caller.js';
import type { DescribedOperation, DescribedOperations } from './described-operations.js';
import { signIn } from './sign-in.js';
import type { Answer } from './service-client.js';

export interface ProbeOptions extends CallerOptions {
  readonly partner: string;
  readonly within: string;
  readonly textfile?: string;
}

/** Seconds of each step; those that were not reached are missing. */
type Steps = Partial<Record<'read' | 'transfer' | 'settled', number>>;

interface Data {
  readonly [field: string]: unknown;
}

/** The least that a transfer may be. */
const NAIRA = 50;
const LOOK_EVERY_MS = 250;
/** A session that ends so soon is begun anew. */
const LEAST_SESSION_MS = 600_000;

/** Pays a small amount between two accounts of our own, from the richer one, and waits until its receiver sees the notice. */
export function probe(cli: CommandLine, options: ProbeOptions): Promise<void> {
  const withinMs = Number(options.within) * 1000;
  if (!(withinMs > 0)) throw new UsageError('--within is a number of seconds.');
  return runCaller(cli, options, async (caller) => {
    const partner = new Caller(cli.environment, { ...options, profile: options.partner });
    const steps: Steps = {};
    try {
      await pay([caller, partner], withinMs, steps);
      return report(steps);
    } catch (error) {
      // The probe reports every failure, of whatever kind.
      throw error instanceof UsageError ? error : new CommandError(`The probe failed: ${(error as Error).message}`);
    } finally {
      partner.close();
      if (options.textfile !== undefined) writeMetrics(options.textfile, steps);
    }
  });
}

async function pay(callers: readonly [Caller, Caller], withinMs: number, steps: Steps): Promise<void> {
  // Both, because each learns the time of the service by it.
  const [operations] = await Promise.all([callers[0].client.operations(), callers[1].client.operations()]);
  for (const caller of callers) await renewSession(caller);
  const balances = await timed(steps, 'read', () => Promise.all(callers.map((caller) => balanceOf(caller, operations))));
  const [from, to] = balances[0]! >= balances[1]! ? callers : ([callers[1], callers[0]] as const);
  const seen = await newestNotice(to, operations);
  const input = { email: to.profiles.find(to.profileName)!.email, amount: NAIRA, messge: 'probe' };
  const transfer = operations.get('user_transfer_create');
  await timed(steps, 'transfer', async () => dataOf(await send(from, transfer, input, randomUUID())));
  await timed(steps, 'settled', async () => {
    const end = performance.now() + withinMs;
    while ((await newestNotice(to, operations)) === seen) {
      if (performance.now() > end) throw new CommandError(`the receiver has no notice of it after ${withinMs / 1000} seconds.`);
      await sleep(LOOK_EVERY_MS);
    }
  });
}

async function renewSession(caller: Caller): Promise<void> {
  const { profiles, profileName, client } = caller;
  const profile = profiles.find(profileName);
  if (!profile) throw new UsageError(`There is no profile ${profileName}: harmattan login --profile ${profileName} first.`);
  if (profile.expires * 1000 - client.nowMs() < LEAST_SESSION_MS) await signIn(caller, profile.email);
}

async function balanceOf(caller: Caller, operations: DescribedOperations): Promise<number> {
  const { balance } = dataOf(await send(caller, operations.get('user_wallet_get_info'))) as Data;
  return Number(balance);
}

async function newestNotice(caller: Caller, operations: DescribedOperations): Promise<unknown> {
  const envelope = await send(caller, operations.get('user_notice_fetch'));
  // Nobody has notices at first.
  if (envelope.ERRORS?.MSG === 'response_empty') return undefined;
  const { result } = dataOf(envelope) as { readonly result: readonly Data[] };
  return result[0]?.['marker'];
}

async function send(
  { client, profiles, profileName }: Caller,
  operation: DescribedOperation,
  values: Data = {},
  idempotencyKey?: string,
): Promise<Answer['envelope']> {
  const credentials = profiles.find(profileName)!;
  return (await client.send(operation, { values, files: {} }, { credentials, idempotencyKey })).envelope;
}

function dataOf({ REQUEST, DATA, ERRORS }: Answer['envelope']): unknown {
  if (REQUEST.STATUS !== 'OK') throw new CommandError(ERRORS?.DETAILS ?? ERRORS?.MSG ?? 'the service refused.');
  return DATA;
}

async function timed<Result>(steps: Steps, step: keyof Steps, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  steps[step] = (performance.now() - startedAt) / 1000;
  return result;
}

function report(steps: Steps): Report {
  const texts = Object.entries(steps).map(([step, seconds]) => `${step} ${seconds.toFixed(3)} s`);
  return { data: { naira: NAIRA, seconds: steps }, lines: [`Paid ${NAIRA} Naira, and the receiver knows: ${texts.join(', ')}.`] };
}

function writeMetrics(path: string, steps: Steps): void {
  const seconds = Object.entries(steps).map(([step, took]) => `{step="${step}"} ${took}`);
  const gaugeOf = (name: string, help: string, values: readonly string[]) =>
    gauge(`harmattan_payment_probe_${name}`, help, values);
  writeTextfile(path, [
    ...gaugeOf('success', '1 where the last probe paid, and its receiver was shown the notice', [
      ` ${steps.settled === undefined ? 0 : 1}`,
    ]),
    ...gaugeOf('timestamp_seconds', 'When the last probe ended', [` ${Math.round(Date.now() / 1000)}`]),
    ...gaugeOf('seconds', 'Time that its steps took: read, transfer, and until the notice is shown (settled)', seconds),
  ]);
}
