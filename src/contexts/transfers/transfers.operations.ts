import { type Kobo, formatNaira, toNaira } from '../../kernel/money.js';
import { PIN_FORM } from '../sign-in/index.js';
import {
  Amount,
  Before,
  Confirmation,
  EmailOrReference,
  Optional,
  RequestType,
  Text,
} from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { itemised, paidKobo } from '../../kernel/charges.js';
import {
  shortName,
  type SentTransfer,
  type StoredTransfer,
  CreateTransfer,
  type TransferCondition,
  Transfers,
  QuoteTransfer,
  Recipients,
  transferFailures,
} from './transfers.js';
import { Injectable } from '@nestjs/common';
import { budgetFailures, Budgets } from '../../kernel/budgets.js';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { Contributes } from '../../kernel/registry.js';
import { ConfirmedAction } from '../devices/index.js';
import { CONFIRMATION_FAILURES } from '../devices/devices.presenters.js';
import { PAYMENT_FAILURES } from '../sign-in/sign-in.presenters.js';
import { LIMIT_FAILURES, presentQuote } from '../tariffs/tariffs.presenters.js';
import { ledgerFailures } from '../../ledger/index.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';

export function presentSentTransfer({ id, amountKobo, charges, recipientName }: SentTransfer) {
  return {
    message: `You sent ${formatNaira(amountKobo)} to ${recipientName}`,
    transact: id,
    ...itemised({ amountKobo, charges }),
  };
}

export const TRANSFER_KEYS: ListKeys<StoredTransfer> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    total: (transfer) => paidKobo(transfer),
  },
};

/** The transfer as its sender and staff see it. */
export function presentTransfer(transfer: StoredTransfer) {
  return {
    marker: transfer.id,
    userid: transfer.senderId,
    receiver: transfer.receiverId,
    email: transfer.receiverEmail,
    amount: toNaira(transfer.amountKobo),
    ...itemised(transfer),
    rqnote: transfer.note,
    status: transfer.status,
    recorded: String(transfer.createdAt),
  };
}

export function presentReceiver({
  id,
  ...names
}: {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}) {
  return { userid: id, name: shortName(names) };
}

export class CreateTransferInput {
  /** E-mail address or reference id of the recipient. */
  @EmailOrReference() email: string;
  @Amount() amount: Kobo;
  @Optional() @Text() messge?: string;
  @Optional() @Text({ pattern: PIN_FORM, form: '4 or 6 digits', isProof: true }) pinc?: string;
  @Optional() @Confirmation() confirmation?: string;
}

export class QuoteTransferInput {
  /** E-mail address or reference id of the recipient. */
  @EmailOrReference() email: string;
  @Amount() amount: Kobo;
}

export class TransferFetchInput {
  @RequestType(['sender', 'receiver', 'mk', 'all']) rqtp: 'sender' | 'receiver' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
}

@SortedBy(TRANSFER_KEYS)
export class UserTransfersInput extends ListInput {
  @Text() uxid: string;
}

export class CheckReceiverInput {
  @RequestType(['email', 'refid']) rqtype: 'email' | 'refid';
  @EmailOrReference() rqvalue: string;
}

const TRANSFERS_PER_PAGE = 15;

const TERMS_FAILURES = [
  on(transferFailures.recipient_not_found, { id: 'recipient_not_found' }),
  on(transferFailures.to_yourself, { id: 'transfer_to_self' }),
  on(transferFailures.test_account, { code: 403, id: 'test_account' }),
  on(transferFailures.below_minimum, { id: 'amount_minimum' }),
  on(transferFailures.above_maximum, { id: 'amount_maximum' }),
];

@Injectable()
export class TransfersOperations {
  constructor(
    private readonly createTransfer: CreateTransfer,
    private readonly quoteTransfer: QuoteTransfer,
    private readonly transfers: Transfers,
    private readonly recipients: Recipients,
    private readonly budgets: Budgets,
  ) {}

  @Operation('user_transfer_create', {
    method: 'POST',
    access: 'signed',
    effect: 'money',
    missing: 400,
    failures: [
      ...PAYMENT_FAILURES,
      ...CONFIRMATION_FAILURES,
      ...TERMS_FAILURES,
      ...LIMIT_FAILURES,
      on(ledgerFailures.insufficient_funds, { id: 'insufficient_funds' }),
      on(ledgerFailures.money_blocked, { code: 400, id: 'money_blocked' }),
      ...LEDGER_FAILURES,
    ],
    present: presentSentTransfer,
    summary: 'Sends money to another user, by e-mail address or reference id.',
  })
  create({ email, amount, messge, pinc, confirmation }: CreateTransferInput, caller: MoneyCaller) {
    const order = { recipient: email, amountKobo: amount, note: messge ?? '', pin: pinc, confirmation };
    return this.createTransfer.execute(order, caller);
  }

  @Operation('user_transfer_quote', {
    method: 'GET',
    access: 'signed',
    limit: 'quote',
    missing: 400,
    failures: TERMS_FAILURES,
    present: presentQuote,
    summary: 'What a transfer costs, and what of the limits remains.',
  })
  quote({ email, amount }: QuoteTransferInput, { userId }: Caller) {
    return this.quoteTransfer.execute({ recipient: email, amountKobo: amount }, userId);
  }

  @Operation('user_transfer_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(transferFailures.no_data)],
    present: listOf(presentTransfer),
    summary: 'Transfers that the signed-in user sent or received, newest first.',
  })
  async fetch(input: TransferFetchInput, caller: Caller) {
    const page = await this.transfers.list(conditions(input, caller.userId), { before: input.page, size: TRANSFERS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(transferFailures.no_data);
    return page.items.map((transfer) => asSeenBy(transfer, caller.userId));
  }

  @Operation('control_user_wallet_transfer', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    forbidden: { code: 404 },
    missing: 401,
    reads: ({ uxid }: UserTransfersInput) => `user:${uxid}`,
    failures: [on(transferFailures.no_data, { code: 403 })],
    present: pageOrFileOf('transfers', presentTransfer),
    summary: 'Transfers that a user sent or received, newest first.',
  })
  async fetchOfUser({ uxid, ...input }: UserTransfersInput) {
    const sentOrReceived = [{ senderId: uxid }, { receiverId: uxid }];
    const page = await pageOrWhole(input, TRANSFER_KEYS, (request) => this.transfers.list(sentOrReceived, request));
    if (page.items.length === 0) throw new Failure(transferFailures.no_data);
    return page;
  }

  @Operation('user_transfer_check_receiver', {
    method: 'GET',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [
      on(transferFailures.receiver_not_found, { code: 404, id: 'receiver_not_found' }),
      on(transferFailures.test_account, { code: 403, id: 'test_account' }),
      on(budgetFailures.limit_reached),
    ],
    present: presentReceiver,
    summary: 'Who receives a transfer to an e-mail address or reference id, so that a payer sees whom they pay.',
  })
  async checkReceiver({ rqtype, rqvalue }: CheckReceiverInput, { isTest, userId }: Caller) {
    await this.budgets.spend('recipient_lookups', userId);
    const found = await (rqtype === 'email' ? this.recipients.findByEmail(rqvalue) : this.recipients.findByReference(rqvalue));
    if (!found) throw new Failure(transferFailures.receiver_not_found);
    if (found.isTest !== isTest) throw new Failure(transferFailures.test_account);
    return found;
  }
}

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedTransfer extends ConfirmedAction {
  readonly action = 'user_transfer_create';

  constructor(private readonly createTransfer: CreateTransfer) {
    super();
  }

  lines({ email, amount }: CreateTransferInput, { userId }: Caller) {
    return this.createTransfer.describe({ recipient: email, amountKobo: amount }, userId);
  }
}

/** Only the sender sees the cost. */
function asSeenBy(transfer: StoredTransfer, userId: string): StoredTransfer {
  return transfer.senderId === userId ? transfer : { ...transfer, charges: [] };
}

/** Every condition names the caller as sender or as receiver. */
function conditions({ rqtp, rqvl }: TransferFetchInput, userId: string): TransferCondition[] {
  switch (rqtp) {
    case 'sender':
      return rqvl === undefined || rqvl === userId ? [{ senderId: userId }] : [{ senderId: rqvl, receiverId: userId }];
    case 'receiver':
      return rqvl === undefined || rqvl === userId ? [{ receiverId: userId }] : [{ receiverId: rqvl, senderId: userId }];
    case 'mk':
      return [
        { id: rqvl ?? '', senderId: userId },
        { id: rqvl ?? '', receiverId: userId },
      ];
    case 'all':
      return [{ senderId: userId }, { receiverId: userId }];
  }
}
