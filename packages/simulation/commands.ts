import type { IdempotencyKey } from '../../src/kernel/caller.js';
import { newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import type { LedgerCommand } from '../../src/ledger/domain/ledger-command.js';

export const HELD = 'system:held:sandbox';
export const CLEARING = 'system:clearing:sandbox';
const FEES = 'system:fees';
const DEPOSITS = 'system:deposits:sandbox';
export const OPENING_KOBO = 20_000;
export const WALLETS = Array.from({ length: 40 }, (_, index) => `wallet${index}`);

export interface Held {
  readonly subject: string;
  readonly payer: string;
  /** Whether it has a row beside the ledger. */
  readonly isListed: boolean;
}

/** What a client asks for under one key; each attempt has a journal of its own, as a repeated request does. */
export type Wish =
  | { readonly kind: 'transfer'; readonly key: string; readonly from: string; readonly to: string; readonly amount: number }
  | { readonly kind: 'hold'; readonly key: string; readonly from: string; readonly amount: number; readonly isListed: boolean }
  /** `isRival`: another one wants the same under another key, and one of the two finds the hold ended. */
  | { readonly kind: 'end'; readonly key: string; readonly held: Held; readonly as: 'post' | 'void'; readonly isRival: boolean };

/** The key, as the ledger stores it in the clear. */
export function keyOf({ kind, key }: Pick<Wish, 'kind' | 'key'>): IdempotencyKey {
  return { scope: 'clients', action: kind, key, fingerprint: 'simulated' };
}

/** The account and the table that somebody else may have locked. */
export function placesOf(wish: Wish): string[] {
  if (wish.kind === 'transfer') return [wish.from, wish.to];
  return wish.kind === 'hold' ? [wish.from, ...(wish.isListed ? ['purchase'] : [])] : [wish.held.payer];
}

export function commandOf(wish: Wish): LedgerCommand {
  const id = newId();
  const common = { idempotencyKey: keyOf(wish), response: { journal: id } };
  switch (wish.kind) {
    case 'transfer':
      return { ...common, journal: { id, kind: 'transfer', subject: id, postings: moved(wish.from, wish.to, wish.amount) } };
    case 'hold':
      return {
        ...common,
        journal: {
          id,
          kind: 'purchase',
          subject: wish.key,
          postings: moved(wish.from, HELD, wish.amount),
          holds: [{ account: FEES, amountKobo: kobo(Math.floor(wish.amount / 10)) }],
        },
        ...(wish.isListed ? { inserts: [{ table: 'purchase', values: { id: wish.key, state: 'pending' } }] } : {}),
      };
    case 'end': {
      const { subject, payer, isListed } = wish.held;
      const notes = { [payer]: '', [HELD]: '', [FEES]: '', [CLEARING]: '' };
      return {
        ...common,
        journal:
          wish.as === 'post'
            ? { id, kind: 'settlement', subject, postings: [], ends: { as: 'post', to: CLEARING, notes } }
            : { id, kind: 'refund', subject, postings: [], ends: { as: 'void', notes } },
        ...(isListed
          ? { updates: [{ table: 'purchase', key: { id: subject, state: 'pending' }, set: { state: wish.as } }] }
          : {}),
      };
    }
  }
}

/** Before any fault: what wallets have was paid in, because the ledger believes no balance without postings. */
export function openingCommand(wallet: string): LedgerCommand {
  const id = newId();
  return {
    idempotencyKey: { ...keyOf({ kind: 'transfer', key: `open-${wallet}` }), action: 'open' },
    journal: { id, kind: 'deposit', subject: id, postings: moved(DEPOSITS, wallet, OPENING_KOBO) },
    response: { journal: id },
  };
}

function moved(from: string, to: string, amount: number) {
  return [
    { account: from, amountKobo: kobo(-amount), note: '' },
    { account: to, amountKobo: kobo(amount), note: '' },
  ];
}
