import { toNaira } from '../../kernel/money.js';
import type { Settlement } from './domain/settlement.js';

export function presentSettlement({ id, amountKobo, createdAt, ...settlement }: Settlement) {
  const { kind, provider, account, bank, reference, valued } = settlement;
  const about = { marker: id, kind, provider, account, bank, amount: toNaira(amountKobo), reference, valued };
  return { ...about, status: 'booked', recorded: String(createdAt) };
}
