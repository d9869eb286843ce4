import type { Deliverable } from '../../../kernel/deliverable.js';
import { canonicalJson } from './canonical-json.js';

/** With empty texts where the provider names none. */
export type ReceiptDeliverable = Required<Deliverable>;

/** What a receipt says of a payment, empty where it has nothing to say. It is signed as it is written, so its fields have their names of the wire. */
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
  /** What was bought, and for which number; of a payout the bank and the account. */
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

/** What the postings of a journal take from wallets and accounts together. */
export function debitedKobo(journal: string): number {
  const amounts = journal.split('\n').flatMap((line) => (line.startsWith('P\t') ? Number(line.split('\t')[2]) : []));
  return -amounts.filter((amount) => amount < 0).reduce((sum, amount) => sum + amount, 0);
}
