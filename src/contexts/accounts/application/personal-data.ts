import { Injectable } from '@nestjs/common';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributions, Registry } from '../../../kernel/registry.js';

@Injectable()
export class PersonalData extends Registry<PersonalDataSource> {
  constructor(contributions: Contributions) {
    super(contributions, PersonalDataSource, { namesOf: ({ parts }) => parts.map(({ name }) => name) });
  }

  get parts(): readonly DataPart[] {
    return this.entries.flatMap(({ parts }) => parts);
  }
}
