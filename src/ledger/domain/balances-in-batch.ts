import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import type { ChainKey, PostedLine } from '../chain/domain/hash-chain.js';
import { isHeldAccount, isSystemAccount } from './account.js';
import type { AccountState, ChangedBlocks } from './batch.js';
import { type BlockChange, blockedKobo, type Blocks, blocksText, changedBlocks, isOfOwner, withBeyond } from './blocked-money.js';
import { mismatch } from './holds-in-batch.js';
import type { Journal } from './journal.js';
import type { BalanceLimit } from './spending-limit.js';
import { ledgerFailures } from './ledger.failures.js';
import { formatAmount, kobo } from '../../kernel/money.js';

const LONGEST_NOTE = 255;

export class BalancesInBatch {
  private readonly changes = new Map<string, AccountState>();
  private readonly blocks = new Map<string, Blocks>();

  constructor(private readonly asRead: ReadonlyMap<string, AccountState>) {}

  get changed(): ReadonlyMap<string, AccountState> {
    return this.changes;
  }

  get hasChangedBlocks(): boolean {
    return this.blocks.size > 0;
  }

  /** Sealed under the key. */
  changedBlocks(key: ChainKey): ChangedBlocks[] {
    return [...this.blocks].map(([account, blocks]) => {
      const isNew = this.asRead.get(account)?.blocks === undefined;
      return { account, version: blocks.version, text: blocksText(account, blocks, key), isNew };
    });
  }

  /**
   * Changes all balances of a journal, or none.
   * @returns its lines; or why it is refused; or the Failure of a held account that has less than its holds, or of a balance that
   * would leave the safe integers
   */
  post(journal: Journal, limit: BalanceLimit | undefined, now: number): PostedLine[] | FailureDefinition | Failure {
    const touched = new Map<string, AccountState>();
    const lines: PostedLine[] = [];
    for (const { account, amountKobo, note } of journal.postings) {
      const before = touched.get(account) ?? this.stateOf(account);
      if (!before) return ledgerFailures.unknown_account;
      const after = { ...before, balanceKobo: before.balanceKobo + amountKobo, seq: before.seq + 1 };
      if (!Number.isSafeInteger(after.balanceKobo)) return full(account, before.balanceKobo, amountKobo);
      touched.set(account, after);
      lines.push({ account, seq: after.seq, amountKobo, balanceKobo: after.balanceKobo, note: fitted(note) });
    }
    for (const [account, { balanceKobo, blocks }] of touched) {
      if (balanceKobo < 0 && !isSystemAccount(account)) return this.insufficient(journal, account, balanceKobo);
      if (balanceKobo < 0 && isHeldAccount(account)) return mismatch(journal.subject, `left_kobo: more than ${account} has`);
      if (blocks && isOfOwner(journal.kind) && this.isTaken(account, balanceKobo) && balanceKobo < blockedKobo(blocks, now))
        return this.blocked(account, balanceKobo, blockedKobo(blocks, now));
    }
    const limited = limit && touched.get(limit.account);
    const beyondKobo = limited ? limited.balanceKobo - limit.limitKobo : 0;
    if (beyondKobo > 0 && limit?.refusal) return limit.refusal;
    for (const [account, state] of touched) this.changes.set(account, state);
    if (limit && beyondKobo > 0) this.blockBeyond(limit.account, Math.min(beyondKobo, creditedTo(limit.account, journal)));
    return lines;
  }

  refusalOf(change: BlockChange | undefined): FailureDefinition | undefined {
    return change && !this.stateOf(change.account) ? ledgerFailures.unknown_account : undefined;
  }

  block(change: BlockChange, now: number): void {
    const { account } = change;
    const { blocks, balanceKobo } = this.stateOf(account)!;
    this.setBlocks(account, changedBlocks(blocks, change, balanceKobo, now));
  }

  private blockBeyond(account: string, amountKobo: number): void {
    if (amountKobo > 0) this.setBlocks(account, withBeyond(this.stateOf(account)?.blocks, amountKobo));
  }

  private setBlocks(account: string, blocks: Blocks): void {
    this.blocks.set(account, blocks);
    this.changes.set(account, { ...this.stateOf(account)!, blocks });
  }

  private isTaken(account: string, afterKobo: number): boolean {
    return afterKobo < (this.stateOf(account)?.balanceKobo ?? 0);
  }

  private blocked(account: string, afterKobo: number, blocked: number): FailureDefinition {
    const definition = ledgerFailures.money_blocked;
    const thereKobo = this.stateOf(account)?.balanceKobo ?? 0;
    const freeKobo = kobo(Math.max(0, thereKobo - blocked));
    const needed = `${formatAmount(kobo(thereKobo - afterKobo))} is needed, ${formatAmount(freeKobo)} is free`;
    return { ...definition, text: `${definition.text} (${needed})` };
  }

  /** Only its owner is told what is in a wallet. */
  private insufficient({ kind }: Journal, account: string, afterKobo: number): FailureDefinition {
    const definition = ledgerFailures.insufficient_funds;
    if (!isOfOwner(kind)) return definition;
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

function creditedTo(account: string, { postings }: Journal): number {
  return postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amountKobo : sum), 0);
}

function newSystemAccount(account: string): AccountState | undefined {
  return isSystemAccount(account) ? { balanceKobo: 0, seq: 0 } : undefined;
}

/** Cuts a note to its column and replaces lone surrogates, because the hashed text must equal the stored one. */
function fitted(note: string): string {
  const whole = note.toWellFormed();
  return whole.length <= LONGEST_NOTE ? whole : Array.from(whole).slice(0, LONGEST_NOTE).join('');
}
