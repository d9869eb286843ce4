/** The statement of the company's account at a bank, as the simulated providers' books make it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Data } from '@harmattan/client';
import type { Simulators } from '../../simulators/console/simulators.js';
import type { DemoService } from './service.js';

export const BANK = 'gtb';
const BILLER_FLOAT_KOBO = 400_000;
const PAYER_FLOATS_KOBO = [1_400_000, 200_000];
const SMS_KOBO = 400;

export type Tax = Data<'control_tax_fetch'>['result'][number];

export interface BankLine {
  readonly reference: string;
  readonly description: string;
  readonly amountKobo: number;
  /** What it is for the books. */
  readonly kind: string;
}

/** What we have with the providers in the morning, as the statement will show it. */
export function fillFloats({ billers, payers }: Simulators): void {
  for (const { running } of billers) running.books.floatKobo = BILLER_FLOAT_KOBO;
  for (const [index, { running }] of payers.entries()) running.payouts.books.floatKobo = PAYER_FLOATS_KOBO[index]!;
}

export function taxName(kind: string): string {
  return kind === 'vat' ? 'VAT' : 'Stamp duty';
}

/** What came in as who paid it counts it, and what went out by our orders. */
export function linesOf({ banks, billers, payers }: Simulators, taxes: readonly Tax[], month: string): BankLine[] {
  const topUp = ({ name, title }: { readonly name: string; readonly title: string }, floatKobo: number) => ({
    reference: `FT-${name}`,
    description: `TRF TO ${title}`,
    amountKobo: -floatKobo,
    kind: 'float_topup',
  });
  return [
    ...banks.map(({ name, title, running }) => ({
      reference: `SETTLEMENT-${name}`,
      description: `SETTLEMENT ${title}`,
      amountKobo: running.accounts.reduce((sum, { receivedKobo, feesKobo }) => sum + receivedKobo - feesKobo, 0),
      kind: 'provider_payout',
    })),
    ...billers.map((biller) => topUp(biller, BILLER_FLOAT_KOBO)),
    ...payers.map((payer, index) => topUp(payer, PAYER_FLOATS_KOBO[index]!)),
    ...taxes.map(({ kind, due }) => ({
      reference: `NRS-${month}-${kind}`,
      description: `NRS ${taxName(kind)} ${month}`,
      amountKobo: -Math.round(due * 100),
      kind: 'remittance',
    })),
    { reference: `SMS-${month}`, description: 'SMS ALERT CHARGE', amountKobo: -SMS_KOBO, kind: 'bank_fee' },
  ];
}

export function writeStatement({ directory }: DemoService, day: string, lines: readonly BankLine[]): string {
  const path = join(directory, 'statement.csv');
  const naira = (kobo: number) => (kobo / 100).toFixed(2);
  let balance = 0;
  const rows = lines.map(({ reference, description, amountKobo }) => {
    balance += amountKobo;
    return [day, reference, description, naira(amountKobo), naira(balance)].join(',');
  });
  const head = ['Opening Balance,0.00', `Closing Balance,${naira(balance)}`, 'day,reference,description,amount,balance'];
  writeFileSync(path, [...head, ...rows, ''].join('\n'));
  return path;
}
