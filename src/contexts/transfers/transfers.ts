import type { Charge } from '../../kernel/charges.js';
import { type Kobo, naira, kobo } from '../../kernel/money.js';
import { failures, Failure } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { normaliseEmail } from '../../kernel/email-address.js';
import { devicesFailures, type Lines, PaymentConfirmations, paymentLines } from '../devices/index.js';
import { type Payer, type User, Users, PaymentAuthorisation } from '../sign-in/index.js';
import { Clock } from '../../kernel/clock.js';
import { Tariffs, PaymentLimits, LimitedLedger } from '../tariffs/index.js';
import { type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { storedResult } from '../../kernel/idempotency-records.js';
import { newId } from '../../kernel/ids.js';
import { chargeAccount, type Posting } from '../../ledger/index.js';

export const MINIMUM_TRANSFER_KOBO = naira(50);
export const MAXIMUM_TRANSFER_KOBO = naira(5_000_000);

/** A transfer between two wallets. Its id is also that of its journal. */
export interface Transfer {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  /** The receiver's address at the time. */
  readonly receiverEmail: string;
  readonly amountKobo: Kobo;
  /** Charges that the sender pays beside the amount. */
  readonly charges: readonly Charge[];
  readonly note: string;
  readonly status: 'complete';
}

export interface StoredTransfer extends Transfer {
  readonly createdAt: number;
}

export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.trim().slice(0, 120);
}

/** The given name and an initial, as `Bayo A.`: enough to recognise a recipient, too little to look people up. */
export function shortName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial = ''] = lastName;
  return initial === '' ? firstName : `${firstName} ${initial.toUpperCase()}.`;
}

export const transferFailures = failures('transfers', {
  recipient_not_found: ['refused', 'Recipient not found'],
  to_yourself: ['invalid', 'You cannot transfer to yourself'],
  test_account: ['forbidden', 'Test accounts and real accounts cannot pay each other'],
  below_minimum: ['invalid', 'The minimum amount of a transfer is 50.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a transfer is 5,000,000.00 Naira'],
  receiver_not_found: ['not_found', 'User with this profile not found'],
  no_data: ['not_found', 'No data matching your query was found'],
});

export type TransferCondition = Partial<Pick<Transfer, 'id' | 'senderId' | 'receiverId'>>;

export abstract class Transfers {
  /** The transfer as a row of a ledger command, created at the command's commit time. */
  abstract toRow(transfer: Transfer): RowInsert;
  abstract find(ids: readonly string[]): Promise<ReadonlyMap<string, Transfer>>;
  /** Transfers that match one of the conditions, newest first. No transfer may match two. */
  abstract list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>>;
}

@Injectable()
export class Recipients {
  constructor(private readonly users: Users) {}

  /** Finds by e-mail address or reference id; undefined for a suspended account. */
  find(addressOrReference: string): Promise<User | undefined> {
    return addressOrReference.includes('@') ? this.findByEmail(addressOrReference) : this.findByReference(addressOrReference);
  }

  async sender(userId: string): Promise<Payer> {
    const person = await this.users.find(userId);
    if (!person) throw new Error(`the signed-in user ${userId} does not exist`);
    return person;
  }

  async findByEmail(address: string): Promise<User | undefined> {
    return active(await this.users.findByEmail(normaliseEmail(address)));
  }

  async findByReference(reference: string): Promise<User | undefined> {
    return active(await this.users.findByReference(reference));
  }
}

function active(person: User | undefined): User | undefined {
  return person?.status === 'active' ? person : undefined;
}

export interface TransferCosts {
  readonly recipient: User;
  readonly charges: readonly Charge[];
}

/** Checks who may get how much, and the cost: the same for a quote and for the transfer. */
@Injectable()
export class TransferTerms {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `transfers` */
  async of(sender: User, recipient: User | undefined, amountKobo: Kobo): Promise<TransferCosts> {
    if (!recipient) throw new Failure(transferFailures.recipient_not_found);
    if (recipient.id === sender.id) throw new Failure(transferFailures.to_yourself);
    if (recipient.isTest !== sender.isTest) throw new Failure(transferFailures.test_account);
    if (amountKobo < MINIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.below_minimum);
    if (amountKobo > MAXIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.above_maximum);
    const book = await this.tariffs.current();
    return { recipient, charges: book.transferCharges(amountKobo, this.clock.now()) };
  }
}

@Injectable()
export class QuoteTransfer {
  constructor(
    private readonly recipients: Recipients,
    private readonly terms: TransferTerms,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `transfers` */
  async execute(order: { readonly recipient: string; readonly amountKobo: Kobo }, senderId: string) {
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    const { charges } = await this.terms.of(sender, recipient, order.amountKobo);
    return { amountKobo: order.amountKobo, charges, ...(await this.limits.left(senderId)) };
  }
}

export interface TransferOrder {
  /** E-mail address or reference id. */
  readonly recipient: string;
  readonly amountKobo: Kobo;
  readonly note: string;
  readonly pin?: string | undefined;
  readonly confirmation?: string | undefined;
}

export interface SentTransfer {
  readonly id: string;
  readonly amountKobo: Kobo;
  readonly charges: readonly Charge[];
  readonly recipientName: string;
}

@Injectable()
export class CreateTransfer {
  constructor(
    private readonly recipients: Recipients,
    private readonly authorisation: PaymentAuthorisation,
    private readonly terms: TransferTerms,
    private readonly ledger: LimitedLedger,
    private readonly transfers: Transfers,
    private readonly confirmations: PaymentConfirmations,
  ) {}

  /** What the sender confirms. @throws Failure of `transfers` */
  async describe(order: Pick<TransferOrder, 'recipient' | 'amountKobo'>, senderId: string): Promise<Lines> {
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    return linesOf(order, await this.terms.of(sender, recipient, order.amountKobo));
  }

  /** @throws Failure of `transfers`, of PaymentAuthorisation, of PaymentConfirmations, `tariffs.limit_reached` and `ledger.insufficient_funds` */
  async execute(order: TransferOrder, caller: MoneyCaller): Promise<SentTransfer | Replayed> {
    const { userId: senderId, sessionId, ip, idempotencyKey } = caller;
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    const proving = this.authorisation.authorise(sender, { sessionId, ip, pin: order.pin });
    if (proving) await proving;
    const costs = await this.terms.of(sender, recipient, order.amountKobo);
    const { required } = this.confirmations;
    const updates = required && (await this.confirmations.check(senderId, linesOf(order, costs), order.confirmation));
    const transfer: Transfer = {
      id: newId(),
      senderId,
      receiverId: costs.recipient.id,
      receiverEmail: costs.recipient.email,
      amountKobo: order.amountKobo,
      charges: costs.charges,
      note: order.note,
      status: 'complete',
    };
    const { id, amountKobo, charges } = transfer;
    const sent: SentTransfer = { id, amountKobo, charges, recipientName: fullName(costs.recipient) };
    const command = {
      idempotencyKey,
      journal: { id: transfer.id, kind: 'transfer' as const, subject: transfer.id, postings: postings(transfer, sender, costs) },
      inserts: [this.transfers.toRow(transfer)],
      response: storedResult(sent),
    };
    const outcome = await (updates
      ? this.ledger.commitUnlessStale(caller, { ...command, updates }, transfer.receiverId)
      : this.ledger.commit(caller, command, transfer.receiverId));
    // Another payment used the confirmation meanwhile.
    if (outcome === 'stale') throw new Failure(devicesFailures.confirmation_invalid);
    return outcome instanceof Replayed ? outcome : sent;
  }
}

/** No more of the name than whoever looks a recipient up is told. */
function linesOf({ recipient: given, amountKobo }: Pick<TransferOrder, 'recipient' | 'amountKobo'>, costs: TransferCosts): Lines {
  const { recipient, charges } = costs;
  return paymentLines({ title: 'Transfer', payee: `${shortName(recipient)}, ${given}`, amountKobo, charges });
}

function postings(
  { senderId, receiverId, amountKobo, charges }: Transfer,
  sender: User,
  { recipient }: TransferCosts,
): Posting[] {
  return [
    { account: senderId, amountKobo: kobo(-amountKobo), note: `Transfer to ${fullName(recipient)}` },
    { account: receiverId, amountKobo, note: `Transfer from ${fullName(sender)}` },
    ...charges.flatMap(({ kind, name: note, amountKobo: chargedKobo }) => [
      { account: senderId, amountKobo: kobo(-chargedKobo), note },
      { account: chargeAccount(kind), amountKobo: chargedKobo, note },
    ]),
  ];
}
