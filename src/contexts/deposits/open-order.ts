import { Mutex } from 'async-mutex';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { ProviderHealth } from '../../kernel/provider-health.js';
import { ProviderSwitches } from '../providers/index.js';
import { Users } from '../sign-in/index.js';
import {
  type DepositOrder,
  ORDER_LIFE_MS,
  nextQueryAt,
  DepositOrders,
  type DepositAccount,
  freeSlot,
  MAXIMUM_DEPOSIT_KOBO,
  MINIMUM_DEPOSIT_KOBO,
  depositFailures,
} from './orders.js';
import { type AccountOutcome, type DepositProvider, DepositProviders } from './deposit-provider.js';
import { type IdempotencyKey, Replayed } from '../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import { IdempotencyRecords, storedResult } from '../../kernel/idempotency-records.js';
import { Ledger } from '../../ledger/index.js';
import { PaymentLimits } from '../tariffs/index.js';

export class KeyedMutex {
  private readonly mutexes = new Map<string, Mutex>();

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex();
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) this.mutexes.delete(key);
    }
  }
}

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
    private readonly limits: PaymentLimits,
  ) {}

  /** Why none is opened for this much; undefined where one may be. */
  refusalOf({ userId, amountKobo }: DepositRequest): Promise<FailureDefinition | undefined> {
    return this.limits.depositRefusal(userId, amountKobo);
  }

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
      if ((await this.switches.isOn('deposit', provider.name)) && (await this.health.allows(provider.name))) return provider;
    return undefined;
  }
}

function withAccount(order: DepositOrder, opened: Extract<AccountOutcome, { outcome: 'opened' }>): DepositOrder {
  const { account, expiresAt, payableKobo = order.amountKobo } = opened;
  return { ...order, ...account, expiresAt, amountKobo: payableKobo };
}

/** One more than there are slots, for requests that lose a race for each of them. */
const SLOT_ATTEMPTS = 6;
/** No attempt to open an account lasts longer, with every provider asked. */
const OPENING_MS = 10 * 60_000;
/** Providers want ten seconds between questions about one account. */
const RETRY_AFTER_SECONDS = 10;

export interface DepositRequest {
  readonly userId: string;
  readonly amountKobo: Kobo;
}

export type OpenOrder = DepositAccount & Pick<DepositOrder, 'id' | 'amountKobo' | 'expiresAt' | 'createdAt'>;

/** Opens an account for a deposit. The order is committed first, and its id is our reference at the provider, so that a repeat continues it. */
@Injectable()
export class CreateDepositOrder {
  private readonly perUser = new KeyedMutex();

  constructor(
    private readonly orders: DepositOrders,
    private readonly openAccount: OpenDepositAccount,
    private readonly ledger: Ledger,
    private readonly requests: IdempotencyRecords,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `deposits`, `tariffs.limit_reached`, `tariffs.identity_required` */
  async execute(request: DepositRequest, key: IdempotencyKey): Promise<OpenOrder | Replayed> {
    if (request.amountKobo < MINIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.below_minimum);
    if (request.amountKobo > MAXIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.above_maximum);
    const placed = await this.perUser.runExclusive(request.userId, () => this.place(request, key));
    if (!(placed instanceof Replayed)) return openOrder(await this.withAccount(placed, key));
    if (!isUnanswered(placed, key)) return placed;
    const order = await this.get(placed.record.subjectId!);
    if (order.accountNumber === '') return openOrder(await this.continue(order, key));
    return new Replayed({ ...placed.record, state: 'answered', response: storedResult(openOrder(order)) });
  }

  private async place(request: DepositRequest, key: IdempotencyKey): Promise<DepositOrder | Replayed> {
    const refusal = await this.openAccount.refusalOf(request);
    if (refusal) return this.findReplayed(key, refusal);
    for (let attempt = 1; ; attempt++) {
      const slot = freeSlot(await this.takenSlots(request.userId));
      if (slot === undefined) return this.findReplayed(key, depositFailures.too_many_pending);
      const provider = await this.openAccount.firstProvider();
      if (provider === undefined) return this.findReplayed(key, depositFailures.provider_unavailable);
      const order = this.newOrder(request, provider);
      try {
        const committed = await this.ledger.commit({
          idempotencyKey: key,
          inserts: [this.orders.record({ ...order, slot })],
          subjectId: order.id,
        });
        if (committed instanceof Replayed) return committed;
        if (committed === 'stale') throw new Error('a command without updates was stale');
        return { ...order, createdAt: committed.committedAt };
      } catch (error) {
        // Another process may have taken the slot since it was read.
        const isTaken = (await this.orders.takenSlots(request.userId)).includes(slot);
        if (!isTaken || attempt === SLOT_ATTEMPTS) throw error;
      }
    }
  }

  private async findReplayed(key: IdempotencyKey, otherwise: FailureDefinition): Promise<Replayed> {
    const seen = await this.requests.find(key);
    if (!seen) throw new Failure(otherwise, otherwise.kind === 'unavailable' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});
    return seen;
  }

  private newOrder({ userId, amountKobo }: DepositRequest, provider: string): DepositOrder {
    const now = this.clock.now();
    return {
      id: newId(),
      userId,
      provider,
      amountKobo,
      status: 'pending',
      accountNumber: '',
      accountName: '',
      bankName: '',
      receivedKobo: ZERO_KOBO,
      costKobo: ZERO_KOBO,
      expiresAt: now + ORDER_LIFE_MS,
      createdAt: now,
    };
  }

  private async withAccount(order: DepositOrder, key: IdempotencyKey): Promise<DepositOrder> {
    if (order.status !== 'pending' || order.isAltered) return this.refuse(key);
    const result = await this.openAccount.execute(order);
    switch (result.outcome) {
      case 'opened':
        return this.storeAccount(result.order, key);
      case 'unavailable':
        // It holds no account, so it does not count. A repeat of the request continues it.
        await this.orders.releaseSlot(order.id);
        throw new Failure(depositFailures.provider_unavailable, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          remembered: true,
          cause: result.cause,
        });
      case 'refused':
        await this.orders.end(order.id, 'failed');
        return this.refuse(key, result.reason);
    }
  }

  /** Continues an order whose account was not opened, which may have lost its slot. */
  private async continue(order: DepositOrder, key: IdempotencyKey): Promise<DepositOrder> {
    if (order.status === 'pending') await this.perUser.runExclusive(order.userId, () => this.reserveSlot(order));
    return this.withAccount(order, key);
  }

  private async reserveSlot({ id, userId }: DepositOrder): Promise<void> {
    for (let attempt = 1; attempt <= SLOT_ATTEMPTS; attempt++) {
      const slot = freeSlot(await this.takenSlots(userId));
      if (await this.orders.hasSlot(id)) return;
      if (slot === undefined) break;
      if (await this.orders.takeSlot(id, slot)) return;
    }
    throw new Failure(depositFailures.too_many_pending, { remembered: true });
  }

  /** A process that ended while it opened an account left a slot behind. */
  private async takenSlots(userId: string): Promise<number[]> {
    await this.orders.releaseUnopened(userId, this.clock.now() - OPENING_MS);
    return this.orders.takenSlots(userId);
  }

  private async storeAccount(order: DepositOrder, key: IdempotencyKey): Promise<DepositOrder> {
    const committed = await this.ledger.commit({
      idempotencyKey: { scope: 'system', action: 'deposit.account', key: order.id, fingerprint: '' },
      updates: [this.orders.accountOpened(order, this.openAccount.firstQueryAt(order))],
      response: null,
    });
    if (committed !== 'stale' && !(committed instanceof Replayed)) return order;
    // Another request for the same order stored the account first, or the order ended.
    const now = await this.get(order.id);
    return now.accountNumber === '' ? this.refuse(key) : now;
  }

  private async refuse(key: IdempotencyKey, cause?: string): Promise<never> {
    const { name, text } = depositFailures.refused_by_provider;
    await this.requests.refuse(key, { name, text });
    throw new Failure(depositFailures.refused_by_provider, { remembered: true, cause });
  }

  private async get(id: string): Promise<DepositOrder> {
    const order = await this.orders.find(id);
    if (!order) throw new Error(`deposit order ${id} does not exist`);
    return order;
  }
}

function isUnanswered({ record }: Replayed, key: IdempotencyKey): boolean {
  return record.state === 'pending' && record.fingerprint === key.fingerprint && record.subjectId !== undefined;
}

function openOrder({ id, accountNumber, accountName, bankName, amountKobo, expiresAt, createdAt }: DepositOrder): OpenOrder {
  return { id, accountNumber, accountName, bankName, amountKobo, expiresAt, createdAt };
}
