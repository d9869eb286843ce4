import { type Kobo, formatNaira, toNaira } from '../../kernel/money.js';
import { Amount, Before, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { toSeconds } from '../../kernel/clock.js';
import { type OpenOrder, CreateDepositOrder } from './open-order.js';
import { type DepositOrder, DepositOrders, type OrderFilter, DEPOSIT_STATUSES, depositFailures } from './orders.js';
import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { LIMIT_FAILURES } from '../tariffs/tariffs.presenters.js';

export function presentOpenOrder(order: OpenOrder) {
  return {
    marker: order.id,
    accountNumber: order.accountNumber,
    accountName: order.accountName,
    bankName: order.bankName,
    expires: String(toSeconds(order.expiresAt)),
    amount: formatNaira(order.amountKobo),
    pxamount: toNaira(order.amountKobo),
    currency: 'NGN',
    recorded: String(order.createdAt),
  };
}

export const ORDER_KEYS: ListKeys<DepositOrder> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    ax_amount: ({ amountKobo }) => amountKobo,
    ax_received: ({ receivedKobo }) => receivedKobo,
    ax_bank: ({ bankName }) => bankName,
    ax_expire: ({ expiresAt }) => expiresAt,
    status: ({ status }) => status,
  },
  sums: {
    ax_amount: ({ amountKobo }) => amountKobo,
    ax_received: ({ receivedKobo, takenBackKobo = 0 }) => receivedKobo - takenBackKobo,
  },
};

export function presentOrder(order: DepositOrder) {
  return {
    marker: order.id,
    userid: order.userId,
    ax_bank: order.bankName,
    ax_name: order.accountName,
    ax_amount: toNaira(order.amountKobo),
    ax_received: toNaira(order.receivedKobo),
    ax_number: order.accountNumber,
    ax_expire: String(toSeconds(order.expiresAt)),
    status: order.status,
    recorded: String(order.createdAt),
  };
}

export class CreateDepositOrderInput {
  @Amount() amount: Kobo;
}

@SortedBy(ORDER_KEYS)
export class UserDepositsInput extends ListInput {
  @Optional() @RequestType(['user', 'status', 'mk', 'all']) rqtp?: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class DepositOrderFetchInput {
  @RequestType(['user', 'status', 'mk', 'all']) rqtp: 'user' | 'status' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;
}

const ORDERS_PER_PAGE = 15;

@Injectable()
export class DepositsOperations {
  constructor(
    private readonly createOrder: CreateDepositOrder,
    private readonly orders: DepositOrders,
  ) {}

  @Operation('user_deposit_order_create', {
    method: 'POST',
    access: 'signed',
    effect: 'money',
    missing: 400,
    failures: [
      on(depositFailures.below_minimum, { id: 'amount_minimum' }),
      on(depositFailures.above_maximum, { id: 'amount_maximum' }),
      on(depositFailures.too_many_pending, { id: 'orders_maximum' }),
      ...LIMIT_FAILURES,
      ...LEDGER_FAILURES,
      on(depositFailures.refused_by_provider, { code: 500 }),
      on(depositFailures.provider_unavailable, { code: 500 }),
    ],
    present: presentOpenOrder,
    summary: 'Opens a bank account for one deposit into the wallet.',
  })
  create({ amount }: CreateDepositOrderInput, caller: MoneyCaller) {
    return this.createOrder.execute({ userId: caller.userId, amountKobo: amount }, caller.idempotencyKey);
  }

  @Operation('user_deposit_order_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(depositFailures.no_data)],
    present: listOf(presentOrder),
    summary: 'Deposit orders of the signed-in user, newest first.',
  })
  async fetch(input: DepositOrderFetchInput, { userId }: Caller) {
    const filter = filterOf(input, userId);
    const page = filter && (await this.orders.list(filter, { before: input.page, size: ORDERS_PER_PAGE }));
    if (!page || page.items.length === 0) throw new Failure(depositFailures.no_data);
    return page.items;
  }

  @Operation('control_user_wallet_deposit', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    forbidden: { code: 404 },
    missing: 401,
    reads: ({ rqtp, rqvl }: UserDepositsInput) => (rqtp === 'user' ? `user:${rqvl}` : 'deposits'),
    failures: [on(depositFailures.no_data, { code: 403 })],
    present: pageOrFileOf('deposits', presentOrder),
    summary: 'Deposit orders of all users, newest first.',
  })
  async fetchOfUsers(input: UserDepositsInput) {
    const page = await pageOrWhole(input, ORDER_KEYS, (request) => this.orders.list(filterForStaff(input), request));
    if (page.items.length === 0) throw new Failure(depositFailures.no_data);
    return page;
  }
}

/** Undefined where nothing can match. */
function filterOf({ rqtp, rqvl }: DepositOrderFetchInput, userId: string): OrderFilter | undefined {
  switch (rqtp) {
    case 'all':
      return { userId };
    case 'user':
      return rqvl === undefined || rqvl === userId ? { userId } : undefined;
    case 'status':
      return { userId, statuses: DEPOSIT_STATUSES.filter((status) => status === rqvl) };
    case 'mk':
      return { userId, id: rqvl ?? '' };
  }
}

function filterForStaff({ rqtp = 'all', rqvl = '' }: UserDepositsInput): OrderFilter {
  switch (rqtp) {
    case 'all':
      return { userId: undefined };
    case 'user':
      return { userId: rqvl };
    case 'status':
      return { userId: undefined, statuses: DEPOSIT_STATUSES.filter((status) => status === rqvl) };
    case 'mk':
      return { userId: undefined, id: rqvl };
  }
}
