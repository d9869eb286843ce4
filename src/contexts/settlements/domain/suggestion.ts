import type { Remitted, SettlementKind } from './settlement.js';
import type { StatementLine } from './bank-statement.js';

/** What a line of a statement seems to be; no kind where nothing is known. */
export interface Suggestion {
  readonly kind: SettlementKind | '';
  readonly provider: string;
  readonly account: Remitted | '';
  /** `name`: the line names it. `amount`: exactly so much is open. */
  readonly because: 'name' | 'amount' | '';
}

export interface OpenAmounts {
  /** As they are reconciled. */
  readonly providers: readonly {
    readonly name: string;
    readonly provider: string;
    /** Others keep a float of ours. */
    readonly takesDeposits: boolean;
    /** What it has of ours. */
    readonly holdsKobo: number;
  }[];
  /** What is owed to the state. */
  readonly vatKobo: number;
  readonly dutiesKobo: number;
}

const NOTHING: Suggestion = { kind: '', provider: '', account: '', because: '' };
const TAXES: readonly (readonly [Remitted, RegExp])[] = [
  ['vat', /\b(vat|value added tax)\b.*\b(remit|firs|nrs|remita)|\b(firs|nrs|remita)\b.*\bvat\b/i],
  ['duties', /\b(stamp dut(y|ies))\b.*\b(remit|firs|nrs|remita)|\b(firs|nrs|remita)\b.*\b(stamp|dut(y|ies))\b/i],
];
const BANK_FEE = /\b(charges?|fees?|commission|maintenance|sms|alert|cot|emtl|levy|stamp duty|vat|nip fee|card)\b/i;

/** By the words of the line, and else by its amount. */
export function suggestionFor(
  line: Pick<StatementLine, 'amountKobo' | 'reference' | 'description'>,
  open: OpenAmounts,
): Suggestion {
  const words = `${line.description} ${line.reference}`;
  const isIn = line.amountKobo > 0;
  const amount = Math.abs(line.amountKobo);
  if (!isIn) {
    const tax = TAXES.find(([, pattern]) => pattern.test(words))?.[0];
    if (tax) return { ...NOTHING, kind: 'remittance', account: tax, because: 'name' };
  }
  const named = open.providers.filter(({ provider }) => words.toLowerCase().includes(provider.toLowerCase()));
  // Payouts come from who takes deposits, and floats are kept with who delivers or pays out.
  const meant = named.find(({ takesDeposits }) => takesDeposits === isIn) ?? named[0];
  if (meant && (isIn || !BANK_FEE.test(words)))
    return { ...NOTHING, kind: isIn ? 'provider_payout' : 'float_topup', provider: meant.name, because: 'name' };
  if (isIn) {
    const exact = open.providers.filter(({ holdsKobo }) => holdsKobo === amount);
    return exact.length === 1 ? { ...NOTHING, kind: 'provider_payout', provider: exact[0]!.name, because: 'amount' } : NOTHING;
  }
  if (BANK_FEE.test(words)) return { ...NOTHING, kind: 'bank_fee', because: 'name' };
  if (amount === open.vatKobo) return { ...NOTHING, kind: 'remittance', account: 'vat', because: 'amount' };
  return amount === open.dutiesKobo ? { ...NOTHING, kind: 'remittance', account: 'duties', because: 'amount' } : NOTHING;
}
