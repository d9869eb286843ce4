import { type ProviderOutcome, isBreakdown } from '../../kernel/provider-outcome.js';
import { Clock } from '../../kernel/clock.js';
import { type Kobo, naira, formatNaira } from '../../kernel/money.js';
import { Injectable } from '@nestjs/common';
import { ProviderHealth } from '../../kernel/provider-health.js';
import { resolvedWithin, steadyMs } from '../../kernel/timers.js';
import { ProviderSwitches } from '../providers/index.js';
import { SystemLogs } from '../system-logs/index.js';

/** Common methods of all providers of attempts. */
export interface AttemptProvider {
  readonly kind: 'biller' | 'payout';
  readonly name: string;
  readonly capabilities: AttemptCapabilities;
  /** Unique, in the provider's format. */
  newReference(): string;
  balance?(signal: AbortSignal): Promise<Kobo>;
}

/** The providers of one kind. */
export class ProviderList<Provider extends { readonly name: string }> {
  private readonly byName: ReadonlyMap<string, Provider>;

  /** @param all in failover order */
  constructor(readonly all: readonly Provider[]) {
    this.byName = new Map(all.map((provider) => [provider.name, provider]));
  }

  /** Undefined for one that is not in use any more. */
  find(name: string): Provider | undefined {
    return this.byName.get(name);
  }
}

export interface AttemptCapabilities {
  /** A repeated reference returns the first outcome and never delivers twice. */
  readonly resubmitsSafely?: boolean;
  /** The person who tries it out chooses its failures, so it is never set aside for them. */
  readonly simulatesFaults?: boolean;
  /** After this the outcome is unknown. May exceed the time of the answer to the client. */
  readonly submitTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** Replaces the usual delays before the first queries. */
  readonly requeryDelaysMs?: readonly number[];
}

/** Also for an adapter that ignores its signal. @throws ProviderTimeout */
export async function withTimeout<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const answer = await resolvedWithin(
    timeoutMs,
    call(abort.signal).then((value) => ({ value })),
  );
  if (answer) return answer.value;
  abort.abort();
  throw new ProviderTimeout(timeoutMs);
}

export class ProviderTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'ProviderTimeout';
  }
}

export function notInUse(provider: string): Promise<ProviderOutcome> {
  return Promise.resolve({
    status: 'unknown',
    cause: 'connection_lost',
    raw: { code: '', message: `${provider} is not in use` },
  });
}

/** A timeout or an error proves nothing about the delivery: unknown. */
export async function outcomeOf<T extends ProviderOutcome>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | ProviderOutcome> {
  try {
    return await withTimeout(timeoutMs, call);
  } catch (error) {
    const cause = error instanceof ProviderTimeout ? 'timeout' : 'connection_lost';
    return { status: 'unknown', cause, raw: { code: '', message: error instanceof Error ? error.message.slice(0, 200) : '' } };
  }
}

/** When an attempt may be submitted; queries begin afterwards, so a process that was suspended must not submit any more. */
export class SubmitWindow {
  private readonly openedAt = steadyMs();
  private readonly openedAtClock: number;

  constructor(
    private readonly lengthMs: number,
    private readonly clock: Clock,
  ) {
    this.openedAtClock = clock.now();
  }

  /** Zero or less when it is over. */
  get remainingMs(): number {
    // The monotonic clock stops while the machine is suspended, the wall clock does not.
    const elapsedMs = Math.max(steadyMs() - this.openedAt, this.clock.now() - this.openedAtClock);
    return this.lengthMs - elapsedMs;
  }
}

export class FloatSettings {
  /** Staff are told of a lower balance with a provider. */
  floatAlertKobo: Kobo = naira(100_000);
}

/** Our balance with a provider, from which it takes the cost of purchases and payouts. */
export interface ProviderFloat {
  readonly provider: string;
  readonly balanceKobo: Kobo;
  /** Undefined while it is high enough. */
  readonly lowSince: number | undefined;
  readonly readAt: number;
}

export abstract class ProviderFloats {
  abstract find(provider: string): Promise<ProviderFloat | undefined>;
  abstract keep(float: ProviderFloat): Promise<void>;
}

type Provider = Pick<AttemptProvider, 'kind' | 'name'> & {
  readonly capabilities: Pick<AttemptProvider['capabilities'], 'simulatesFaults'>;
};

/** Tells which providers take new attempts. Attempts already made are always asked about. */
@Injectable()
export class ProviderAvailability {
  constructor(
    private readonly health: ProviderHealth,
    private readonly switches: ProviderSwitches,
  ) {}

  /** If true, `submitted`, `unreachable` or `released` must follow, because the attempt may be the one that tries it again. */
  async allows({ kind, name, capabilities }: Provider): Promise<boolean> {
    if (!(await this.switches.isOn(kind, name))) return false;
    return capabilities.simulatesFaults === true || this.health.allows(name);
  }

  /** Without trying it again. */
  async isUsed({ kind, name, capabilities }: Provider): Promise<boolean> {
    if (!(await this.switches.isOn(kind, name))) return false;
    return capabilities.simulatesFaults === true || (await this.health.setAsideSince(name)) === undefined;
  }

  async submitted({ name, capabilities }: Provider, outcome: ProviderOutcome): Promise<void> {
    if (capabilities.simulatesFaults) return;
    if (isBreakdown(outcome)) await this.health.failed(name);
    else if (outcome.status !== 'unknown') await this.health.succeeded(name);
    else await this.health.released(name);
  }

  /** It could not be read before the attempt. That it can be read says nothing of its attempts. */
  async unreachable({ name, capabilities }: Provider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.failed(name);
  }

  async released({ name, capabilities }: Provider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.released(name);
  }
}

/** Reads our balance with a provider, and tells staff once when it is low, until it is high enough again. */
@Injectable()
export class WatchFloat {
  constructor(
    private readonly floats: ProviderFloats,
    private readonly systemLogs: SystemLogs,
    private readonly settings: FloatSettings,
    private readonly clock: Clock,
  ) {}

  /** @param what fails without it, as `purchases`. @throws Error where the balance cannot be read; the last one is kept */
  async execute(provider: AttemptProvider | undefined, what: string): Promise<void> {
    if (!provider?.balance) return;
    const { name } = provider;
    const balanceKobo = await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.balance!(signal));
    const now = this.clock.now();
    const before = await this.floats.find(name);
    const { floatAlertKobo } = this.settings;
    const lowSince = balanceKobo < floatAlertKobo ? (before?.lowSince ?? now) : undefined;
    await this.floats.keep({ provider: name, balanceKobo, lowSince, readAt: now });
    if (lowSince === undefined) return;
    // Each time, because the key makes it one, and a crash may have come before the first.
    await this.systemLogs.record({
      kind: 'warning',
      key: `provider.float:${name}:${lowSince}`,
      description: `Our balance with ${name} is ${formatNaira(balanceKobo)}, below ${formatNaira(floatAlertKobo)}. Fund it: ${what} fail when it is used up.`,
    });
  }
}
