import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { CreateDepositOrder } from './application/create-deposit-order.js';
import { DepositOrders, type OrderFilter } from './application/ports.js';
import { CreateDepositOrderInput, DepositOrderFetchInput, UserDepositsInput } from './deposits.inputs.js';
import { ORDER_KEYS, presentOpenOrder, presentOrder } from './deposits.presenters.js';
import { DEPOSIT_STATUSES } from './domain/deposit-order.js';
import { depositFailures } from './domain/deposits.failures.js';

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
