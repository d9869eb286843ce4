import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import type { Kobo } from '../../../kernel/money.js';
import { IdempotencyRecords, storedResult } from '../../../kernel/idempotency-records.js';
import { Users } from '../../identity/index.js';
import { type CommitResult, Ledger } from '../../wallet/index.js';
import {
  type DepositAccount,
  type DepositOrder,
  freeSlot,
  MAXIMUM_DEPOSIT_KOBO,
  MINIMUM_DEPOSIT_KOBO,
  ORDER_LIFE_MS,
} from '../domain/deposit-order.js';
import { depositFailures } from '../domain/deposits.failures.js';
import { DepositOrders } from './ports/deposit-orders.js';
import { DepositProviders } from './ports/deposit-provider.js';
import { KeyedMutex } from './keyed-mutex.js';

/** One more than there are places: whoever loses a race for each of them finds them all taken. */
const SLOT_ATTEMPTS = 6;

export interface DepositWish {
  readonly userId: string;
  readonly amountKobo: Kobo;
}

/** What the user gets to know of a new order. */
export type OpenOrder = DepositAccount & Pick<DepositOrder, 'id' | 'amountKobo' | 'expiresAt' | 'createdAt'>;

/**
 * Opens an account to pay a deposit into. The order is written down before the provider is asked, by an id that is
 * also our reference there: a repeat of a request that broke off goes on with the same order and the same account.
 */
@Injectable()
export class CreateDepositOrder {
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly orders: DepositOrders,
    private readonly providers: DepositProviders,
    private readonly ledger: Ledger,
    private readonly moneyRequests: IdempotencyRecords,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `deposits` */
  async execute(wish: DepositWish, request: IdempotencyKey): Promise<OpenOrder | Replayed> {
    if (wish.amountKobo < MINIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.below_minimum);
    if (wish.amountKobo > MAXIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.above_maximum);
    const begun =
      (await this.moneyRequests.find(request)) ?? (await this.turns.runExclusive(wish.userId, () => this.begin(wish, request)));
    if (begun instanceof Replayed && !canGoOn(begun, request)) return begun;
    const orderId = begun instanceof Replayed ? begun.record.subjectId! : begun;
    const order = openOrder(await this.withAccount(await this.get(orderId), request));
    await this.moneyRequests.answer(request, storedResult(order));
    return order;
  }

  /** Writes the pending order down and returns its id. */
  private async begin(wish: DepositWish, request: IdempotencyKey): Promise<string | Replayed> {
    for (let attempt = 1; ; attempt++) {
      const slot = freeSlot(await this.orders.takenSlots(wish.userId));
      if (slot === undefined) throw new Failure(depositFailures.too_many_pending);
      const id = newId();
      try {
        const outcome = await this.commit(id, slot, wish, request);
        return outcome instanceof Replayed ? outcome : id;
      } catch (error) {
        // Another process took the place since it was read: look for another one.
        const taken = (await this.orders.takenSlots(wish.userId)).includes(slot);
        if (!taken || attempt === SLOT_ATTEMPTS) throw error;
      }
    }
  }

  private commit(id: string, slot: number, wish: DepositWish, request: IdempotencyKey): Promise<CommitResult> {
    const provider = this.providers.first.name;
    const expiresAt = this.clock.now() + ORDER_LIFE_MS;
    return this.ledger.commit({
      idempotencyKey: request,
      inserts: [this.orders.record({ id, ...wish, provider, expiresAt, slot })],
      subjectId: id,
    });
  }

  private async withAccount(order: DepositOrder, request: IdempotencyKey): Promise<DepositOrder> {
    if (order.accountNumber !== '') return order;
    if (order.status !== 'pending') return this.refuse(request);
    const person = await this.users.find(order.userId);
    const provider = this.providers.find(order.provider);
    if (!person || !provider) throw new Failure(depositFailures.provider_unavailable);
    const result = await provider.openAccount({
      reference: order.id,
      amountKobo: order.amountKobo,
      expiresAt: order.expiresAt,
      customer: { name: `${person.firstName} ${person.lastName}`, email: person.email },
    });
    switch (result.outcome) {
      case 'unknown':
        throw new Failure(depositFailures.provider_unavailable, { retryAfterSeconds: 5, cause: result.cause });
      case 'refused':
        await this.orders.end(order.id, 'failed');
        return this.refuse(request, result.reason);
      case 'opened':
        await this.orders.openAccount(order.id, result.account, result.expiresAt);
        return this.get(order.id);
    }
  }

  private async refuse(request: IdempotencyKey, cause?: string): Promise<never> {
    const { name, text } = depositFailures.refused_by_provider;
    await this.moneyRequests.refuse(request, { name, text });
    throw new Failure(depositFailures.refused_by_provider, { remembered: true, cause });
  }

  private async get(id: string): Promise<DepositOrder> {
    const order = await this.orders.find(id);
    if (!order) throw new Error(`deposit order ${id} is not there`);
    return order;
  }
}

function openOrder({ id, accountNumber, accountName, bankName, amountKobo, expiresAt, createdAt }: DepositOrder): OpenOrder {
  return { id, accountNumber, accountName, bankName, amountKobo, expiresAt, createdAt };
}

/** The same request, begun and never answered: whoever began it died, or is still at it and will find the same account. */
function canGoOn({ record: stored }: Replayed, request: IdempotencyKey): boolean {
  return stored.state === 'pending' && stored.fingerprint === request.fingerprint && stored.subjectId !== undefined;
}
