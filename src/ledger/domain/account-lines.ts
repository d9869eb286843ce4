import type { ListSums } from '../chain/domain/list-sums.js';
import type { AccountLine, StoredPosting } from '../chain/domain/stored-rows.js';

const OPENED: AccountLine = { balanceKobo: 0, seq: 0 };

interface Walked {
  /** Before the first posting of the walk. */
  readonly opening: AccountLine;
  last: AccountLine;
}

/** Balance and sequence of each account that a walk over postings has met. */
export class AccountLines {
  private readonly accounts = new Map<string, Walked>();

  /** @param isWhole whether the walk begins with the first posting; else accounts begin as their first posting says */
  constructor(private readonly isWhole: boolean) {}

  before(posting: StoredPosting): AccountLine {
    return this.accounts.get(posting.account)?.last ?? this.openingOf(posting);
  }

  post(posting: StoredPosting, { balanceKobo, seq }: AccountLine): void {
    const after = { balanceKobo, seq };
    const walked = this.accounts.get(posting.account);
    if (walked) walked.last = after;
    else this.accounts.set(posting.account, { opening: this.openingOf(posting), last: after });
  }

  addTo(sums: ListSums): void {
    for (const [account, { opening, last }] of this.accounts) {
      addLine(sums, account, last);
      subtractLine(sums, account, opening);
    }
  }

  /** @returns the last line, and forgets the account */
  take(account: string): AccountLine {
    const { last } = this.accounts.get(account) ?? { last: OPENED };
    this.accounts.delete(account);
    return last;
  }

  /** Accounts that were not taken. */
  names(): Iterable<string> {
    return this.accounts.keys();
  }

  private openingOf({ balanceKobo, amountKobo, seq }: StoredPosting): AccountLine {
    return this.isWhole ? OPENED : { balanceKobo: balanceKobo - amountKobo, seq: seq - 1 };
  }
}

/** An account without postings counts as nothing. */
export function subtractLine(sums: ListSums, account: string, line: AccountLine): void {
  if (!isOpened(line)) sums.subtract(account, textOf(line));
}

function addLine(sums: ListSums, account: string, line: AccountLine): void {
  if (!isOpened(line)) sums.add(account, textOf(line));
}

function isOpened({ balanceKobo, seq }: AccountLine): boolean {
  return balanceKobo === 0 && seq === 0;
}

function textOf({ balanceKobo, seq }: AccountLine): string {
  return `${balanceKobo} ${seq}`;
}
