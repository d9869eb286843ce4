import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { createHash } from 'node:crypto';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { FaqStore, type Faq, type FaqCategory, questionKey, type FaqRating } from './faqs.js';
import { supportFailures } from './failures.js';
import { rowLock } from '../../platform/database/server-dialect.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** Encodes HTML markup, so that a client that forgets to escape shows it as text. */
export function encodeEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity)!);
}

/** Question and answer are stored HTML-encoded. */
@Entity('faq')
@Index('faq_question', ['questionDigest'], { unique: true })
@Index('faq_status', ['status', 'createdAt'])
@Index('faq_in_category', ['category', 'status', 'createdAt'])
export class FaqRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('question', 2000) question: string;
  /** Unique among active FAQs; null once removed. */
  @TextColumn('question_digest', 64, { nullable: true }) questionDigest: string | null;
  @LongTextColumn('answer') answer: string;
  @TextColumn('category', 64) category: string;
  @TextColumn('status', 16) status: 'active' | 'removed';
  @CountColumn('helpful_count') helpfulCount: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('faq_category')
export class FaqCategoryRow {
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 64 }) id: string;
  @TextColumn('name') name: string;
  @TextColumn('description') description: string;
  @TextColumn('icon', 64) icon: string;
  @CountColumn('position') position: number;
}

@Entity('faq_rating')
@Index('faq_rating_recorded', ['faqId', 'createdAt'])
@Index('faq_rating_owner', ['userId'])
@Index('faq_rating_user', ['faqId', 'userId'], { unique: true })
export class FaqRatingRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('faq_id') faqId: string;
  @IdColumn('user_id') userId: string;
  @FlagColumn('helpful') isHelpful: boolean;
  @LongTextColumn('feedback') feedback: string;
  @TimeColumn('recorded') createdAt: number;
}

/** A JSON array of unix ms: the user's toggles of the last minute. */
@Entity('faq_toggle')
export class FaqToggleRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('times') times: string;
}

const ICON = 'help-circle';

@Injectable()
export class TypeormFaqStore extends FaqStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add(faq: Faq): Promise<void> {
    await this.unlessDuplicate(() => this.rows.insert(toRow(faq)));
  }

  async find(id: string): Promise<Faq | undefined> {
    const row = await this.rows.findOneBy({ id, status: 'active' });
    return row ? toFaq(row) : undefined;
  }

  async lock(id: string): Promise<Faq | undefined> {
    const row = await this.rows.findOne({ where: { id, status: 'active' }, ...rowLock(this.database) });
    return row ? toFaq(row) : undefined;
  }

  async save(faq: Faq): Promise<void> {
    const { id, ...row } = toRow(faq);
    await this.unlessDuplicate(() => this.rows.update({ id }, row));
  }

  async list(category: string | undefined, page: PageRequest): Promise<Page<Faq>> {
    const { items, next } = await readRowPage(
      this.rows,
      { status: 'active', ...(category === undefined ? {} : { category }) },
      page,
    );
    return { items: items.map(toFaq), next };
  }

  async categories(): Promise<FaqCategory[]> {
    const counts = await this.database.rows<{ category: string; faqs: number }>(
      "SELECT category, COUNT(*) AS faqs FROM faq WHERE status = 'active' GROUP BY category",
    );
    const countOf = new Map(counts.map(({ category, faqs }) => [category, faqs]));
    const rows = await this.database.repository(FaqCategoryRow).find({ order: { position: 'ASC', name: 'ASC' } });
    return rows.map(({ id, name, description, icon }) => ({ id, name, description, icon, faqCount: countOf.get(id) ?? 0 }));
  }

  async addCategoryIfMissing(id: string, name: string): Promise<void> {
    const onDuplicate = this.database.dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    const sql = `INSERT INTO faq_category (id, name, description, icon, position) VALUES (?, ?, '', ?, 1000) ${onDuplicate}`;
    await this.database.manager.query(sql, [id, name, ICON]);
  }

  async findRating(faqId: string, userId: string): Promise<FaqRating | undefined> {
    return (await this.database.repository(FaqRatingRow).findOneBy({ faqId, userId })) ?? undefined;
  }

  listRatings(faqId: string, page: PageRequest): Promise<Page<FaqRating>> {
    return readRowPage(this.database.repository(FaqRatingRow), { faqId }, page);
  }

  async putRating(rating: FaqRating): Promise<void> {
    await this.database.repository(FaqRatingRow).save({ ...rating });
  }

  async lockToggles(userId: string): Promise<readonly number[]> {
    const { dialect, manager } = this.database;
    const onDuplicate = dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE user_id = user_id' : 'ON CONFLICT DO NOTHING';
    // The upsert locks the row whether or not it exists.
    await manager.query(`INSERT INTO faq_toggle (user_id, times) VALUES (?, '[]') ${onDuplicate}`, [userId]);
    const { times } = await this.toggles.findOneByOrFail({ userId });
    return JSON.parse(times) as number[];
  }

  async setToggles(userId: string, times: readonly number[]): Promise<void> {
    await this.toggles.update({ userId }, { times: JSON.stringify(times) });
  }

  private get rows() {
    return this.database.repository(FaqRow);
  }

  private get toggles() {
    return this.database.repository(FaqToggleRow);
  }

  private async unlessDuplicate(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(supportFailures.duplicate_question, { cause: error });
      throw error;
    }
  }
}

function toRow({ question, answer, ...faq }: Faq): FaqRow {
  const digest = createHash('sha256').update(questionKey(question)).digest('hex');
  return {
    ...faq,
    question: encodeEntities(question),
    questionDigest: faq.status === 'active' ? digest : null,
    answer: encodeEntities(answer),
  };
}

function toFaq({ questionDigest: _, question, answer, ...row }: FaqRow): Faq {
  return { ...row, question: decodeEntities(question), answer: decodeEntities(answer) };
}

/** The counts of ratings stay. */
export const ratingRecord = record(FaqRatingRow, {
  ofUser: ({ userId }) => [{ userId }],
  parts: [FaqToggleRow],
  erase: async ({ userId }, database) => void (await database.repository(FaqToggleRow).delete({ userId })),
});
