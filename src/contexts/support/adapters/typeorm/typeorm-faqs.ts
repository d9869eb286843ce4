import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { Faqs } from '../../application/ports.js';
import { decodeEntities, encodeEntities } from '../../domain/html-entities.js';
import { type Faq, type FaqCategory, questionKey } from '../../domain/faq.js';
import { supportFailures } from '../../domain/support.failures.js';
import { FaqCategoryRow, FaqRow } from './support.rows.js';
import { rowLock } from '../../../../platform/database/row-lock.js';

const ICON = 'help-circle';

@Injectable()
export class TypeormFaqs extends Faqs {
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

  private get rows() {
    return this.database.repository(FaqRow);
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
