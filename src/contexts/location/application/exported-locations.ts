import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { LocationRecords } from './ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedLocations extends PersonalDataSource {
  constructor(private readonly records: LocationRecords) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'locations', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const { createdAt, ip, place } of readAll((page) => this.records.list(userId, { kind: 'all' }, page)))
      yield { at: isoTime(createdAt), ip, ...place };
  }
}
