import type { QueryRunner } from 'typeorm';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

interface Fed {
  readonly batch_no: number;
  readonly position: number;
}

/** Mails about money are sent behind a place in the log of journals. It begins where the feed is, which has had rows written for what is before. */
export class MailCursor0159 extends SteppedMigration {
  readonly name = 'MailCursor1700000000159';
  readonly steps = [
    {
      name: 'begin the cursor of mails',
      run: async (runner: QueryRunner) => {
        await runner.query("DELETE FROM journal_cursor WHERE consumer = 'mails'");
        const [fed] = (await runner.query(
          'SELECT batch_no, position FROM journal_cursor ORDER BY batch_no, position LIMIT 1',
        )) as Fed[];
        await runner.query("INSERT INTO journal_cursor (consumer, batch_no, position) VALUES ('mails', ?, ?)", [
          fed?.batch_no ?? 0,
          fed?.position ?? 0,
        ]);
      },
    },
  ];
  readonly undo = [
    {
      name: 'end the cursor of mails',
      run: async (runner: QueryRunner) => {
        await runner.query("DELETE FROM journal_cursor WHERE consumer = 'mails'");
      },
    },
  ];
}
