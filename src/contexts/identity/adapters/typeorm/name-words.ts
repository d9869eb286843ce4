import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { wordsOf } from '../../domain/name-words.js';
import { NameWordRow } from './name-word.row.js';
import type { UserRow } from './user.row.js';

interface Found {
  readonly id: string;
  readonly createdAt: number;
}

/** Finds users by whole words of their names, in any case and order. */
@Injectable()
export class NameWords {
  constructor(private readonly database: Database) {}

  /** In the unit of work that writes the names. */
  async put({ id, firstName, lastName, createdAt }: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'createdAt'>): Promise<void> {
    const rows = this.database.repository(NameWordRow);
    await rows.delete({ userId: id });
    const words = wordsOf(firstName, lastName);
    if (words.length > 0) await rows.insert(words.map((word) => ({ userId: id, word, createdAt })));
  }

  async remove(userId: string): Promise<void> {
    await this.database.repository(NameWordRow).delete({ userId });
  }

  /** Users who have every word of this name, newest first. */
  find(name: string, page: PageRequest): Promise<Page<Found>> {
    const [first, ...others] = wordsOf(name);
    if (first === undefined) return Promise.resolve({ items: [], next: undefined });
    const also = others.map(
      (_, place) =>
        `AND EXISTS (SELECT 1 FROM user_name_word other${place} WHERE other${place}.user_id = named.user_id AND other${place}.word = ?)`,
    );
    return readPage(page, (before, limit) =>
      this.database.rows<Found>(
        `SELECT named.user_id AS id, named.recorded AS createdAt FROM user_name_word named
         WHERE named.word = ? AND named.recorded < ? ${also.join(' ')}
         ORDER BY named.recorded DESC LIMIT ${limit}`,
        [first, before ?? Number.MAX_SAFE_INTEGER, ...others],
      ),
    );
  }
}
