import { Month, RequestType } from '../../platform/http/input.decorators.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';
import { Tariffs, tariffFailures } from './tariffs.js';
import { type ListedTariff, presentTariff } from './tariffs.presenters.js';
import { toNaira } from '../../kernel/money.js';
import { ReportTax, type TaxReport } from './tax.js';

export type TariffRequest = 'current' | 'history' | 'future' | 'all';

export class TariffFetchInput {
  @RequestType(['current', 'history', 'future', 'all']) rqtp: TariffRequest;
}

export class TaxFetchInput {
  @RequestType(['month']) rqtp: 'month';
  @Month() rqvl: string;
}

const STATUS = { current: 'current', history: 'past', future: 'future' } as const;

@Injectable()
export class TariffsOperations {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  @Operation('control_tariff_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    failures: [on(tariffFailures.no_tariff, { code: 404 })],
    present: listOf(presentTariff),
    summary: 'What is charged and allowed: fees, duties, surcharges and limits in force, those before and those to come.',
  })
  async fetch({ rqtp }: TariffFetchInput) {
    const book = await this.tariffs.current();
    const now = this.clock.now();
    const current = new Set(book.current(now));
    const listed = book.tariffs.map((tariff): ListedTariff => {
      const status = current.has(tariff) ? 'current' : tariff.fromMs > now ? 'future' : 'past';
      return { tariff, status };
    });
    const wanted = listed.filter(({ status }) => rqtp === 'all' || status === STATUS[rqtp]);
    if (wanted.length === 0) throw new Failure(tariffFailures.no_tariff);
    return wanted.toSorted((a, b) => b.tariff.fromMs - a.tariff.fromMs);
  }
}

@Injectable()
export class TaxOperations {
  constructor(private readonly reportTax: ReportTax) {}

  @Operation('control_tax_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: () => 'tax',
    present: presentTaxReport,
    summary:
      'VAT and stamp duty of a month in Lagos (rqvl, as 2026-11): what was charged on how much, refunded and remitted, and what is due, the balance of its account at the end of the month.',
  })
  fetch({ rqvl: month }: TaxFetchInput) {
    return this.reportTax.execute(month);
  }
}

function presentTaxReport({ month, taxes, agrees }: TaxReport) {
  return {
    month,
    result: taxes.map(({ kind, count, baseKobo, amountKobo, refundedKobo, remittedKobo, dueKobo }) => ({
      kind,
      count,
      base: toNaira(baseKobo),
      amount: toNaira(amountKobo),
      refunded: toNaira(refundedKobo),
      remitted: toNaira(remittedKobo),
      due: toNaira(dueKobo),
    })),
    agrees,
  };
}
