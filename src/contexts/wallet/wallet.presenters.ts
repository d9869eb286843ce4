import { toNaira } from '../../kernel/money.js';
import { type ActivityEntry, historyMarker } from './activity.js';
import { type HistoryEntry, type WalletRecord, ledgerFailures } from '../../ledger/index.js';
import { on } from '../../platform/http/operation.decorator.js';

/** How every operation that moves money answers a ledger that cannot commit now, or cannot tell whether it did. */
export const LEDGER_FAILURES = [
  on(ledgerFailures.outcome_unknown),
  on(ledgerFailures.overloaded, { id: 'busy' }),
  on(ledgerFailures.stale_copy, { id: 'busy' }),
  on(ledgerFailures.clock_ahead),
  on(ledgerFailures.chain_broken, { id: 'busy' }),
  on(ledgerFailures.account_stopped),
  on(ledgerFailures.balance_full),
];

export function presentWallet(wallet: WalletRecord) {
  return {
    marker: wallet.account,
    owner: wallet.account,
    balance: toNaira(wallet.balanceKobo),
    blocked: toNaira(wallet.blockedKobo),
    recorded: String(wallet.createdAt),
  };
}

export function presentHistoryEntry(entry: HistoryEntry) {
  return {
    marker: historyMarker(entry),
    owner: entry.account,
    trnxid: entry.journalId,
    amount: toNaira(entry.amountKobo),
    balance: toNaira(entry.balanceKobo),
    pxtype: entry.amountKobo < 0 ? 'debit' : 'credit',
    pxnote: entry.note,
    recorded: String(entry.createdAt),
  };
}

export function presentActivity(entry: ActivityEntry) {
  return {
    rxtype: entry.kind,
    marker: entry.id,
    userid: entry.userId,
    description: entry.description,
    amount: toNaira(entry.amountKobo),
    pxtype: entry.direction,
    recorded: String(entry.createdAt),
  };
}
