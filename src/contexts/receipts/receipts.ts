import { failures, Failure } from '../../kernel/failure.js';
import { type Deliverable, rechargePin } from '../../kernel/deliverable.js';
import { deflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { type ChargedPayment, sumOf } from '../../kernel/charges.js';
import { Clock } from '../../kernel/clock.js';
import { lagosDate, lagosTime } from '../../kernel/lagos-time.js';
import { kobo, toDecimal } from '../../kernel/money.js';
import { type Anchor, type JournalProof, type PostingPosition, ProvePostings } from '../../ledger/index.js';
import { maskEmail } from '../../kernel/masking.js';
import { Users } from '../sign-in/index.js';
import { Transfers } from '../transfers/index.js';
import { Purchases } from '../purchases/index.js';
import { Payouts, SHOWN_STATUS } from '../payouts/index.js';

export const receiptFailures = failures('receipts', {
  period_invalid: ['invalid', 'The period must be two dates, the first not after the last'],
  statement_too_long: ['refused', 'There is too much for one statement, please choose a shorter period'],
  statement_running: ['conflict', 'Another statement is being made already, we will tell you when it is ready'],
  statements_exhausted: ['too_many', 'You asked for many statements within a day, please try again later'],
  not_found: ['not_found', 'No data matching your query was found'],
});

/** JSON as RFC 8785 wants it for signatures: keys in the order of their UTF-16 units, no blanks. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join()}}`;
}

/** A deliverable with empty texts if the provider names none. */
export type ReceiptDeliverable = Required<Deliverable>;

/** Text of a receipt, with empty fields if there is nothing to say. It is signed as it is written, so its fields have their names of the wire. */
export interface ReceiptContent {
  readonly type: 'transfer' | 'purchase' | 'payout';
  /** Transfer's, purchase's or payout's id. */
  readonly marker: string;
  readonly status: string;
  /** Naira with two decimals, as the other amounts. */
  readonly amount: string;
  readonly charges: readonly { readonly kind: string; readonly name: string; readonly amount: string }[];
  readonly fee: string;
  readonly duty: string;
  readonly vat: string;
  readonly surcharge: string;
  /** Amount and charges: what left the payer's wallet. */
  readonly total: string;
  readonly payer: string;
  readonly payee: string;
  /** The bought item with its number; for a payout the bank and the account. */
  readonly item: string;
  readonly customer_id: string;
  /** Ours with the provider; of a payout the session of the rail where it is known. */
  readonly reference: string;
  /** The first token, PIN or voucher, for the owner alone. */
  readonly token: string;
  /** All that was delivered, for the owner alone. */
  readonly deliverables: readonly ReceiptDeliverable[];
  readonly narration: string;
  /** Unix milliseconds. */
  readonly recorded: string;
  /** The same in Lagos. */
  readonly time: string;
  readonly issued: string;
}

/** Hashes, salt and signature in base64url. */
interface ReceiptProof {
  readonly key: string;
  readonly batch: number;
  readonly batch_hash: string;
  readonly journals: number;
  readonly position: number;
  readonly salt: string;
  readonly journal: string;
  readonly path: readonly string[];
  readonly root: string;
  /** The line of the first anchor that covers the batch, as it is kept outside of the ledger; empty until there is one. */
  readonly anchor: string;
}

export interface Receipt extends ReceiptContent {
  readonly proof: ReceiptProof;
  /** Ed25519 over all other fields. */
  readonly signature: string;
}

export function signedText(receipt: Omit<Receipt, 'signature'>): string {
  return `harmattan receipt\n${canonicalJson(receipt)}\n`;
}

/** Sum of the debits of a journal over wallets and accounts. */
export function debitedKobo(journal: string): number {
  const amounts = journal.split('\n').flatMap((line) => (line.startsWith('P\t') ? Number(line.split('\t')[2]) : []));
  return -amounts.filter((amount) => amount < 0).reduce((sum, amount) => sum + amount, 0);
}

/** The receipt stands behind the #, which browsers keep to themselves: it is not sent to the service. */
export function verifyAddress(publicUrl: string, receipt: Receipt): string {
  return `${publicUrl}/receipts/verify#${deflateRawSync(JSON.stringify(receipt), { level: 9 }).toString('base64url')}`;
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** A party as others may see it: `Bayo A., b***@e***.com`; names are empty once an account is closed. */
export function personOf(names: Names | undefined, maskedAddress: string): string {
  const { firstName = '', lastName = '' } = names ?? {};
  const [initial = ''] = lastName;
  const name = [firstName, initial === '' ? '' : `${initial.toUpperCase()}.`].filter((word) => word !== '').join(' ');
  return [name || 'A closed account', maskedAddress].filter((word) => word !== '').join(', ');
}

export interface MadeDocument {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

type Described = Omit<
  ReceiptContent,
  'amount' | 'charges' | 'fee' | 'duty' | 'vat' | 'surcharge' | 'total' | 'recorded' | 'time' | 'issued'
>;

const NOT_FEES = ['stamp_duty', 'vat', 'surcharge'] as const;

@Injectable()
export class Receipts {
  constructor(
    private readonly transfers: Transfers,
    private readonly purchases: Purchases,
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly postings: ProvePostings,
    private readonly clock: Clock,
  ) {}

  /** Receipt for its sender and its receiver. @throws Failure `receipts.not_found` */
  async ofTransfer(id: string, userId: string): Promise<Receipt> {
    const sentOrReceived = [
      { id, senderId: userId },
      { id, receiverId: userId },
    ];
    const [transfer] = (await this.transfers.list(sentOrReceived, { before: undefined, size: 1 })).items;
    if (!transfer) throw new Failure(receiptFailures.not_found);
    const { senderId, receiverId, receiverEmail, status, note, createdAt } = transfer;
    const [sender, receiver] = await Promise.all([this.users.find(senderId), this.users.find(receiverId)]);
    const content = {
      type: 'transfer' as const,
      marker: id,
      status,
      payer: personOf(sender, sender ? maskEmail(sender.email) : ''),
      // The receiver's address at the time of the transfer.
      payee: personOf(receiver, receiverEmail === '' ? '' : maskEmail(receiverEmail)),
      item: '',
      customer_id: '',
      reference: '',
      token: '',
      deliverables: [],
      narration: note,
    };
    return this.issue(content, transfer, { account: senderId, postedAt: createdAt, subject: id });
  }

  /** Receipt for its buyer alone, with the deliverables. @throws Failure `receipts.not_found` */
  async ofPurchase(id: string, userId: string): Promise<Receipt> {
    const purchase = await this.purchases.reveal(userId, id);
    if (!purchase) throw new Failure(receiptFailures.not_found);
    const buyer = await this.users.find(userId);
    const { status, billerName, itemName, customer, reference, deliverables, createdAt } = purchase;
    const content = {
      type: 'purchase' as const,
      marker: id,
      status,
      payer: personOf(buyer, buyer ? maskEmail(buyer.email) : ''),
      payee: billerName,
      item: itemName,
      customer_id: customer.id,
      reference,
      token: rechargePin(deliverables),
      deliverables: deliverables.map((each) => ({ serial: '', units: '', expires: '', ...each })),
      narration: '',
    };
    return this.issue(content, purchase, { account: userId, postedAt: createdAt, subject: id });
  }

  /** Receipt for its payer alone. @throws Failure `receipts.not_found` */
  async ofPayout(id: string, userId: string): Promise<Receipt> {
    const [payout] = (await this.payouts.list({ id, userId }, { before: undefined, size: 1 })).items;
    if (!payout) throw new Failure(receiptFailures.not_found);
    const payer = await this.users.find(userId);
    const { status, name, bankName, account, sessionId, reference, note, createdAt } = payout;
    const content = {
      type: 'payout' as const,
      marker: id,
      status: SHOWN_STATUS[status],
      payer: personOf(payer, payer ? maskEmail(payer.email) : ''),
      payee: name,
      item: bankName,
      customer_id: account,
      // The receiving bank finds it by the session of the rail.
      reference: sessionId === '' ? reference : sessionId,
      token: '',
      deliverables: [],
      narration: note,
    };
    return this.issue(content, payout, { account: userId, postedAt: createdAt, subject: id });
  }

  /**
   * Adds the proof to the facts of a payment. Its charges are the debits of its journal beside the amount.
   * @throws Failure `receipts.not_found`
   */
  private async issue(described: Described, { amountKobo, charges }: ChargedPayment, place: PostingPosition): Promise<Receipt> {
    const proof = await this.postings.execute(place);
    if (!proof) throw new Failure(receiptFailures.not_found);
    const anchor = await this.postings.anchorOf(proof.batchNo);
    const totalKobo = kobo(debitedKobo(proof.journal));
    const { postedAt } = place;
    const content: ReceiptContent = {
      ...described,
      amount: toDecimal(amountKobo),
      charges: charges.map(({ kind, name, amountKobo: chargedKobo }) => ({ kind, name, amount: toDecimal(chargedKobo) })),
      fee: toDecimal(kobo(totalKobo - amountKobo - sumOf(charges, ...NOT_FEES))),
      duty: toDecimal(sumOf(charges, 'stamp_duty')),
      vat: toDecimal(sumOf(charges, 'vat')),
      surcharge: toDecimal(sumOf(charges, 'surcharge')),
      total: toDecimal(totalKobo),
      recorded: String(postedAt),
      time: `${lagosDate(postedAt)} ${lagosTime(postedAt)}`,
      issued: String(this.clock.now()),
    };
    const unsigned = { ...content, proof: wireProof(proof, this.postings.keyId, anchor) };
    return { ...unsigned, signature: base64(this.postings.sign(signedText(unsigned))) };
  }
}

function wireProof(
  { batchNo, batchHash, journals, position, journal, salt, path, root }: JournalProof,
  key: string,
  anchor: Anchor | undefined,
) {
  return {
    key,
    batch: batchNo,
    batch_hash: batchHash,
    journals,
    position,
    salt: base64(salt),
    journal,
    path: path.map(base64),
    root: base64(root),
    anchor: anchor ? JSON.stringify(anchor) : '',
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url');
}
