import { Injectable } from '@nestjs/common';
import { toNaira } from '../../kernel/money.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { Operation } from '../../platform/http/operation.decorator.js';
import { ReportTax, type TaxReport } from './application/report-tax.js';
import { TaxFetchInput } from './tariffs.inputs.js';

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
