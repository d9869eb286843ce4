import { type Charge, sumOf } from '../../kernel/charges.js';
import { type Kobo, kobo } from '../../kernel/money.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { addDays, lagosMidnight } from '../../kernel/lagos-time.js';
import { type AccountId, AccountPostings, DUTIES_ACCOUNT, History, VAT_ACCOUNT } from '../../ledger/index.js';
import { ChargedPayments } from './tariffs.js';

export type TaxKind = 'vat' | 'stamp_duty';

/** A month's movements on the account of a tax; amounts are positive. */
export interface TaxFigures {
  readonly kind: TaxKind;
  /** Payments that were charged. */
  readonly count: number;
  /** The charged base. */
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
  /** Whether each posting agrees with its payment or is a remittance. */
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

const ACCOUNTS: readonly (readonly [TaxKind, AccountId])[] = [
  ['vat', VAT_ACCOUNT],
  ['stamp_duty', DUTIES_ACCOUNT],
];

export interface Tax extends TaxFigures {
  /** Balance of the account at the month's end, now where it has not ended. */
  readonly dueKobo: Kobo;
}

export interface TaxReport {
  readonly month: string;
  readonly taxes: readonly Tax[];
  /** Whether accounts, postings and payments say the same. */
  readonly agrees: boolean;
}

/** A month's taxes from the ledger, compared with the payments. */
@Injectable()
export class ReportTax {
  constructor(
    private readonly postings: AccountPostings,
    private readonly history: History,
    private readonly payments: ChargedPayments,
    private readonly clock: Clock,
  ) {}

  /** @param month of Lagos, as 2026-11 */
  async execute(month: string): Promise<TaxReport> {
    const first = `${month}-01`;
    const from = lagosMidnight(first);
    const ends = lagosMidnight(`${addDays(first, 31).slice(0, 7)}-01`);
    const to = Math.max(from, Math.min(ends, this.clock.now() + 1));
    const read = await Promise.all(ACCOUNTS.map(([kind, account]) => this.read(kind, account, from, to)));
    return { month, taxes: read.map(({ tax }) => tax), agrees: read.every(({ agrees }) => agrees) };
  }

  private async read(kind: TaxKind, account: AccountId, from: number, to: number): Promise<{ tax: Tax; agrees: boolean }> {
    const sums = new TaxMonth(kind);
    for await (const portion of this.postings.between(account, from, to)) {
      const charges = await this.payments.chargesOf(portion.map(({ subject }) => subject));
      for (const posting of portion) sums.add(posting, charges.get(posting.subject) ?? NO_CHARGES);
    }
    const [openingKobo, dueKobo] = await Promise.all([
      this.history.balanceAt(account, from - 1),
      this.history.balanceAt(account, to - 1),
    ]);
    const agrees = sums.agrees && openingKobo + sums.changeKobo === dueKobo;
    return { tax: { ...sums.figures, dueKobo }, agrees };
  }
}

const NO_CHARGES: readonly Charge[] = [];
