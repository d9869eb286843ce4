import { type Charge, sumOf } from '../../../kernel/charges.js';
import { type Kobo, kobo } from '../../../kernel/money.js';

export type TaxKind = 'vat' | 'stamp_duty';

/** What a month moved on the account of a tax; amounts are positive. */
export interface TaxFigures {
  readonly kind: TaxKind;
  /** Payments that were charged. */
  readonly count: number;
  /** What it was charged on. */
  readonly baseKobo: Kobo;
  readonly amountKobo: Kobo;
  readonly refundedKobo: Kobo;
  readonly remittedKobo: Kobo;
}

export interface TaxPosting {
  readonly kind: string;
  readonly subject: string;
  readonly amountKobo: Kobo;
}

const CHARGED = ['transfer', 'settlement'];
const REFUNDED = ['return'];
/** It pays the tax office from a bank account. */
const REMITTED = ['remittance'];

/** Sums of postings, each held against the charges of its payment. */
export class TaxMonth {
  private count = 0;
  private baseKobo = 0;
  private amountKobo = 0;
  private refundedKobo = 0;
  private remittedKobo = 0;
  /** Whether each posting is what its payment says, or a remittance. */
  agrees = true;

  constructor(private readonly kind: TaxKind) {}

  add(posting: TaxPosting, charges: readonly Charge[]): void {
    const { kind, amountKobo } = posting;
    const own = charges.filter((charge) => charge.kind === this.kind);
    const saidKobo = sumOf(own);
    if (CHARGED.includes(kind)) {
      this.count += 1;
      this.amountKobo += amountKobo;
      this.baseKobo += own.reduce((sum, { baseKobo }) => sum + baseKobo, 0);
      this.agrees &&= amountKobo === saidKobo;
    } else if (REFUNDED.includes(kind)) {
      this.refundedKobo -= amountKobo;
      this.agrees &&= -amountKobo === saidKobo;
    } else if (REMITTED.includes(kind)) this.remittedKobo -= amountKobo;
    else this.agrees = false;
  }

  get figures(): TaxFigures {
    return {
      kind: this.kind,
      count: this.count,
      baseKobo: kobo(this.baseKobo),
      amountKobo: kobo(this.amountKobo),
      refundedKobo: kobo(this.refundedKobo),
      remittedKobo: kobo(this.remittedKobo),
    };
  }

  /** How the balance changed. */
  get changeKobo(): number {
    return this.amountKobo - this.refundedKobo - this.remittedKobo;
  }
}
