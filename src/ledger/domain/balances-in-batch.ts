import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import type { PostedLine } from '../chain/domain/hash-chain.js';
import { isHeldAccount, isSystemAccount } from './account.js';
import type { AccountState } from './batch.js';
import { mismatch } from './holds-in-batch.js';
import type { Journal } from './journal.js';
import type { BalanceLimit } from './spending-limit.js';
import { ledgerFailures } from './ledger.failures.js';
import { formatAmount, kobo } from '../../kernel/money.js';

const LONGEST_NOTE = 255;
/** What only the owner of the debited wallet orders. */
const OF_OWNERS: ReadonlySet<string> = new Set(['transfer', 'purchase', 'payout']);

export class BalancesInBatch {
  private readonly changes = new Map<string, AccountState>();

  constructor(private readonly asRead: ReadonlyMap<string, AccountState>) {}

  get changed(): ReadonlyMap<string, AccountState> {
    return this.changes;
  }

  /**
   * Changes all balances of a journal, or none.
   * @returns its lines; or why it is refused; or the Failure of a held account that has less than its holds, or of a balance that
   * would leave the safe integers
   */
  post(journal: Journal, limit: BalanceLimit | undefined): PostedLine[] | FailureDefinition | Failure {
    const touched = new Map<string, AccountState>();
    const lines: PostedLine[] = [];
    for (const { account, amountKobo, note } of journal.postings) {
      const before = touched.get(account) ?? this.stateOf(account);
      if (!before) return ledgerFailures.unknown_account;
      const after = { balanceKobo: before.balanceKobo + amountKobo, seq: before.seq + 1 };
      if (!Number.isSafeInteger(after.balanceKobo)) return full(account, before.balanceKobo, amountKobo);
      touched.set(account, after);
      lines.push({ account, seq: after.seq, amountKobo, balanceKobo: after.balanceKobo, note: fitted(note) });
    }
    for (const [account, { balanceKobo }] of touched) {
      if (balanceKobo < 0 && !isSystemAccount(account)) return this.insufficient(journal, account, balanceKobo);
      if (balanceKobo < 0 && isHeldAccount(account)) return mismatch(journal.subject, `left_kobo: more than ${account} has`);
    }
    const limited = limit && touched.get(limit.account);
    if (limited && limited.balanceKobo > limit.limitKobo) return limit.refusal;
    for (const [account, state] of touched) this.changes.set(account, state);
    return lines;
  }

  /** Only its owner is told what is in a wallet. */
  private insufficient({ kind }: Journal, account: string, afterKobo: number): FailureDefinition {
    const definition = ledgerFailures.insufficient_funds;
    if (!OF_OWNERS.has(kind)) return definition;
    const thereKobo = kobo(this.stateOf(account)?.balanceKobo ?? 0);
    const needed = `${formatAmount(kobo(thereKobo - afterKobo))} is needed, ${formatAmount(thereKobo)} is there`;
    return { ...definition, text: `${definition.text} (${needed})` };
  }

  private stateOf(account: string): AccountState | undefined {
    return this.changes.get(account) ?? this.asRead.get(account) ?? newSystemAccount(account);
  }
}

function full(account: string, balanceKobo: number, amountKobo: number): Failure {
  const cause = new Error(`ledger_account ${account}: ${balanceKobo} and ${amountKobo} kobo leave the safe integers`);
  return new Failure(ledgerFailures.balance_full, { cause });
}

function newSystemAccount(account: string): AccountState | undefined {
  return isSystemAccount(account) ? { balanceKobo: 0, seq: 0 } : undefined;
}

/** Cuts a note to its column and replaces lone surrogates, because the hashed text must equal the stored one. */
function fitted(note: string): string {
  const whole = note.toWellFormed();
  return whole.length <= LONGEST_NOTE ? whole : Array.from(whole).slice(0, LONGEST_NOTE).join('');
}
