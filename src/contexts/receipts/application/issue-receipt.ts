import { Injectable } from '@nestjs/common';
import { type ChargedPayment, sumOf } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { lagosDate, lagosTime } from '../../../kernel/lagos-time.js';
import { kobo, toDecimal } from '../../../kernel/money.js';
import { type Anchor, type JournalProof, type PostingPosition, ProvePostings } from '../../../ledger/index.js';
import { debitedKobo, type Receipt, type ReceiptContent, signedText } from '../domain/receipt.js';
import { receiptFailures } from '../domain/receipts.failures.js';

type Described = Omit<
  ReceiptContent,
  'amount' | 'charges' | 'fee' | 'duty' | 'vat' | 'surcharge' | 'total' | 'recorded' | 'time' | 'issued'
>;

const NOT_FEES = ['stamp_duty', 'vat', 'surcharge'] as const;

/** Adds the proof to what is known of a payment. What it cost besides the amount is what its journal debited. */
@Injectable()
export class IssueReceipt {
  constructor(
    private readonly postings: ProvePostings,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `receipts.not_found` */
  async execute(described: Described, { amountKobo, charges }: ChargedPayment, place: PostingPosition): Promise<Receipt> {
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
