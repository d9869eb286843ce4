import { toNaira } from '../../kernel/money.js';
import type { ShownSafeguarding } from './application/show-safeguarding.js';
import type { NamedBalance } from './domain/coverage.js';
import type { Settlement } from './domain/settlement.js';

export function presentSettlement({ id, amountKobo, createdAt, ...settlement }: Settlement) {
  const { kind, provider, account, bank, reference, valued } = settlement;
  const about = { marker: id, kind, provider, account, bank, amount: toNaira(amountKobo), reference, valued };
  return { ...about, status: 'booked', recorded: String(createdAt) };
}

export function presentSafeguarding({ day, banks, providers, ...sums }: ShownSafeguarding) {
  return {
    day,
    wallets: toNaira(sums.walletsKobo),
    held: toNaira(sums.heldKobo),
    suspense: toNaira(sums.suspenseKobo),
    bank: banks.map(presentBalance),
    providers: providers.map(presentBalance),
    difference: toNaira(sums.differenceKobo),
    covered: sums.differenceKobo >= 0,
  };
}

function presentBalance({ name, bookKobo }: NamedBalance) {
  return { name, book: toNaira(bookKobo) };
}
