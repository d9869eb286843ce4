import { Injectable } from '@nestjs/common';
import { kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { type AccountPosting, AccountPostings } from '../../application/ports/account-postings.js';
import type { AccountId } from '../../domain/account.js';

const PORTION = 1_000;
/** `seq` grows with the time. */
const SQL = `SELECT posting.recorded AS postedAt, posting.seq AS seq, posting.amount_kobo AS amountKobo, posting.journal_id AS journalId,
    journal.subject AS subject
  FROM posting JOIN journal ON journal.id = posting.journal_id
  WHERE posting.account_id = ? AND posting.recorded >= ? AND posting.recorded < ? AND posting.seq > ?
  ORDER BY posting.recorded, posting.seq LIMIT ${PORTION}`;

interface Row {
  readonly postedAt: number | string;
  readonly seq: number | string;
  readonly amountKobo: number | string;
  readonly journalId: string;
  readonly subject: string;
}

@Injectable()
export class SqlAccountPostings extends AccountPostings {
  constructor(private readonly database: Database) {
    super();
  }

  async *between(account: AccountId, from: number, to: number): AsyncIterable<AccountPosting[]> {
    let [since, seq] = [from, -1];
    for (;;) {
      const rows = await this.database.rows<Row>(SQL, [account, since, to, seq]);
      if (rows.length > 0)
        yield rows.map(({ journalId, subject, amountKobo }) => ({ journalId, subject, amountKobo: kobo(Number(amountKobo)) }));
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) return;
      [since, seq] = [Number(last.postedAt), Number(last.seq)];
    }
  }
}
