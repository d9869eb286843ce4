import { Replayed } from '../../src/kernel/caller.js';
import { Failure } from '../../src/kernel/failure.js';
import type { LedgerCommand, Journal } from '../../src/ledger/index.js';

/** What became of a command, as far as its sender can tell. */
export type Verdict =
  | 'committed'
  | 'refused: unknown'
  | 'refused: funds'
  | `replayed: ${'answered' | 'pending' | 'refused' | 'forgotten'}`;

/** The rules of the ledger at their shortest, in memory and one command at a time: what the real one is held against. */
export class Oracle {
  readonly balances = new Map<string, number>();
  /** Amounts posted to each account, in order. */
  readonly history = new Map<string, number[]>();
  private readonly decided = new Map<string, 'answered' | 'pending' | 'refused'>();

  open(account: string, balanceKobo: number): void {
    this.balances.set(account, balanceKobo);
    this.history.set(account, balanceKobo === 0 ? [] : [balanceKobo]);
  }

  send(command: LedgerCommand): Verdict {
    const earlier = this.decided.get(command.idempotencyKey.key);
    if (earlier) return `replayed: ${earlier}`;
    const refusal = this.refusalOf(command.journal);
    if (refusal) {
      this.decided.set(command.idempotencyKey.key, 'refused');
      return refusal;
    }
    this.decided.set(command.idempotencyKey.key, command.response === undefined ? 'pending' : 'answered');
    for (const { account, amountKobo } of command.journal?.postings ?? []) {
      this.balances.set(account, this.balanceOf(account) + amountKobo);
      this.history.set(account, [...(this.history.get(account) ?? []), amountKobo]);
    }
    return 'committed';
  }

  /** Whether the journal would be refused now. */
  refusalOf(journal: Journal | undefined): 'refused: unknown' | 'refused: funds' | undefined {
    const postings = journal?.postings ?? [];
    if (postings.some(({ account }) => !account.startsWith('system:') && !this.balances.has(account))) return 'refused: unknown';
    const wallets = new Set(postings.map(({ account }) => account).filter((account) => !account.startsWith('system:')));
    const poor = [...wallets].some((wallet) => {
      const change = postings.reduce((sum, { account, amountKobo }) => sum + (account === wallet ? amountKobo : 0), 0);
      return this.balanceOf(wallet) + change < 0;
    });
    return poor ? 'refused: funds' : undefined;
  }

  /** Records a refusal whose position in the order is unknown. */
  refuse(command: LedgerCommand): void {
    this.decided.set(command.idempotencyKey.key, 'refused');
  }

  isDecided(key: string): boolean {
    return this.decided.has(key);
  }

  private balanceOf(account: string): number {
    return this.balances.get(account) ?? 0;
  }
}

/** What a real ledger's answer means. Anything unexpected is thrown on. */
export function verdictOf(result: PromiseSettledResult<unknown>): Verdict {
  if (result.status === 'fulfilled')
    return result.value instanceof Replayed ? `replayed: ${result.value.record.state}` : 'committed';
  const { reason } = result as { reason: unknown };
  if (reason instanceof Failure && reason.failure === 'ledger.unknown_account') return 'refused: unknown';
  if (reason instanceof Failure && reason.failure === 'ledger.insufficient_funds') return 'refused: funds';
  throw reason;
}
