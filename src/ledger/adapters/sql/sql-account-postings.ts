import { Injectable } from '@nestjs/common';
import { kobo } from '../../../kernel/money.js';
import { Database } from '../../../platform/database/database.js';
import { type AccountPosting, AccountPostings } from '../../application/ports.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import type { AccountId } from '../../domain/account.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import { oldestFirst } from '../../archive/adapters/account-walk.js';
import { PostingArchive } from '../../archive/adapters/posting-archive.js';

const PORTION = 1_000;
/** `seq` grows with the time. */
const SQL = `SELECT posting.recorded AS postedAt, posting.seq AS seq, posting.amount_kobo AS amountKobo, posting.journal_id AS journalId,
    posting.kind AS kind, journal.subject AS subject
  FROM posting JOIN journal ON journal.id = posting.journal_id
  WHERE posting.account_id = ? AND posting.recorded >= ? AND posting.recorded < ? AND posting.seq > ?
  ORDER BY posting.recorded, posting.seq LIMIT ${PORTION}`;

interface Row {
  readonly postedAt: number | string;
  readonly seq: number | string;
  readonly amountKobo: number | string;
  readonly journalId: string;
  readonly kind: string;
  readonly subject: string;
}

interface Entry extends AccountPosting {
  readonly seq: number;
  readonly createdAt: number;
}

@Injectable()
export class SqlAccountPostings extends AccountPostings {
  constructor(
    private readonly database: Database,
    private readonly archive: PostingArchive,
  ) {
    super();
  }

  async *between(account: AccountId, from: number, to: number): AsyncIterable<AccountPosting[]> {
    const walk = {
      account,
      from,
      to,
      read: async (since: number, afterSeq: number) =>
        (await this.database.rows<Row>(SQL, [account, since, to, afterSeq])).map(entryOf),
      entriesOf: (postings: readonly StoredPosting[]) => this.entriesOf(postings),
    };
    for await (const entries of oldestFirst<Entry>(this.archive, this.database, walk))
      yield entries.map(({ journalId, kind, subject, amountKobo }) => ({ journalId, kind, subject, amountKobo }));
  }

  private async entriesOf(postings: readonly StoredPosting[]): Promise<Entry[]> {
    const ids = [...new Set(postings.map(({ journalId }) => journalId))];
    const sql = `SELECT id, subject FROM journal WHERE id IN (${placeholders(ids)})`;
    const journals = await this.database.rowsOnce<{ id: string; subject: string }>(sql, ids);
    const subjects = new Map(journals.map(({ id, subject }) => [id, subject]));
    return postings.map((posting) => entryOf({ ...posting, subject: subjects.get(posting.journalId)! }));
  }
}

function entryOf({ postedAt, seq, amountKobo, journalId, kind, subject }: Row): Entry {
  return { journalId, kind, subject, amountKobo: kobo(Number(amountKobo)), seq: Number(seq), createdAt: Number(postedAt) };
}
