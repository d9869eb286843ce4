import { type Charge, readCharges } from '../../kernel/charges.js';
import { type AccountId, chargeAccount } from './account.js';

type Amounts = ReadonlyMap<AccountId, number>;

/** What charges post, by account. */
export function chargedAmounts(charges: readonly Pick<Charge, 'kind' | 'amountKobo'>[]): Amounts {
  const amounts = new Map<AccountId, number>();
  for (const { kind, amountKobo } of charges)
    amounts.set(chargeAccount(kind), (amounts.get(chargeAccount(kind)) ?? 0) + amountKobo);
  return amounts;
}

/**
 * How the charges in a row differ from what the ledger has for them; undefined where they do not.
 * @param text JSON, as it is stored; null without charges
 */
export function wrongCharges(
  text: string | null,
  posted: readonly (readonly [AccountId, number])[],
): { readonly expected: string; readonly found: string } | undefined {
  const amounts = chargedIn(text);
  const [expected, found] = [describe(new Map(posted)), amounts ? describe(amounts) : NO_LIST];
  return expected === found ? undefined : { expected, found };
}

const NO_LIST = 'no list of charges';

/** What the charges in a row post, by account; undefined if the text is no list of charges. */
export function chargedIn(text: string | null): Amounts | undefined {
  try {
    return chargedAmounts(readCharges(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function describe(amounts: Amounts): string {
  const lines = [...amounts].filter(([, amountKobo]) => amountKobo !== 0).map(([account, kobo]) => `${account}: ${kobo}`);
  return lines.length === 0 ? 'none' : lines.toSorted().join(', ');
}
