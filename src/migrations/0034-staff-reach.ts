import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

const PAGE = 500;
const WORD_LENGTH = 64;

/** Users by words of their names, by customer and account numbers, and files by system directory. */
export class StaffReach0034 implements MigrationInterface {
  readonly name = 'StaffReach1700000000034';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'user_name_word',
      columns: [column.id('user_id'), column.text('word', WORD_LENGTH), column.time('recorded')],
      primaryKey: ['user_id', 'word'],
      indexes: { word: ['word', 'recorded'] },
    });
    for (const { table, index } of INDEXES) await runner.createIndex(table, new TableIndex(index));
    await fill(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, index } of INDEXES) await runner.dropIndex(table, index.name);
    await runner.dropTable('user_name_word');
  }
}

const INDEXES = [
  { table: 'purchase', index: { name: 'purchase_customer', columnNames: ['customer_id', 'user_id'] } },
  { table: 'deposit_order', index: { name: 'deposit_order_number', columnNames: ['account_number', 'user_id'] } },
  { table: 'file', index: { name: 'file_directory', columnNames: ['directory', 'recorded'] } },
];

interface User {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly recorded: number | string;
}

async function fill(runner: QueryRunner): Promise<void> {
  let after = '';
  for (;;) {
    const users = (await runner.query(
      `SELECT id, first_name, last_name, recorded FROM user_account WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
      [after],
    )) as User[];
    const words = users.flatMap((user) => wordsOf(user).map((word) => [user.id, word, Number(user.recorded)]));
    if (words.length > 0)
      await runner.query(
        `INSERT INTO user_name_word (user_id, word, recorded) VALUES ${words.map(() => '(?, ?, ?)').join(', ')}`,
        words.flat(),
      );
    if (users.length < PAGE) return;
    after = users.at(-1)!.id;
  }
}

/** As the service wrote them when this migration was made. */
function wordsOf({ first_name, last_name }: User): string[] {
  const plain = `${first_name} ${last_name}`.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}'-]+/u).map((word) => word.slice(0, WORD_LENGTH));
  return [...new Set(words)].filter((word) => word !== '');
}
