import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import type { Kobo } from '../../../kernel/money.js';
import { type AccountId, AccountPostings, DUTIES_ACCOUNT, History, VAT_ACCOUNT } from '../../../ledger/index.js';
import { type TaxFigures, type TaxKind, TaxMonth } from '../domain/tax-month.js';
import { ChargedPayments } from './ports.js';

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

/** What a month brought for the tax office, of the ledger and held against the payments. */
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
