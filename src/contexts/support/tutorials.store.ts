import { Entity, Index, type FindOperator, type FindOptionsWhere, In, Raw } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { type Tutorial, TutorialStore, type TutorialStatus } from './tutorials.js';
import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { rowLock } from '../../platform/database/server-dialect.js';

@Entity('tutorial')
@Index('tutorial_status', ['status', 'createdAt'])
export class TutorialRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('title') title: string;
  @LongTextColumn('content') content: string;
  @TextColumn('video_url', 1000) videoUrl: string;
  @TextColumn('cover_url', 1000) coverUrl: string;
  @TextColumn('status', 16) status: Tutorial['status'];
  @TimeColumn('recorded') createdAt: number;
}

@Injectable()
export class TypeormTutorialStore extends TutorialStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add(tutorial: Tutorial): Promise<void> {
    await this.rows.insert({ ...tutorial });
  }

  async find(id: string): Promise<Tutorial | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  async lock(id: string): Promise<Tutorial | undefined> {
    return (await this.rows.findOne({ where: { id }, ...rowLock(this.database) })) ?? undefined;
  }

  async save({ id, ...tutorial }: Tutorial): Promise<void> {
    await this.rows.update({ id }, tutorial);
  }

  async delete(id: string): Promise<void> {
    await this.rows.delete({ id });
  }

  list(statuses: readonly TutorialStatus[], searchText: string | undefined, page: PageRequest): Promise<Page<Tutorial>> {
    const matches = searchConditions(searchText).map((condition) => ({ status: In([...statuses]), ...condition }));
    return readRowPage(this.rows, matches, page);
  }

  private get rows() {
    return this.database.repository(TutorialRow);
  }
}

function searchConditions(searchText: string | undefined): FindOptionsWhere<TutorialRow>[] {
  return searchText === undefined ? [{}] : [{ title: contains(searchText) }, { content: contains(searchText) }];
}

function contains(searchText: string): FindOperator<string> {
  const pattern = `%${searchText.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  return Raw((column) => `LOWER(${column}) LIKE :pattern ESCAPE '!'`, { pattern });
}
