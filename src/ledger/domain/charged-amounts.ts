import type { Charge } from '../../kernel/charges.js';
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
 * @param text JSON, as it is stored; null is known of no row, but of one from before charges were kept
 */
export function wrongCharges(
  text: string | null,
  posted: readonly (readonly [AccountId, number])[],
): { readonly expected: string; readonly found: string } | undefined {
  if (text === null) return undefined;
  const [expected, found] = [describe(new Map(posted)), foundIn(text)];
  return expected === found ? undefined : { expected, found };
}

function foundIn(text: string): string {
  try {
    const charges = JSON.parse(text) as Charge[];
    return describe(chargedAmounts(charges));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return 'no list of charges';
    throw error;
  }
}

function describe(amounts: Amounts): string {
  const lines = [...amounts].filter(([, amountKobo]) => amountKobo !== 0).map(([account, kobo]) => `${account}: ${kobo}`);
  return lines.length === 0 ? 'none' : lines.toSorted().join(', ');
}
