import { Injectable } from '@nestjs/common';
import { type FindOperator, type FindOptionsWhere, In, LessThan, Raw } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { Tutorials } from '../../application/ports/tutorials.js';
import type { Tutorial, TutorialStatus } from '../../domain/tutorial.js';
import { rowLock } from './row-lock.js';
import { TutorialRow } from './tutorial.row.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormTutorials extends Tutorials {
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
    const find = (createdAt: FindOptionsWhere<TutorialRow>, take?: number) =>
      this.rows.find({
        where: searchConditions(searchText).map((condition) => ({ status: In([...statuses]), ...condition, ...createdAt })),
        order: NEWEST_FIRST,
        ...(take === undefined ? {} : { take }),
      });
    return readPage(
      page,
      (before, take) => find(before === undefined ? {} : { createdAt: LessThan(before) }, take),
      (createdAt) => find({ createdAt }),
    );
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
