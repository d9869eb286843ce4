import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { ProviderHealth } from '../../../kernel/provider-health.js';
import { ProviderSwitches } from '../../providers/index.js';
import { Users } from '../../sign-in/index.js';
import { type DepositOrder, ORDER_LIFE_MS } from '../domain/deposit-order.js';
import { nextQueryAt } from '../domain/query-schedule.js';
import { type AccountOutcome, type DepositProvider, DepositProviders } from './deposit-provider.js';
import { DepositOrders } from './ports.js';

export type OpenedAccount =
  | { readonly outcome: 'opened'; readonly order: DepositOrder }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly cause: string };

/** Asks one provider after the other, and the next one only where the one before has certainly opened no account. */
@Injectable()
export class OpenDepositAccount {
  constructor(
    private readonly providers: DepositProviders,
    private readonly orders: DepositOrders,
    private readonly health: ProviderHealth,
    private readonly switches: ProviderSwitches,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  /** Undefined where every provider is off or set aside. */
  async firstProvider(): Promise<string | undefined> {
    return (await this.firstAllowed(this.providers.all()))?.name;
  }

  /** Undefined where asking finds nothing new. */
  firstQueryAt({ provider, expiresAt }: DepositOrder): number | undefined {
    const isPolled = this.providers.find(provider)?.isPolled ?? false;
    return isPolled ? nextQueryAt({ queries: 0, isPaid: false, expiresAt }, this.clock.now()) : undefined;
  }

  async execute(order: DepositOrder): Promise<OpenedAccount> {
    let current = order;
    let cause: string | undefined;
    const asked = new Set<string>();
    for (;;) {
      const provider = this.providers.find(current.provider);
      if (!provider) return { outcome: 'unavailable', cause: `${current.provider} is not in use` };
      asked.add(provider.name);
      const outcome = await this.ask(provider, current);
      if (outcome.outcome === 'opened') return { outcome: 'opened', order: withAccount(current, outcome) };
      if (outcome.outcome === 'unknown') return { outcome: 'unavailable', cause: outcome.cause };
      if (outcome.outcome === 'not_sent') cause ??= outcome.cause;
      const next = await this.firstAllowed(this.providers.all().filter(({ name }) => !asked.has(name)));
      if (!next && cause !== undefined) return { outcome: 'unavailable', cause };
      if (!next) return { outcome: 'refused', reason: outcome.outcome === 'refused' ? outcome.reason : '' };
      // Committed before the next one is asked, so that a crash asks the same one again.
      if (!(await this.orders.moveTo(order.id, current.provider, next.name)))
        return { outcome: 'unavailable', cause: 'another request opens the account' };
      current = { ...current, provider: next.name };
    }
  }

  private async ask(provider: DepositProvider, { id, userId, amountKobo }: DepositOrder): Promise<AccountOutcome> {
    const person = await this.users.find(userId);
    if (!person) throw new Error(`user ${userId} does not exist`);
    const outcome = await provider.openAccount({
      reference: id,
      amountKobo,
      // Nobody was shown an account yet, so its life begins now.
      expiresAt: this.clock.now() + ORDER_LIFE_MS,
      customer: { name: `${person.firstName} ${person.lastName}`, email: person.email },
    });
    const isWell = outcome.outcome === 'opened' || outcome.outcome === 'refused';
    await (isWell ? this.health.succeeded(provider.name) : this.health.failed(provider.name));
    return outcome;
  }

  private async firstAllowed(providers: readonly DepositProvider[]): Promise<DepositProvider | undefined> {
    for (const provider of providers)
      if ((await this.switches.isOn(provider.name)) && (await this.health.allows(provider.name))) return provider;
    return undefined;
  }
}

function withAccount(order: DepositOrder, opened: Extract<AccountOutcome, { outcome: 'opened' }>): DepositOrder {
  const { account, expiresAt, payableKobo = order.amountKobo } = opened;
  return { ...order, ...account, expiresAt, amountKobo: payableKobo };
}
