import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { isSpelledAlmost, wordsOf } from '../../kernel/person-name.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { textsBeginning } from '../../platform/database/remove-rows.js';
import { NameWordRow, type UserRow } from './sign-in.rows.js';

interface Found {
  readonly id: string;
  readonly createdAt: number;
}

/** Bounds the cost of a name that many have. */
const NAMESAKES = 500;
/** Different words that begin with the same two letters. */
const VOCABULARY = 5_000;
const SPELLINGS = 20;

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
  /** Ids of users who have every word of this name, the last of which may be the beginning of one. */
  async findBeginning(name: string, limit: number): Promise<string[]> {
    const words = wordsOf(name);
    const [first] = words;
    if (first === undefined) return [];
    if (words.length === 1) return this.withWordBeginning(first, limit);
    const whole = await this.find(name, { before: undefined, size: limit });
    return whole.items.length > 0 ? whole.items.map(({ id }) => id) : this.withLastBeginning(words, limit);
  }

  /** Users whose names have a word spelled almost so for each word of this name; the first two letters are right. */
  async findSimilar(name: string, limit: number): Promise<string[]> {
    const words = wordsOf(name);
    const [first] = words.toSorted((one, other) => other.length - one.length);
    if (first === undefined) return [];
    const sql = `SELECT DISTINCT word FROM user_name_word WHERE word BETWEEN ? AND ? ORDER BY word LIMIT ${VOCABULARY}`;
    const vocabulary = await this.database.rows<Pick<NameWordRow, 'word'>>(sql, textsBeginning(first.slice(0, 2)));
    const spellings = vocabulary.map(({ word }) => word).filter((word) => isSpelledAlmost(first, word));
    if (spellings.length === 0) return [];
    const where = { word: In(spellings.slice(0, SPELLINGS)) };
    const namesakes = await this.database.repository(NameWordRow).find({ where, order: { createdAt: 'DESC' }, take: NAMESAKES });
    const ownWords = await this.wordsOfUsers(namesakes);
    return [...ownWords]
      .filter(([, own]) => words.every((word) => own.some((each) => isSpelledAlmost(word, each))))
      .map(([userId]) => userId)
      .slice(0, limit);
  }

  private async withWordBeginning(word: string, limit: number): Promise<string[]> {
    // A user with two such words is there twice.
    const sql = `SELECT user_id AS id FROM user_name_word WHERE word BETWEEN ? AND ? ORDER BY word LIMIT ${2 * limit}`;
    const rows = await this.database.rows<Pick<Found, 'id'>>(sql, textsBeginning(word));
    return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
  }

  /** Compared here: MySQL would read every word that begins so. */
  private async withLastBeginning(words: readonly string[], limit: number): Promise<string[]> {
    const whole = words.slice(0, -1);
    const begun = words.at(-1)!;
    const rows = this.database.repository(NameWordRow);
    const namesakes = await rows.find({ where: { word: whole[0]! }, order: { createdAt: 'DESC' }, take: NAMESAKES });
    const wordsOfUser = await this.wordsOfUsers(namesakes);
    const isNamed = ({ userId }: NameWordRow) => {
      const own = wordsOfUser.get(userId)!;
      return whole.every((word) => own.includes(word)) && own.some((word) => word.startsWith(begun));
    };
    return namesakes
      .filter(isNamed)
      .map(({ userId }) => userId)
      .slice(0, limit);
  }

  /** By user, in the order of the rows. */
  private async wordsOfUsers(namesakes: readonly Pick<NameWordRow, 'userId'>[]): Promise<Map<string, string[]>> {
    const wordsOfUser = new Map(namesakes.map(({ userId }) => [userId, [] as string[]]));
    if (wordsOfUser.size === 0) return wordsOfUser;
    const theirs = await this.database.repository(NameWordRow).findBy({ userId: In([...wordsOfUser.keys()]) });
    for (const { userId, word } of theirs) wordsOfUser.get(userId)!.push(word);
    return wordsOfUser;
  }
}
