import type { AccountId } from './account.js';

interface Sides {
  /** Beginnings of the names of the accounts that may be debited, and credited. */
  readonly debits: readonly string[];
  readonly credits: readonly string[];
}

const BANK = ['system:bank:'];
const CLEARING = ['system:clearing:', 'system:deposits:'];
const COSTS = ['system:costs:'];

/** Movements between the operator's own accounts: two postings, each on its side. */
const SIDES: Readonly<Record<string, Sides>> = {
  provider_payout: { debits: BANK, credits: CLEARING },
  float_topup: { debits: CLEARING, credits: BANK },
  provider_fee: { debits: COSTS, credits: CLEARING },
  deposit_fee: { debits: COSTS, credits: ['system:deposits:'] },
  // The provider may name a smaller fee the second time.
  payout_cost: { debits: [...COSTS, 'system:clearing:'], credits: ['system:clearing:', ...COSTS] },
  remittance: { debits: ['system:vat', 'system:duties'], credits: BANK },
  bank_fee: { debits: ['system:costs:banks'], credits: BANK },
  suspense_return: { debits: ['system:suspense'], credits: [...BANK, 'system:deposits:'] },
};

interface Line {
  readonly account: AccountId;
  readonly amountKobo: number;
}

/** Whether the operator's accounts are moved by a journal that is of another kind, or otherwise than its kind does. */
export function movesOperatorWrongly({ kind, lines }: { readonly kind: string; readonly lines: readonly Line[] }): boolean {
  const sides = SIDES[kind];
  if (!sides) return lines.some(({ account }) => beginsWith(BANK, account));
  const [debit, credit] = lines.toSorted((one, other) => one.amountKobo - other.amountKobo);
  return lines.length !== 2 || !beginsWith(sides.debits, debit!.account) || !beginsWith(sides.credits, credit!.account);
}

/** Whether a journal belongs to no purchase or deposit, though it moves a clearing account. */
export function isOperatorKind(kind: string): boolean {
  return kind in SIDES;
}

function beginsWith(beginnings: readonly string[], account: AccountId): boolean {
  return beginnings.some((beginning) => account.startsWith(beginning));
}
