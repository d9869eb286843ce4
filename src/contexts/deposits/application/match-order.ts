import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { isLeaving, Users } from '../../sign-in/index.js';
import { type DepositOrder, GRACE_MS } from '../domain/deposit-order.js';
import { type ProviderPayment } from './deposit-provider.js';
import { DepositOrders } from './ports.js';

/** How far a provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000;

export type OrderMatch = { readonly order: DepositOrder } | { readonly order: undefined; readonly reason: string };

/** Our reference is certain. An account alone is not: other orders may have it at other times. */
@Injectable()
export class MatchOrder {
  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  async execute(provider: string, payment: ProviderPayment): Promise<OrderMatch> {
    const match = await this.find(provider, payment);
    if (!match.order) return match;
    if (match.order.isAltered) return { order: undefined, reason: `deposit order ${match.order.id} was changed in the database` };
    const owner = await this.users.find(match.order.userId);
    return owner && isLeaving(owner)
      ? { order: undefined, reason: `the account of deposit order ${match.order.id} is ${owner.status}` }
      : match;
  }

  private async find(provider: string, payment: ProviderPayment): Promise<OrderMatch> {
    const { reference, accountNumber } = payment;
    const named = reference === undefined ? undefined : await this.orders.find(reference);
    if (named?.provider === provider) return { order: named };
    if (accountNumber === '') return { order: undefined, reason: withoutAccount(reference, named) };
    const receivedAt = payment.receivedAt ?? this.clock.now();
    const order = await this.orders.findByAccount(provider, accountNumber, receivedAt - GRACE_MS, receivedAt + CLOCK_SKEW_MS);
    if (order) return { order };
    const earlier = await this.orders.findByAccount(provider, accountNumber, 0, receivedAt);
    if (!earlier) return { order: undefined, reason: 'no deposit order has this account' };
    const end = new Date(earlier.expiresAt).toISOString();
    return { order: undefined, reason: `the account was that of deposit order ${earlier.id}, which ended at ${end}` };
  }
}

function withoutAccount(reference: string | undefined, named: DepositOrder | undefined): string {
  if (named) return `its reference is deposit order ${named.id} of another provider, and the account is not known`;
  if (reference === undefined) return 'neither a reference nor the account is known';
  return 'its reference is no deposit order, and the account is not known';
}
