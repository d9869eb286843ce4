import type { CheckedCharge } from './paystack-charge-check.js';

export interface Charge extends CheckedCharge {
  readonly accountNumber: string;
  id?: number;
  receivedKobo: number;
  /** When the charge was opened, by which Paystack lists. */
  createdAt?: number;
  paidAt?: string;
  state: 'pending' | 'success' | 'reversed';
  sender?: Transfer;
  /** 50 Naira unless given. */
  feesKobo?: number;
}

export interface Transfer {
  readonly amountKobo: number;
  readonly senderName?: string;
  readonly senderAccount?: string;
  readonly narration?: string;
  /** Unix ms; now unless given. */
  readonly at?: number;
}

/** What Paystack received and kept, by charge. */
export class PaystackBooks {
  readonly charges = new Map<string, Charge>();
  private readonly byAccount = new Map<string, Charge>();
  private last = 0;
  /** Takes the wrong amount too, where the simulated integration does not insist on the exact one. */
  exactAmounts = true;
  /** What becomes of a transaction's data before it is sent. */
  distort: (data: Record<string, unknown>) => object = (data) => data;

  open(charge: CheckedCharge): Charge {
    const accountNumber = `1${String(++this.last).padStart(9, '0')}`;
    const opened: Charge = { ...charge, accountNumber, createdAt: Date.now(), receivedKobo: 0, state: 'pending' };
    this.charges.set(charge.reference, opened);
    this.byAccount.set(accountNumber, opened);
    return opened;
  }

  /** Kobo received and not reversed. */
  get keptKobo(): number {
    return [...this.charges.values()].reduce((sum, { receivedKobo, state }) => sum + (state === 'success' ? receivedKobo : 0), 0);
  }

  receive(accountNumber: string, transfer: Transfer): { outcome: 'credited' | 'returned'; message?: object } {
    const charge = this.byAccount.get(accountNumber);
    if (!charge || charge.state !== 'pending' || (transfer.at ?? Date.now()) > charge.expiresAt) return { outcome: 'returned' };
    if (this.exactAmounts && transfer.amountKobo !== charge.amountKobo)
      return { outcome: 'returned', message: this.rejection(charge, transfer) };
    charge.id = 4_000_000_000 + ++this.last;
    charge.receivedKobo = transfer.amountKobo;
    charge.state = 'success';
    charge.paidAt = new Date(transfer.at ?? Date.now()).toISOString();
    charge.sender = transfer;
    return { outcome: 'credited', message: { event: 'charge.success', data: this.transactionOf(charge) } };
  }

  /** Somebody pays by another way than a charge of the service: the webhook that tells of it. */
  stray(reference: string, amountKobo: number, accountNumber: string): object {
    const charge = this.open({ reference, email: 'payer@example.com', amountKobo, expiresAt: Date.now() + 60_000 });
    this.receive(charge.accountNumber, { amountKobo });
    charge.sender = { amountKobo, senderName: 'STRAY PAYER', senderAccount: '0022728151', narration: 'rent' };
    const data = this.transactionOf(charge);
    return {
      event: 'charge.success',
      data: { ...data, authorization: { ...data.authorization, receiver_bank_account_number: accountNumber } },
    };
  }

  /** What it keeps of a payment is another fee from now on. */
  keeps(reference: string, feesKobo: number): void {
    this.charges.get(reference)!.feesKobo = feesKobo;
  }

  keptOf({ feesKobo = 5_000, receivedKobo }: Charge): number {
    return Math.min(feesKobo, receivedKobo);
  }

  reverse(reference: string): object {
    const charge = this.charges.get(reference)!;
    charge.state = 'reversed';
    return {
      event: 'refund.processed',
      data: { status: 'processed', transaction_reference: reference, amount: String(charge.receivedKobo) },
    };
  }

  /** Newest first, as Paystack lists them. */
  listed(from: number, to: number): Charge[] {
    const within = ({ createdAt = 0 }: Charge) => createdAt >= from && createdAt <= to;
    return [...this.charges.values()].filter(within).toReversed();
  }

  transactionOf(charge: Charge) {
    const { senderName = 'ADA OBI', senderAccount = '0022728151', narration = 'NIP transfer' } = charge.sender ?? {};
    return {
      id: charge.id ?? null,
      domain: 'test',
      status: charge.state,
      reference: charge.reference,
      amount: charge.state === 'pending' ? charge.amountKobo : charge.receivedKobo,
      requested_amount: charge.amountKobo,
      currency: 'NGN',
      channel: 'bank_transfer',
      paid_at: charge.paidAt ?? null,
      created_at: new Date(charge.createdAt ?? 0).toISOString(),
      fees: charge.state === 'pending' ? null : this.keptOf(charge),
      metadata: '',
      customer: { id: 1, email: charge.email },
      authorization: {
        channel: 'bank_transfer',
        sender_bank: charge.sender ? 'First Bank of Nigeria' : null,
        sender_name: charge.sender ? senderName : null,
        sender_bank_account_number: charge.sender ? `XXXXXX${senderAccount.slice(-4)}` : null,
        narration: charge.sender ? narration : null,
      },
    };
  }

  private rejection(charge: Charge, { amountKobo }: Transfer): object {
    return {
      event: 'bank.transfer.rejected',
      data: {
        bank_transfer: {
          amount: String(amountKobo),
          message: 'Incorrect amount',
          message_type: 'INCORRECT_AMOUNT',
          transaction_id: 5_000_000_000 + ++this.last,
        },
        customer: { email: charge.email },
      },
    };
  }
}
