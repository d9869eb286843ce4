import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { IdempotencyRecords, storedResult } from '../../../kernel/idempotency-records.js';
import { Users } from '../../identity/index.js';
import { Ledger } from '../../wallet/index.js';
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

/** One more than there are slots, for requests that lose a race for each of them. */
const SLOT_ATTEMPTS = 6;

export interface DepositWish {
  readonly userId: string;
  readonly amountKobo: Kobo;
}

export type OpenOrder = DepositAccount & Pick<DepositOrder, 'id' | 'amountKobo' | 'expiresAt' | 'createdAt'>;

/**
 * Opens an account for a deposit. The order is committed first, and its id is our reference at the provider, so that a repeat
 * continues it.
 */
@Injectable()
export class CreateDepositOrder {
  private readonly perUser = new KeyedMutex();

  constructor(
    private readonly orders: DepositOrders,
    private readonly providers: DepositProviders,
    private readonly ledger: Ledger,
    private readonly requests: IdempotencyRecords,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `deposits` */
  async execute(wish: DepositWish, key: IdempotencyKey): Promise<OpenOrder | Replayed> {
    if (wish.amountKobo < MINIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.below_minimum);
    if (wish.amountKobo > MAXIMUM_DEPOSIT_KOBO) throw new Failure(depositFailures.above_maximum);
    const placed = await this.perUser.runExclusive(wish.userId, () => this.place(wish, key));
    if (!(placed instanceof Replayed)) return openOrder(await this.withAccount(placed, key));
    if (!isUnanswered(placed, key)) return placed;
    const order = await this.get(placed.record.subjectId!);
    if (order.accountNumber === '') return openOrder(await this.withAccount(order, key));
    return new Replayed({ ...placed.record, state: 'answered', response: storedResult(openOrder(order)) });
  }

  private async place(wish: DepositWish, key: IdempotencyKey): Promise<DepositOrder | Replayed> {
    for (let attempt = 1; ; attempt++) {
      const slot = freeSlot(await this.orders.takenSlots(wish.userId));
      if (slot === undefined) return this.findReplayed(key);
      const order = this.newOrder(wish);
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
        const isTaken = (await this.orders.takenSlots(wish.userId)).includes(slot);
        if (!isTaken || attempt === SLOT_ATTEMPTS) throw error;
      }
    }
  }

  private async findReplayed(key: IdempotencyKey): Promise<Replayed> {
    const seen = await this.requests.find(key);
    if (!seen) throw new Failure(depositFailures.too_many_pending);
    return seen;
  }

  private newOrder({ userId, amountKobo }: DepositWish): DepositOrder {
    const now = this.clock.now();
    return {
      id: newId(),
      userId,
      provider: this.providers.first.name,
      amountKobo,
      status: 'pending',
      accountNumber: '',
      accountName: '',
      bankName: '',
      receivedKobo: ZERO_KOBO,
      expiresAt: now + ORDER_LIFE_MS,
      createdAt: now,
    };
  }

  private async withAccount(order: DepositOrder, key: IdempotencyKey): Promise<DepositOrder> {
    if (order.status !== 'pending') return this.refuse(key);
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
      case 'not_sent':
      case 'unknown':
        throw new Failure(depositFailures.provider_unavailable, { retryAfterSeconds: 5, cause: result.cause });
      case 'refused':
        await this.orders.end(order.id, 'failed');
        return this.refuse(key, result.reason);
      case 'opened':
        return this.storeAccount({ ...order, ...result.account, expiresAt: result.expiresAt }, key);
    }
  }

  private async storeAccount(order: DepositOrder, key: IdempotencyKey): Promise<DepositOrder> {
    const committed = await this.ledger.commit({
      idempotencyKey: { scope: 'system', action: 'deposit.account', key: order.id, fingerprint: '' },
      updates: [this.orders.accountOpened(order)],
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
