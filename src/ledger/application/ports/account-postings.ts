import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';

export interface AccountPosting {
  readonly journalId: string;
  readonly subject: string;
  readonly amountKobo: Kobo;
}

export abstract class AccountPostings {
  /** In portions, oldest first. @param from inclusive @param to exclusive */
  abstract between(account: AccountId, from: number, to: number): AsyncIterable<readonly AccountPosting[]>;
}
