import type { Bank } from '../banks/index.js';
import type { Payee } from './domain/payee.js';

/** `bank` is undefined for other kinds. */
export function presentPayee({ payee, bank }: { readonly payee: Payee; readonly bank: Bank | undefined }) {
  return {
    marker: payee.id,
    kind: payee.kind,
    label: payee.label,
    name: payee.name,
    code: payee.bankCode,
    bank: bank?.name ?? '',
    account: payee.account,
    email: payee.email,
    billerId: payee.billerId,
    itemId: payee.itemId,
    customerId: payee.customerId,
    status: payee.changedName === '' ? 'active' : 'name_changed',
    changed: payee.changedName,
    used: payee.used,
    recorded: String(payee.createdAt),
  };
}
