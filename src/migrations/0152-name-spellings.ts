import type { QueryRunner } from 'typeorm';
import { wordsOf } from '../kernel/person-name.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const PAGE = 1_000;
/** Hooked letters, and signs that stand for an apostrophe: all other names keep the words that they had. */
const WRITTEN_ANEW = /[ɓɖɗƙƴƁƉƊƘƳ'’‘ʼʻ`´]/u;

interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly recorded: number;
}

/** Rewrites the words of stored names, so that they are found however they are typed. */
export class NameSpellings0152 extends SteppedMigration {
  readonly name = 'NameSpellings1700000000152';
  readonly steps = [{ name: 'write words of names anew', run: writeAnew }];
  readonly undo = [];
}

async function writeAnew(runner: QueryRunner): Promise<void> {
  for (let after = ''; ;) {
    const page = (await runner.query(
      `SELECT id, first_name AS firstName, last_name AS lastName, recorded FROM user_account WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
      [after],
    )) as Named[];
    for (const user of page) if (WRITTEN_ANEW.test(`${user.firstName} ${user.lastName}`)) await writeWords(runner, user);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function writeWords(runner: QueryRunner, { id, firstName, lastName, recorded }: Named): Promise<void> {
  await runner.query('DELETE FROM user_name_word WHERE user_id = ?', [id]);
  for (const word of wordsOf(firstName, lastName))
    await runner.query('INSERT INTO user_name_word (user_id, word, recorded) VALUES (?, ?, ?)', [id, word, recorded]);
}
